"""Files that an army names: where they are looked for, what is refused, and where faults are placed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.references import FOLDER, merged_references, resolve_references
from tabletop_cli.systems.tt import SYSTEM

ARMY = """\
system = "tt"
faction = "mist"
budget = 1
{catalogue}
[[units]]
unit = "chief"
"""

CATALOGUE = """\
[[factions]]
id = "mist"

[[factions.units]]
id = "chief"
class = "infantry"
armor = 1
points = 1
commander = true
weapons = [
  { id = "assault", value = 2 },
]
"""


def army(folder: Path, catalogue: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "army.toml"
    path.write_text(ARMY.format(catalogue=catalogue), encoding="utf-8")
    return path


def own(home: Path) -> Path:
    folder = home / FOLDER / "tt"
    folder.mkdir(parents=True)
    return folder


def test_a_catalogue_beside_the_army(tmp_path: Path) -> None:
    path = army(tmp_path, 'catalogue = "mist.toml"')
    (tmp_path / "mist.toml").write_text(CATALOGUE, encoding="utf-8")
    assert check_army(SYSTEM, resolve_references(SYSTEM, load_file(path))).legal


def test_a_catalogue_of_the_players_own_folder_by_name(tmp_path: Path) -> None:
    path = army(tmp_path / "lists", 'catalogue = "mist.toml"')
    (own(tmp_path / "home") / "mist.toml").write_text(CATALOGUE, encoding="utf-8")
    assert check_army(SYSTEM, resolve_references(SYSTEM, load_file(path), tmp_path / "home")).legal


def test_a_faction_that_nobody_prints_is_found_in_the_players_own_folder(tmp_path: Path) -> None:
    path = army(tmp_path / "lists")
    folder = own(tmp_path / "home")
    (folder / "broken.toml").write_text("[[", encoding="utf-8")
    (folder / "mist.toml").write_text(CATALOGUE, encoding="utf-8")
    assert check_army(SYSTEM, resolve_references(SYSTEM, load_file(path), tmp_path / "home")).legal
    (folder / "mist-2.toml").write_text(CATALOGUE, encoding="utf-8")
    with pytest.raises(Malformed, match=r"both mist-2\.toml and mist\.toml fit"):
        resolve_references(SYSTEM, load_file(path), tmp_path / "home")


@pytest.mark.parametrize("named", ["../mist.toml", "/etc/passwd", "inside/../../mist.toml"])
def test_a_path_stays_inside_the_armys_folder(tmp_path: Path, named: str) -> None:
    (tmp_path / "mist.toml").write_text(CATALOGUE, encoding="utf-8")
    path = army(tmp_path / "lists", f'catalogue = "{named}"')
    with pytest.raises(Malformed, match=r"army\.toml:4: catalogue .* is outside the army's folder"):
        resolve_references(SYSTEM, load_file(path))


def test_a_link_does_not_lead_out(tmp_path: Path) -> None:
    (tmp_path / "mist.toml").write_text(CATALOGUE, encoding="utf-8")
    path = army(tmp_path / "lists", 'catalogue = "linked.toml"')
    (tmp_path / "lists" / "linked.toml").symlink_to(tmp_path / "mist.toml")
    with pytest.raises(Malformed, match="is outside"):
        resolve_references(SYSTEM, load_file(path))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = army(tmp_path, 'catalogue = "mist.toml"')
    with pytest.raises(Malformed, match=r"army\.toml:4: catalogue: there is no file"):
        resolve_references(SYSTEM, load_file(path))


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"),
    [
        ('"infantry"', '"infantri"', 6, '"infantri" is not known'),
        ("armor = 1", "armour = 1", 7, 'unknown field "armour"'),
        ("points = 1", "points = 0.3", 8, "0.3 is not a multiple of 1/2"),
        ("value = 2", "value = 2, ap = 1", 11, "`value` stands instead of"),
        ('id = "mist"', 'id = "eldar"', 2, "is printed in the book"),
        ("commander = true", 'transport = { capacity = 1, units = ["cheif"] }', 9, 'unknown unit "cheif"'),
    ],
)
def test_faults_are_placed(tmp_path: Path, right: str, wrong: str, line: int, said: str) -> None:
    (tmp_path / "mist.toml").write_text(CATALOGUE.replace(right, wrong), encoding="utf-8")
    path = army(tmp_path, 'catalogue = "mist.toml"')
    with pytest.raises(Malformed) as caught:
        resolve_references(SYSTEM, load_file(path))
    assert caught.value.code == "bad-catalogue"
    told = [caught.value.message, *(also["message"] for also in caught.value.extra.get("also", ()))]
    assert [message for message in told if said in message and f"mist.toml:{line}: " in message], told


def test_a_file_that_cannot_be_read_is_placed_where_it_is_named(tmp_path: Path) -> None:
    (tmp_path / "mist.toml").write_text("[[units]]\nid = = 1\n", encoding="utf-8")
    path = army(tmp_path, 'catalogue = "mist.toml"')
    with pytest.raises(Malformed) as caught:
        resolve_references(SYSTEM, load_file(path))
    named = next(at for at, line in enumerate(path.read_text().splitlines(), 1) if line.startswith("catalogue"))
    assert caught.value.where == str(path)
    assert (caught.value.extra["line"], "column" in caught.value.extra) == (named, False)
    assert "mist.toml:2:" in caught.value.message


def test_two_armies_bring_their_catalogues_together() -> None:
    mist, dust = ({"factions": [{"id": one, "units": []}]} for one in ("mist", "dust"))
    armies = [{"catalogue": mist}, {"catalogue": dust}, {"catalogue": mist}, {}]
    assert merged_references(SYSTEM, armies) == {"catalogue": {"factions": [*mist["factions"], *dust["factions"]]}}
    changed = {"factions": [{"id": "mist", "name": "other", "units": []}]}
    with pytest.raises(Malformed, match="two different factions"):
        merged_references(SYSTEM, [{"catalogue": mist}, {"catalogue": changed}])


@pytest.mark.parametrize("named", ["a\\u0000b", "x" * 5_000, "deep/" + "x" * 300 + "/mist.toml"])
def test_what_can_be_no_name_of_a_file_is_a_fault_of_that_army_alone(tmp_path: Path, named: str) -> None:
    path = army(tmp_path, f'catalogue = "{named}"')
    with pytest.raises(Malformed, match="is not a file name") as wrong:
        resolve_references(SYSTEM, load_file(path))
    assert wrong.value.code == "bad-army"
    assert wrong.value.extra["line"] == 4
