"""`share` and `import` as people use them: out of a file, through a chat, into a file; and its picture."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tabletop_cli.core.lists.share import code_of
from tabletop_cli.render import qr
from tests.examples import some
from tests.needs import needs
from tests.own_guns import write_guns, write_list

from ..conftest import ROOT, Tabletop

HORDE = "armies/td/green-horde.toml"
ARMIES = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "armies").glob("*/*.toml") if "cata" not in path.name)


def code_from(tabletop: Tabletop, file: object) -> str:
    ran = tabletop("share", file)
    assert ran.code == 0
    assert len(ran.out.split()) == 1, "nothing but the code, so that it can be piped"
    return ran.out.strip()


@pytest.mark.parametrize("file", some(ARMIES))
def test_there_and_back(file: str, tabletop: Tabletop, tmp_path: Path) -> None:
    """To a friend as TOML, back as JSON, and it is still the same list with the same code."""
    before = tomllib.loads((ROOT / file).read_text())
    code = code_from(tabletop, file)
    toml, plain = tmp_path / "friend.toml", tmp_path / "back.json"
    named = {"catalogue": "friend.catalogue.toml"} if "catalogue" in before else {}
    assert tabletop("import", code, toml).code == 0
    assert tomllib.loads(toml.read_text()) == {**before, **named}
    assert list(tomllib.loads(toml.read_text())["units"][0]) == list(before["units"][0])
    assert tabletop("import", code_from(tabletop, toml), plain).code == 0
    assert json.loads(plain.read_text()) == {**before, **dict.fromkeys(named, "back.catalogue.json")}
    assert tabletop("validate", toml, plain).code == 0


def test_what_is_shown_can_be_kept(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("import", code_from(tabletop, HORDE))
    assert ran.code == 0
    assert ran.out.startswith('system = "td"\nname = "The Honey Fungus Horde"\nbudget = 8\n')
    assert ran.err == "a legal list of Truffles & Dermaphytes\n"
    (tmp_path / "kept.toml").write_text(ran.out)
    assert tabletop("validate", tmp_path / "kept.toml").code == 0


def test_out_of_a_message(tabletop: Tabletop) -> None:
    code = code_from(tabletop, HORDE)
    message = f"> `{code[:50]}\n> {code[50:]}`\n"
    assert "Honey Fungus" in tabletop("import", "-", typed=message).out
    assert "Honey Fungus" in tabletop("import", f" {code} ").out


def test_comments_do_not_travel(tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('# secret plan\nsystem = "td" # shh\n')
    (tmp_path / "b.toml").write_text('system = "td"\n')
    assert code_from(tabletop, tmp_path / "a.toml") == code_from(tabletop, tmp_path / "b.toml")


def test_a_file_is_never_written_over(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("# years of work\n")
    code = code_from(tabletop, HORDE)
    ran = tabletop("import", code, path)
    assert (ran.code, ran.out) == (2, "")
    assert "already exists" in ran.err
    assert "--force" in ran.err
    assert path.read_text() == "# years of work\n"
    link = tmp_path / "link.toml"
    link.symlink_to(tmp_path / "gone.toml")
    assert tabletop("import", code, link).code == 2
    assert tabletop("import", code, path, "--force").code == 0
    assert tomllib.loads(path.read_text())["name"] == "The Honey Fungus Horde"


def test_what_is_damaged_leaves_no_file(tabletop: Tabletop, tmp_path: Path) -> None:
    path, code = tmp_path / "new.toml", code_from(tabletop, HORDE)
    for wrong in (code[:-1], code.lower(), "tabletop2-abc", "hello", "", "horde.toml", "x" * 50_000):
        ran = tabletop("import", wrong, path)
        assert ran.code == 2
        assert ran.out == ""
        assert ran.err.startswith("error: ")
        assert not path.exists()
    assert "tabletop import - <" in tabletop("import", "horde.txt").err
    assert "longer than a code" in tabletop("import", "-", typed="x" * 5_000_000).err
    assert tabletop("import", code, tmp_path / "no" / "folder.toml").code == 2


def test_nothing_is_written_that_reads_otherwise(
    tabletop: Tabletop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong in the writing of TOML: what was sent is what is kept, or nothing is."""
    code = code_from(tabletop, HORDE)
    monkeypatch.setattr("tabletop_cli.core.lists.edit.fresh.format_file", lambda data: 'system = "td"\n')
    ran = tabletop("import", code, tmp_path / "a.toml")
    assert ran.code == 2
    assert "would change" in ran.err
    assert not list(tmp_path.iterdir())


