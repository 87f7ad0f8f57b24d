"""`validate` and `roster` on the files that people have: good, wrong, broken, hostile, many."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import sys
from pathlib import Path

import pexpect
import pytest

from tabletop_cli.cli.lists.validate import check_file, find_files
from tabletop_cli.render.problems import Findings, as_text
from tests.needs import needs, without_privileges

from ..conftest import ROOT, Tabletop

HOSTILE = 'system = "td"\nname = "\\u001b[31mEvil\\u0007 [red]Name[/red] | `x` <b> \\u202e"\nbudget = 1\n'
UNITS = '[[units]]\ntype = "hmg"\nname = "\\u001b]0;title\\u0007 [bold]gun"\n'


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE + UNITS + UNITS)
    return path


def test_folders_are_searched(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies")
    assert ran.code == 0
    assert "green-horde.toml (The Honey Fungus Horde): legal, 8 of 8 points" in ran.out
    assert ran.out.splitlines()[-1].endswith("legal; 9 not looked at")


def test_every_illegal_list_is_found(tabletop: Tabletop) -> None:
    files = sorted((ROOT / "tests/systems/td/illegal").glob("*.toml"))
    ran = tabletop("validate", "tests/systems/td/illegal", "--format", "json")
    report = json.loads(ran.out)
    assert ran.code == 1
    assert report["summary"] == {"files": len(files), "legal": 0, "illegal": len(files), "unreadable": 0}
    for found, path in zip(report["files"], files, strict=True):
        assert found["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
        assert all(problem["line"] for problem in found["problems"])
        assert all(problem["hint"] for problem in found["problems"])


def test_a_summary_of_several_files(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies/tt/eldar-patrol.toml", "armies/td/green-horde.toml", "nosuch.toml")
    digest = hashlib.sha256((ROOT / "armies/td/green-horde.toml").read_bytes()).hexdigest()[:12]
    summary = ran.out.split("\nSUMMARY\n")[1].splitlines()
    assert summary[0].startswith("armies/tt/eldar-patrol.toml: legal; 6 of 6 points; Wayfinders, tt, eldar; SHA-256 ")
    green = "armies/td/green-horde.toml: legal; 8 of 8 points; The Honey Fungus Horde, td; SHA-256 "
    assert summary[1] == green + digest
    assert summary[2:] == ["nosuch.toml: unreadable", "", "3 files: 2 legal, 1 unreadable"]
    alone = tabletop("validate", "armies/td/green-horde.toml")
    assert alone.out == "armies/td/green-horde.toml (The Honey Fungus Horde): legal, 8 of 8 points\n"


@pytest.mark.parametrize("columns", [80, 130])
def test_the_summary_in_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is wider than the terminal, and no digest is broken."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.chdir(ROOT)
    files = [check_file(path) for path in find_files([Path("armies"), Path("nosuch.toml")])]
    lines = as_text(Findings(files, plain=False)).split("\nSummary\n")[1].splitlines()
    assert max(map(len, lines)) <= columns
    for one in files:
        line = next(line for line in lines if str(one.path) in line)
        assert line.startswith(one.result)
        assert one.sha256[:12] in line
        below = lines[lines.index(line) + 1]
        assert f"{one.name}, {one.system}" in (line if columns > 80 else below) or not one.name
        assert not one.name or "\n".join(lines).count(f"{one.name}, ") == 1


def test_quiet_shows_what_is_wrong(tabletop: Tabletop) -> None:
    wrong = "tests/systems/td/illegal/a15-one-point-over.toml"
    ran = tabletop("validate", "armies/td", wrong, "-q")
    assert ran.code == 1
    assert ran.out.startswith(wrong)
    assert "green-horde" not in ran.out
    assert ran.out.splitlines()[-1] == "11 files: 10 legal, 1 illegal; 1 not looked at"
    assert tabletop("validate", "armies/td", "--quiet").out == "10 files: 10 legal; 1 not looked at\n"
    assert tabletop("validate", "armies/td/green-horde.toml", "-q").out == ""
    shown = json.loads(tabletop("validate", "armies/td", wrong, "-q", "--format", "json").out)
    assert [one["path"] for one in shown["files"]] == [wrong]
    assert shown["summary"]["files"] == 11


def test_lists_that_were_handed_in_twice(tabletop: Tabletop, tmp_path: Path) -> None:
    text = (ROOT / "armies/td/green-horde.toml").read_text()
    for name in ("ann.toml", "bob.toml", "cem.toml"):
        (tmp_path / name).write_text(text)
    (tmp_path / "dee.toml").write_text(text.replace("Honey", "Money"))
    ran = tabletop("validate", tmp_path, "-q")
    assert ran.code == 0, "a remark, no fault"
    both = f"{tmp_path / 'bob.toml'}, {tmp_path / 'cem.toml'} and {tmp_path / 'ann.toml'}"
    assert ran.out == f"identical files (handed in twice?): {both}\n4 files: 4 legal\n"
    report = json.loads(tabletop("validate", tmp_path, "-f", "json").out)
    assert report["copies"] == [[str(tmp_path / name) for name in ("ann.toml", "bob.toml", "cem.toml")]]


def test_json_files_are_armies_too(tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "army.json").write_text('{"system": "td", "name": "Jay", "units": [{"type": "hmg"}]}')
    for name in (
        "a.script.json",
        "a.setup.json",
        "a.setup.toml",
        "b.schema.json",
        "c.catalogue.json",
        "d.roster.json",
        ".hidden.json",
        "e.txt",
    ):
        (tmp_path / name).write_text("{")
    assert "(Jay): legal, 1 point\n" in tabletop("validate", tmp_path).out
    (tmp_path / "list.json").write_text('{"roster": 1, "system": "td", "source": {"file": "horde.toml"}}')
    ran = tabletop("validate", tmp_path)
    assert ran.code == 2
    assert "bad-army: this is a roster, not an army file" in ran.out
    assert 'hint: it was made from "horde.toml"' in ran.out
    for wrong in ("[]", "7", "{", '{"a": 1}', '{"roster": 1, "source": [[]]}'):
        (tmp_path / "army.json").write_text(wrong)
        assert tabletop("validate", tmp_path / "army.json").code == 2


def test_folders_that_are_traps(tabletop: Tabletop, tmp_path: Path) -> None:
    """A folder inside itself, links to nowhere and to themselves, a pipe, a folder with the name of an army."""
    shutil.copy(ROOT / "armies/td/green-horde.toml", tmp_path / "good.toml")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "gone.toml").symlink_to(tmp_path / "nowhere.toml")
    (tmp_path / "self.toml").symlink_to(tmp_path / "self.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "folder.toml").mkdir()
    shutil.copy(ROOT / "armies/td/cavalry.toml", tmp_path / "folder.toml" / "inside.toml")
    report = json.loads(tabletop("validate", tmp_path, "-f", "json").out)
    found = {Path(one["path"]).name: one["result"] for one in report["files"]}
    assert len(found) == len(report["files"]), "each once"
    bad = dict.fromkeys(("gone.toml", "pipe.toml", "self.toml", "zero.toml"), "unreadable")
    assert found == {"good.toml": "legal", "inside.toml": "legal", **bad}
    assert tabletop("validate", tmp_path / "deep" / "again").code == 2, "a link that is named is followed"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_hash_of_a_list_is_of_what_was_checked(mark: bytes, tmp_path: Path) -> None:
    """Whoever writes the file anew in between finds no hash of words that nobody has judged."""
    path = tmp_path / "list.toml"
    path.write_bytes(mark + (ROOT / "armies/td/green-horde.toml").read_bytes())
    checked, before = check_file(path, hashed=True), hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_text("changed", encoding="utf-8")
    assert checked.sha256 == before
    assert check_file(path, hashed=True).sha256 == hashlib.sha256(b"changed").hexdigest()


@needs("file modes")
def test_closed_folders_are_said(tabletop: Tabletop, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(0)

    def validated() -> None:
        ran = tabletop("validate", tmp_path)
        assert ran.code == 2
        assert "closed: this folder cannot be read" in ran.out

    try:
        without_privileges(validated)
    finally:
        closed.chmod(0o700)


def test_a_closed_folder_stands_for_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for those who are root: the system says that a folder is closed."""
    (tmp_path / "closed").mkdir()
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert list(find_files([tmp_path])) == [tmp_path / "closed"]
    found = check_file(tmp_path / "closed")
    assert found.result == "unreadable"
    assert "this folder cannot be read" in found.problems[0].message


