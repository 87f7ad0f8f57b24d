"""An event in the making, without any screen: what is wanted next, what is settled, what was explained so far."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import Refused
from tabletop_cli.core.play.asking import Done, Making, Throw
from tabletop_cli.core.play.no_candidate import Nobody, no_candidate_error
from tabletop_cli.core.play.offers import find_offers
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.play.question import Question
from tabletop_cli.core.testing.playing_out import FairSource
from tests.cli.battle import fakegame

SOURCE = FairSource(random.Random(1))
A = {"by": "a"}


def making(folder: Path, **changes: object) -> Making:
    system = fakegame.build(folder)
    return Making(system, system.game, replace(fakegame.State(5), **changes))  # type: ignore[arg-type]


def test_the_first_field_without_an_answer_is_the_next_question(tmp_path: Path) -> None:
    progress, wanted, settled = making(tmp_path).advance(Progress("add", A))
    assert isinstance(wanted, Question)
    assert (wanted.field, wanted.text, wanted.side, wanted.default) == ("n", "How much?", "Team A", 1)
    assert [(answer.value, answer.barred) for answer in wanted.answers] == [(1, ""), (2, ""), (3, "")]
    assert (progress.answers, settled) == (A, ())


def test_an_answer_that_is_refused_is_barred_and_raises(tmp_path: Path) -> None:
    made = making(tmp_path, total=3)
    progress, wanted, _ = made.advance(Progress("add", A))
    assert isinstance(wanted, Question)
    assert [answer.barred for answer in wanted.answers] == ["", "", "6 would be beyond the goal of 5 [SUM-1]"]
    with pytest.raises(Refused, match="6 would be beyond"):
        made.answer_question(progress, 3)


def test_what_is_settled_tells_the_event_before_it(tmp_path: Path) -> None:
    made = making(tmp_path, total=4)
    progress, wanted, (only,) = made.advance(Progress("add", A))
    assert isinstance(wanted, Question)
    assert (wanted.field, progress.answers["n"]) == ("words", 1)
    assert (only.question.settled, only.question.default, only.before.answers) == ("the only choice", 1, A)
    made = making(tmp_path, where="wood")
    _, wanted, (known,) = made.advance(Progress("duel", A))
    assert isinstance(wanted, Throw)
    assert (known.question.settled, known.question.default) == ("as before", "wood")
    again, wanted, _ = made.advance(made.answer_question(known.before, "hill"))
    assert isinstance(wanted, Throw)
    assert again.answers["where"] == "hill"


def test_what_the_dice_showed_is_explained_before_the_next_question(tmp_path: Path) -> None:
    made = making(tmp_path)
    progress, wanted, _ = made.advance(Progress("dare", A))
    assert isinstance(wanted, Throw)
    assert made.steps_so_far(progress) == ()
    progress, wanted, _ = made.advance(made.roll_dice(progress, SOURCE, (4,)))
    assert isinstance(wanted, Question)
    assert (wanted.field, wanted.side) == ("again", "Team B")
    assert [step.text for step in made.steps_so_far(progress)] == ["the first: 4 (typed)", "the first die shows 4"]
    progress, wanted, _ = made.advance(made.answer_question(progress, False))
    assert isinstance(wanted, Done)
    assert wanted.event == {"do": "dare", "by": "a", "again": False}
    assert Progress.from_dict(progress.as_dict()) == progress


def test_every_kind_is_offered_or_says_why_not(tmp_path: Path) -> None:
    system = fakegame.build(tmp_path)
    found = {one.progress.do: one for one in find_offers(system, system.game, fakegame.State(5, total=2, owed=True))}
    assert list(found) == list(system.game.events)
    assert [do for do, offer in found.items() if not offer.barred] == ["pay"]
    assert found["pay"].due
    assert found["add"].barred == "The words are not paid for [SUM-2]"
    assert found["object"].barred == "There is nothing to object to [SUM-1]"


# --- refusals ---


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("The Bearers 2", "The Bearers 2 (a1-2): "),  # what they can type stands behind the name
        ("a1 The Bearers", "a1 The Bearers: "),
        ("a1-2", "a1-2: "),
    ],
)
def test_a_refusal_tells_things_by_the_names_that_people_know(name: str, said: str) -> None:
    td = registry.load("td")
    game = replace(td.game, name=lambda state, one: name)
    no = Refused("", reason="model-out", rule="TD-UNIT-1", model="a1-2")
    assert game.why_not(td, None, no).startswith(said)
    assert td.reference.refusal_text(no).startswith("a1-2: "), "machines know ids"


def test_a_name_that_stands_in_the_sentence_is_not_told_twice() -> None:
    td = registry.load("td")
    game = replace(td.game, name=lambda state, one: "Rust")
    no = Refused("Rust (a1-2) moves 3 of 2", reason="model-out", rule="TD-UNIT-1", model="a1-2")
    assert game.why_not(td, None, no) == "Rust (a1-2) moves 3 of 2 [TD-UNIT-1]"


def test_a_key_that_no_side_may_use_tells_the_reason_of_each() -> None:
    td = registry.load("td")
    army = {"units": [{"type": "infantry-unit", "experience": "green", "maneuverability": "autonomous"}]}
    sides = {side: {"army": army, "actions": 20} for side in "ab"}
    state, _ = td.game.play(td.game.begin({"sides": sides}, td), {"do": "move", "by": "a", "model": "a1-2"}, Given([]))
    barred = {offer.progress.do: offer.barred for offer in find_offers(td, td.game, state)}
    assert barred["rally"].startswith("A (Army A): It is the other player's turn [TD-TURN-3]; B (Army B): b1-1: It is")
    assert barred["cc-round"] == "No close combat is being fought [TD-CC-1]", "what all share is told once"


def test_of_many_reasons_the_commonest_is_told() -> None:
    whys = [Refused(f"{n} is too few", reason="few", rule="SUM-1") for n in range(4)]
    assert no_candidate_error(whys[0], [("A", whys[0]), ("B", whys[0])]) is whys[0]
    assert isinstance(no_candidate_error(whys[0], [(str(n), why) for n, why in enumerate(whys[:3])]), Nobody)
    assert no_candidate_error(whys[0], [(str(n), why) for n, why in enumerate(whys)]) is whys[0]