def test_an_illegal_list_is_imported_and_said(tabletop: Tabletop, tmp_path: Path) -> None:
    code = code_from(tabletop, "tests/systems/td/illegal/a15-one-point-over.toml")
    ran = tabletop("import", code, tmp_path / "over.toml")
    assert ran.code == 0
    assert f"not legal yet (1 problem): tabletop validate {tmp_path / 'over.toml'}" in ran.err


def test_a_list_of_another_world(tabletop: Tabletop, tmp_path: Path) -> None:
    """A game system that is not installed here: the list is kept all the same."""
    code = code_of({"system": "nosuch", "units": [{"unit": "dragon"}]})
    ran = tabletop("import", code, tmp_path / "a.toml")
    assert ran.code == 0
    assert 'cannot be checked here: unknown game system "nosuch"' in ran.err
    assert tabletop("share", tmp_path / "a.toml").out.strip() == code


def test_home_made_rows_travel_in_the_code(tabletop: Tabletop, tmp_path: Path) -> None:
    """There, and in a home where nobody knows them: the same points, the same data version, nothing wrong."""
    write_guns(tmp_path)
    path = write_list(tmp_path)
    code = code_from(tabletop, path)
    bare = tabletop("share", path, "--no-catalogue")
    assert 'needs "guns.catalogue.toml": it is not in the code, so send it too' in bare.err
    assert len(code) - len(bare.out.strip()) <= 500
    there = tmp_path / "there" / "friend.toml"
    there.parent.mkdir()
    ran = tabletop("import", code, there)
    assert ran.err.splitlines() == [
        f"saved: {there.with_name('friend.catalogue.toml')}",
        f"saved: {there}",
        "a legal list of Truffles & Dermaphytes",
    ]
    one, other = (json.loads(tabletop("roster", file, "-f", "json").out) for file in (path, there))
    assert one["points"] == other["points"] and one["source"]["data"] == other["source"]["data"]
    assert tabletop("import", code, there).code == 2
    there.unlink()
    ran = tabletop("import", code, there)
    assert ran.code == 2 and "friend.catalogue.toml already exists" in ran.err and not there.exists()
    assert tabletop("import", code, there, "--force").code == 0
    shown = tabletop("import", code).out
    assert tomllib.loads(shown)["catalogue"]["guns"]["siege-howitzer"]["reload"] == 2


def test_a_catalogue_that_does_not_travel_is_told(tabletop: Tabletop, home: Path, tmp_path: Path) -> None:
    (home / "catalogues" / "tt").mkdir(parents=True)
    shutil.copy(ROOT / "armies/tt/hollow-choir.catalogue.toml", home / "catalogues" / "tt" / "own.toml")
    text = (ROOT / "armies/tt/hollow-choir.toml").read_text()
    (tmp_path / "a.toml").write_text(re.sub("(?m)^catalogue.*$", "", text))
    assert tabletop("share", tmp_path / "a.toml").err == ""
    assert "needs a catalogue in your own folder" in tabletop("share", tmp_path / "a.toml", "--no-catalogue").err
    (tmp_path / "b.toml").write_text(text)
    ran = tabletop("share", tmp_path / "b.toml")
    assert ran.code == 0 and 'there is no file "hollow-choir.catalogue.toml"' in ran.err