def test_budget_is_that_of_the_day(tabletop: Tabletop) -> None:
    ran = tabletop("validate", "armies/td/green-horde.toml", "--budget", "7.5")
    assert ran.code == 1
    assert "illegal, 8 of 7 1/2 points" in ran.out
    assert "TD-A15" in ran.out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("system = ", "broken.toml:1: bad-syntax: broken TOML"),
        ('system = "td"\nunits = [\n', "broken TOML"),
        ("", "the army does not name its game system"),
        ("system = 7", "system: 7 is not text"),
        ('system = "nosuch"', "unknown game system"),
        ('system = "td"\nbudget = "lots"\n', "broken.toml:2: bad-army: budget"),
        ('system = "td"\nunits = 3\n', "bad-army"),
        ('system = "td"\n[house]\nnosuch = 1\n', "broken.toml:3: bad-house"),
        ("x = " + "[" * 100 + "]" * 100, "nested"),
        ("x = " + "[" * 3000 + "]" * 3000, "nested too deeply"),
        ("x = 1" + "0" * 5000, "x: a number of 5,001 digits; at most 15 are allowed"),
        ("#" * 1_000_001, "at most 1,000,000 bytes"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, said: str, tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text)
    ran = tabletop("validate", path)
    assert ran.code == 2
    assert said in ran.out
    assert ": faulty\n" in ran.out
    assert ran.err == ""
    roster = tabletop("roster", path)
    assert roster.code == 2
    assert roster.out == ""
    assert roster.err.startswith("error: ")


