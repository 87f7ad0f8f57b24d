"""A made-up system whose lists have lists inside: squads of members with pieces, and forces on the flanks.

For what every system gets from its form and its checks, where `td` and `tt` are too simple to show it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.kinds import ListOf, Nullable, Number, OneOf, Text, Whole, YesNo
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.lists.form import Form, Pick, Setting, Shelf, Ware, Written
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Page
from tabletop_cli.core.play.game import Game
from tabletop_cli.core.system import System

PRICES = {"sergeant": 22, "soldier": 17, "gunner": 20}
KINDS = ("squad", "gun-crew")
PIECES = ("mortar", "gun")
REFERENCE = """
ruling = []
[system]
id = "sq"
name = "Squads"
authors = ["Nobody"]
licence = "none"
summary = "A made-up system."
[[rule]]
id = "SQ-A1"
title = "One sergeant"
topic = "Lists"
kind = "army"
text = "Every squad has exactly one sergeant."
[[rule]]
id = "SQ-A2"
title = "Budget"
topic = "Lists"
kind = "army"
text = "Do not spend more than you have."
"""


@dataclass(frozen=True)
class Squads:
    units: tuple[Mapping[str, Any], ...]
    flanks: tuple[Mapping[str, Any], ...]
    name: str
    budget: Fraction | None
    house: Any


def read(army: Mapping[str, Any], budget: Any, system: System) -> Squads:
    units = army.get("units", [])
    if not isinstance(units, list | tuple) or not all(isinstance(unit, Mapping) for unit in units):
        raise Malformed("units: not a list of tables", where="units")
    limit = army.get("budget") if budget is None else budget
    agreed = None if limit is None else Number().read(limit, "budget")
    house = system.reference.house.read(army.get("house"))
    return Squads(tuple(units), tuple(army.get("flanks", ())), str(army.get("name", "")), agreed, house)


def price(unit: Mapping[str, Any]) -> Fraction:
    return Fraction(sum(PRICES.get(one.get("role"), 0) * one.get("count", 1) for one in unit.get("members", ())))


def a1(army: Squads) -> Iterator[Problem]:
    for at, unit in enumerate(army.units):
        there = sum(one.get("count", 1) for one in unit.get("members", ()) if one.get("role") == "sergeant")
        if there != 1:
            yield Problem("SQ-A1", f"entry {at + 1}: {there} sergeants, 1 is needed", "add one", ("units", at))


def a2(army: Squads) -> Iterator[Problem]:
    if army.budget is not None and points(army) > army.budget:
        yield Problem("SQ-A2", f"{points(army)} of {army.budget} points", "remove somebody", ("budget",))


def points(army: Squads) -> Fraction:
    return sum((price(unit) for unit in army.units), Fraction(0))


def sheet(army: Squads, problems: Sequence[Problem]) -> Sheet:
    cards = tuple(
        Card(
            place=("units", at),
            id=str(unit.get("kind")),
            title=str(unit.get("name") or unit.get("kind")),
            kind=str(unit.get("kind")),
            each=price(unit),
            points=price(unit),
            options=tuple(map(str, unit.get("pieces", ()))),
        )
        for at, unit in enumerate(army.units)
    )
    return Sheet(
        system="sq",
        system_name="Squads",
        name=army.name or "Nobody",
        points=points(army),
        budget=army.budget,
        unit="squad",
        cards=cards,
        problems=tuple(problems),
    )


def form(army: Mapping[str, Any], system: System) -> Form:
    return Form(
        settings=(
            Setting(key=("name",), title="Name", kind=Text(), short=False),
            Setting(key=("budget",), title="Budget", kind=Nullable(Number(0)), short=False),
        ),
        shelves=(
            Shelf(
                title="Squads",
                one="squad",
                wares=tuple(Ware(id=kind, title=kind.capitalize(), entry={"kind": kind}) for kind in KINDS),
                settings=_of_unit,
                ware=lambda entry: entry.get("kind"),
                inside=lambda entry: (MEMBERS,),
            ),
            Shelf(
                place=("flanks",),
                title="Flanks",
                one="flank",
                wares=tuple(Ware(id=side, title=side.capitalize(), entry={"side": side}) for side in ("left", "right")),
                settings=lambda entry: (),
                ware=lambda entry: entry.get("side"),
            ),
        ),
    )


def _of_unit(entry: Written) -> tuple[Setting, ...]:
    return (
        Setting(key=("name",), title="Name", kind=Text(), short=False),
        Setting(
            key=("pieces",),
            title="Pieces",
            kind=ListOf(OneOf(PIECES)),
            default=[],
            repeat=True,
            picks=(Pick("mortar", "Mortar", "It lobs."), Pick("gun", "Gun", "It shoots.", ("SQ-A1",))),
        ),
    )


MEMBERS = Shelf(
    place=("members",),
    title="Members",
    one="member",
    wares=tuple(Ware(id=role, title=role.capitalize(), entry={"role": role}) for role in PRICES),
    settings=lambda entry: (
        Setting(key=("count",), title="Count", kind=Whole(1, 11), default=1),
        Setting(key=("co",), title="Commanding officer", kind=YesNo(), default=False),
    ),
    ware=lambda entry: entry.get("role"),
)

MUSTER = Muster(
    read=read,
    checks={"SQ-A1": a1, "SQ-A2": a2},
    points=points,
    budget=lambda army: army.budget,
    sheet=sheet,
    form=form,
    schema=lambda system: {"type": "object"},
)


def build(folder: Path) -> System:
    """The system, with its texts in a folder."""
    (folder / "reference.toml").write_text(REFERENCE, encoding="utf-8")
    (folder / "house.toml").write_text("", encoding="utf-8")

    def nothing() -> Game:
        raise AssertionError("nobody fights with squads")

    return System(
        id="sq",
        name="Squads",
        reference=Reference(folder),
        resolvers={},
        muster_from=lambda: MUSTER,
        game_from=nothing,
        catalogue_from=lambda: lambda: (Page("Squads", ()),),
        catalogue_schema_from=lambda: lambda: {"type": "object"},
    )


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """Let the program find it, beside the built-in ones."""
    system, load, ids = build(folder), registry.load, registry.system_ids
    monkeypatch.setattr(registry, "load", lambda name: system if name == "sq" else load(name))
    monkeypatch.setattr(registry, "system_ids", lambda: (*ids(), "sq"))
    return system