def test_a_stranger_cannot_reach_other_files(tabletop: Tabletop, tmp_path: Path) -> None:
    code = code_of({"system": "tt", "catalogue": "../../../../etc/passwd", "faction": "x"})
    ran = tabletop("import", code, tmp_path / "a.toml")
    assert "is outside the army's folder" in ran.err
    assert "root:" not in ran.err + ran.out


def test_names_that_mean_harm_steer_no_terminal(tabletop: Tabletop, tmp_path: Path) -> None:
    name = "\x1b[31mred\x07\u202eback\x9b2J\u2028line"
    code = code_of({"system": "td", "name": name, name: 1})
    for file in ((), (tmp_path / "a.toml",), (tmp_path / "a.json",)):
        ran = tabletop("import", code, *file)
        assert ran.code == 0
        shown = ran.out + ran.err + (file[0].read_text() if file else "")
        assert all(letter == "\n" or (letter.isprintable() and letter != "\u202e") for letter in shown)
        text = file[0].read_text() if file else ran.out
        assert (json.loads(text) if text.startswith("{") else tomllib.loads(text))["name"] == name


@pytest.mark.parametrize(
    ("army", "suffix", "other"),
    [
        ({"system": "td", "x": None}, ".toml", ".json"),
        ({"system": "td", "name": "\ud800"}, ".toml", ".json"),
        ({"system": "td", "on": tomllib.loads("a = 2024-01-01")["a"]}, ".json", ".toml"),
    ],
)
def test_what_a_format_cannot_hold(
    army: dict[str, object], suffix: str, other: str, tabletop: Tabletop, tmp_path: Path
) -> None:
    ran = tabletop("import", code_of(army), tmp_path / f"a{suffix}")
    assert ran.code == 2
    assert f"ends in {other}" in ran.err
    assert not list(tmp_path.iterdir())
    assert tabletop("import", code_of(army), tmp_path / f"a{other}").code == 0


