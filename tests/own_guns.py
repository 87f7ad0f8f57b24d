"""A home-made catalogue of td and a list that plays by it, for tests of files and commands."""

from __future__ import annotations

from pathlib import Path

GUNS = """\
system = "td"
name = "Guns of the Anvil"

[guns.siege-howitzer]
name = "Siege howitzer"
armour_penetrating = true
direct_fire_dice = 4
kill_potential = 2
armour_penetration = 3
reload = 2

[vehicles.assault-gun]
name = "Assault gun"
like = "light-tank"
armour = 5
cost = 6
gun = "siege-howitzer"
special = ["bunker-buster"]

[vehicles.road-roller]
name = "Road roller"
like = "heavy-tank"

[rules.bunker-buster]
name = "Bunker buster"
text = "A bunker that it hits is a ruin for the rest of the game."
"""

LIST = """\
system = "td"
name = "The Anvil"
budget = 30
{key}
[[units]]
type = "tank"
variant = "assault-gun"

[[units]]
type = "hmg"
"""


def write_guns(folder: Path, name: str = "guns.catalogue.toml", text: str = GUNS) -> Path:
    """Write a catalogue into a folder that need not be there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def write_list(folder: Path, key: str = 'catalogue = "guns.catalogue.toml"', name: str = "anvil.toml") -> Path:
    """Write a list with an assault gun; `key` is its line that names catalogues."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(LIST.format(key=key), encoding="utf-8")
    return path
