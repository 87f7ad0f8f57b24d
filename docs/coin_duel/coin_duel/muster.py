"""Who may duel: reading a duellist, checking it, what to choose, the roster (COIN-A1, COIN-A2)."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path

from tabletop_cli.api import (
    Boxes,
    Card,
    Form,
    Json,
    JsonMapping,
    Key,
    Muster,
    Nullable,
    Number,
    Page,
    Problem,
    Schema,
    Sheet,
    System,
    Table,
    Text,
    army_schema,
    catalogue_key,
    did_you_mean,
    fact,
    read_record,
    schema_document,
    table_schema,
)


@cache
def kinds() -> dict[str, dict[str, int]]:
    """The catalogue."""
    return tomllib.loads((Path(__file__).parent / "catalogue" / "duellists.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, kw_only=True)
class Duellist:
    """An army of one."""

    system: str = fact(Text(), "coin")
    name: str = fact(Text(), "Nobody")
    kind: str = fact(Text())
    budget: Fraction | None = fact(Nullable(Number(0)), None)


def read(army: JsonMapping, budget: Json, system: System) -> Duellist:
    """A duellist from raw data. Errors: `Malformed` for a wrong structure."""
    agreed = {} if budget is None else {"budget": budget}
    duellist: Duellist = read_record(Duellist, {**army, **agreed}, "")
    return duellist


def a1(duellist: Duellist) -> Iterator[Problem]:
    if duellist.kind not in kinds():
        hint = did_you_mean(duellist.kind, list(kinds()))
        yield Problem("COIN-A1", f"nobody knows a {duellist.kind}", hint, ("kind",))


def a2(duellist: Duellist) -> Iterator[Problem]:
    if duellist.budget is not None and points(duellist) > duellist.budget:
        over = f"{points(duellist)} of {duellist.budget} points, {points(duellist) - duellist.budget} over"
        yield Problem("COIN-A2", over, "take a novice, or agree on more", ("kind",))


CHECKS = {"COIN-A1": a1, "COIN-A2": a2}


def points(duellist: Duellist) -> Fraction:
    return Fraction(kinds().get(duellist.kind, {}).get("points", 0))


@cache
def keys() -> tuple[Key, ...]:
    """What may be written about a duellist: for the builder, which tries what it costs, and for editors."""
    rows = {name: {"name": name, "summary": f"{row['coins']} coins"} for name, row in kinds().items()}
    return (
        Key.from_name("name", "Name", Text(), valid={"type": "string"}),
        catalogue_key("kind", "Kind", rows, told="What the duellist is."),
        Key.from_name("budget", "Points", Nullable(Number(0)), valid={"type": "number", "minimum": 0}),
    )


def form(army: JsonMapping, system: System) -> Form:
    """The builder's choices."""
    return Form(settings=keys())


def sheet(duellist: Duellist, problems: Sequence[Problem]) -> Sheet:
    """The duellist on paper: one card, and a box for the one hit that it takes."""
    coins = str(kinds().get(duellist.kind, {}).get("coins", "?"))
    card = Card(
        place=(),
        id=duellist.kind,
        title=duellist.name,
        kind=duellist.kind,
        each=points(duellist),
        points=points(duellist),
        stats=(("coins", coins),),
        boxes=(Boxes("hit", 0, 1),),
    )
    return Sheet(
        system="coin",
        system_name="Coin Duel",
        name=duellist.name,
        points=points(duellist),
        budget=duellist.budget,
        unit="duellist",
        cards=(card,),
        problems=tuple(problems),
    )


def catalogue() -> tuple[Page, ...]:
    return (Page("Duellists", (Table.from_rows("kind", kinds(), {"coins": "coins", "points": "points"}),)),)


def catalogue_schema() -> Schema:
    number = {"type": "integer", "minimum": 1}
    row = table_schema({"coins": number, "points": number}, ["coins", "points"])
    return schema_document("coin.catalogue.schema.json", "Duellists", {"type": "object", "additionalProperties": row})


MUSTER = Muster(
    read=read,
    checks=CHECKS,
    points=points,
    budget=lambda duellist: duellist.budget,
    schema=lambda system: army_schema(system, keys()),
    form=form,
    sheet=sheet,
)
