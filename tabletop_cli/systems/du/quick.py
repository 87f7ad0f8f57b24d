"""The tables of the house rules as people read them: for the catalogue, the quick reference and rosters.

The sentences are in ``catalogue/words.toml``. What a house rule decides is there in the words of that switch.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...api import Block, Facts, Heading, House, Page, Para, Table
from . import SYSTEM
from .fog import Split, find_split
from .pieces import INFANTRY, Harmed
from .profiles import Expert, PieceClass, action_rows, catalogue_table, class_rows, expert_rows
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
    counted = "Fog of War cards by diameter (D), own / opponent's; vision at the start (at most)"
    return Table(columns, tuple(rows), f"{counted}; late: late-vision variant")


def _split_cells(one: Split) -> tuple[str, str, str]:
    deck, supply = f"{one.deck_own} / {one.deck_opponent}", f"{one.supply_own} / {one.supply_opponent}"
    return deck, supply, f"{one.starting_vision} ({one.max_vision})"


def fog_note(house: House) -> Para:
    """Which columns of the Fog of War table an aerial list uses (DU-FOG-5, DU-R27)."""
    return Para(house.said["aerial_start_vision"], "note")


def class_table(house: House) -> Table:
    """What each class bears, whether its damage stays, and what happens when it is reached (DU-DMG-2, DU-DMG-7)."""
    rows = tuple(
        (one.name, one.durability or NOT, _at_end(one, house), _result_at_defense(one, house))
        for one in class_rows().values()
    )
    columns = ("class", "bears", "damage at end of turn", "at the defense")
    return Table(columns, rows, "Damage: lethal and suppress add up")


def _at_end(one: PieceClass, house: House) -> str:
    """What becomes of its damage at the end of a turn (DU-DMG-7, DU-R12, DU-R40)."""
    if not one.durability:
        return NOT
    if not _lasts(one, house):
        return "removed"
    some = house["vehicle_suppress"] == "end-of-turn" and one.effect != "destroyed"
    return "lethal stays, suppress removed" if some else "stays"


def _result_at_defense(one: PieceClass, house: House) -> str:
    """What happens to it at its defense or hardness (DU-DMG-2, DU-DMG-4, DU-DMG-5, DU-DMG-6, DU-R11, DU-R16)."""
    if one.effect == "destroyed":
        return "destroyed, or suppressed" if house["suppress_structures"] == "mark" else "destroyed"
    if not one.durability or _lasts(one, house):
        return one.effect
    cleared = ", damage removed" if house["infantry_after_effect"] == "clear" else ""
    return f"{class_rows()[INFANTRY[0]].effect}{cleared}"


def _lasts(one: PieceClass, house: House) -> bool:
    return Harmed(class_=one.id).has_lasting_damage(house)


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
        what = "from inside" if trade["using"] == trade["want"] == "repair" else f"as {trade['want']} {value}"
        yield f"{trade['using']} {what}"


def reminder_facts(house: House) -> Iterator[Block]:
    """Yield what players look up during a turn, as these house rules have it."""
    numbers = {name: row["value"] for name, row in REFERENCE.file_data("catalogue/numbers").items()}
    sections: Mapping[str, Mapping[str, str]] = catalogue_table("words", "reminders")
    for title, told in sections.items():
        yield Heading(title)
        yield Facts(tuple((name, text.format(said=house.said, **numbers)) for name, text in told.items()))


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [*reminder_facts(house), class_table(house), action_table(), expert_table()]
    blocks += [fog_table(house), fog_note(house)]
    if differing := house.decision_texts():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page(f"{SYSTEM.name} at a glance", tuple(blocks)),)


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the house rules say in tables."""
    words = ((one.id, one.summary) for one in class_rows().values())
    constants = tuple(
        (row["name"], str(row["value"]), row["rule"]) for row in REFERENCE.file_data("catalogue/numbers").values()
    )
    house, right = SYSTEM.house, frozenset({"value"})
    numbers = Table(("number", "value", "rule"), constants, "Fixed numbers", right)
    away = Para("The numbers of units are on your own cards; there are none here.", "note")
    return (
        Page("Pieces", (away, class_table(house), Table(("class", "what it is"), tuple(words), "In words"))),
        Page("Actions and experts", (action_table(), expert_table())),
        Page("Vision", (fog_table(house), fog_note(house), *reminder_facts(house))),
        Page("Numbers", (numbers,)),
    )
