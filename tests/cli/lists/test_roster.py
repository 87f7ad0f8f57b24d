"""`roster` in every format: to the screen, into files, for the printer; what it refuses, and what it never does."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import sys
from pathlib import Path
from threading import Thread

import pexpect
import pytest

from tabletop_cli import __version__
from tabletop_cli.core import registry
from tabletop_cli.core.errors import TooBig
from tabletop_cli.core.lists.army import LARGEST_FILE
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.render.roster import FORMATS

from ..conftest import ROOT, Ran, Tabletop

HORDE = "armies/td/green-horde.toml"
PATROL = "armies/tt/marines-patrol.toml"
CHOIR = "armies/tt/hollow-choir.toml"
OVER = "tests/systems/td/illegal/a15-one-point-over.toml"
TEXTS = [form for form in FORMATS if form != "pdf"]
PRIVATE = """# note: a plan for Friday
system = "td"
name = "Night Watch"
budget = 2

[[units]]
# note: lie about this one
type = "hmg"
name = "Spout"
count = 2
"""


@pytest.fixture
def private(tmp_path: Path) -> Path:
    path = tmp_path / "watch.toml"
    path.write_text(PRIVATE)
    return path


def refused(ran: Ran, *said: str) -> bool:
    return ran.code == 2 and not ran.out and "Traceback" not in ran.err and all(words in ran.err for words in said)


# --- On the screen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("army", [HORDE, PATROL, CHOIR])
def test_every_format(army: str, form: str, tabletop: Tabletop) -> None:
    ran = tabletop("roster", army, "-f", form)
    assert ran.code == 0
    told = (
        "note: 2 messages; --short ",
        "note: 3 messages; --short ",
        "note: the odds table was left out for want of room; --odds ",
        "note: the odds table is on the screen, ",
        "note: the roster ",
    )
    assert all(line.startswith(told) and form in ("discord", "html") for line in ran.err.splitlines())
    assert ran.out.endswith("\n")


def test_where_nobody_sees_boxes_it_is_text(tabletop: Tabletop) -> None:
    assert tabletop("roster", HORDE) == tabletop("roster", HORDE, "-f", "text")


@pytest.mark.parametrize("form", TEXTS)
def test_an_illegal_list_is_never_shown_silently(form: str, tabletop: Tabletop) -> None:
    ran = tabletop("roster", OVER, "-f", form)
    assert ran.code == 0
    assert f"not legal yet (1 problem): tabletop validate {OVER}" in ran.err
    assert "TD-A15" in ran.out.replace("\\", "")


@pytest.mark.parametrize("form", TEXTS)
def test_notes_are_for_the_player_alone(form: str, private: Path, tabletop: Tabletop) -> None:
    own = tabletop("roster", private, "-f", form).out
    theirs = tabletop("roster", private, "-f", form, "--conceal").out
    for words in ("a plan for Friday", "lie about this one"):
        assert words in own
        assert words not in theirs
    assert "Spout" in theirs


@pytest.mark.parametrize("form", [*TEXTS, "html"])
def test_what_the_opponent_gets_has_no_hash_to_try_lists_against(form: str, tabletop: Tabletop) -> None:
    digest = hashlib.sha256((ROOT / HORDE).read_bytes()).hexdigest()[:12]
    assert digest in tabletop("roster", HORDE, "-f", form).out or form == "csv"
    assert digest not in tabletop("roster", HORDE, "-f", form, "--conceal").out


def test_the_budget_of_the_day(tabletop: Tabletop) -> None:
    ran = tabletop("roster", HORDE, "--budget", "7.5")
    assert "\nPoints: 8 of 7 1/2\n" in ran.out
    assert "\nLegal: no, 1 problem\nProblem: TD-A15" in ran.out
    assert "not legal yet" in ran.err


def test_messages_for_a_chat_are_parted(tabletop: Tabletop) -> None:
    ran = tabletop("roster", "armies/td/battle-group.toml", "-f", "discord")
    lines = ran.out.splitlines()
    ends = [line for line in lines if line.startswith("----- end of message")]
    assert len(ends) >= 1
    assert sum("**Battle Group Morel** (" in line for line in lines) == len(ends) + 1


def test_without_the_texts_of_rules(tabletop: Tabletop) -> None:
    assert "SPECIAL RULES" in tabletop("roster", HORDE).out
    short = tabletop("roster", HORDE, "--no-rules").out
    assert "SPECIAL RULES" not in short
    assert "Rules: Autonomous" in short


@pytest.mark.parametrize("form", ["text", "markdown", "json", "html"])
def test_the_tables_of_play_alone(form: str, tabletop: Tabletop) -> None:
    ran = tabletop("roster", HORDE, "--sheet", "-f", form)
    assert ran.code == 0
    assert "Firing results" in ran.out
    assert "First Swarm" not in ran.out


def test_the_demo_shows_one(tabletop: Tabletop) -> None:
    assert "\nPoints: 8 of 8\nUnits: 3\nLegal: yes\n" in tabletop("demo").out


# --- Where it comes from ----------------------------------------------------------------------------------------------


def test_paper_and_file_can_be_compared(tabletop: Tabletop) -> None:
    source = json.loads(tabletop("roster", HORDE, "-f", "json").out)["source"]
    assert source == {
        "file": "green-horde.toml",
        "sha256": hashlib.sha256((ROOT / HORDE).read_bytes()).hexdigest(),
        "data": registry.load("td").reference.data_version,
        "program": f"tabletop {__version__}",
    }


def test_the_hash_is_of_the_bytes(tmp_path: Path, tabletop: Tabletop) -> None:
    """As sha256sum counts them: with the mark that some editors put in front."""
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbf" + (ROOT / HORDE).read_bytes().replace(b"\n", b"\r\n"))
    source = json.loads(tabletop("roster", path, "-f", "json").out)["source"]
    assert source["sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()


def test_home_made_catalogues_count_too(tmp_path: Path, tabletop: Tabletop) -> None:
    """Another number in one is another version, another comment is none."""
    text = (ROOT / "armies/tt/hollow-choir.catalogue.toml").read_text()
    (tmp_path / "army.toml").write_bytes((ROOT / CHOIR).read_bytes())
    found = []
    for written in (text, f"{text}# a remark\n", text.replace("armor = 1", "armor = 2", 1)):
        (tmp_path / "hollow-choir.catalogue.toml").write_text(written)
        found.append(json.loads(tabletop("roster", tmp_path / "army.toml", "-f", "json").out)["source"]["data"])
    same, remark, other = found
    assert same == remark != other
    assert same.startswith(f"{registry.load('tt').reference.data_version} + catalogue ")


# --- Into files -------------------------------------------------------------------------------------------------------

BEGINNINGS = {
    "a.txt": "The Honey Fungus Horde\nSystem: ",
    "a": "The Honey Fungus Horde\nSystem: ",
    "a.md": "# The Honey Fungus Horde",
    "a.markdown": "# The Honey Fungus Horde",
    "a.bbcode": "[b]The Honey Fungus Horde[/b]",
    "a.csv": "file,system,",
    "a.json": '{\n  "roster": 1,',
    "a.html": "<!doctype html>",
    "a.PDF": "%PDF-",
}


@pytest.mark.medium
@pytest.mark.parametrize("name", BEGINNINGS)
def test_the_ending_tells_the_format(name: str, tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("roster", HORDE, "-o", tmp_path / name)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.endswith(f"saved: {tmp_path / name}\n")
    assert (tmp_path / name).read_bytes().startswith(BEGINNINGS[name].encode())
    assert [path.name for path in tmp_path.iterdir()] == [name], "nothing half written stays behind"


def test_the_format_goes_before_the_ending(tabletop: Tabletop, tmp_path: Path) -> None:
    assert tabletop("roster", HORDE, "-f", "bbcode", "-o", tmp_path / "post.txt").code == 0
    assert (tmp_path / "post.txt").read_text().startswith("[b]")
    assert tabletop("roster", HORDE, "-f", "json", "-o", tmp_path / "post.anything").code == 0


def test_a_dash_is_stdout(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in ((), ("-f", "json"), ("--budget", "6")):
        assert tabletop("roster", HORDE, "-o", "-", *words) == tabletop("roster", HORDE, *words)
    assert not (ROOT / "-").exists()


@pytest.mark.parametrize(("form", "name"), [("terminal", "a.txt"), ("markdown", "a.txt"), ("discord", "a.md")])
def test_texts_may_have_the_ending_of_texts(form: str, name: str, tabletop: Tabletop, tmp_path: Path) -> None:
    assert tabletop("roster", HORDE, "-f", form, "-o", tmp_path / name).code == 0


def test_messages_become_files(tabletop: Tabletop, tmp_path: Path) -> None:
    out = tmp_path / "post.txt"
    ran = tabletop("roster", "armies/td/battle-group.toml", "-f", "discord", "-o", out)
    found = sorted(path.name for path in tmp_path.iterdir())
    assert len(found) >= 2
    assert found == [f"post.{at}.txt" for at in range(1, len(found) + 1)]
    assert ran.err.count("saved: ") == len(found)
    assert all(len((tmp_path / name).read_text(encoding="utf-8")) < 2_000 for name in found)


def test_outputs_are_written_over_and_armies_are_not(tabletop: Tabletop, private: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.md"
    out.write_text("old")
    out.chmod(0o600)
    assert tabletop("roster", private, "-o", out).code == 0
    assert out.read_text().startswith("# Night Watch")
    assert out.stat().st_mode & 0o777 == 0o600
    assert refused(tabletop("roster", private, "-o", private), "is the army file itself")
    link = tmp_path / "link.txt"
    link.symlink_to(private)
    assert refused(tabletop("roster", private, "-o", link), "is the army file itself")
    assert private.read_text() == PRIVATE


def test_a_numbered_message_is_no_army_either(tabletop: Tabletop, tmp_path: Path) -> None:
    army = tmp_path / "post.2.toml"
    text = (ROOT / "armies/td/battle-group.toml").read_text()
    army.write_text(text)
    ran = tabletop("roster", army, "-f", "discord", "-o", tmp_path / "post.toml")
    assert refused(ran, "post.2.toml is the army file itself")
    assert army.read_text() == text
    assert [path.name for path in tmp_path.iterdir()] == ["post.2.toml"], "nothing is written before that is known"


def test_links_and_pipes_stay_what_they_are(tabletop: Tabletop, tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    link.symlink_to(real)
    assert tabletop("roster", HORDE, "-o", link).code == 0
    assert link.is_symlink()
    assert real.read_text().startswith("# The Honey")
    pipe, read = tmp_path / "pipe.md", []
    os.mkfifo(pipe)
    reader = Thread(target=lambda: read.append(pipe.read_text()), daemon=True)
    reader.start()
    assert tabletop("roster", HORDE, "-o", pipe).code == 0
    assert pipe.is_fifo()
    reader.join(10)
    assert read[0].startswith("# The Honey")


def test_no_folder_is_made(tabletop: Tabletop, tmp_path: Path) -> None:
    assert refused(tabletop("roster", HORDE, "-o", tmp_path / "no" / "a.md"), "cannot be written", "No such file")
    assert refused(tabletop("roster", HORDE, "-o", tmp_path), "cannot be written")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_costs_nothing(tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    out = tmp_path / "a.md"
    out.write_text("the old one")
    monkeypatch.setattr(os, "fsync", full)
    assert refused(tabletop("roster", HORDE, "-o", out), "a.md: cannot be written: No space left on device")
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert out.read_text() == "the old one"


# --- For the printer --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_pdf_is_the_same_twice(tabletop: Tabletop, tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        assert tabletop("roster", HORDE, "-o", tmp_path / name).code == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["html", "pdf"])
def test_what_may_be_printed(suffix: str, tabletop: Tabletop, tmp_path: Path) -> None:
    made = set[bytes]()
    wishes = ("", "--cards", "--sheet", "--paper letter", "--no-code", "--conceal")
    for words in wishes:
        file = tmp_path / f"roster{words}.{suffix}"
        assert tabletop("roster", PATROL, "-o", file, *words.split()).code == 0
        made.add(file.read_bytes())
    assert len(made) == len(wishes), "some are the same"


def test_the_code_on_paper_is_the_one_that_share_gives(tabletop: Tabletop) -> None:
    code = tabletop("share", HORDE).out.strip()
    assert code in tabletop("roster", HORDE, "-f", "html").out
    assert code not in tabletop("roster", HORDE, "-f", "html", "--no-code").out


def test_a_concealed_list_carries_no_code(tabletop: Tabletop) -> None:
    """The code would tell what is hidden."""
    assert "tabletop1-" not in tabletop("roster", HORDE, "-f", "html", "--conceal").out
    assert refused(tabletop("roster", HORDE, "-f", "html", "--conceal", "--code"), "--conceal hides")


def test_an_army_too_long_for_a_code_is_printed_without(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(data: object) -> str:
        raise TooBig("the code of this army would have 99,999 letters")

    assert code_of({"system": "td"})
    monkeypatch.setattr("tabletop_cli.core.lists.share.code_of", too_long)
    ran = tabletop("roster", HORDE, "-f", "html")
    assert ran.code == 0
    assert "note: without a share code: the code of this army would have 99,999 letters\n" in ran.err
    assert refused(tabletop("roster", HORDE, "-f", "html", "--code"), "99,999 letters")


def test_without_typst_a_pdf_says_how_to_get_it(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ran = tabletop("roster", HORDE, "-o", tmp_path / "a.pdf")
    assert refused(ran, "-m pip install 'typst")
    assert list(tmp_path.iterdir()) == []
    assert tabletop("roster", HORDE, "-f", "html").code == 0


# --- What does not go together ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("-f text --cards", "--cards: the format text has no cards"),
        ("-f csv --sheet", "--sheet: the format csv has no tables of play"),
        ("-f discord --sheet", "these do: terminal, text, markdown"),
        ("-f markdown --paper a4", "--paper: the format markdown has no paper size"),
        ("-f json --code", "tabletop share FILE"),
        ("-o army.docx", "no format has the ending .docx"),
        ("-f docx", "docx"),
        ("-f html --paper a5", "a5"),
        ("-o army.txt --cards", "--cards: the format text has no cards"),
        ("-f html --cards --sheet", "choose one"),
        ("-o army.pdf --cards --sheet", "choose one"),
        ("-f text -o army.pdf", "army.pdf: .pdf means pdf, but --format says text"),
        ("-f pdf -o army.txt", "name it army.pdf"),
        ("-f json -o army.csv", "name it army.json"),
        ("-f discord -o army.html", "name it army.txt"),
    ],
)
def test_mistakes_are_told(words: str, said: str, tabletop: Tabletop) -> None:
    assert refused(tabletop("roster", HORDE, *words.split()), said)
    assert not list(ROOT.glob("army.*"))


def test_a_file_that_never_ends_is_not_read(tabletop: Tabletop) -> None:
    assert refused(tabletop("roster", "/dev/zero"), f"{LARGEST_FILE:,}")


# --- In a real terminal -----------------------------------------------------------------------------------------------


def seen(*words: str, width: int) -> tuple[str, int | None]:
    settings = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "COLUMNS": ""}
    env = {name: value for name, value in settings.items() if value}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "tabletop_cli", *words],
        env=env,
        encoding="utf-8",
        timeout=30,
        cwd=str(ROOT),
        dimensions=(40, width),
    )
    child.expect(pexpect.EOF)
    child.close()
    return child.before or "", child.exitstatus


def test_a_terminal_shows_boxes() -> None:
    said, code = seen("roster", "armies/td/veteran-raiders.toml", width=110)
    assert code == 0
    assert "╭" in said
    assert "\x1b[1mNight Shift of the Truffle Hounds\x1b[0m" in said


def test_a_terminal_gets_no_pdf() -> None:
    said, code = seen("roster", HORDE, "-f", "pdf", width=80)
    assert code == 2
    assert "-o roster.pdf" in said
    assert "%PDF" not in said


# --- Boxes and lines for a pen ----------------------------------------------------------------------------------------


def boxes_of(page: str, name: str) -> int:
    """Boxes of a row that stands on paper."""
    rows = re.findall(r'<div class="row[^"]*" role="group" aria-label="([^"]*)"[^>]*>(.*?)</div>', page, re.DOTALL)
    return sum(found.count('class="tick') for said, found in rows if said == name)


def test_paper_has_as_many_actions_as_were_agreed(tabletop: Tabletop) -> None:
    page = tabletop("roster", HORDE, "-f", "html", "--actions", "12").out
    assert boxes_of(page, "own actions") == boxes_of(page, "opponent&#x27;s actions") == 12
    assert boxes_of(tabletop("roster", HORDE, "-f", "html").out, "own actions") > 12


def test_marks_of_a_turn_stand_on_paper_once_for_each_turn(tabletop: Tabletop) -> None:
    """On a screen they are cleared by a button; those of units are on paper only where they are asked for."""
    page = tabletop("roster", PATROL, "-f", "html", "--turns", "5").out
    rows = re.findall(r'<div class="row print[^"]*".*?</div>', page, re.DOTALL)
    assert rows and all(row.count('class="tick"') == 5 for row in rows)
    assert '<button type="reset" form="turn"' in page
    assert 'class="row turn"' in page
    on_paper = tabletop("roster", PATROL, "-f", "html", "--turn-boxes").out
    assert on_paper.count('class="row turn"') < page.count('class="row turn"')


def test_boxes_are_for_paper(tabletop: Tabletop) -> None:
    for option in (("--turns", "6"), ("--actions", "6"), ("--turn-boxes",)):
        assert refused(tabletop("roster", HORDE, "-f", "text", *option), option[0], "-o roster.html")


def test_paper_has_lines_for_who_plays_where(tmp_path: Path, tabletop: Tabletop) -> None:
    path = tmp_path / "watch.toml"
    path.write_text("# player: Ada Morel\n" + PRIVATE)
    page = tabletop("roster", path, "-f", "html").out
    for line in ("Player", "Opponent", "Event", "Date", "Table", "Signature"):
        assert f'<span class="label">{line}</span>' in page
    assert '<span class="label">Player</span><span class="rule">Ada Morel</span>' in page
    assert "Player: Ada Morel" in tabletop("roster", path, "-f", "text").out
