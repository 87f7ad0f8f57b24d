"""Notes of an army and its entries: comments of the file, which change no data."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.change import Drop, Insert, Note, Shift
from tabletop_cli.core.lists.edit import edit_text
from tabletop_cli.core.lists.edit.notes import note_lines, parse_notes, parse_player
from tabletop_cli.core.lists.open_list import open_army
from tests.examples import examples

from .layouts import toml_files

LIST = """\
#:schema x.json
# Friday
# note: bring the hedges
system = "td"
# note: and dice

# note: directly above a header, so a comment of it
[[units]]
# note: by the bridge
# note: until the third turn
type = "hmg" # note: no note
# note: and below it

[[units]]
type = "atg"
count = 2
"""


def test_notes_are_read() -> None:
    assert parse_notes(LIST) == {
        (): "bring the hedges\nand dice",
        ("units", 0): "by the bridge\nuntil the third turn\nand below it",
    }
    assert parse_notes("\ufeff" + LIST.replace("\n", "\r\n")) == parse_notes(LIST)
    assert parse_notes("# note: no TOML", ".json") == {}


def test_a_comment_says_who_brings_the_army(tmp_path: Path) -> None:
    assert (
        parse_player("# Player:  Ada Morel \n" + LIST)
        == parse_player("\ufeff#player: Ada Morel\r\n" + LIST)
        == "Ada Morel"
    )
    assert (
        parse_player(LIST)
        == parse_player(LIST + "# player: of the last unit\n")
        == parse_player("# player: Ada", ".json")
        == ""
    )
    file = tmp_path / "watch.toml"
    file.write_text('# player: Ada\nsystem = "td"\n[[units]]\ntype = "hmg"\n')
    assert open_army(file).sheet.player == "Ada"
    assert not open_army(file).report.problems, "it is no key that the shape of an army does not give"


def test_notes_are_written() -> None:
    text = edit_text(LIST, ".toml", Note(("units", 1), "two\nlines"), Note(("units", 0), ""), Note((), "plain"))
    assert parse_notes(text) == {(): "plain", ("units", 1): "two\nlines"}
    assert '[[units]]\n# note: two\n# note: lines\ntype = "atg"' in text
    assert "# Friday\n# note: plain\nsystem" in text


def test_a_note_goes_with_its_entry() -> None:
    assert parse_notes(edit_text(LIST, ".toml", Shift(("units", 0), 1)))[("units", 1)].startswith("by the bridge")
    assert ("units", 0) not in parse_notes(edit_text(LIST, ".toml", Drop(("units", 0))))
    new = edit_text(LIST, ".toml", Insert(("units", 1), {"type": "hmg"}), Note(("units", 1), "new"))
    assert parse_notes(new)[("units", 1)] == "new"


@examples(150, suppress_health_check=[HealthCheck.too_slow])
@given(toml_files(), st.data(), st.text(max_size=40))
def test_a_note_is_read_as_it_was_written_and_changes_nothing_else(text: str, data: Any, words: str) -> None:
    before = parse_notes(text)
    headers = re.findall(r"^\[\[units", text, re.MULTILINE)
    place = data.draw(st.sampled_from([(), *(("units", at) for at in range(len(headers)))]))
    after = edit_text(text, ".toml", Note(place, words))
    assert tomllib.loads(after) == tomllib.loads(text)
    wanted = {**before, place: "\n".join(note_lines(words))}
    assert parse_notes(after) == {where: note for where, note in wanted.items() if note}
    assert edit_text(after, ".toml", Note(place, "")) == text or before


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("units = [{ a = 1 }]\n", ("units", 0), "no-notes"),
        ("[house]\na = 1\n", ("house",), "no-notes"),
        (LIST, ("units", 7), "no-place"),
    ],
)
def test_where_no_note_can_be(text: str, place: Any, code: str) -> None:
    with pytest.raises(TabletopError) as wrong:
        edit_text(text, ".toml", Note(place, "x"))
    assert wrong.value.code == code


def test_notes_stand_on_the_sheet(tmp_path: Any) -> None:
    path = tmp_path / "list.toml"
    path.write_text(LIST)
    sheet = open_army(path).sheet
    assert sheet.note == "bring the hedges\nand dice"
    assert [card.note for card in sheet.cards] == ["by the bridge\nuntil the third turn\nand below it", ""]


@pytest.mark.parametrize(
    ("text", "place", "wanted"),
    [
        ("", (), "# note: x\n"),
        ("# only words\n", (), "# only words\n# note: x\n"),
        ("[[units]]\nn = 1\n", (), "# note: x\n\n[[units]]\nn = 1\n"),
        ("# words\n\n[[units]]\nn = 1\n", (), "# words\n# note: x\n\n[[units]]\nn = 1\n"),
        ("# words\na = 1\n", (), "# words\n# note: x\na = 1\n"),
        ("[[units]]\nn = 1\n", ("units", 0), "[[units]]\n# note: x\nn = 1\n"),
        ("  [[units]]\n  n = 1\n", ("units", 0), "  [[units]]\n  # note: x\n  n = 1\n"),
        ("[[units]]\nn = 1\n# note: old\n# note: older\n", ("units", 0), "[[units]]\nn = 1\n# note: x\n"),
    ],
)
def test_where_a_note_is_written(text: str, place: Any, wanted: str) -> None:
    assert edit_text(text, ".toml", Note(place, "x")) == wanted


def test_empty_lines_at_the_ends_of_a_note_are_none() -> None:
    assert note_lines("\n \na\n\nb\x07\n\n") == ["a", "", "b"]
    assert note_lines(" \n") == []
