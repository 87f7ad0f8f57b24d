"""What FFTT hides from the other side: on boards, in logs, in questions and in refusals."""

from __future__ import annotations

import json
from typing import Any

import pytest
import typer

from tabletop_cli.cli.battle.do import play_event
from tabletop_cli.cli.battle.pages import log_page, status_page
from tabletop_cli.cli.session import Session
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.play.asking import Making
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.viewpoint import View
from tabletop_cli.render import render_pages
from tabletop_cli.render.plain import render
from tests.systems.fftt.conftest import NOW, START, Begin, Play, figures, last

FLANKS = ("left", "right")
IDLE_TURN = (*[""] * 4, "", "y", "", "y")  # in the last phase the points that are left are lost


def test_hidden_forces_are_on_no_screen_but_their_owners(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="grunt", a3=("tank", {"flank": "left"}), b1="grunt"))
    boards = {side: render([View(battle, side).board]) for side in (None, "a", "b")}
    assert ["Tank" in boards[side] for side in (None, "a", "b")] == [False, True, False]
    assert ["a3" in View(battle, side).data["figures"] for side in (None, "a", "b")] == [False, True, False]
    assert "0 of 2 FP lost" in boards["b"]
    assert "0 of 6 FP lost" in boards["a"]


HIDES = {"do": "flanks", "by": "a", "figures": ["a2", "a3"], "left": ["a3"]}


def test_who_waits_on_a_flank_is_seen_by_nobody_before_all_have_said_it(begin: Begin) -> None:
    """Then the others see who is missing on the table, and on which flank they wait when they come (SETUP-6)."""
    units = dict.fromkeys(("a2", "a3", "a4", "a5", "a6", "a7", "a8"), "grunt")
    battle = begin(figures(a1="hq", **units, b1="queen", b2="drone"), campaign=True)
    boards = {side: render([View(battle, side).board]) for side in (None, "a", "b")}
    battle.play_event(HIDES, None, NOW)
    assert {side: render([View(battle, side).board]) for side in boards} == boards
    told = {side: logged(battle, side) for side in boards}
    assert {side: "a3" in text for side, text in told.items()} == {None: False, "a": True, "b": False}
    battle.play_event({"do": "initiative"}, [6, 6, 1, 1], NOW)
    assert [sorted(View(battle, side).data["figures"])[1:3] for side in boards] == [
        ["a4", "a5"],
        ["a2", "a3"],
        ["a4", "a5"],
    ]
    assert {side: "left" in logged(battle, side) for side in boards} == {None: False, "a": True, "b": False}
    assert "figures a2 a3" in logged(battle, "b")


def test_where_a_force_waits_is_told_when_it_comes(begin: Begin, play: Play) -> None:
    hidden = {"a3": ("grunt", {"flank": "left"}), "a4": ("medic", {"flank": "right"})}
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", **hidden))
    play(battle, *START, *IDLE_TURN, "6611", "f a")
    assert battle.state.turn == 2
    shown = play(battle, "v 1", "3", "", "6", "p", "n", "10")
    assert "left" not in shown.partition("it stays away")[0]
    assert "Which hidden force? the first force" in shown
    assert "a4 Medic comes from the right flank" in str(battle.entry(battle.count).story)


def test_the_flank_of_a_single_force_is_in_no_log_before_it_comes(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *IDLE_TURN, "6611", "f a", "", "3")
    assert last(battle, "arrive") == {"do": "arrive", "side": "a"}


def logged(battle: Battle, side: str | None) -> str:
    """A log as a side gets it, in every format, with explanations."""
    told = [log_page(battle, side, verbose=True, as_table=form == "markdown") for form in ("text", "markdown", "json")]
    text = "\n".join(render_pages(page, form) for page, form in zip(told, ("text", "markdown", "json"), strict=True))
    return text.replace(battle.header.commitment, "")  # letters by chance


def test_the_flank_of_a_throw_in_vain_is_in_the_log_of_its_owner_alone(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *IDLE_TURN, "6611", "f a")
    battle.play_event({"do": "arrive", "side": "a", "flank": "left"}, [3], NOW)
    assert ["left" in logged(battle, side) for side in (None, "a", "b")] == [False, True, False]
    vain = View(battle, "b").entry(battle.count)
    assert (dict(vain.event or {}), vain.untold, vain.hidden) == ({"do": "arrive", "side": "a"}, ("flank",), False)
    assert vain.rolls and vain.result and vain.story and vain.prev is None
    assert "flank hidden" in logged(battle, None)
    while battle.state.step != "initiative":
        battle.play_event({"do": "end-turn" if battle.state.step == "end-of-turn" else "next"}, None, NOW)
    play(battle, "6611", "f a")
    battle.play_event({"do": "arrive", "side": "a", "flank": "left"}, [6], NOW)
    assert all("left" in logged(battle, side) for side in (None, "a", "b"))
    assert [View(battle, side).entry(battle.count).untold for side in (None, "a", "b")] == [()] * 3
    battle.undo(NOW)
    assert View(battle, "b").entry(vain.n).untold == ("flank",)


