"""The cards, and decks that players bring: a list without points (KINGS-A1)."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tabletop_cli.api import (
    Card,
    Form,
    MapOf,
    Muster,
    OneOf,
    Page,
    Problem,
    Setting,
    Sheet,
    System,
    Table,
    Text,
    Whole,
    document,
    fact,
    read_record,
    table,
)

LEAST = 6


@cache
def cards() -> dict[str, dict[str, int]]:
    """The catalogue, from the lowest card to the highest."""
    return tomllib.loads((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))


def names() -> tuple[str, ...]:
    """The names of all cards."""
    return tuple(cards())


def usual_deck() -> dict[str, int]:
    """The deck of a player who brings none."""
    return {card: row["copies"] for card, row in cards().items()}


@dataclass(frozen=True, kw_only=True)
class Deck:
    """A deck that a player brings."""

    system: str = fact(Text(), "kings")
    name: str = fact(Text(), "A deck")
    deck: Mapping[str, int] = fact(MapOf(Whole(0, 20), OneOf(names())))


def read(army: Mapping[str, Any], budget: Any, system: System) -> Deck:
    """A deck from raw data. Errors: `Malformed` for a wrong structure."""
    deck: Deck = read_record(Deck, army, "")
    return deck


def a1(deck: Deck) -> Iterator[Problem]:
    if (found := sum(deck.deck.values())) < LEAST:
        yield Problem("KINGS-A1", f"{found} cards, {LEAST} are needed", "add some", ("deck",))


def form(army: Mapping[str, Any], system: System) -> Form:
    """What may be written about a deck."""
    return Form(
        settings=(
            Setting(key=("name",), title="Name", kind=Text(), short=False),
            *(
                Setting(key=("deck", card), title=card.capitalize(), kind=Whole(0, 20), needed=True, short=False)
                for card in names()
            ),
        )
    )


def sheet(deck: Deck, problems: Sequence[Problem]) -> Sheet:
    """The deck on paper."""
    listed = tuple((card, str(n)) for card, n in deck.deck.items())
    card = Card(place=(), id="deck", title=deck.name, kind="deck", stats=listed)
    return Sheet(
        system="kings", system_name="Three Kings", name=deck.name, points=None, cards=(card,), problems=tuple(problems)
    )


def schema(system: System) -> dict[str, Any]:
    """The schema of a deck file, for editors."""
    fields = {
        "system": {"const": "kings"},
        "name": {"type": "string"},
        "deck": table({card: Whole(0, 20).schema() for card in names()}, []),
        "house": system.reference.house.schema(),
    }
    return document("kings.army.schema.json", "A deck", table(fields, ["deck"]))


def catalogue() -> tuple[Page, ...]:
    return (Page("Cards", (Table.of("card", cards(), {"rank": "rank", "in a deck": "copies"}),)),)


def catalogue_schema() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1}
    row = table({"rank": number, "copies": number}, ["rank", "copies"])
    return document("kings.catalogue.schema.json", "Cards", {"type": "object", "additionalProperties": row})


MUSTER = Muster(
    read=read, checks={"KINGS-A1": a1}, points=None, budget=lambda deck: None, schema=schema, form=form, sheet=sheet
)
