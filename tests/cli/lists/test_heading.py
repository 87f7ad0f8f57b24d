"""Who brings a list, against whom and where: said in the file, shown everywhere, and judged by no rule."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import check_army

from ..conftest import ROOT, Tabletop

SHEET = '[sheet]\nplayer = "Ada"\nopponent = "Bob"\nevent = "Spring Cup"\n'
EXAMPLES = {
    "td": "green-horde",
    "tt": "marines-patrol",
    "du": "weir-ossel",
    "tgf": "ash-platoon",
    "fftt": "ashpit-brood",
}


def handed_in(folder: Path, system: str, name: str = "list.toml", sheet: str = SHEET) -> Path:
    """An example list of a system, with a table of who brings it."""
    text = (ROOT / "armies" / system / f"{EXAMPLES[system]}.toml").read_text(encoding="utf-8")
    path = folder / name
    path.write_text(f"{text}\n{sheet}", encoding="utf-8")
    return path


@pytest.mark.parametrize("system", list(EXAMPLES))
def test_every_system_has_it_and_none_judges_it(system: str, tabletop: Tabletop, tmp_path: Path) -> None:
    path = handed_in(tmp_path, system)
    ran = tabletop("validate", path, "--with-schema", "--require", "player", "--require", "event=spring cup")
    assert ran.code == 0, ran.out
    assert ", Ada): legal" in ran.out
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert check_army(registry.load(system), data).legal, "machines may give it, too"


def test_it_stands_on_rosters(tabletop: Tabletop, tmp_path: Path) -> None:
    path = handed_in(tmp_path, "td")
    assert "Player: Ada\nOpponent: Bob\nEvent: Spring Cup\n" in tabletop("roster", path).out
    data = json.loads(tabletop("roster", path, "-f", "json").out)
    assert (data["player"], data["opponent"], data["event"]) == ("Ada", "Bob", "Spring Cup")


def test_a_battle_begins_with_such_lists(tabletop: Tabletop, tmp_path: Path) -> None:
    for system in ("td", "tt", "tgf", "fftt"):
        home, path = tmp_path / f"home-{system}", handed_in(tmp_path, system, f"{system}.toml")
        more = ("--actions", "12") if system == "td" else ()
        ran = tabletop("--home", home, "battle", "new", system, path, path, *more)
        assert ran.code == 0, ran.err


def test_the_report_of_a_folder_names_players_in_natural_order(tabletop: Tabletop, tmp_path: Path) -> None:
    for number in (10, 2, 1):
        handed_in(tmp_path, "tt", f"player-{number}.toml", f'[sheet]\nplayer = "Player {number}"\n')
    (tmp_path / "z.toml").write_text('system = "td"\n# player: Zoe\nname = "Zed"\nunits = []\n', encoding="utf-8")
    rows = list(csv.DictReader(io.StringIO(tabletop("validate", tmp_path, "-f", "csv").out)))
    assert [row["player"] for row in rows] == ["Player 1", "Player 2", "Player 10", "Zoe"]
    assert (rows[0]["faction"], rows[-1]["name"]) == ("space-marines", "Zed")
    data = json.loads(tabletop("validate", tmp_path, "-f", "json").out)
    assert [one["player"] for one in data["files"]] == [row["player"] for row in rows]
    told = tabletop("lists", tmp_path).out
    assert [line for line in told.splitlines() if "player:" in line] == [f"  player: {row['player']}" for row in rows]


def test_what_is_missing_is_told_with_the_way_out(tabletop: Tabletop, tmp_path: Path) -> None:
    path = handed_in(tmp_path, "td", sheet="")
    ran = tabletop("validate", path, "--require", "player")
    assert ran.code == 1
    assert "require: player: the list has none; agreed: a name" in ran.out
    assert 'hint: write: player = "...", below [sheet]' in ran.out
    other = tabletop("validate", handed_in(tmp_path, "td"), "--require", "player=Eve")
    assert 'player: the list has "Ada"; agreed: Eve' in other.out


def test_what_does_not_belong_there_is_refused(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("validate", handed_in(tmp_path, "td", sheet='[sheet]\nplaier = "Ada"\n'))
    assert ran.code == 2
    assert 'sheet: unknown field "plaier"' in ran.out
    assert "player" in ran.out


def test_the_builder_and_set_write_it(tabletop: Tabletop, tmp_path: Path) -> None:
    path = handed_in(tmp_path, "tgf", sheet="")
    assert tabletop("edit", path, typed="e player Ada Lovelace\nq\n").code == 0
    assert tabletop("set", path, "event=Club").code == 0
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data["sheet"] == {"player": "Ada Lovelace", "event": "Club"}
