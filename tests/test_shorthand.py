"""Explanations in shorthand: what is left out, what stays, and what is left alone."""

from __future__ import annotations

import pytest

from tests.shorthand import shorten, shorthand


@pytest.mark.parametrize(
    ("line", "short"),
    [
        ("4 dice, 1 less for cover: 3 dice [TD-FIRE-3]", "~ 4 1 3 [TD-FIRE-3]"),
        ("the target has cover: forest [TD-COVER-1]", "~ [TD-COVER-1]"),
        ("|   no cover: open ground gives none  [TD-COVER-1]", "|   ~ [TD-COVER-1]"),
        ("1 hit on a steady model: pinned \\[TD-FIRE-4\\]", "~ 1 [TD-FIRE-4]"),
        ("! error: it is the other player's turn [TD-TURN-3]", "! error: ~ [TD-TURN-3]"),
        ("climbing, 19 or more falls: 16 (typed)", "~ 19 rolled 16 (typed)"),
        ("attacker dice: 6 4 (typed); defender dice: 5 (typed)", "~ rolled 6 4 (typed); rolled 5 (typed)"),
        ("climbing, 19 or more falls: 16", "~ 19 rolled 16"),
        ("| rally, 4+: 1d6 (or type your own) [Enter] > 4", "| ~ 4 of 1d6 (or type your own) [Enter] > 4"),
        ("rally, 4+: 1d6 [the program rolls]", "~ 4 of 1d6 [the program rolls]"),
    ],
)
def test_an_explanation_keeps_its_numbers_rules_faces_and_dice(line: str, short: str) -> None:
    assert shorten(line) == short
    assert shorten(short) == short


@pytest.mark.parametrize(
    "line",
    [
        "",
        "a sentence of a rule that no case cites [TD-NONE-1]",
        "points: 12",
        "  group: 3",
        "$ tabletop roll td rally, 4+: 1d6",
        "Note: Units may still shoot. [TT-SHOOT-5]",
        'roll   Roll dice, or show the exact odds: 3d6, "4d6>=5", d20+3.',
        "A (Army A): Which model? a1-1 a1-2 [a1-1]",
    ],
)
def test_what_explains_nothing_is_left_as_it_is(line: str) -> None:
    assert shorten(line) == line


def test_sentences_that_are_alike_in_shorthand_have_letters() -> None:
    forest, ruin = "the target has cover: forest [TD-COVER-1]", "the target has cover: ruin [TD-COVER-1]"
    assert shorthand(f"{forest}\n{ruin}\n{forest}") == "~a [TD-COVER-1]\n~b [TD-COVER-1]\n~a [TD-COVER-1]"
    assert shorthand(f"{ruin}\n{forest}\n{ruin}") != shorthand(f"{forest}\n{ruin}\n{forest}")
    assert shorthand(f"{forest}\n{forest}") == "~ [TD-COVER-1]\n~ [TD-COVER-1]"
    many = "\n".join(f"{letter}{other} [TD-COVER-1]" for letter in "ab" for other in "abcdefghijklmn")
    assert [line.partition(" ")[0] for line in shorthand(many).split("\n")][24:] == ["~y", "~z", "~aa", "~ab"]
