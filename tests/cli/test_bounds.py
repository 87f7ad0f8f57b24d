"""The edges of the command line: how far, how long, how many, with whom; asked of the functions themselves."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from tabletop_cli.cli import complete, progress, session
from tabletop_cli.cli.app import hoist_global_options
from tabletop_cli.cli.battle import commands, keeping
from tabletop_cli.cli.dice import vary
from tabletop_cli.cli.dice.arguments import Words, as_words, missing_facts, put_value, take_apart
from tabletop_cli.cli.lists import build, overview, roster, share, suggest_words
from tabletop_cli.cli.lists import validate as judging
from tabletop_cli.cli.lookup import search
from tabletop_cli.cli.machines import commands as machines
from tabletop_cli.core import registry
from tabletop_cli.core.errors import Malformed, TabletopError
from tabletop_cli.core.page import Boxes, Facts, Heading, Page, Para, Table
from tabletop_cli.core.system import System
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.render.roster import Options

from .conftest import Ran, Tabletop

TD = registry.load("td")


class Terminal(io.StringIO):
    """A stream that somebody sees."""

    def isatty(self) -> bool:
        return True


def says(*typed: str) -> Lines:
    return Lines(io.StringIO("".join(f"{line}\n" for line in typed)), io.StringIO())


# --- the whole program ---


def test_global_options_go_to_the_front() -> None:
    assert hoist_global_options(["roll", "--home", "x", "3d6", "--plain"]) == ["--home", "x", "--plain", "roll", "3d6"]
    assert hoist_global_options(["roll", "--home=x", "3d6", "--home"]) == ["--home=x", "--home", "roll", "3d6"]
    assert hoist_global_options(["note", "--", "--plain", "--home", "x"]) == ["note", "--", "--plain", "--home", "x"]


def test_where_battles_are_kept(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "mine"
    words = ("battle", "new", "td", "armies/td/green-horde.toml", "armies/td/cavalry.toml", "--actions", "9", "-n", "x")
    assert tabletop("--home", here, *words).code == 0
    assert (here / "battles.sqlite").is_file()
    assert "No battle yet" in tabletop("battle", "list").out
    assert "x\n" in tabletop("battle", "list", "--home", here).out
    monkeypatch.delenv("TABLETOP_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert session.home_of(session.Session()) == tmp_path / "data" / "tabletop"


def test_who_gets_boxes_and_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    def plain(**named: Any) -> bool:
        return session.Session.of_terminal(plain=False, home=None, **named).plain

    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert not plain()
    assert session.Session.of_terminal(plain=True, home=None).plain
    monkeypatch.setenv("TERM", "dumb")
    assert plain()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert plain()
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert plain()
    assert (session.Session(plain=True).usual_format, session.Session().usual_format) == ("text", "terminal")


@pytest.mark.parametrize(("stdin", "stderr", "there"), [(1, 1, True), (1, 0, False), (0, 1, False), (0, 0, False)])
def test_whether_somebody_is_there(stdin: int, stderr: int, there: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (io.StringIO, Terminal)
    monkeypatch.setattr(sys, "stdin", kinds[stdin]())
    monkeypatch.setattr(sys, "stderr", kinds[stderr]())
    assert session.at_terminal() is there
    monkeypatch.setattr(sys, "stdout", kinds[stderr]())
    assert commands.is_interactive() is there


def test_menus_are_for_a_terminal_and_lines_for_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert type(commands.make_asker(session.Session())).__name__ == "Menus"
    assert type(commands.make_asker(session.Session(plain=True))).__name__ == "Lines"
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert type(commands.make_asker(session.Session())).__name__ == "Lines"


@pytest.mark.parametrize(("stdin", "line"), [(Terminal, "y"), (Terminal, "n"), (io.StringIO, "y")])
def test_a_battle_is_deleted_by_whoever_says_so(
    stdin: type[io.StringIO], line: str, tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch
) -> None:
    armies = ("armies/td/green-horde.toml", "armies/td/cavalry.toml")
    tabletop("battle", "new", "td", *armies, "--actions", "9", "-n", "x")
    asked: list[str] = []

    class Person:
        def confirm(self, text: str, default: bool) -> bool:
            asked.append(text)
            return line == "y"

    monkeypatch.setattr(keeping, "is_interactive", lambda: stdin is Terminal)
    monkeypatch.setattr(keeping, "make_asker", lambda _: Person())
    ran = tabletop("battle", "delete", "x")
    gone = stdin is Terminal and line == "y"
    assert asked == (["Delete x with its 0 entries for good?"] if stdin is Terminal else [])
    assert ran.err == ("deleted: x\n" if gone else "error: nothing was deleted\n") or stdin is not Terminal
    assert ("x\n" in tabletop("battle", "list").out) is not gone


def test_a_word_for_the_dice_is_asked_for(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    armies = ("armies/td/green-horde.toml", "armies/td/cavalry.toml")
    tabletop("battle", "new", "td", *armies, "--actions", "9", "-n", "x")
    monkeypatch.setattr(keeping, "is_interactive", lambda: True)
    monkeypatch.setattr(keeping, "make_asker", lambda _: says("badger"))
    assert tabletop("battle", "seal", "x").out == ("entry 1: the dice of x come from the seed and this word: badger\n")


# --- how far long work is ---


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    assert list(progress.track_progress(range(19), "checking", plain=True)) == list(range(19))
    assert seen.getvalue() == ""
    assert list(progress.track_progress(range(20), "checking", plain=True)) == list(range(20))
    assert seen.getvalue().splitlines() == [f"checking: {n} of 20" for n in range(0, 20, 2)]
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    assert list(progress._print_counts(range(5), "reading")) == list(range(5))
    assert seen.getvalue().count("\n") == 5
    monkeypatch.setattr(sys, "stderr", seen := Terminal())
    assert list(progress.track_progress(range(20), "checking", plain=False)) == list(range(20))
    assert "checking" in seen.getvalue() and "20/20" in seen.getvalue()
    monkeypatch.setattr(sys, "stderr", seen := io.StringIO())  # type: ignore[assignment] # nobody sees this one
    assert list(progress.track_progress(range(30), "checking", plain=True)) == list(range(30))
    assert seen.getvalue() == ""


# --- looking things up ---


def test_a_passage_is_cut_at_spaces() -> None:
    words = " ".join(f"word{n:02}" for n in range(40))
    assert search._passage_around("short  text\nof two lines", ["two"]) == "short text of two lines"
    assert search._passage_around(words, ["zzz"]) == f"{words[:69].rstrip()} ..."
    assert search._passage_around(words, ["word00"]).startswith("word00 word01")
    middle = search._passage_around(words, ["word20"])
    assert middle.startswith("... word") and middle.endswith(" ...") and "word20" in middle
    assert len(middle) <= search.PASSAGE + 8
    assert search._passage_around(words, ["word39"]).endswith("word39")
    assert search._passage_around(words, ["word30", "word10"]) == search._passage_around(words, ["word10"])
    assert search._passage_around("x" * 100, ["x"]) == "x" * 70 + " ..."


def test_the_words_of_titles() -> None:
    known = search._title_words(TD.reference)
    assert known == sorted(known)
    assert min(map(len, known)) == 4
    assert "kill" in known and "the" not in known


def test_rows_that_hold_all_words() -> None:
    table = Table(("unit", "cost"), (("heavy tank", "4"), ("light tank", "4"), ("gun", "1")), "Vehicles")
    page = Page(
        "All there is",
        (table, Facts((("tank", "armour"), ("gun", "none"))), Para("Of tanks."), Heading("Tank"), Boxes("tank", 1, 3)),
    )

    def kept(words: str) -> Any:
        (found,) = search.only_matching([page], words)
        return [type(block).__name__ for block in found.blocks], found

    names, found = kept("tank")
    assert names == ["Table", "Facts", "Para", "Boxes"]
    assert [row[0] for row in found.blocks[0].rows] == ["heavy tank", "light tank"]
    assert found.blocks[1].rows == (("tank", "armour"),)
    assert kept("heavy-tank")[0] == ["Table"]
    assert kept("vehicles")[1].blocks == (table,)
    assert kept("vehicles gun")[1].blocks[0].rows == (("gun", "1"),)
    assert kept("all there")[1] == page
    with pytest.raises(TabletopError) as wrong:
        search.only_matching([page], "hevy tank")
    assert (wrong.value.code, "heavy tank" in wrong.value.hint) == ("unknown-unit", True)
    many = Table(("unit",), tuple((f"unit number {n}",) for n in range(100)))
    with pytest.raises(TabletopError) as wrong:
        search.only_matching([Page("Many", (many,))], "zzzzzz")
    assert wrong.value.hint == "to see the whole catalogue, leave the words out"


def test_completion() -> None:
    assert complete.systems_like("") == ["du", "fftt", "td", "tgf", "tt"]
    assert complete.listed_like("t") == ["td", "tgf", "tt"]
    assert complete.resolvers_like("td", "rall") == [("rally", "Rally a pinned or suppressed model")]


# --- words of the command line ---


def test_a_command_line_taken_apart() -> None:
    words = take_apart(["td", "fire", "--a", "1", "--b", "--c=2", "d=3", "--dice", "4", "5", "x=1", "-f", "json", "-h"])
    assert words == Words(
        places=["td", "fire"],
        options={"--dice": "4 5", "--format": "json"},
        every=[("--dice", "4 5"), ("--format", "json")],
        facts=[("a", "1"), ("b", None), ("c", "2"), ("d", "3"), ("x", "1")],
        help=True,
    )
    assert take_apart(["td", "x", "--dice", "ask", "a=1"]).options == {"--dice": "ask"}
    assert take_apart(["td", "x", "--a", "-1"]).facts == [("a", "-1")]
    assert take_apart(["td", "x", "--a", "-f", "json"]).facts == [("a", None)]
    for bad, hint in (
        (["td", "x", "y"], "facts"),
        (["td", "x", "--"], "facts"),
        (["td", "-x"], "facts"),
        (["td", "--dice", "--a"], "--dice 345"),
    ):
        with pytest.raises(Malformed) as wrong:
            take_apart(bad)
        assert hint in wrong.value.hint
    assert take_apart(["a", "b", "c"], places=3).places == ["a", "b", "c"]


def test_a_situation_as_words() -> None:
    data = {
        "weapon": "hmg",
        "target": {"large": True, "terrain": None},
        "bonuses": [1, 0],
        "path": [{"a": 1}],
        "far": 1.5,
        "name": "a b",
    }
    assert as_words(data) == [
        "weapon=hmg",
        "target.large=yes",
        "target.terrain=none",
        "bonuses=1,0",
        """'path=[{"a": 1}]'""",
        "far=1.5",
        "'name=a b'",
    ]
    into: dict[str, Any] = {"a": 1}
    put_value(into, ["b", "c"], 2)
    assert into == {"a": 1, "b": {"c": 2}}
    with pytest.raises(Malformed, match=r"a\.b: a is already given as 1"):
        put_value(into, ["a", "b"], 2)
    assert missing_facts(TD.find_resolver("cc-round").situation, {}) == ["attacker.cc", "defender.cc"]
    assert missing_facts(TD.find_resolver("cc-round").situation, {"attacker": {"cc": 1}, "defender": {}}) == [
        "defender.cc"
    ]


def test_values_to_vary() -> None:
    assert vary.parse_vary("--a=1..3") == ("a", ["1", "2", "3"])
    assert vary.parse_vary("a = x, y ,,z") == ("a", ["x", "y", "z"])
    assert vary.parse_vary("a=x,1; y,2") == ("a", ["x,1", "y,2"])
    assert len(vary.parse_vary("a=1..50")[1]) == 50
    for bad in ("a", "a=", "=", "a=,", "a=2..1"):
        with pytest.raises(Malformed):
            vary.parse_vary(bad)
    for many in ("a=1..51", "a=1..999999", f"a={','.join('x' * 51)}"):
        with pytest.raises(TabletopError, match="more than 50 values"):
            vary.parse_vary(many)
    assert len(vary.parse_vary(f"a={','.join('x' * 50)}")[1]) == 50


# --- lists ---


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("The Horde", "the-horde"),
        ("Évil  Horde!", "evil-horde"),
        ("???", "army"),
        ("x" * 61, "x" * 60),
        ("a" * 59 + " b", "a" * 59 + "-"),
        ("", "army"),
    ],
)
def test_files_by_the_name_of_an_army(name: str, file: str) -> None:
    assert build._path_of_list({"name": name}) == Path(f"{file}.toml")


def test_free_names(tmp_path: Path) -> None:
    for name in ("horde.toml", "horde-2.toml"):
        (tmp_path / name).touch()
    assert build.free_name(tmp_path / "horde.toml").name == "horde-3.toml"
    assert build.free_name(tmp_path / "horde-2.toml").name == "horde-3.toml"
    assert build.free_name(tmp_path / "other-7.toml").name == "other-2.toml"


def test_budgets_as_typed() -> None:
    assert [judging.parse_budget(text) for text in (None, "12", "7.5", "0")] == [None, 12, 7.5, 0]
    assert judging.parse_budget("9" * 4_000) == int("9" * 4_000)
    for bad in ("x", "1/3", ""):
        with pytest.raises(Malformed):
            judging.parse_budget(bad)


def test_words_of_suggestions() -> None:
    from fractions import Fraction

    assert [suggest_words.saved_words(Fraction(n)) for n in (0, 1, -2)] == ["", ", 1 point less", ", 2 points more"]
    assert suggest_words.big_words(10**30 - 1) == f"{10**30 - 1:,}"
    assert suggest_words.big_words(10**30) == "about 1.00 x 10^30"
    assert [suggest_words.counted_words(n, "way") for n in (0, 1, 1000)] == ["0 ways", "1 way", "1,000 ways"]
    assert suggest_words.sum_words(Fraction(3, 2), Fraction(0)) == "1 1/2 points, 0 left"


def test_tags_are_for_all_that_are_wanted(tmp_path: Path) -> None:
    gone = overview._load_list(tmp_path / "gone.toml", tmp_path)
    assert (gone.tags, gone.points, gone.changed.timestamp()) == ((), 0, 0)
    (tmp_path / "odd.toml").write_bytes(b"\xff")
    assert overview._load_list(tmp_path / "odd.toml", tmp_path).tags == ()


def test_long_codes_are_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert list(share._length_notes("x" * 2_000)) == []
    assert list(share._length_notes("x" * 2_001)) == [
        "2,001 letters: some chats allow only 2,000 in a message; send the file there"
    ]
    from tabletop_cli.render import qr

    wide = qr.qr_width("TABLETOP")
    for columns, told in ((wide, False), (wide - 1, True)):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert share._terminal_picture("TABLETOP", plain=False)
        assert ("make the window wider" in capsys.readouterr().err) is told
    with pytest.raises(TabletopError, match="a QR picture holds"):
        share._terminal_picture("x" * 9_000, plain=True)
    with pytest.raises(TabletopError, match="a QR picture holds"):
        share._picture_bytes("x" * 9_000, Path("x.svg"), Path("x.toml"))


def test_what_is_read_from_stdin_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff"), encoding="utf-8"))
    with pytest.raises(Malformed, match="the input is not text"):
        share._read_code("-")
    with pytest.raises(Malformed, match="is not a code"):
        share._read_code("Message.TXT")


def test_no_pdf_for_a_terminal_and_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Terminal())
    roster._check_options(Options(form="html"), None, False, printing=True)
    roster._check_options(Options(form="pdf"), None, False, printing=False)
    with pytest.raises(Malformed, match="a terminal cannot show"):
        roster._check_options(Options(form="pdf"), None, False, printing=True)


def test_whoever_aborts_is_done(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    def abort(*_: object) -> None:
        raise typer.Abort

    monkeypatch.setattr("tabletop_cli.core.dice.expression.parse_expression", abort)
    assert tabletop("roll", "3d6") == Ran(130, "", "")


def test_a_system_that_makes_no_schema_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    systems = [registry.load("td"), registry.load("tt")]

    def broken(system: System, kind: str, name: str | None = None) -> dict[str, Any]:
        if system.id == "td":
            raise TabletopError("td is broken")
        return {"title": kind}

    monkeypatch.setattr(machines, "schema_of", broken)
    machines.write_schemas(tmp_path / "a" / "b", systems)
    assert capsys.readouterr().err.splitlines()[0] == "left out: td is broken"
    names = {path.name for path in (tmp_path / "a" / "b").iterdir()}
    assert {"tt.army.schema.json", "roster.schema.json"} <= names and not any(name.startswith("td.") for name in names)
    with pytest.raises(TabletopError, match="td is broken"):
        machines.write_schemas(tmp_path, systems[:1])
