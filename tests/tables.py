"""Three made-up systems whose players sit otherwise than at two ends of a table.

`rows`   players are a list of tables, each with an army and a colour; two at least, four at most
`camps`  armies are a map by side, or figures are there instead; and there is a campaign
`decks`  no armies: two sides with cards
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.declare.composed import ListOf, MapOf, Nullable
from tabletop_cli.core.declare.facts import Record, fact, read_record
from tabletop_cli.core.declare.kinds import OneOf, Raw, Text, Whole, YesNo
from tabletop_cli.core.declare.reference import Reference
from tabletop_cli.core.dice.handlers import Dice
from tabletop_cli.core.errors import Malformed
from tabletop_cli.core.lists.army import Muster
from tabletop_cli.core.lists.form import Form
from tabletop_cli.core.lists.sheet import Sheet
from tabletop_cli.core.page import Chart, Lines, Link, Page, Para, Spot, Table
from tabletop_cli.core.play.game import Event, EventKind, Game
from tabletop_cli.core.play.linked import Linked
from tabletop_cli.core.play.seats import Seat, at_path, put_inside, seats_at
from tabletop_cli.core.system import System

REFERENCE = """
ruling = []
[system]
id = "{id}"
name = "{name}"
authors = ["Nobody"]
licence = "none"
summary = "A made-up system."
[[rule]]
id = "X-1"
title = "Counting"
topic = "All"
kind = "track"
text = "Whoever counts, counts."
"""


@dataclass(frozen=True)
class Score:
    """Who takes part, and what each has counted; `goal` ends it."""

    scores: Mapping[str, int]
    goal: int = 10


@dataclass(frozen=True, kw_only=True)
class Count(Event):
    by: str = fact(Text())
    n: int = fact(Whole(1), 1)
    roll: bool = fact(YesNo(), False)


def play_count(state: Score, event: Count, dice: Dice) -> tuple[Score, dict[str, Any]]:
    if event.by not in state.scores:
        raise Malformed(f"no side {event.by}")
    more = event.n + (dice.roll_die("luck") if event.roll else 0)
    dice.explain(f"{event.by} counts {more}", "X-1")
    return replace(state, scores={**state.scores, event.by: state.scores[event.by] + more}), {"n": more}


def game(set_up: type[Any], begin: Any, seats: Any, **more: Any) -> Game:
    """A game of counting; systems differ in their set-ups."""
    return Game(
        events={"count": EventKind(id="count", title="Counting", cls=Count, play=play_count, rules=("X-1",))},
        state=Score,
        begin=begin,
        common=lambda state: {},
        view=lambda state: {"scores": dict(state.scores)},
        over=lambda state: max(state.scores.values(), default=0) >= state.goal,
        board=lambda state, side: Page("Scores", (Para(headline(state)),)),
        headline=headline,
        set_up=set_up,
        seats=seats,
        side_name=lambda state, side: f"the {side}s",
        **more,
    )


def headline(state: Score) -> str:
    return ", ".join(f"{side} {score}" for side, score in state.scores.items()) or "nobody"


# --- rows: a list of players ---


@dataclass(frozen=True, kw_only=True)
class Player:
    id: str = fact(Text())
    army: Mapping[str, Any] = fact(Raw())
    colour: str = fact(OneOf(("red", "blue")), ask="Which colour?", help="of the bases")


@dataclass(frozen=True, kw_only=True)
class Rows:
    players: tuple[Player, ...] = fact(ListOf(Record(Player), 2, 4))
    goal: int = fact(Whole(1), 10, ask="Which goal?")


def rows_seats(setup: Mapping[str, Any]) -> Iterator[Seat]:
    listed = setup.get("players")
    there = [str(one.get("id")) for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
    names = [*there, *(one for one in ("ann", "bob", "cyd", "dan") if one not in there)][:4]
    for at, side in enumerate(names):
        path = f"players.{side}.army"
        yield Seat(side, path, at < 2, at_path(setup, path))


def rows_seated(setup: Mapping[str, Any], seat: Seat, army: Mapping[str, Any]) -> Mapping[str, Any]:
    players = list(setup.get("players", ()))
    if at_path(setup, f"players.{seat.id}") is None:
        return {**setup, "players": [*players, {"id": seat.id, "army": army}]}
    seated: Mapping[str, Any] = put_inside(setup, seat.path.split("."), army)
    return seated


def rows_begin(raw: Any, system: System) -> Score:
    setup = read_record(Rows, {key: value for key, value in raw.items() if key != "house"}, "setup")
    return Score({one.id: len(one.army["units"]) - 1 for one in setup.players}, setup.goal)


# --- camps: armies by side, or figures; and a campaign ---


@dataclass(frozen=True, kw_only=True)
class Camps:
    armies: Mapping[str, Any] | None = fact(MapOf(Raw()), None)
    figures: Mapping[str, Any] | None = fact(MapOf(Raw()), None)
    campaign: bool = fact(YesNo(), False)


def camps_seats(setup: Mapping[str, Any]) -> tuple[Seat, ...]:
    needed = "figures" not in setup
    first = seats_at(setup, {side: f"armies.{side}" for side in ("north", "south")}, required=needed)
    return (*first, *seats_at(setup, {"east": "armies.east"}, required=False))


def camps_begin(raw: Any, system: System) -> Score:
    setup = read_record(Camps, raw, "setup")
    return Score(dict.fromkeys(setup.armies or {one["side"] for one in (setup.figures or {}).values()}, 0))


@dataclass(frozen=True, kw_only=True)
class Season:
    players: tuple[str, ...] = fact(ListOf(Text(), 2, 12), ask="Who plays?")
    weeks: int = fact(Whole(1), 4)


def season_paper(state: Score, side: str | None) -> tuple[Page, ...]:
    """Two sheets: the map, and lines to write on."""
    rows = tuple((who, str(n), "") for who, n in state.scores.items())
    return season_map(state, side), Page("Score", (Table(("who", "counted", "now"), rows), Lines(f"For {side}", 2)))


def season_map(state: Score, side: str | None) -> Page:
    """Every player's place, one after the other."""
    spots = tuple(Spot(name, f"Camp of {name}", (f"{n} counted",), name) for name, n in state.scores.items())
    links = tuple(Link((one.id, other.id), "R", "river") for one, other in pairwise(spots))
    return Page("The land", (Chart(spots, links),), "", {"side": side})


