"""A made-up system whose lists have lists inside: squads of members with pieces, and squads on the flanks.

A squad has one sergeant, at least twice as many others as specialists, at most one heavy machine gun, and one level of
training. Everybody costs points, on the flanks, too.

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
from tabletop_cli.core.declare.composed import ListOf, Nullable
from tabletop_cli.core.declare.kinds import Number, OneOf, Text, Whole, YesNo
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.lists.form import Form, Pick, Setting, Shelf, Ware, Written
from tabletop_cli.core.lists.problems import Problem, Where
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Page
from tabletop_cli.core.play.game import Game
from tabletop_cli.core.system import System

PRICES = {"sergeant": 22, "soldier": 17, "gunner": 20, "medic": 17, "hmg": 24}
SPECIALISTS = ("medic", "hmg")
LEVELS = {"regular": 0, "veteran": 3}
KINDS = ("squad", "gun-crew")
PIECES = ("mortar", "gun")
SECTION = {"kind": "section", "members": [{"role": "sergeant"}, {"role": "soldier", "count": 2}]}
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
[[rule]]
id = "SQ-A3"
title = "Specialists"
topic = "Lists"
kind = "army"
text = "At least two other members for each specialist; the sergeant does not count."
[[rule]]
id = "SQ-A4"
title = "One machine gun"
topic = "Lists"
kind = "army"
text = "A squad has one heavy machine gun at most."
[[rule]]
id = "SQ-A5"
title = "One level"
topic = "Lists"
kind = "army"
text = "All members of a squad have the same training."
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
    return Fraction(sum(each(one) * one.get("count", 1) for one in unit.get("members", ())))


def each(member: Mapping[str, Any]) -> int:
    return PRICES.get(str(member.get("role")), 0) + LEVELS.get(str(member.get("level", "regular")), 0)


def squads(army: Squads) -> Iterator[tuple[Where, Mapping[str, Any]]]:
    """All squads with their places, those on the flanks, too."""
    yield from ((("units", at), unit) for at, unit in enumerate(army.units))
    for number, flank in enumerate(army.flanks):
        yield from ((("flanks", number, "units", at), unit) for at, unit in enumerate(flank.get("units", ())))


def having(unit: Mapping[str, Any], *roles: str) -> int:
    return sum(one.get("count", 1) for one in unit.get("members", ()) if one.get("role") in roles)


def a1(army: Squads) -> Iterator[Problem]:
    for where, unit in squads(army):
        there = having(unit, "sergeant")
        if there != 1:
            at = "/".join(str(step + 1) for step in where if isinstance(step, int))
            yield Problem("SQ-A1", f"entry {at}: {there} sergeants, 1 is needed", "add one", where)


def a3(army: Squads) -> Iterator[Problem]:
    for where, unit in squads(army):
        normal, special = having(unit, "soldier", "gunner"), having(unit, *SPECIALISTS)
        if normal < 2 * special:
            yield Problem("SQ-A3", f"{special} specialists, {normal} others, {2 * special} are needed", "", where)


def a4(army: Squads) -> Iterator[Problem]:
    for where, unit in squads(army):
        if having(unit, "hmg") > 1:
            last = max(at for at, one in enumerate(unit["members"]) if one.get("role") == "hmg")
            yield Problem("SQ-A4", f"{having(unit, 'hmg')} machine guns, 1 is allowed", "", (*where, "members", last))


def a5(army: Squads) -> Iterator[Problem]:
    for where, unit in squads(army):
        levels = [one.get("level", "regular") for one in unit.get("members", ())]
        for at, level in enumerate(levels):
            if level != levels[0]:
                place = (*where, "members", at, "level")
                yield Problem("SQ-A5", f"{level} among {levels[0]}", f'write level = "{levels[0]}"', place)


def a2(army: Squads) -> Iterator[Problem]:
    if army.budget is not None and points(army) > army.budget:
        yield Problem("SQ-A2", f"{points(army)} of {army.budget} points", "remove somebody", ("budget",))


def points(army: Squads) -> Fraction:
    return sum((price(unit) for _, unit in squads(army)), Fraction(0))


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
            UNITS,
            Shelf(
                place=("flanks",),
                title="Flanks",
                one="flank",
                wares=tuple(Ware(id=side, title=side.capitalize(), entry={"side": side}) for side in ("left", "right")),
                settings=lambda entry: (),
                ware=lambda entry: entry.get("side"),
                inside=lambda entry: (UNITS,),
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
        Setting(key=("level",), title="Level", kind=OneOf(tuple(LEVELS)), default="regular"),
    ),
    ware=lambda entry: entry.get("role"),
)
UNITS = Shelf(
    title="Squads",
    one="squad",
    wares=(
        *(Ware(id=kind, title=kind.capitalize(), entry={"kind": kind}) for kind in KINDS),
        Ware(id="section", title="Section", entry=SECTION),
    ),
    settings=_of_unit,
    ware=lambda entry: entry.get("kind"),
    inside=lambda entry: (MEMBERS,),
)

MUSTER = Muster(
    read=read,
    checks={"SQ-A1": a1, "SQ-A2": a2, "SQ-A3": a3, "SQ-A4": a4, "SQ-A5": a5},
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
