"""Changing army files in JSON: the order of keys, the indent and the letters stay as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.change import Drop, Insert, Note, Put, Shift, apply_changes, same_value
from tabletop_cli.core.lists.edit import edit_text
from tests.examples import examples

from .layouts import change, entry

HAND = """\
{
    "system": "td",
    "name": "Café",
    "units": [
        {
            "type": "hmg",
            "options": ["a"]
        },
        {"type": "tank"}
    ]
}
"""


@examples(150)
@given(
    st.data(),
    st.sampled_from([None, 1, 2, "\t"]),
    st.booleans(),
    st.sampled_from(["", "\n"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_data_changes_and_the_style_stays(data: Any, indent: Any, escaped: bool, end: str, newline: str) -> None:
    army = {"system": "zz", "units": [data.draw(entry(f"e{at}")) for at in range(data.draw(st.integers(0, 3)))]}
    text = (json.dumps(army, indent=indent, ensure_ascii=escaped) + end).replace("\n", newline)
    for at in range(2):
        before = json.loads(text)
        made = data.draw(change(before, f"n{at}"))
        shown = not escaped or "\\u" in text  # whether letters are escaped can be seen
        text = edit_text(text, ".json", made)
        after = json.loads(text)
        assert same_value(after, apply_changes(before, made))
        assert list(after)[: len(before)] == list(before) or isinstance(made, Drop)
        written = json.dumps(after, indent=indent, ensure_ascii=escaped) + end
        if shown:
            assert text == written.replace("\n", newline)


def test_a_file_laid_out_by_hand_keeps_its_indent_and_its_order() -> None:
    """JSON has no comments to lose, so lines are broken as programs break them."""
    made = Insert(("units", 2), {"type": "atg", "count": 2}), Put(("units", 0, "count"), 3), Drop(("name",))
    after = edit_text(HAND, ".json", *made)
    assert after == json.dumps(apply_changes(json.loads(HAND), *made), indent=4, ensure_ascii=False) + "\n"
    moved = edit_text(HAND, ".json", Shift(("units", 1), 0))
    assert moved.index("tank") < moved.index("hmg")


def test_a_change_that_changes_nothing_leaves_every_byte() -> None:
    assert edit_text(HAND, ".json", Put(("name",), "Café"), Shift(("units", 1), 1)) == HAND


def test_letters_stay_letters() -> None:
    assert '"Café"' in edit_text(HAND, ".json", Put(("budget",), 12))
    escaped = HAND.replace("é", "\\u00e9")
    assert '"B\\u00e4r"' in edit_text(escaped, ".json", Put(("units", 0, "name"), "Bär"))


def test_a_key_that_stands_twice_is_refused() -> None:
    with pytest.raises(TabletopError, match='the key "a" is there twice in one table'):
        edit_text('{"a": 1, "a": 2}', ".json", Put(("b",), 3))


def test_there_is_no_room_for_notes() -> None:
    with pytest.raises(TabletopError, match="cannot hold notes") as wrong:
        edit_text(HAND, ".json", Note(("units", 0), "x"))
    assert wrong.value.code == "no-notes"


def test_null_is_kept() -> None:
    assert json.loads(edit_text(HAND, ".json", Put(("budget",), None)))["budget"] is None


@pytest.mark.parametrize("text", ["[1]", "{", "", "3"])
def test_what_is_no_army_is_refused(text: str) -> None:
    with pytest.raises(TabletopError):
        edit_text(text, ".json", Put(("a",), 1))