def test_bytes_that_are_no_text(tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe9t\xe9"')
    ran = tabletop("validate", tmp_path)
    assert ran.code == 2
    assert "not UTF-8 text (byte 8)" in ran.out


def test_worst_result_counts(tabletop: Tabletop, tmp_path: Path) -> None:
    """Unreadable before illegal before legal, and the good files are checked all the same."""
    (tmp_path / "broken.toml").write_text("=")
    illegal = "tests/systems/td/illegal/a15-one-point-over.toml"
    ran = tabletop("validate", illegal, tmp_path, "armies/td/green-horde.toml")
    assert ran.code == 2
    assert ran.out.splitlines()[-1] == "3 files: 1 legal, 1 illegal, 1 faulty"


@pytest.mark.parametrize("form", ["text", "json", "csv", "github"])
def test_hostile_names_in_reports(form: str, hostile: Path, tabletop: Tabletop) -> None:
    ran = tabletop("validate", hostile, "--format", form)
    assert ran.code == 1
    assert harmless(ran.out)
    assert harmless(ran.err)


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
def test_hostile_names_in_rosters(form: str, hostile: Path, tabletop: Tabletop) -> None:
    ran = tabletop("roster", hostile, "--format", form)
    assert ran.code == 0
    assert harmless(ran.out)
    assert "[red]Name[/red]" in ran.out.replace("\\", ""), "markup is shown, not followed"
    assert "not legal yet" in ran.err


def harmless(text: str) -> bool:
    """No control character but line breaks, no mark that turns the writing around."""
    return not any((ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c in "\u202e\u2066" for c in text)


def test_hostile_messages(tabletop: Tabletop) -> None:
    for words in (("\x1b[31m",), ("rules", "td", "\x1b[31m"), ("roll", "\x1b]0;x\x07"), ("validate", "\x1b[2J.toml")):
        ran = tabletop(*words)
        assert ran.code == 2
        assert harmless(ran.err)
        assert harmless(ran.out)


def test_rosters_become_files(tabletop: Tabletop, tmp_path: Path) -> None:
    for name, begin in {"a.md": "# The Honey", "a.txt": "The Honey", "a.json": "{"}.items():
        ran = tabletop("roster", "armies/td/green-horde.toml", "-o", tmp_path / name)
        assert ran.code == 0
        assert ran.out == ""
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begin)


def test_a_place_that_cannot_be_written(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("roster", "armies/td/green-horde.toml", "-o", tmp_path / "no" / "such" / "folder.md")
    assert ran.code == 2
    assert "No such file or directory" in ran.err


def test_an_army_is_never_written_over(tabletop: Tabletop, hostile: Path) -> None:
    ran = tabletop("roster", hostile, "-o", hostile)
    assert ran.code == 2
    assert "is the army file itself" in ran.err
    assert hostile.read_text(encoding="utf-8").startswith(HOSTILE)


def test_formulas_are_defused_for_spreadsheets(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "=cmd.toml").write_text("=")
    monkeypatch.chdir(tmp_path)
    ran = tabletop("validate", "=cmd.toml", "-f", "csv")
    assert "\n'=cmd.toml," in ran.out


def test_home_made_catalogues_are_checked_by_name(tabletop: Tabletop, tmp_path: Path) -> None:
    choir = (ROOT / "armies/tt/hollow-choir.catalogue.toml").read_text()
    good, bad = tmp_path / "good.catalogue.toml", tmp_path / "bad.catalogue.toml"
    good.write_text(choir)
    bad.write_text(choir.replace('class = "infantry"', 'class = "infanty"', 1))
    assert tabletop("validate", good).code == 0
    ran = tabletop("validate", bad)
    assert ran.code == 2
    assert "did you mean infantry?" in ran.out
    (tmp_path / "empty").mkdir()
    bad.rename(tmp_path / "empty" / bad.name)
    assert tabletop("validate", tmp_path / "empty").code == 2, "in folders they are no armies"


# --- somebody watches


def watch(folder: Path, *words: str, **env: str) -> tuple[str, str]:
    """What stands on a terminal at stderr, and what goes to a file, when a folder is checked."""
    settings = {**os.environ, "TERM": "xterm-256color", **env}
    out = folder.parent / "report.txt"
    line = f"{shlex.join([sys.executable, '-m', 'tabletop_cli', *words, 'validate', str(folder)])} > {out}"
    child = pexpect.spawn("/bin/sh", ["-c", line], env=settings, encoding="utf-8", timeout=60, cwd=str(ROOT))
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    return child.before or "", out.read_text()


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Forty lists."""
    (tmp_path / "lists").mkdir()
    for number in range(40):
        text = f'system = "td"\nname = "{number}"\n[[units]]\ntype = "hmg"\n'
        (tmp_path / "lists" / f"{number:02}.toml").write_text(text)
    return tmp_path / "lists"


def test_a_bar_for_those_who_watch(many: Path) -> None:
    shown, report = watch(many, NO_COLOR="")
    assert "40/40" in shown
    assert "━" in shown
    assert "\x1b[?25h" in shown, "the cursor comes back"
    assert report.splitlines()[-1] == "40 files: 40 legal"
    assert "━" not in report


@pytest.mark.parametrize(("words", "env"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_plain_counting_where_no_bar_is_wanted(words: tuple[str, ...], env: dict[str, str], many: Path) -> None:
    shown, _ = watch(many, *words, **env)
    assert shown.splitlines()[:2] == ["checking: 0 of 40", "checking: 4 of 40"]
    assert "\x1b" not in shown


def test_nobody_watches(many: Path, tabletop: Tabletop) -> None:
    assert tabletop("validate", many).err == ""
    for path in sorted(many.iterdir())[5:]:
        path.unlink()
    shown, _ = watch(many)
    assert shown == "", "five files are no time at all"
