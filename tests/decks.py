"""A made-up system without points: decks of cards, of which at least five must be there to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.kinds import Text, Whole
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.lists.form import Form, Setting, Shelf, Ware
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.lists.sheet import Card, Sheet
from tabletop_cli.core.page import Page
from tabletop_cli.core.play.game import Game
from tabletop_cli.core.system import System

KINDS = ("rifles", "scouts")
LEAST = 5
REFERENCE = """
ruling = []
[system]
id = "dk"
name = "Decks"
authors = ["Nobody"]
licence = "none"
summary = "A made-up system."
[[rule]]
id = "DK-A1"
title = "A full hand"
topic = "Lists"
kind = "army"
text = "A deck has at least five cards."
"""


@dataclass(frozen=True)
class Deck:
    units: tuple[Mapping[str, Any], ...]
    name: str
    budget: Any
    house: Any


def read(army: Mapping[str, Any], budget: Any, system: System) -> Deck:
    units = army.get("units", [])
    if not isinstance(units, list | tuple) or not all(isinstance(unit, Mapping) for unit in units):
        raise Malformed("units: not a list of tables", where="units")
    limit = army.get("budget") if budget is None else budget
    return Deck(tuple(units), str(army.get("name", "")), limit, system.reference.house.read(army.get("house")))


def a1(deck: Deck) -> Iterator[Problem]:
    cards = sum(unit.get("deck", 0) for unit in deck.units)
    if cards < LEAST:
        yield Problem("DK-A1", f"{cards} cards, {LEAST} are needed", "add some", ("units",))


def ignored(deck: Deck) -> Iterator[Problem]:
    if deck.budget is not None:
        text = f"this system has no points; the budget of {deck.budget} is ignored"
        yield Problem("DK-R1", text, "leave the budget out", ("budget",), "warning")


def sheet(deck: Deck, problems: Sequence[Problem]) -> Sheet:
    cards = tuple(
        Card(
            place=("units", at),
            id=str(unit.get("kind")),
            title=str(unit.get("name") or unit.get("kind")),
            kind=str(unit.get("kind")),
            stats=(("cards", str(unit.get("deck", 0))),),
        )
        for at, unit in enumerate(deck.units)
    )
    return Sheet(
        system="dk", system_name="Decks", name=deck.name or "Nobody", points=None, cards=cards, problems=tuple(problems)
    )


def form(army: Mapping[str, Any], system: System) -> Form:
    return Form(
        settings=(Setting(key=("name",), title="Name", kind=Text(), short=False),),
        shelves=(
            Shelf(
                wares=tuple(Ware(id=kind, title=kind.capitalize(), entry={"kind": kind, "deck": 1}) for kind in KINDS),
                settings=lambda entry: (
                    Setting(key=("name",), title="Name", kind=Text(), short=False),
                    Setting(key=("deck",), title="Cards", kind=Whole(0, 9), needed=True, short=False),
                ),
                ware=lambda entry: entry.get("kind"),
            ),
        ),
    )


MUSTER = Muster(
    read=read,
    checks={"DK-A1": a1, "DK-R1": ignored},
    points=None,
    budget=lambda deck: None,
    sheet=sheet,
    form=form,
    schema=lambda system: {"type": "object"},
    marks=lambda entry, army: {"card": 1},
)


def build(folder: Path) -> System:
    """The system, with its texts in a folder."""
    (folder / "reference.toml").write_text(REFERENCE, encoding="utf-8")
    (folder / "house.toml").write_text("", encoding="utf-8")

    def nothing() -> Game:
        raise AssertionError("nobody fights with decks")

    return System(
        id="dk",
        name="Decks",
        reference=Reference(folder),
        resolvers={},
        muster_from=lambda: MUSTER,
        game_from=nothing,
        catalogue_from=lambda: lambda: (Page("Decks", ()),),
        catalogue_schema_from=lambda: lambda: {"type": "object"},
        quick_from=lambda: lambda house: (Page("Decks", ()),),
    )


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    """Let the program find it, beside the built-in ones."""
    system, load, ids = build(folder), registry.load, registry.system_ids
    monkeypatch.setattr(registry, "load", lambda name: system if name == "dk" else load(name))
    monkeypatch.setattr(registry, "system_ids", lambda: (*ids(), "dk"))
    return system
