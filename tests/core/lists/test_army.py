"""Army files: reading them with their positions, and clear words for everything that is no army."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop_cli.core import registry
from tabletop_cli.core.declare.kinds import brief_text, digits_of
from tabletop_cli.core.errors import Malformed, TabletopError, TooBig
from tabletop_cli.core.lists.army import LARGEST_FILE, check_army, find_line_numbers, load_file, read_army
from tests.examples import examples
from tests.needs import needs

TD = registry.load("td")
EXAMPLES = sorted((Path(__file__).parents[3] / "armies").glob("*/*.toml"))

ARMY = """\
system = "td"
name = "Test"
budget = 12

[[units]]
type = "infantry-unit"
experience = "green"
maneuverability = "lead"

[[units]]
type = "hmg"
count = 2

[house.guns.light-gun]
reload = 1
"""


def written(folder: Path, content: str | bytes, name: str = "army.toml") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


# --- Reading ----------------------------------------------------------------------------------------------------------


def test_a_file_is_read_as_toml_or_json_by_its_ending(tmp_path: Path) -> None:
    data = tomllib.loads(ARMY)
    assert load_file(written(tmp_path, ARMY)).data == data
    assert load_file(written(tmp_path, json.dumps(data), "army.json")).data == data


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
def test_byte_order_marks_and_other_line_ends_do_no_harm(tmp_path: Path, mark: bytes) -> None:
    found = load_file(written(tmp_path, mark + ARMY.replace("\n", "\r\n").encode()))
    assert found.data == tomllib.loads(ARMY)
    assert found.line_of(("units", 1, "count")) == 12


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('system = "td"\nname = oops\n', 2, 8),
        ('system = "td"\n[[units]\ntype = "hmg"\n', 2, 8),
        ("a = 1\na = 2\n", 2, 6),
        ('name = "no end\n', 1, 15),
        ("units = [\n", 2, 1),
        ("= 3", 1, 1),
    ],
)
def test_broken_toml_names_line_and_column(tmp_path: Path, text: str, line: int, column: int) -> None:
    path = written(tmp_path, text)
    with pytest.raises(Malformed) as refused:
        load_file(path)
    found = refused.value
    assert found.code == "bad-syntax"
    assert (found.extra["line"], found.extra["column"]) == (line, column)
    assert found.message.startswith(f"{path}:{line}:{column}: broken TOML")
    assert "at line" not in found.message


def test_broken_json_names_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=r"army\.json:2:13: broken JSON"):
        load_file(written(tmp_path, '{\n  "system": td}', "army.json"))


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="an army must be a table") as refused:
        load_file(written(tmp_path, "[1, 2]", "army.json"))
    assert refused.value.code == "bad-army"


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(TooBig, match="bytes"):
        load_file(written(tmp_path, "#" * (LARGEST_FILE + 1)))
    assert load_file(written(tmp_path, "#" * LARGEST_FILE)).data == {}


@needs("/dev/zero")
def test_a_file_without_an_end_is_not_read_to_it() -> None:
    with pytest.raises(TooBig):
        load_file(Path("/dev/zero"))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("army.toml", "a = " + "[" * 60 + "]" * 60),
        ("army.toml", "a" + ".a" * 60 + " = 1"),
        ("army.toml", "a = " + "[" * 100_000),
        ("army.json", '{"a": ' + "[" * 100_000),
        ("army.json", '{"a": ' + "[" * 60 + "]" * 60 + "}"),
    ],
    ids=["lists", "dots", "lists without end", "JSON without end", "JSON lists"],
)
def test_a_deep_file_is_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(TooBig, match="nested"):
        load_file(written(tmp_path, text, name))


LEVELS = {  # a text of so many levels of tables and lists, with nothing that is not needed for them
    "lists": ("x.toml", lambda levels: f"a={'[' * (levels - 1)}{']' * (levels - 1)}"),
    "tables": ("x.toml", lambda levels: f"a={'{a=' * (levels - 1)}1{'}' * (levels - 1)}"),
    "dots": ("x.toml", lambda levels: f"{'.'.join('a' * levels)}=1"),
    "header": ("x.toml", lambda levels: f"[{'.'.join('a' * (levels - 1))}]"),
    "entries": ("x.toml", lambda levels: "\n".join(f"[[{'.'.join('a' * n)}]]" for n in range(1, (levels + 1) // 2))),
    "JSON": ("x.json", lambda levels: f'{{"a":{"[" * (levels - 1)}{"]" * (levels - 1)}}}'),
}


@pytest.mark.parametrize("how", LEVELS)
def test_forty_levels_are_the_most(tmp_path: Path, how: str) -> None:
    name, text = LEVELS[how]
    load_file(written(tmp_path, text(40), name))
    with pytest.raises(TooBig, match="nested deeper than 40 levels"):
        load_file(written(tmp_path, text(41), name))


NINES = "9" * 4_000


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"budget = {NINES}", "3: budget: a number of 4,000 digits"),
        (f"budget = -{NINES}", "3: budget: a number of 4,000 digits"),
        (f"budget = {'9' * 5_000}", "3: budget: a number of 5,000 digits"),
        (f"budget = {'9_' * 5_000}9", "3: budget: a number of 5,001 digits"),
        (f"budget = 0x{'f' * 5_000}", "3: budget: a number of 6,021 digits"),
        ("budget = 1000000000000000", "3: budget: a number of 16 digits"),
        ("budget = 1e15", "3: budget: a number of 16 digits"),
        ("budget = -1e300", "3: budget: a number of 301 digits"),
        ("budget = 1E+15", "3: budget: a number of 16 digits"),
        ("budget = 0x38d7ea4c68000", "3: budget: a number of 16 digits"),
        ("budget = 0o34327724461500000", "3: budget: a number of 16 digits"),
        (f"budget = {10**15:#b}", "3: budget: a number of 16 digits"),
        ("budget = 1_0_0_0_0_0_0_0_0_0_0_0_0_0_0_0", "3: budget: a number of 16 digits"),
        ("budget = 1000000000000000.5", "3: budget: a number of 16 digits"),
        (f'[[units]]\ntype = "hmg"\ncount = {NINES}', "5: units[0].count: a number of 4,000 digits"),
        (f"house = {{ deep = [[1, {NINES}]] }}", "3: house.deep[0][1]: a number of 4,000 digits"),
        (f"{'k' * 5_000} = {NINES}", f"3: {'k' * 37}...: a number of 4,000 digits"),
    ],
)
def test_a_number_that_no_list_has_is_refused_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = written(tmp_path, f'# before\nsystem = "td"\n{text}\n')
    with pytest.raises(Malformed) as refused:
        load_file(path)
    assert refused.value.message == f"{path}:{said}; at most 15 are allowed"
    assert (refused.value.code, refused.value.extra["line"]) == ("bad-army", int(said.partition(":")[0]))


@pytest.mark.parametrize("digits", [4_000, 5_000])
def test_the_same_in_json(tmp_path: Path, digits: int) -> None:
    path = written(tmp_path, f'{{"budget": {"9" * digits}}}', "army.json")
    with pytest.raises(Malformed, match=f"a number of {digits:,} digits; at most 15 are allowed") as refused:
        load_file(path)
    assert refused.value.code == "bad-army"


@pytest.mark.parametrize("number", [0, 9, 10, 10**15 - 1, 10**15, 10**3_999, 10**4_000 - 1, -(10**4_000), 2**10_000])
def test_digits_are_counted_without_writing_them(number: int) -> None:
    assert digits_of(number) == len(str(abs(number)))


def test_no_number_is_too_long_for_a_message() -> None:
    assert brief_text(10**5_000) == "a number of 5,001 digits"
    assert brief_text({"a": [10**5_000]}) == "a dict with numbers that are too long"


def test_large_numbers_that_can_be_counted_with_are_read(tmp_path: Path) -> None:
    data = load_file(written(tmp_path, f"count = {10**12}\nmost = -{10**15 - 1}\nhalf = 0.5\nno = inf\n")).data
    assert (data["count"], data["most"]) == (10**12, 1 - 10**15)


def test_what_is_not_utf_8_says_at_which_byte(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="byte 8") as refused:
        load_file(written(tmp_path, 'name = "é"'.encode("latin-1")))
    assert "UTF-8" in refused.value.hint


def test_what_cannot_be_opened_says_why(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(TabletopError) as refused:
            load_file(path)
        assert refused.value.code == "unreadable"
        assert str(path) in refused.value.message


# --- Positions --------------------------------------------------------------------------------------------------------


def test_places_of_tables_keys_and_entries() -> None:
    lines = find_line_numbers(ARMY)
    assert lines[("name",)] == 2
    assert lines[("units", 0)] == 5
    assert lines[("units", 0, "experience")] == 7
    assert lines[("units", 1)] == 10
    assert lines[("units", 1, "count")] == 12
    assert lines[("house", "guns", "light-gun")] == 14
    assert lines[("house", "guns", "light-gun", "reload")] == 15


def test_places_of_entries_in_an_inline_list() -> None:
    lines = find_line_numbers('name = "x"\nunits = [\n  { type = "hmg" },\n  # a remark\n  { type = "atg" },\n]\n')
    assert lines[("units",)] == 2
    assert lines[("units", 0)] == 3
    assert lines[("units", 1)] == 5


def test_places_of_dotted_and_quoted_keys_and_remarks_beside_headers() -> None:
    lines = find_line_numbers('[ "house" ] # ours\nguns."heavy-gun".reload = 3\n[[units]] # first\n  type = "hmg"\n')
    assert lines[("house",)] == 1
    assert lines[("house", "guns", "heavy-gun", "reload")] == 2
    assert lines[("units", 0, "type")] == 4


def test_tables_without_a_header_of_their_own_stand_where_they_are_first_named() -> None:
    lines = find_line_numbers('name = "x"\n[vehicle.cart]\ncost = 1\n[[units]]\n[vehicle]\n[guns.a.b]\n')
    assert lines[("units",)] == 4
    assert lines[("vehicle",)] == 5, "its own header, though another names it before"
    assert lines[("guns",)] == lines[("guns", "a")] == 6


def test_a_problem_without_a_line_of_its_own_gets_the_nearest_above(tmp_path: Path) -> None:
    found = load_file(written(tmp_path, ARMY))
    assert found.line_of(("units", 1, "models")) == 10
    assert found.line_of(("nowhere",)) == 1
    assert load_file(written(tmp_path, "")).line_of(()) is None


def test_problems_are_placed_on_their_lines(tmp_path: Path) -> None:
    found = load_file(written(tmp_path, ARMY.replace("count = 2", "count = 0").replace('"green"', '"elite"')))
    placed = found.problems_with_lines(check_army(TD, found.data).problems)
    assert [(problem.code, problem.line) for problem in placed] == [("TD-A3", 12), ("TD-A4", 7)]


# --- Checking ---------------------------------------------------------------------------------------------------------


def test_there_are_enough_examples() -> None:
    assert len([path for path in EXAMPLES if path.parent.name == "td"]) >= 6


@pytest.mark.parametrize("army", [None, [], "army", 3, {"units": 3}, {"units": [3]}, {"units": [], "budget": "x"}])
def test_what_is_no_army_is_refused(army: Any) -> None:
    with pytest.raises(Malformed) as refused:
        read_army(TD, army)
    assert refused.value.code == "bad-army"


def test_a_wrong_house_table_is_refused_as_such() -> None:
    with pytest.raises(Malformed) as refused:
        read_army(TD, {"units": [], "house": {"no such": 1}})
    assert refused.value.code == "bad-house"


WRONG = tomllib.loads(
    (Path(__file__).parents[2] / "systems/td/illegal/a03-a06-a07-a10-a11-a12-a15-everything-at-once.toml").read_text()
)


@examples(25)
@given(st.permutations(WRONG["units"]), st.permutations(sorted(WRONG)), st.data())
def test_the_order_of_entries_and_keys_does_not_matter(units: list[Any], keys: list[str], data: st.DataObject) -> None:
    """All the same findings, the same points, whatever the order in which the list is written."""

    def findings(army: dict[str, Any]) -> tuple[Any, ...]:
        report = check_army(TD, army)
        said = [
            (p.code, p.severity, p.message.partition(": ")[2] if p.where[:1] == ("units",) else "")
            for p in report.problems
        ]
        return report.points, report.legal, sorted(said)

    shuffled = [{key: unit[key] for key in data.draw(st.permutations(sorted(unit)))} for unit in units]
    army = {key: shuffled if key == "units" else WRONG[key] for key in keys}
    assert findings(army) == findings(WRONG)
    codes = [problem.code for problem in check_army(TD, army).problems if problem.severity == "error"]
    assert codes == sorted(codes, key=lambda code: int(code.removeprefix("TD-A")))


def test_a_key_that_stands_twice_is_not_dropped_silently(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    path.write_text('{"system": "td", "units": [{"type": "hmg", "type": "atg"}]}')
    with pytest.raises(Malformed, match='the key "type" is there twice'):
        load_file(path)


@pytest.mark.parametrize(
    "line",
    [
        ".".join(["a"] * 20_000) + " = 1",
        "[" + " . ".join(["a"] * 50) + "]",
        "[[" + ".".join(['"a.b"', "c"] * 30) + "]]",
        "x = { " + ".".join(["a"] * 50) + " = 1 }",
    ],
)
def test_a_key_of_too_many_parts_is_refused_before_it_is_parsed(line: str, tmp_path: Path) -> None:
    """A parser's memory grows with the square of the parts: this took more than a gigabyte."""
    path = tmp_path / "deep.toml"
    path.write_text(f'system = "td"\n{line}\n', encoding="utf-8")
    with pytest.raises(TooBig, match=r":2: nested deeper than 40 levels"):
        load_file(path)


