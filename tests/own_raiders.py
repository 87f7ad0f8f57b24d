"""Levels, roles and weapons of one's own for tgf, and lists that play by them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.lists.army import check_army

TGF = registry.load("tgf")
TWELVE_LINES = """\
system = "tgf"
[weapons.long-rifle]
name = "Long rifle"
like = "sniper-rifle"
pts = 3
[levels.raider]
name = "Raider"
like = "veteran"
[roles.marksman]
name = "Marksman"
weapon = "long-rifle"
specialist = true
"""
LIST = """\
system = "tgf"
name = "{name}"
catalogue = "raiders.catalogue.toml"

[[units]]
id = "{id}"
kind = "squad"
members = [
  {{ role = "sergeant", level = "raider", count = 1 }},
  {{ role = "soldier", level = "raider", count = 4 }},
  {{ role = "marksman", level = "raider", count = 1 }},
]
"""
OWN: dict[str, Any] = {
    "weapons": {
        "long-rifle": {"name": "Long rifle", "like": "sniper-rifle", "pts": 3},
        "field-mortar": {"name": "Field mortar", "like": "mortar-50mm", "pts": "5/2"},
        "trench-gun": {"name": "Trench gun", "piece": "gun", "cells": {"pb": {"hit": 2, "dam": 12}}},
        "belt-gun": {"name": "Belt gun", "like": "hmg"},
    },
    "levels": {"raider": {"name": "Raider", "like": "veteran", "pts": 30}},
    "roles": {
        "marksman": {"name": "Marksman", "weapon": "long-rifle", "specialist": True, "most": 1},
        "spotter": {"name": "Spotter", "like": "fo"},
        "loader": {"name": "Loader", "like": "crew"},
        "feeder": {"name": "Feeder", "like": "hmg", "weapon": "belt-gun"},
    },
}


def line(role: str, count: int = 1, level: str = "raider", **more: Any) -> dict[str, Any]:
    return {"role": role, "level": level, "count": count, **more}


def unit(*members: dict[str, Any], kind: str = "squad", **more: Any) -> dict[str, Any]:
    return {"id": "u1", "kind": kind, "members": [line("sergeant"), *members], **more}


def problems(*units: dict[str, Any], catalogue: dict[str, Any] | None = None, **house: Any) -> list[str]:
    """The codes of all that is wrong with a list that plays by a catalogue."""
    army = {"units": list(units), "house": house, "catalogue": OWN if catalogue is None else catalogue}
    return [one.code for one in check_army(TGF, army).problems]


def points(*units: dict[str, Any]) -> Fraction | None:
    return check_army(TGF, {"units": list(units), "catalogue": OWN}).points


SQUAD = unit(line("soldier", 4), line("marksman"))
TEAM = unit(line("spotter"), line("loader", 3), kind="artillery-team", pieces=["field-mortar"])
CREW = unit(line("loader", 3), kind="gun-crew", pieces=["trench-gun"])


def settled(resolver: str, situation: dict[str, Any], *dice: int) -> Any:
    told = reply_to_request(
        {"do": "resolve", "system": "tgf", "resolver": resolver, "situation": situation, "dice": list(dice)}
    )
    assert told["ok"], told
    return told["outcome"]


def write_raiders(folder: Path, text: str = TWELVE_LINES) -> Path:
    """Write two lists that play by one file, and that file."""
    (folder / "raiders.catalogue.toml").write_text(text, encoding="utf-8")
    for name, one in (("Red", "r1"), ("Blue", "b1")):
        (folder / f"{name.lower()}.toml").write_text(LIST.format(name=name, id=one), encoding="utf-8")
    return folder
