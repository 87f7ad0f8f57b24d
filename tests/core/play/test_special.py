"""Special rules of one's own at the table: below the board, after events, in the log, for machines; and no secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle import pages
from tabletop_cli.cli.battle.telling import entry_blocks
from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.page import Block, Facts, Para
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.special import Special, span_words
from tabletop_cli.core.play.viewpoint import View
from tests.hedge import NOW, TD
from tests.seated import seat_armies

ARMIES = Path(__file__).parents[3] / "armies"
RULES = {
    "bunker-buster": {"name": "Bunker buster", "text": "A bunker that it hits is a ruin.", "timing": "own fire"},
    "stubborn": {"name": "Stubborn", "text": "It never leaves a trench.", "for": ["hmg"]},
    "lost": {"name": "Lost", "text": "Nobody brought a map.", "for": ["army"]},
}
GUN = {"name": "Mortar", "armour_penetrating": False, "direct_fire_dice": 2, "special": ["bunker-buster"]}
CART = {"name": "Cart", "entry": "tank", "armour": 2, "gun": "mortar", "cc_dice": 1}
CATALOGUE = {"system": "td", "guns": {"mortar": GUN}, "vehicles": {"cart": CART}, "rules": RULES}
OURS = {
    "name": "Ours",
    "catalogue": CATALOGUE,
    "units": [{"type": "tank", "variant": "cart"}, {"type": "hmg", "count": 4}],
}
THEIRS = {"name": "Theirs", "units": [{"type": "hmg"}]}
SETUP = {
    "sides": {"a": {"army": OURS, "actions": 9}, "b": {"army": THEIRS, "actions": 9}},
    "catalogue": CATALOGUE,
    "resume": {"counters": {"a": 0, "b": 9}},
}
PIVOT = {"do": "pivot", "by": "a", "model": "a1-1"}
SHOT = {"do": "direct-fire", "by": "a", "model": "a1-1", "target": "b1-1"}
BUSTER = "Special rule of a1-1: Bunker buster (own fire)"


@pytest.fixture
def battle(store: Store) -> Battle:
    return Battle.create(store, TD, "Ours and theirs", SETUP, NOW)


def lines(blocks: Sequence[Block]) -> list[str]:
    """The special rules among some blocks."""
    return [one.text for one in blocks if isinstance(one, Para) and one.text.startswith("Special rule")]


def after(battle: Battle, event: dict[str, Any], dice: list[int] | None = None) -> list[str]:
    view = View(battle)
    return lines(entry_blocks(view, view.cut_entry(battle.play_event(event, dice, NOW)), set()))


def test_the_text_is_told_the_first_time_and_the_name_later(battle: Battle) -> None:
    assert after(battle, PIVOT) == [f"{BUSTER}: A bunker that it hits is a ruin."]
    assert after(battle, SHOT, [1, 1]) == [BUSTER]


def test_an_event_that_was_taken_back_has_told_nothing(battle: Battle) -> None:
    after(battle, PIVOT)
    battle.undo(NOW)
    assert after(battle, PIVOT) == [f"{BUSTER}: A bunker that it hits is a ruin."]


def test_what_is_shot_at_counts_as_well(store: Store) -> None:
    battle = Battle.create(store, TD, "Under fire", {**SETUP, "resume": {}}, NOW)
    battle.play_event({"do": "pivot", "by": "a", "model": "a1-1"}, None, NOW)
    shot = {"do": "direct-fire", "by": "b", "model": "b1-1", "target": "a2-1"}
    assert after(battle, shot, [1, 1, 1, 1]) == ["Special rule of a2-1: Stubborn: It never leaves a trench."]


def test_the_board_says_who_has_which(battle: Battle) -> None:
    (facts,) = [one for one in View(battle).board.blocks if isinstance(one, Facts)][-1:]
    assert facts.rows == (
        ("Bunker buster (own fire)", "a1-1: A bunker that it hits is a ruin."),
        ("Lost", "A (Ours): Nobody brought a map."),
        ("Stubborn", "a2-1, a3-1, a4-1, a5-1: It never leaves a trench."),
    ), "the printed machine gun of b has no rule that a wrote for its own"


def test_a_rule_that_no_list_brought_is_everybodys() -> None:
    sides = {side: {"army": {"units": [{"type": "hmg"}]}, "actions": 9} for side in "ab"}
    setup = {"sides": sides, "catalogue": {"rules": RULES}}
    state = TD.game.start(setup, TD)
    assert [rule.name for rule in Special(TD.game, setup, state).rules_of("b1-1")] == ["Stubborn"]


def test_the_log_tells_them_where_it_tells_everything(battle: Battle) -> None:
    battle.play_event(PIVOT, None, NOW)
    battle.play_event(SHOT, [1, 1], NOW)
    told = [f"{BUSTER}: A bunker that it hits is a ruin.", BUSTER]
    assert lines(pages.log_page(battle, verbose=True).blocks) == told
    assert lines(pages.log_page(battle, verbose=True, as_table=True).blocks) == told
    assert lines(pages.log_page(battle, verbose=True, last=1).blocks) == told[1:], "they were told with the first"
    assert lines(pages.log_page(battle).blocks) == []


def test_machines_find_them_at_the_models_that_have_some(battle: Battle) -> None:
    models = View(battle).data["models"]
    assert models["a1-1"]["special"] == ["bunker-buster"] and models["a2-1"]["special"] == ["stubborn"]
    assert "special" not in models["b1-1"]
    found = reply_to_request({"do": "battle", "system": "td", "setup": SETUP, "events": [PIVOT]})
    assert found["state"]["models"] == {**models, "a1-1": found["state"]["models"]["a1-1"]}
    assert "Bunker" not in str(found["results"]), "steps stay as the rulebook's contract has them"


def test_without_special_rules_nothing_is_added() -> None:
    setup = {"sides": {side: {"army": THEIRS, "actions": 9} for side in "ab"}}
    state = TD.game.start(setup, TD)
    special, view = Special(TD.game, setup, state), TD.game.view(state)
    assert not special and special.rule_blocks() == () and special.with_special_rules(view) is view


def test_hidden_figures_do_not_show_themselves_by_their_rules(store: Store) -> None:
    """Drones stand on the table of b and wait on its flank: others hear of the former only."""
    fftt = registry.load("fftt")
    lists = [load_file(ARMIES / "fftt" / f"{name}.toml").data for name in ("harrow-column", "glass-swarm")]
    swarm = {"name": "Swarm", "text": "They never stop.", "for": ["drone"]}
    setup = seat_armies(fftt.game, {"catalogue": {"system": "fftt", "rules": {"swarm": swarm}}}, lists)
    battle = Battle.create(store, fftt, "Hidden", setup, NOW)
    own, others = (View(battle, side).special.rule_blocks()[-1] for side in ("b", None))
    assert own == Facts((("Swarm", "b1 to b9: They never stop."),))
    assert others == Facts((("Swarm", "b5 to b9: They never stop."),))
    assert not any("special" in one for name, one in View(battle).data["figures"].items() if name < "b5")


def test_whoever_does_not_see_an_event_hears_no_rules_of_it(store: Store) -> None:
    """A pivot that only its own side sees is a pivot of a secret; the next event tells its rule in full to others."""
    secret = replace(TD.game.events["pivot"], hides=lambda state, event, result, side: side != event.by)
    game = replace(TD.game, events={**TD.game.events, "pivot": secret})
    battle = Battle.create(store, replace(TD, game_from=lambda: game), "Secret", SETUP, NOW)
    text = f"{BUSTER}: A bunker that it hits is a ruin."
    for event, dice, own, others in ((PIVOT, None, [text], []), (SHOT, [1, 1], [BUSTER], [text])):
        entry = battle.play_event(event, dice, NOW)
        for side, told in (("a", own), ("b", others), (None, others)):
            view = View(battle, side)
            assert lines(entry_blocks(view, view.cut_entry(entry), set())) == told, (event, side)


@pytest.mark.parametrize(
    ("ids", "words"),
    [
        (["a1-3", "a1-1", "a1-2", "b2-1"], "a1-1 to a1-3, b2-1"),
        (["a10-1", "a9-1"], "a9-1, a10-1"),
        (["a1", "a2", "a4"], "a1, a2, a4"),
        (["ann", "bob"], "ann, bob"),
        (["x", "x"], "x"),
    ],
)
def test_ids_in_few_words(ids: list[str], words: str) -> None:
    assert span_words(ids) == words
