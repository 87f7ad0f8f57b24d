"""Whose dice they are: what an event says of labels, and a rule of shares, for the people who roll."""

from __future__ import annotations

from tabletop_cli.core.dice.handlers import Dice, Given
from tabletop_cli.core.dice.owners import OwnedDice, Owner, Share, make_owners, owned_dice, tie_text, with_side_names
from tabletop_cli.core.dice.requests import Faces, Group, Pool, Together

BOTH = Together((Group("attack", 1), Group("defence", 1)), "attack on b2")


def test_dice_without_a_word_are_of_whoever_does_the_event() -> None:
    (own,) = owned_dice(Pool(3, (5,), "at infantry, 5+ hits"), (), {})
    assert own == OwnedDice(3, "3d6", Owner(), "at infantry, 5+ hits")


def test_each_group_is_of_the_side_that_its_label_names() -> None:
    found = owned_dice(BOTH, (), make_owners({"attack": "b", "defence": Owner("a", "a1")}))
    assert [(one.words, one.owner, one.about) for one in found] == [
        ("1d6", Owner("b"), ""),
        ("1d6", Owner("a", "a1"), ""),
    ]


def test_a_label_is_known_by_how_it_begins_and_the_longest_counts() -> None:
    owners = make_owners({"saves": "a", "saves of target 1": Owner("b", "b1"), "LD": "c"})
    labels = {"saves, 7 or less": "a", "saves of target 1": "b", "saves of target 12": "a", "LD": "c", "LDs": ""}
    for label, side in labels.items():
        assert owned_dice(Faces(1, 20, label), (), owners)[0].owner.side == side, label
    assert owned_dice(Faces(1, 20, "saves, 7 or less"), (), owners)[0].about == "7 or less"


def test_one_group_is_shared_in_rolling_order() -> None:
    shares = (Share(2, "a"), Share(2, "b", "9 or more"))
    found = owned_dice(Faces(4, why="initiative"), shares, make_owners({"a": "a", "b": "b"}))
    assert [(one.words, one.owner.side, one.about) for one in found] == [("2d6", "a", ""), ("2d6", "b", "9 or more")]


def test_shares_that_do_not_go_with_a_roll_are_left_out() -> None:
    assert [one.n for one in owned_dice(Faces(3), (Share(2, "a"),), {})] == [3]


def test_names_take_the_place_of_ids_and_the_doer_of_nobody() -> None:
    found = owned_dice(BOTH, (), make_owners({"defence": "a"}))
    assert [one.owner.side for one in with_side_names(found, "b", str.upper)] == ["B", "A"]


def _roll_for_both(dice: Dice) -> None:
    dice.assign_dice(a="a", b="b")
    dice.share_dice(Share(2, "a"), Share(2, "b"))
    dice.ask(Faces(4, why="initiative"))
    dice.ask(Faces(1, why="a lone die"))


def test_each_die_that_has_fallen_has_its_side_and_shares_are_for_one_roll() -> None:
    dice = Given([1, 2, 3, 4, 5])
    _roll_for_both(dice)
    assert dice.owners == [("a", "a", "b", "b"), ("a",)]
    assert [roll.why for roll in dice.rolls] == ["initiative", "a lone die"], "labels in the log stay as they are"


def test_a_tie_names_totals_and_who_rolls_again() -> None:
    assert tie_text({"a": 5, "b": 5}) == "A 5, B 5: a tie; both roll again"
    assert tie_text({"Ada": 9, "Bo": 9, "Cy": 9}) == "Ada 9, Bo 9, Cy 9: a tie; all of them roll again"
