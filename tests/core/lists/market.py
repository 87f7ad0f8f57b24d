"""A market for tests of suggestions: a system of a few lines, with any prices, marks and rules.

An entry is ``{kind, extras = [], colour = "red", drums = false, count = 1, name}``. Extras cost, colours are free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

from tabletop_cli.core.declare.composed import ListOf
from tabletop_cli.core.declare.kinds import Number, OneOf, Text, Whole, did_you_mean
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.lists.form import Form, Pick, Setting, Shelf, Ware
from tabletop_cli.core.lists.problems import Problem
from tabletop_cli.core.system import System

COLOURS = ("red", "blue")


@dataclass(frozen=True)
class Stall:
    """A kind of unit: its price, the prices of its extras, whether it comes in colours, whether it is a captain."""

    price: Fraction
    extras: Mapping[str, Fraction] = field(default_factory=dict)
    colours: bool = False
    captain: bool = False


def nothing(army: Mapping[str, Any]) -> Iterator[Problem]:
    return iter(())


@dataclass(frozen=True)
class Market:
    """What there is, how many captains are legal (0, 1, 2 for several), whether all points must be spent; what else
    is found fault with, and what is asked of the army and of an entry besides."""

    stalls: Mapping[str, Stall]
    captains: frozenset[int] = frozenset({0, 1, 2})
    exact: bool = False
    finds: Callable[[Mapping[str, Any]], Iterator[Problem]] = nothing
    asks: tuple[Setting, ...] = ()
    asks_entries: tuple[Setting, ...] = ()

    @property
    def system(self) -> System:
        muster = Muster(
            read=self.read,
            checks={"M1": self.kinds, "M2": self.choices, "M3": self.captaincy, "M4": self.spent, "M5": self.finds},
            points=self.points,
            budget=lambda army: army["agreed"],
            sheet=lambda *_: None,
            schema=lambda _: {},
            form=self.form,
            marks=self.marks,
        )
        return cast(System, SimpleNamespace(id="market", muster=muster, own_tables=None, common_keys=("house",)))

    def read(self, army: Mapping[str, Any], budget: Any, system: System) -> dict[str, Any]:
        if not isinstance(army.get("units", []), list):
            raise Malformed("units: not a list")
        agreed = army.get("budget") if budget is None else budget
        return {**army, "agreed": None if agreed is None else Number().read(agreed, "budget")}

    def entries(self, army: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        return list(army.get("units", []))

    def cost(self, entry: Mapping[str, Any]) -> Fraction:
        stall = self.stalls.get(entry.get("kind", ""))
        if stall is None:
            return Fraction(0)
        extras = sum((stall.extras.get(one, Fraction(0)) for one in entry.get("extras", [])), Fraction(0))
        return int(entry.get("count", 1)) * (stall.price + extras)

    def points(self, army: Mapping[str, Any]) -> Fraction:
        return sum(map(self.cost, self.entries(army)), Fraction(0))

    def kinds(self, army: Mapping[str, Any]) -> Iterator[Problem]:
        for at, entry in enumerate(self.entries(army)):
            if entry.get("kind") not in self.stalls:
                hint = did_you_mean(entry.get("kind"), list(self.stalls))
                yield Problem("M1", f"no stall sells {entry.get('kind')}", hint, ("units", at, "kind"))

    def choices(self, army: Mapping[str, Any]) -> Iterator[Problem]:
        """Extras of the stall, each once; never a whip and a drum together."""
        for at, entry in enumerate(self.entries(army)):
            if (stall := self.stalls.get(entry.get("kind", ""))) is None:
                continue
            extras = entry.get("extras", [])
            wrong = any(one not in stall.extras for one in extras) or len(set(extras)) != len(extras)
            if wrong or {"whip", "drum"} <= set(extras):
                yield Problem("M2", f"{extras} cannot be had", "", ("units", at, "extras"))
            if entry.get("colour", "red") not in (COLOURS if stall.colours else COLOURS[:1]):
                yield Problem("M2", "not in this colour", 'write colour = "red"', ("units", at, "colour"))

    def captaincy(self, army: Mapping[str, Any]) -> Iterator[Problem]:
        there = [(at, one) for at, one in enumerate(self.entries(army)) if self.marks(one, army)]
        count = sum(int(one.get("count", 1)) for _, one in there)
        if min(2, count) not in self.captains:
            yield Problem("M3", f"{count} captains", "", ("units", there[-1][0]) if there else ("units",))

    def spent(self, army: Mapping[str, Any]) -> Iterator[Problem]:
        points, agreed = self.points(army), army["agreed"]
        if agreed is not None and (points > agreed or (self.exact and points < agreed)):
            yield Problem("M4", f"{points} of {agreed} points", "", ("budget",))

    def marks(self, entry: Mapping[str, Any], army: Mapping[str, Any]) -> dict[str, int]:
        stall = self.stalls.get(entry.get("kind", ""))
        return {"captain": 1} if stall and stall.captain else {}

    def form(self, army: Mapping[str, Any], system: System) -> Form:
        wares = tuple(Ware(id=name, title=name.capitalize(), entry={"kind": name}) for name in self.stalls)
        shelf = Shelf(wares=wares, settings=self.settings, ware=lambda entry: entry.get("kind"))
        return Form(settings=(Setting(key=("budget",), title="Budget", kind=Number()), *self.asks), shelves=(shelf,))

    def settings(self, entry: Mapping[str, Any]) -> tuple[Setting, ...]:
        stall = self.stalls.get(entry.get("kind", ""), Stall(Fraction(1)))
        names = tuple(stall.extras)
        picks = tuple(map(Pick, names))
        return (
            Setting(key=("count",), title="Count", kind=Whole(1), default=1, short=False),
            Setting(key=("name",), title="Name", kind=Text(), short=False),
            Setting(key=("extras",), title="Extras", kind=ListOf(OneOf(names)), picks=picks, default=()),
            Setting(key=("colour",), title="Colour", kind=OneOf(COLOURS), default="red"),
            *self.asks_entries,
        )