def test_a_general_who_hides_is_named_to_nobody_else(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="drone", a3=("sniper", {"flank": "left"})))
    shown = play(battle, "g a", "", "a3", "34")
    before, owned = shown.split("Hand the screen to A")
    alone, after = owned.split("Everybody may look again.")
    assert ["Sniper" in one for one in (before, alone, after)] == [False, True, False]
    told = {side: logged(battle, side) for side in (None, "a", "b")}
    assert ["a3" in text for text in told.values()] == [False, True, False]
    assert all("a figure of A gets an ability: Doc" in text for text in told.values())
    assert [View(battle, side).entry(1).untold for side in told] == [("figure",), (), ("figure",)]
    lines = {side: "".join(map(str, log_page(battle, side).blocks)) for side in told}
    assert ["(figure a3, hidden from others)" in text for text in lines.values()] == [False, True, False]


def test_nor_while_the_dice_for_him_lie_on_the_table(begin: Begin) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="drone", a3=("sniper", {"flank": "left"})))
    making = Making(battle.system, battle.game, battle.state)
    battle.keep_under_way(
        making.roll_dice(making.advance(Progress("ability", {"side": "a", "figure": "a3"}))[0], battle.source, [3, 4])
    )
    seen = [str(status_page(battle, side).data["under_way"]) for side in (None, "a", "b")]
    assert ["a3" in one for one in seen] == [False, True, False]
    assert all("[3, 4]" in one for one in seen)


def test_who_hides_is_not_named_by_a_refusal(begin: Begin, play: Play) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", a3=("sniper", {"flank": "left"})))
    play(battle, *START)
    with pytest.raises(Refused) as no:
        battle.play_event({"do": "fire", "figure": "b1", "target": "a3", "distance": 9}, None, NOW)
    assert "a3" in str(no.value) and "Sniper" not in battle.game.why_not(battle.system, battle.state, no.value)


def reply(battle: Battle, capsys: pytest.CaptureFixture[str], side: str | None, *words: str) -> Any:
    """The error that a program gets that has an event played for a side."""
    capsys.readouterr()
    with pytest.raises(typer.Exit):
        play_event(Session(plain=True), battle, side, words, "", as_json=True)
    return json.loads(capsys.readouterr().out)["error"]


def test_where_a_force_waits_that_has_to_throw_is_told_to_its_owner_alone(
    begin: Begin, play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", a3=("grunt", {"flank": "left"})))
    play(battle, *START, *IDLE_TURN, "6611", "f a")
    while battle.state.step != "move-first":
        battle.play_event({"do": "next"}, None, NOW)
    due = [reply(battle, capsys, side, "next") for side in (None, "b", "a")]
    assert [one["reason"] for one in due] == ["arrival-due"] * 3
    assert [one.get("flanks") for one in due] == [None, None, ["left"]]
    early = [reply(battle, capsys, None, "place", "side=a", f"flank={flank}", "from_edge=1") for flank in FLANKS]
    assert early[0] == early[1] and "not everybody may know" in early[0]["message"]


def test_the_id_of_a_figure_that_hides_is_to_others_as_one_that_is_none(
    begin: Begin, play: Play, capsys: pytest.CaptureFixture[str]
) -> None:
    battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", a3=("sniper", {"flank": "left"})))
    play(battle, *START)
    for side, told in ((None, "none"), ("b", "none"), ("a", "off-table")):
        hides, none = (
            reply(battle, capsys, side, "fire", f"figure={one}", "target=b1", "distance=9") for one in ("a3", "a9")
        )
        assert none["message"] == hides["message"].replace("a3", "a9") if told == "none" else hides["reason"] == told
        assert "a3" not in none.get("hint", "") or told != "none"


def test_who_could_have_an_ability_is_offered_whoever_hides(begin: Begin, play: Play) -> None:
    """Neither what is offered nor who is asked tells whether a figure that hides has experience."""
    shown = []
    for name, xp in (("x", 0), ("y", 32)):
        hidden = {"a3": ("sniper", {"flank": "left", "xp": xp}), "a4": ("medic", {"flank": "right"})}
        battle = begin(figures(a1="hq", a2="razor-dog", b1="grunt", **hidden), name)
        shown.append(play(battle, *START, "g a", "", "x").replace(f"play {name}", "").replace(f"{name}: ", ""))
    assert shown[0].partition("Press Enter when nobody")[0] == shown[1].partition("Press Enter when nobody")[0]
    assert "Hand the screen to A" in shown[0]


def test_which_of_two_forces_has_thrown_is_not_told_by_what_is_left(begin: Begin, play: Play) -> None:
    shown = []
    for name, key in (("x", "1"), ("y", "2")):
        hidden = {"a3": ("grunt", {"flank": "left"}), "a4": ("medic", {"flank": "right"})}
        battle = begin(figures(a1="hq", a2="razor-dog", b1="drone", **hidden), name)
        play(battle, *START, *IDLE_TURN, "6611", "f a", f"v {key}", "3")
        shown.append(play(battle, "v", "3").replace(f"play {name}", "").replace(f"{name}: ", ""))
    assert shown[0] == shown[1]
    assert "Which hidden force? the other force (the only choice)" in shown[0]


def test_lists_are_secret_until_they_are_deployed(begin: Begin) -> None:
    battle = begin(figures(a1="hq", a2="grunt", b1="grunt"), start="attacker")
    assert [list(View(battle, side).data["figures"]) for side in (None, "a", "b")] == [[], ["a1", "a2"], ["b1"]]
    told = {side: render([View(battle, side).board]) for side in (None, "a", "b")}
    assert [text.count("its list is not told yet") for text in told.values()] == [2, 1, 1]
    assert "FP lost" not in told[None] and "May: " not in told[None]