def season_fight(state: Score) -> Linked | None:
    """Once three are counted, the camps fight: what the north has counted there, the first player counts here."""
    if sum(state.scores.values()) != 3:
        return None
    first, *_ = state.scores
    setup = {"figures": {"n1": {"side": "north"}, "s1": {"side": "south"}}}
    return Linked("battle", "clash", setup, lambda view: {"do": "count", "by": first, "n": view["scores"]["north"]})


def season_begin(raw: Any, system: System) -> Score:
    setup = read_record(Season, raw, "setup")
    return Score(dict.fromkeys(setup.players, 0), setup.weeks)


# --- decks: no armies ---


@dataclass(frozen=True, kw_only=True)
class Deck:
    deck: Mapping[str, int] = fact(MapOf(Whole()), {})
    hand: int = fact(Whole(), 0)


@dataclass(frozen=True, kw_only=True)
class DeckSides:
    a: Deck = fact(Record(Deck), Deck())
    b: Deck = fact(Record(Deck), Deck())


@dataclass(frozen=True, kw_only=True)
class Decks:
    sides: DeckSides = fact(Record(DeckSides), DeckSides())
    hand: int | None = fact(Nullable(Whole()), None)
    box: Deck = fact(Record(Deck), Deck())


def decks_begin(raw: Any, system: System) -> Score:
    setup = read_record(Decks, raw, "setup")
    return Score({side: getattr(setup.sides, side).hand for side in "ab"})


# --- the systems ---

MUSTER = Muster(
    read=lambda army, budget, system: army,
    checks={},
    points=lambda army: Fraction(0),
    budget=lambda army: None,
    schema=lambda system: {"type": "object"},
    sheet=lambda army, problems: Sheet(
        system="x", system_name="X", name="", points=Fraction(0), budget=None, unit="unit", cards=(), problems=()
    ),
    form=lambda army, system: Form(),
)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, System]:
    """Let the program find the three, and nothing else."""
    games = {
        "rows": game(Rows, rows_begin, lambda setup: tuple(rows_seats(setup)), seated=rows_seated),
        "camps": game(Camps, camps_begin, camps_seats),
        "decks": game(Decks, decks_begin, lambda setup: (Seat("a"), Seat("b"))),
    }
    sit = lambda setup: tuple(Seat(one) for one in setup.get("players", ()))  # noqa: E731
    season = game(Season, season_begin, sit, map=season_map, paper=season_paper, linked=season_fight)
    found = {}
    for name, one in games.items():
        place = folder / name
        place.mkdir()
        (place / "reference.toml").write_text(REFERENCE.format(id=name, name=name.capitalize()), encoding="utf-8")
        (place / "house.toml").write_text("", encoding="utf-8")
        found[name] = System(
            id=name,
            name=name.capitalize(),
            reference=Reference(place),
            resolvers={},
            muster_from=lambda: MUSTER,
            game_from=lambda one=one: one,
            other_games={"campaign": lambda: season} if name == "camps" else {},
            catalogue_from=lambda: lambda: (Page("", ()),),
            catalogue_schema_from=lambda: lambda: {"type": "object"},
        )
    monkeypatch.setattr(registry, "load", lambda name: found[name])
    monkeypatch.setattr(registry, "system_ids", lambda: tuple(found))
    return found
