"""The tables of the house rules as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Block, Facts, House, Page, Para, Table
from . import SYSTEM
from .fog import Split, find_split
from .profiles import Expert, action_rows, catalogue_table, class_rows, expert_rows
from .texts import REFERENCE, rule_number

NOT = "-"


def fog_table(house: House) -> Table:
    """The Fog of War cards of a side for each diameter, in both variants, until nothing changes any more."""
    rows, most = [], rule_number("fog-total")
    for diameter in range(1, most + 1):
        both = [find_split(diameter, variant, "ground", house).value for variant in ("standard", "late")]
        rows.append(
            (
                f"{diameter}{' and more' if diameter == most else ''}",
                *(word for one in both for word in _split_cells(one)),
            )
        )
    columns = ("D", "deck", "supply", "vision", "late: deck", "late: supply", "late: vision")
    return Table(columns, tuple(rows), "Fog of War cards, own / opponent's; vision at the start (at most)")


def _split_cells(one: Split) -> tuple[str, str, str]:
    deck, supply = f"{one.deck_own} / {one.deck_opponent}", f"{one.supply_own} / {one.supply_opponent}"
    return deck, supply, f"{one.starting_vision} ({one.max_vision})"


def class_table() -> Table:
    """What each class bears, and whether its damage stays."""
    rows = tuple(
        (one.name, one.durability or NOT, "stays" if one.lasting else "removed" if one.durability else NOT, one.effect)
        for one in class_rows().values()
    )
    return Table(
        ("class", "bears", "damage at end of turn", "reached"), rows, "Damage: lethal and suppress are added up"
    )


def action_table() -> Table:
    rows = tuple((one.name + ("" if one.flag else " X"), one.summary) for one in action_rows().values())
    return Table(("action", "what it does"), rows, "Actions")


def expert_table() -> Table:
    """What crew experts make of the actions on their cards."""
    rows = tuple((one.name, str(one.initiative or NOT), "; ".join(_trade_texts(one))) for one in expert_rows().values())
    return Table(("expert", "initiative", "aboard"), rows, "Crew experts", frozenset({"initiative"}))


def _trade_texts(one: Expert) -> Iterator[str]:
    for trade in one.trades:
        value = one.initiative if trade.get("value") == "initiative" else trade.get("value", "")
        yield f"{trade['using']}: {trade['want']} {value}".strip()


def reminder_facts() -> Facts:
    """The sentences that one forgets."""
    numbers = {name: row["value"] for name, row in REFERENCE.file_data("catalogue/numbers").items()}
    told: Mapping[str, str] = catalogue_table("words", "reminders")
    return Facts(tuple((name, text.format(**numbers)) for name, text in told.items()))


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [reminder_facts(), class_table(), action_table(), fog_table(house), expert_table()]
    if differing := house.decision_texts():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page(f"{SYSTEM.name} at a glance", tuple(blocks)),)


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the house rules say in tables."""
    words = ((one.id, one.summary) for one in class_rows().values())
    constants = tuple(
        (row["name"], str(row["value"]), row["rule"]) for row in REFERENCE.file_data("catalogue/numbers").values()
    )
    numbers = Table(("number", "value", "rule"), constants, "Fixed numbers", frozenset({"value"}))
    away = Para("The numbers of units stand on the players' own cards; there are none here.", "note")
    return (
        Page("Pieces", (away, class_table(), Table(("class", "what it is"), tuple(words), "In words"))),
        Page("Actions and experts", (action_table(), expert_table())),
        Page("Vision", (fog_table(SYSTEM.house), reminder_facts())),
        Page("Numbers", (numbers,)),
    )
