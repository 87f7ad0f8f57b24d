"""The tables of the rulebook as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterable

from ...api import Block, Facts, House, Page, Para, Table
from . import SYSTEM
from .profiles import abilities
from .tables import Modifier, actions, arrival_need, blasts, blows, hand_to_hand, table_of, to_hit
from .units import FACTIONS, UNITS, Faction, Unit, hatchling_of, is_ai, units_of

NOT = "-"
WEAPONS = {"close-combat": "close combat", "none": NOT}
THROWS = ("no", "one", "two", "three", "four")


def weapon_words(one: Unit) -> str:
    """What a unit fights with: ``direct, two throws``, ``close combat``, ``-``."""
    return WEAPONS.get(one.weapon, one.weapon) + (f", {THROWS[one.shots]} throws" if one.shots > 1 else "")


def range_words(one: Unit) -> str:
    """Short and long range: ``20/30 cm``; ``-`` of what does not shoot."""
    return f"{one.short}/{one.long} cm" if one.shoots else NOT


def unit_notes(one: Unit, house: House) -> str:
    """What is special about a unit, in words."""
    told = table_of("notes", "units")
    found = [words for flag, words in told.items() if getattr(one, flag)]
    if one.shoots and not one.opportunity:
        found.append("no opportunity fire")
    if one.flies:
        found.append(f"flies {one.flies}")
    if is_ai(one, house):
        found.append("never out of ammo")
    return ", ".join(found) or NOT


def unit_table(rows: Iterable[Unit], house: House) -> Table:
    """Units with all their numbers."""
    columns = ("unit", "FP", "AP", "W", "WS", "range", "weapon", "move", "HtH", "notes")
    cells = tuple(
        (
            *(one.name, str(one.fp), str(one.ap), str(one.wounds), NOT if one.ws is None else str(one.ws)),
            *(range_words(one), weapon_words(one), str(one.move or NOT), f"{one.hth:+d}", unit_notes(one, house)),
        )
        for one in rows
    )
    return Table(columns, cells, "Units", frozenset(columns[1:5]) | {"move", "HtH"})


def _modifier_table(title: str, rows: Iterable[Modifier]) -> Table:
    told = tuple((one.name + ("" if one.blasts else " (not bursts)"), f"{one.value:+d}") for one in rows)
    return Table(("when", "added"), told, title, frozenset({"added"}))


def shooting_tables() -> tuple[Table, ...]:
    """Modifiers to hit, and what bursts do."""
    circles = ((one.name, ((f"{float(reach):g} cm", hurt) for reach, hurt in one.circles)) for one in blasts().values())
    rows = tuple((name, ", ".join(f"{at}: {hurt}" if hurt else at for at, hurt in those)) for name, those in circles)
    bursts = Table(("burst", "within: wounds"), rows, "Bursts: distance to the centre")
    return _modifier_table("To hit: 2D6, weapon skill or less", to_hit().values()), bursts


def fighting_tables() -> tuple[Table, ...]:
    """Modifiers of hand to hand, and what a win is worth."""
    worth = tuple((one.name, str(one.wounds)) for one in blows())
    won = Table(("the winner's total is", "wounds"), worth, "Wounds", frozenset({"wounds"}))
    return _modifier_table("Hand to hand: 1D6, the higher total wounds", hand_to_hand().values()), won


def action_table() -> Table:
    rows = tuple((one.name, str(one.ap), ", ".join(one.steps), one.who) for one in actions().values())
    return Table(("action", "AP", "when", "who"), rows, "Actions", frozenset({"AP"}))


def general_tables() -> tuple[Table, ...]:
    """Abilities and experience."""
    told = tuple((str(one.roll), one.name, one.summary) for one in abilities().values())
    gained = tuple((str(row["fp"]), row["summary"]) for row in table_of("experience").values())
    return (
        Table(("2D6", "ability", "what it does"), told, "General's ability", frozenset({"2D6"})),
        Table(("FP killed", "what it gives"), gained, "Experience", frozenset({"FP killed"})),
    )


def waiting_tables() -> tuple[Table, ...]:
    """When hidden forces come, and what hatches."""
    turns = tuple(
        (str(turn), _need_text(arrival_need(turn))) for turn in range(1, table_of("arrival")["automatic"] + 1)
    )
    eggs = tuple((str(roll), one.name if (one := hatchling_of(roll)) else "throw again") for roll in range(1, 7))
    return (
        Table(("turn", "1D6"), turns, "Hidden forces, in the first phase", frozenset({"turn"})),
        Table(("1D6", "hatches"), eggs, "Eggs, at the end of the next turn", frozenset({"1D6"})),
    )


def _need_text(lowest: int | None) -> str:
    return "never" if lowest is None else "without a throw" if lowest == 1 else f"{lowest} or more"


def reminder_facts() -> Facts:
    """The numbers that one forgets."""
    numbers, told = table_of("numbers"), table_of("reminders").items()
    return Facts(tuple((name, " ".join(text.format(**numbers).split())) for name, text in told))


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [
        unit_table(UNITS.all_rows(house.catalogue).values(), house),
        *shooting_tables(),
        *fighting_tables(),
        action_table(),
    ]
    blocks += [*general_tables(), *waiting_tables(), reminder_facts()]
    if differing := house.decision_texts():
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page(f"{SYSTEM.name} at a glance", tuple(blocks)),)


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each topic."""
    return (
        *map(_faction_page, FACTIONS.printed.values()),
        Page("Shooting and hand to hand", (*shooting_tables(), *fighting_tables())),
        Page("Turn and actions", (action_table(), reminder_facts())),
        Page("Generals, experience, hidden forces, eggs", (*general_tables(), *waiting_tables())),
    )


def _faction_page(faction: Faction) -> Page:
    own = units_of(faction)
    told = tuple((one.id, ", ".join(one.also) or NOT, one.summary) for one in own)
    words = Table(("id", "also called", "what it is"), told, "In words")
    return Page(faction.name, (Para(faction.summary), unit_table(own, SYSTEM.house), words))
