"""Dice requests and the handlers that answer them: rolled, given, typed, replayed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.dice.handlers import Dice, Given, Replay, ReplayMismatch, Roll, Roller, Step, Typed, program_dice
from tabletop_cli.core.dice.requests import Faces, Group, Pool, Request, Together, enumerate_weights
from tabletop_cli.core.errors import BadDice, TabletopError
from tests.examples import examples


def shoot(dice: Dice) -> tuple[int, tuple[int, ...]]:
    """A small rule: a pool, then as many dice as it had hits."""
    hits = dice.count_hits(4, 5, "rifles")
    dice.explain(f"{hits} hits", "X-1")
    return hits, dice.ask(Faces(hits, 6, "saves"))


# --- Requests ---------------------------------------------------------------------------------------------------------


def test_a_pool_counts_dice_by_band() -> None:
    assert Pool(5, (3, 6)).read((1, 2, 3, 5, 6)) == (2, 2, 1)
    assert Pool(2, ()).read((1, 6)) == (2,)


def test_faces_keep_their_order() -> None:
    assert Faces(3).read((6, 1, 4)) == (6, 1, 4)
    assert Together((Group("a", 1), Group("b", 2))).read((2, 6, 1)) == (2, 6, 1)


@examples(40)
@given(st.integers(0, 4), st.sets(st.integers(-1, 8), max_size=3), st.integers(2, 6))
def test_the_weights_of_a_pool_are_those_of_its_faces(n: int, cuts: set[int], sides: int) -> None:
    """Cuts below the lowest and above the highest face make bands that stay empty."""
    pool = Pool(n, tuple(sorted(cuts)), "", sides)
    assert dict(pool.weights()) == dict(enumerate_weights(pool))
    assert sum(pool.weights().values()) == pool.total()


@pytest.mark.parametrize("request_", [Faces(2, 4), Together((Group("a", 1, 4), Group("b", 2, 3)))], ids=str)
def test_the_weights_of_faces_are_all_one(request_: Request[Any]) -> None:
    assert dict(request_.weights()) == dict(enumerate_weights(request_))
    assert set(request_.weights().values()) == {1}


# --- Handlers ---------------------------------------------------------------------------------------------------------


def test_given_dice_are_read_in_rolling_order() -> None:
    dice = Given([5, 1, 6, 2, 3, 4])
    assert shoot(dice) == (2, (3, 4))
    dice.finish()
    assert [roll.faces for roll in dice.rolls] == [(5, 1, 6, 2), (3, 4)]
    assert dice.used == 6
    assert [step.rules for step in dice.steps] == [(), ("X-1",), ()]


@pytest.mark.parametrize(("faces", "needed"), [([], 4), ([5, 6, 1], 4), ([5, 6, 1, 1], 6), ([5, 6, 1, 1, 2], 6)])
def test_too_few_dice_say_how_many_are_needed(faces: Sequence[int], needed: int) -> None:
    with pytest.raises(BadDice) as refused:
        shoot(Given(faces))
    assert refused.value.needed == needed
    assert refused.value.as_dict()["needed"] == needed


def test_too_many_dice_say_how_many_were_used() -> None:
    dice = Given([1, 1, 1, 1, 6])
    assert shoot(dice) == (0, ())
    with pytest.raises(BadDice) as refused:
        dice.finish()
    assert refused.value.needed == 4


@pytest.mark.parametrize("face", [0, 7, -1, 3.0, True, "3", None, 10**30])
def test_impossible_faces_are_refused_by_their_place(face: object) -> None:
    with pytest.raises(BadDice, match="die 3"):
        shoot(Given([1, 1, face, 1]))


def test_the_whole_number_of_dice_may_be_known_beforehand() -> None:
    dice = Given([1, 2])
    with pytest.raises(BadDice) as refused:
        dice.announce_dice(3)
    assert refused.value.needed == 3


def test_typed_dice_are_marked_and_the_rest_is_left_to_the_program() -> None:
    faces = iter([[6, 6, 1, 1], None])
    dice = Typed(lambda request: next(faces), draw=lambda sides: sides)
    assert shoot(dice) == (2, (6, 6))
    assert [roll.by for roll in dice.rolls] == ["player", "program"]
    assert "typed" in dice.steps[0].text
    assert "typed" not in dice.steps[2].text


def test_nobody_is_asked_for_no_dice() -> None:
    def never(request: Request[Any]) -> Sequence[int] | None:
        raise AssertionError(request)

    assert Typed(never, draw=lambda sides: 1).ask(Faces(0)) == ()


@pytest.mark.parametrize("faces", [[6, 6, 1], [6, 6, 1, 1, 1]])
def test_a_prompt_that_gives_another_number_of_dice_is_at_fault(faces: list[int]) -> None:
    with pytest.raises(BadDice, match=f"{len(faces)} dice typed, 4 needed") as refused:
        shoot(Typed(lambda request: faces, draw=lambda sides: 1))
    assert refused.value.needed == 4


def test_dice_of_a_group_may_be_left_to_the_program() -> None:
    two = Together((Group("first", 1), Group("second", 2)))
    dice = Typed(lambda request: [5, None, 3], draw=lambda sides: 1)
    assert dice.ask(two) == two.read((5, 1, 3))
    assert [roll.by for roll in dice.rolls] == ["player", "program"]


def test_a_replay_gives_the_same_and_must_be_used_up() -> None:
    rolled = Roller(lambda sides: sides)
    outcome = shoot(rolled)
    replay = Replay(rolled.rolls)
    assert shoot(replay) == outcome
    assert replay.rolls == rolled.rolls
    assert replay.steps == rolled.steps
    replay.finish()
    unfinished = Replay([*rolled.rolls, Roll("more", (1,), (6,))])
    shoot(unfinished)
    with pytest.raises(ReplayMismatch, match="left over: more"):
        unfinished.finish()


def test_a_replay_refuses_other_dice_than_the_recorded_ones() -> None:
    with pytest.raises(ReplayMismatch, match="4"):
        shoot(Replay([Roll("rifles", (1, 1, 1), (6, 6, 6))]))
    with pytest.raises(ReplayMismatch, match="no dice for: saves"):
        shoot(Replay([Roll("rifles", (6, 1, 1, 1), (6,) * 4)]))
    with pytest.raises(BadDice):
        shoot(Replay([Roll("rifles", (9, 1, 1, 1), (6,) * 4)]))


def test_rolls_and_steps_survive_json() -> None:
    roll = Roll("rifles", (1, 20), (6, 20), "player")
    assert Roll.from_dict(roll.as_dict()) == roll
    step = Step("text", ("X-1",), (("column", "1"), ("wins", "draw")))
    assert Step.from_dict(step.as_dict()) == step


def test_a_mountain_of_dice_is_refused() -> None:
    with pytest.raises(TabletopError) as refused:
        program_dice().ask(Faces(10**9))
    assert refused.value.code == "too-big"


def test_program_dice_show_every_face() -> None:
    assert set(program_dice().ask(Faces(500))) == {1, 2, 3, 4, 5, 6}


def test_repeat_goes_in_order_and_until_stops() -> None:
    dice = Given([1, 2, 3, 6])
    assert dice.repeat(lambda state, item, d: (*state, item, d.roll_die()), (), "ab") == ("a", 1, "b", 2)
    assert dice.repeat_until(lambda state, d: d.roll_die(), 0, lambda state: state == 6) == 6
    assert dice.repeat_until(lambda state, d: d.roll_die(), 6, lambda state: state == 6) == 6
