"""What organisers must see: home-made catalogues with their hashes, and which files nobody has looked at."""

from __future__ import annotations

import csv
import io
import json
import shutil
from hashlib import sha256
from pathlib import Path

import pytest

from ..conftest import ROOT, Tabletop

CATALOGUE = "hollow-choir.catalogue.toml"


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """The same list twice, once with a catalogue in which a unit costs half; and files that are no armies."""
    for folder in ("ann", "bob"):
        (tmp_path / folder).mkdir()
        for name in ("hollow-choir.toml", CATALOGUE):
            shutil.copy(ROOT / "armies/tt" / name, tmp_path / folder / name)
    cheap = tmp_path / "bob" / CATALOGUE
    text = cheap.read_text(encoding="utf-8")
    cheap.write_text(text.replace("points = 1\n", 'points = "1/2"\n', 1), encoding="utf-8")
    (tmp_path / "list.toml.txt").write_text("")
    (tmp_path / "list.yaml").write_text("")
    (tmp_path / ".hidden").write_text("")
    return tmp_path


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def test_a_home_made_catalogue_is_named_with_its_hash_as_text(handed_in: Path, tabletop: Tabletop) -> None:
    ran = tabletop("validate", handed_in)
    assert ran.code == 0
    for name in ("ann", "bob"):
        path = handed_in / name / CATALOGUE
        assert f"  home-made catalogue: {path}, SHA-256 {digest(path)}\n" in ran.out
        assert f"home-made: {CATALOGUE} {digest(path)[:12]}" in ran.out.partition("SUMMARY")[2]
    assert "handed in twice?" not in ran.out, "they differ in what they are played by"
    assert "identical files, but with different home-made catalogues:" in ran.out


def test_and_for_programs(handed_in: Path, tabletop: Tabletop) -> None:
    path = handed_in / "bob" / CATALOGUE
    data = json.loads(tabletop("validate", handed_in, "-f", "json").out)
    assert [Path(one["path"]).name for one in data["files"]] == [CATALOGUE, "hollow-choir.toml"] * 2
    assert data["files"][3]["home_made"] == [{"key": "catalogue", "file": str(path), "sha256": digest(path)}]
    assert data["copies"] == []
    assert data["not_looked_at"] == [str(handed_in / "list.toml.txt"), str(handed_in / "list.yaml")]
    rows = list(csv.DictReader(io.StringIO(tabletop("validate", handed_in, "-f", "csv").out)))
    lists = [row for row in rows if row["budget"]]
    bobs = [row["home-made sha256"] for row in lists if row["file"].startswith(f"{handed_in / 'bob'}")]
    assert bobs == [digest(path)]
    assert all(row["data"] and row["budget"] == "12" for row in lists) and len(lists) == 2
    assert [row["file"] for row in rows if row["result"] == "not looked at"] == data["not_looked_at"]
    notices = [one for one in tabletop("validate", handed_in, "-f", "github").out.splitlines() if "::notice" in one]
    assert any(digest(path) in one and "title=home-made catalogue" in one for one in notices)
    assert sum("title=not looked at" in one for one in notices) == 2


def test_what_was_not_looked_at_stands_in_the_table(handed_in: Path, tabletop: Tabletop) -> None:
    ran = tabletop("validate", handed_in)
    summary = ran.out.partition("SUMMARY\n")[2].splitlines()
    assert summary[4:6] == [f"{handed_in / name}: not looked at" for name in ("list.toml.txt", "list.yaml")]
    assert summary[-1] == "4 files: 4 legal; 2 not looked at"
    alone = tabletop("validate", handed_in / "ann" / "hollow-choir.toml")
    assert "not looked at" not in alone.out, "nobody asked for a folder"


def test_a_catalogue_in_a_folder_is_judged_whether_a_list_names_it_or_not(handed_in: Path, tabletop: Tabletop) -> None:
    (handed_in / "ann" / "hollow-choir.toml").unlink()
    path = handed_in / "ann" / CATALOGUE
    assert f"{path} (a catalogue for Tenebrae Terribles): legal, 1 faction, " in tabletop("validate", handed_in).out
    path.write_text(path.read_text("utf-8").replace('class = "infantry"', 'class = "infanty"', 1), encoding="utf-8")
    ran = tabletop("validate", handed_in)
    assert ran.code == 2 and f"{path}:14: bad-catalogue: " in ran.out


def test_the_same_catalogue_handed_in_by_two_players_is_no_copy(handed_in: Path, tabletop: Tabletop) -> None:
    shutil.copy(handed_in / "ann" / CATALOGUE, handed_in / "bob" / CATALOGUE)
    (handed_in / "bob" / "hollow-choir.toml").unlink()
    assert "handed in twice?" not in tabletop("validate", handed_in).out


def test_very_many_are_counted(handed_in: Path, tabletop: Tabletop) -> None:
    for at in range(40):
        (handed_in / f"photo{at:02}.jpg").write_text("")
    ran = tabletop("validate", handed_in)
    assert "and 22 more that were not looked at" in ran.out
    assert len(json.loads(tabletop("validate", handed_in, "-f", "json").out)["not_looked_at"]) == 42


def test_a_folder_without_an_army_says_what_is_there(tmp_path: Path, tabletop: Tabletop) -> None:
    (tmp_path / "list.txt").write_text("")
    ran = tabletop("validate", tmp_path)
    assert ran.code == 2
    assert "not looked at: list.txt" in ran.err


def test_printed_factions_only(handed_in: Path, tabletop: Tabletop) -> None:
    ran = tabletop("validate", handed_in, "--require", "catalogue=printed")
    assert ran.code == 1
    assert ran.out.count(f"require: catalogue: the list has {CATALOGUE} (SHA-256 ") == 2
    assert "agreed: printed factions only" in ran.out and "hint: hand in a list without home-made rows" in ran.out
    assert tabletop("validate", "armies/tt/eldar-patrol.toml", "--require", "catalogue=printed").code == 0
    assert tabletop("validate", "armies/tgf/ash-platoon.toml", "--require", "catalogue=printed").code == 0


def test_one_catalogue_is_allowed(handed_in: Path, tabletop: Tabletop) -> None:
    agreed = ROOT / "armies/tt" / CATALOGUE
    folder = [str(handed_in), "armies/tt/eldar-patrol.toml"]
    data = json.loads(tabletop("validate", *folder, "-f", "json", "--require", f"catalogue={agreed}").out)
    assert [one["result"] for one in data["files"]] == ["legal", "legal", "legal", "illegal", "legal"]
    both = [f"catalogue={agreed}", "--require", f"catalogue={handed_in / 'bob' / CATALOGUE}"]
    assert tabletop("validate", *folder, "--require", *both).code == 0


@pytest.mark.parametrize("words", ["catalogue=nosuch.toml", "catalogue=armies/td/cavalry.toml"])
def test_a_catalogue_that_is_none(words: str, tabletop: Tabletop) -> None:
    assert tabletop("validate", "armies/tt", "--require", words).code == 2


def test_a_roster_as_rows_says_where_it_comes_from(tabletop: Tabletop) -> None:
    path = ROOT / "armies/tt/eldar-patrol.toml"
    rows = list(csv.DictReader(io.StringIO(tabletop("roster", path, "-f", "csv").out)))
    assert {(row["sha256"], row["budget"]) for row in rows} == {(digest(path), "6")}
    assert all(row["data"] for row in rows)