@pytest.mark.parametrize("text", ["", "name = 1", "system = 7", "x = ", 'system = "td"\nx = ' + "[" * 60 + "]" * 60])
def test_what_is_no_army_has_no_code(text: str, tabletop: Tabletop, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(text)
    ran = tabletop("share", tmp_path / "a.toml")
    assert (ran.code, ran.out) == (2, "")


def test_long_lists_are_remarked(tabletop: Tabletop, tmp_path: Path) -> None:
    names = "".join(f'[[units]]\ntype = "hmg"\nname = "{(at * 7919) ** 4 % 10**15}"\n' for at in range(300))
    (tmp_path / "a.toml").write_text('system = "td"\n' + names)
    ran = tabletop("share", tmp_path / "a.toml")
    assert ran.code == 0
    assert "some chats allow only 2,000" in ran.err
    for words in (("--qr",), ("--qr-file", tmp_path / "a.svg")):
        ran = tabletop("share", tmp_path / "a.toml", *words)
        assert (ran.code, ran.out) == (2, "")
        assert "a QR picture holds only 2,953" in ran.err
    assert not (tmp_path / "a.svg").exists()


# --- pictures


def test_the_picture_in_the_terminal(tabletop: Tabletop) -> None:
    ran = tabletop("share", HORDE, "--qr")
    code, *lines = ran.out.splitlines()
    assert lines == qr.qr_text(code).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert set("".join(lines)) <= set("█▀▄ ")
    assert "dark background;" in ran.err


def test_the_quiet_zone_and_the_finders() -> None:
    """Four light modules around, and the corner where every reader begins."""
    drawn = qr.qr_text("tabletop1-abc").splitlines()
    assert drawn[0] == drawn[1] == "█" * len(drawn[0])
    assert all(line.startswith("████") and line.endswith("████") for line in drawn[:-2])
    assert drawn[2].startswith("████ ▄▄▄▄▄ █")
    coloured = qr.qr_text("tabletop1-abc", colour=True).splitlines()
    assert all(line.startswith("\x1b[38;5;231;48;5;16m") and line.endswith("\x1b[0m") for line in coloured)
    assert coloured[-1].count("█") == len(drawn[0])


def modules(code: str) -> list[list[bool]]:
    """The dark modules as they are drawn in the terminal."""
    lines = qr.qr_text(code).splitlines()
    light = {"█": (True, True), "▀": (True, False), "▄": (False, True), " ": (False, False)}
    rows = [[not light[letter][half] for letter in line] for line in lines for half in (0, 1)]
    return rows[: qr.qr_width(code)]


@needs("rsvg-convert")
def test_the_drawing_is_the_same_picture(tmp_path: Path) -> None:
    """Drawn by a stranger, module by module."""
    code = "tabletop1-" + "aB3xY9" * 40
    (tmp_path / "a.svg").write_text(qr.qr_svg(code))
    side, scale = qr.qr_width(code), 4
    size = str(side * scale)
    done = subprocess.run(["rsvg-convert", "-w", size, "-h", size, tmp_path / "a.svg"], capture_output=True, check=True)
    drawn = grey(done.stdout)
    found = [[drawn[y * scale + 2][x * scale + 2] < 128 for x in range(side)] for y in range(side)]
    assert found == modules(code)


def grey(png: bytes) -> list[list[int]]:
    """The lightness of the pixels of a PNG file, eight bits a channel, without transparency."""
    import zlib

    at, body, head = 8, b"", b""
    while at < len(png):
        size, kind = int.from_bytes(png[at : at + 4]), png[at + 4 : at + 8]
        head, body = (png[at + 8 : at + 8 + size], body) if kind == b"IHDR" else (head, body)
        body += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    wide, channels = int.from_bytes(head[:4]), {2: 3, 6: 4, 0: 1}[head[9]]
    raw, rows, before = zlib.decompress(body), [], [0] * (wide * channels)
    for start in range(0, len(raw), wide * channels + 1):
        line = unfiltered(raw[start], list(raw[start + 1 : start + 1 + wide * channels]), before, channels)
        rows.append(line[::channels])
        before = line
    return rows


def unfiltered(kind: int, line: list[int], above: list[int], step: int) -> list[int]:
    for at, value in enumerate(line):
        left, up = (line[at - step] if at >= step else 0), above[at]
        corner = above[at - step] if at >= step else 0
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda one: abs(guess - one))
        line[at] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) % 256
    return line


def test_pictures_become_files(tabletop: Tabletop, tmp_path: Path) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.PNG"
    assert tabletop("share", HORDE, "--qr-file", svg).code == 0
    ran = tabletop("share", HORDE, "--qr-file", png)
    assert ran.err == f"saved: {png}\n"
    assert svg.read_text().startswith("<?xml")
    assert 'fill="#fff"' in svg.read_text()
    assert 'stroke="#000"' in svg.read_text()
    assert png.read_bytes().startswith(b"\x89PNG")
    assert png.read_bytes() == qr.qr_picture(ran.out.strip(), ".png"), "the same bytes twice"
    assert tabletop("share", HORDE, "--qr-file", tmp_path / "a.gif").code == 2
    assert tabletop("share", HORDE, "--qr-file", tmp_path / "no" / "a.svg").code == 2


def test_svg_for_pages() -> None:
    drawn = qr.qr_svg("tabletop1-abc")
    assert re.match(r'<svg xmlns="http://www\.w3\.org/2000/svg" viewBox="0 0 (\d+) \1">', drawn)
    assert drawn.endswith("</svg>")
    assert "\n" not in drawn
    assert qr.qr_svg("x" * (qr.MOST + 1)) == qr.qr_text("x" * (qr.MOST + 1)) == ""
    assert qr.qr_svg("x" * qr.MOST)