@pytest.mark.parametrize(
    "line",
    [
        'name = "' + "a." * 100 + '"',
        "# " + "a.b." * 100,
        "numbers = [" + ",".join(["1.5"] * 100) + "]",
        'name = "' + "..." * 50 + '"  # ' + "." * 60,
    ],
)
def test_dots_elsewhere_nest_nothing(line: str, tmp_path: Path) -> None:
    path = tmp_path / "flat.toml"
    path.write_text(f"{line}\n", encoding="utf-8")
    assert load_file(path).text == f"{line}\n"


def test_a_file_may_be_exactly_as_large_as_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "list.toml"
    path.write_text('system = "td"\n')
    monkeypatch.setattr("tabletop_cli.core.lists.army.LARGEST_FILE", path.stat().st_size)
    assert load_file(path).data == {"system": "td"}
    monkeypatch.setattr("tabletop_cli.core.lists.army.LARGEST_FILE", path.stat().st_size - 1)
    with pytest.raises(TooBig, match="an army file has at most 13 bytes"):
        load_file(path)


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("budget = 1\nbudget = 2\nname = 3\n", 2, "this key is there twice"),
        ("[units]\na = 1\n[units]\n", 3, "this table is there twice: begin each entry of a list with two brackets"),
        ('a = [\n  { id = "a" }\n  { id = "b" }\n]\n', 3, "before this place, a comma between two items"),
        ("a = { b = 1 c = 2 }\n", 1, "before this place, a comma between two pairs"),
        ("[[units]\n", 1, "close the brackets: [house] begins a table, [[units]] an entry of a list"),
        ("name 3\n", 1, "write KEY = VALUE"),
        ("a = 1 b = 2\n", 1, "write one KEY = VALUE per line; put"),
        ("a = { b = 1,\n  c = 2 }\n", 1, "write a table in braces { } on one line"),
        ('name = "x\n', 1, "close the quotes on the same line"),
        ('name = "a\\y"\n', 1, "write a backslash twice"),
        ("name = Horde\n", 1, "put text values in quotes"),
    ],
)
def test_broken_toml_says_what_to_do(tmp_path: Path, text: str, line: int, hint: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Malformed) as wrong:
        load_file(path)
    assert (wrong.value.extra["line"], wrong.value.hint.startswith(hint)) == (line, True), wrong.value.hint
