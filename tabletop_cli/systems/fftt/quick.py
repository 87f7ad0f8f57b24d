"""The tables of the rulebook as people read them: for the catalogue, the quick reference and rosters."""

from __future__ import annotations

from collections.abc import Iterable

from ...api import Block, Facts, House, Page, Para, Table
from . import SYSTEM
from .profiles import abilities, decision_texts_of
from .tables import Action, Modifier, actions, arrival_need, blasts, blows, hand_to_hand, table_of, to_hit
from .units import FACTIONS, UNITS, Faction, Unit, hatchling_of, is_ai, units_of

NOT = "-"
WEAPONS = {"close-combat": "close combat", "none": NOT}
THROWS = ("no", "one", "two", "three", "four")
STEPS = {"own": "own movement", "enemy": "enemy's movement"}  # others as they are called


def weapon_words(one: Unit) -> str:
    """What a unit fights with: ``direct, two rolls``, ``close combat``, ``-``."""
    return WEAPONS.get(one.weapon, one.weapon) + (f", {THROWS[one.shots]} rolls" if one.shots > 1 else "")


def range_words(one: Unit) -> str:
    """Short and long range: ``20/30 cm``; ``-`` of what does not shoot."""
    return f"{one.short}/{one.long} cm" if one.shoots else NOT


def unit_notes(one: Unit, house: House) -> str:
    """What is special about a unit, in words."""
    told, kind = table_of("notes", "units"), "machines" if one.mechanical else "creatures"
    found = [words.format(kind=kind, **table_of("numbers")) for flag, words in told.items() if getattr(one, flag)]
    if one.shoots and not one.opportunity:
        found.append("no opportunity fire")
    if one.flies:
        found.append(f"flies {one.flies}")
    if is_ai(one, house):
        found.append("never out of ammo")
    if not one.counts:
        found.append("does not count at the end")
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
    bursts = Table(("burst", "within: wounds"), rows, "Bursts: distance from the centre")
    return _modifier_table("To hit: 2D6, at most weapon skill (WS) plus these", to_hit().values()), bursts


def fighting_tables() -> tuple[Table, ...]:
    """Modifiers of hand to hand, and what a win is worth."""
    worth = tuple((one.name, str(one.wounds)) for one in blows())
    won = Table(("the winner's total is", "wounds"), worth, "Wounds in hand to hand", frozenset({"wounds"}))
    return _modifier_table("Hand to hand: 1D6 plus HtH and these, higher total wounds", hand_to_hand().values()), won


def action_table(house: House) -> Table:
    """Actions with their costs, who may, and what stops them."""
    rows = tuple((one.name, _cost_text(one, house), _when(one), one.who, one.never) for one in actions().values())
    return Table(("action", "AP", "when", "who", "never"), rows, "Actions", frozenset({"AP"}))


def _cost_text(one: Action, house: House) -> str:
    """What it costs; opportunity fire takes what is left besides, unless the house rules leave it (FFTT-R6)."""
    takes_all = one.id == "opportunity-fire" and house["opportunity-fire-cost"] == "exhausts"
    return f"{one.ap}+: all" if takes_all else str(one.ap)


def _when(one: Action) -> str:
    return ", ".join(STEPS.get(step, step.replace("-", " ")) for step in one.steps)


def general_tables(house: House) -> tuple[Table, ...]:
    """Abilities and experience."""
    told = tuple((str(one.roll), one.name, one.summary_text(house)) for one in abilities().values())
    gained = tuple((str(row["fp"]), row["summary"]) for row in table_of("experience").values())
    return (
        Table(("2D6", "ability", "what it does"), told, "General's ability", frozenset({"2D6"})),
        Table(("FP killed", "what it gives"), gained, "Experience", frozenset({"FP killed"})),
    )


def waiting_tables() -> tuple[Table, ...]:
    """When hidden forces come, and what hatches."""
    alike: dict[str, list[str]] = {}
    for turn in range(1, table_of("arrival")["automatic"] + 1):
        alike.setdefault(_need_text(arrival_need(turn)), []).append(str(turn))
    turns = tuple((", ".join(those), need) for need, those in alike.items())
    eggs = tuple((str(roll), one.name if (one := hatchling_of(roll)) else "roll again") for roll in range(1, 7))
    return (
        Table(("turn", "1D6"), turns, "Hidden forces, in the first phase", frozenset({"turn"})),
        Table(("1D6", "hatches"), eggs, "Eggs, at the end of the next turn", frozenset({"1D6"})),
    )


def _need_text(lowest: int | None) -> str:
    return "never" if lowest is None else "without a roll" if lowest == 1 else f"{lowest} or more"


def reminder_facts(house: House, name: str = "reminders") -> Facts:
    """What one forgets, in the order of a turn or of a week, in the words and numbers of the house rules."""
    numbers, told = table_of("numbers"), table_of(name).items()
    return Facts(tuple((name, " ".join(text.format(said=house.said, **numbers).split())) for name, text in told))


def quick_pages(house: House) -> tuple[Page, ...]:
    """What people look up during a game, as short as it can be."""
    blocks: list[Block] = [
        unit_table(UNITS.all_rows(house.catalogue).values(), house),
        action_table(house),
        *shooting_tables(),
        *fighting_tables(),
    ]
    blocks += [*waiting_tables(), reminder_facts(house), *general_tables(house)]
    if differing := decision_texts_of(house):
        blocks.append(Table(("house rule", "as you play it"), differing, "Your house rules"))
    return (Page(f"{SYSTEM.name} at a glance", tuple(blocks)),)


def catalogue_pages() -> tuple[Page, ...]:
    """Everything that the rulebook prints in tables, a page for each topic."""
    return (
        *map(_faction_page, FACTIONS.printed.values()),
        Page("Shooting and hand to hand", (*shooting_tables(), *fighting_tables())),
        Page("Turn and actions", (action_table(SYSTEM.house), reminder_facts(SYSTEM.house))),
        Page("Generals, experience, hidden forces, eggs", (*general_tables(SYSTEM.house), *waiting_tables())),
    )


def _faction_page(faction: Faction) -> Page:
    own = units_of(faction)
    told = tuple((one.id, ", ".join(one.also) or NOT, one.summary) for one in own)
    words = Table(("id", "also called", "what it is"), told, "In words")
    return Page(faction.name, (Para(faction.summary), unit_table(own, SYSTEM.house), words))
