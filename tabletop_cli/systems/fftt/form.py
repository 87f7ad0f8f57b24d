"""What may be written into an army file: the settings of the list, its units, its flanking forces and their units.

What is allowed and what it costs is not said here: the checks decide, see `muster`. Each key is declared once, for
players and for editors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from ...api import (
    Form,
    Json,
    JsonMapping,
    Key,
    Nullable,
    Number,
    Pick,
    Schema,
    Setting,
    Shelf,
    System,
    Text,
    Ware,
    Whole,
    YesNo,
    brief,
    counted,
    offered,
    stray,
    worded,
)
from .army import Army, Line, read, table_of
from .profiles import FLANKS, MODES, Unit, abilities, elite_cost, factions, unit, units, units_of
from .quick import range_words, weapon_words
from .shape import ARMY_KEYS, LINE_KEYS
from .tables import table_of as words_of

TEXT: Schema = {"type": "string", "maxLength": 200}
COPIES: Schema = {"type": "integer", "minimum": 1}
COUNT = Key.of(
    *("count", "Count", Whole(1), "FFTT-A5"),
    needed=True,
    help="How many figures.",
    told="How many figures (FFTT-A5).",
    valid=COPIES,
)
NAME = Key.of("name", "Name", Text(), help="A name of your own.", valid=TEXT)
ELITE = Key.of("elite", "Elite", YesNo(), "FFTT-A17", "FFTT-R18", default=False, told="Elite figures (FFTT-A17).")
XP = Key.of(
    *("xp", "Experience", Whole(0), "FFTT-A18", "FFTT-XP-1"),
    default=0,
    help="FP of the enemies that each of them has killed.",
    told="FP of experience, in campaigns and detachments (FFTT-A18).",
    valid={"type": "integer", "minimum": 0},
)


@cache
def army_keys() -> tuple[Key, ...]:
    """What a list says beside units, flanking forces, general and house rules."""
    modes = {name: words_of("modes")[name] for name in MODES}
    rows = {one.id: {"name": one.name, "summary": one.summary} for one in factions().values()}
    return (
        Key.of("name", "Name", Text(), help="What the army is called.", valid=TEXT),
        worded("faction", "Faction", rows, "FFTT-A3", told="Whose army it is (FFTT-A3)."),
        worded("mode", "What for", modes, "FFTT-A1", default=MODES[0], told="What the list is for (FFTT-A1)."),
        Key.of(
            *("budget", "Budget", Nullable(Number(0)), "FFTT-A1", "FFTT-A2"),
            help="The force points that both players agreed on.",
            valid={"type": ["integer", "null"], "minimum": 1},
            told="The force points that the players agreed on (FFTT-A1).",
        ),
    )


@cache
def general_keys(names: tuple[str, ...]) -> tuple[Key, ...]:
    """What is said about the general, who is one of some units."""
    rows = {one.id: {"name": f"{one.name} ({one.roll})", "summary": one.summary} for one in abilities().values()}
    commanders = {name: {"name": unit(name).name, "summary": unit(name).summary} for name in names}
    return (
        worded("unit", "General", commanders, "FFTT-A15", needed=False, told="The unit that he is (FFTT-A15)."),
        Key.of("name", "General's name", Text(), help="What he is called.", valid=TEXT),
        worded("ability", "General's ability", rows, "FFTT-GEN-1", needed=False, told="Once thrown (FFTT-GEN-1)."),
        Key.of("replacement", "Replaces another general", YesNo(), "FFTT-A16", default=False, told="FFTT-CAMP-11."),
    )


def form(army: JsonMapping, system: System) -> Form:
    """What may be written into an army file; never raises, whatever is written there already."""
    written = read(table_of(army), None, system)
    own = units_of(written.faction) or tuple(units().values())
    shelf = Shelf(wares=wares(own), settings=lambda entry: tuple(_of_line(entry, written)), ware=_known)
    return Form(settings=tuple(_of_army(written, own)), shelves=(shelf, _flanks(own)))


def _known(entry: JsonMapping) -> str | None:
    word = entry.get("unit")
    return word if isinstance(word, str) and word in units() else None


# --- Settings


def _of_army(army: Army, own: Sequence[Unit]) -> Iterator[Setting]:
    lists = [key for key in ARMY_KEYS if key not in ("name", "faction", "mode", "budget", "general")]
    yield from offered(army_keys(), army.fields, _stray, "general", *lists)
    written = army.fields.get("general", {})
    if isinstance(written, list | tuple) and written:
        yield stray(("general",), "general, which is a list", "FFTT-A15", "One general at most.")
        return
    there = [line.word for line in army.lines if line.unit and line.word != "hq"]
    names = tuple(dict.fromkeys(there or [one.id for one in own if one.id != "hq"]))
    hidden = ["replacement"] if army.mode == "battle" and "replacement" not in table_of(written) else []
    for one in offered(general_keys(names), table_of(written), _stray):
        if one.key[-1] not in hidden:
            yield replace(one, key=("general", *one.key))


def _of_line(entry: JsonMapping, army: Army) -> Iterator[Setting]:
    """What is chosen about some figures; elite and experience where the list may have them, or has."""
    line = Line(("units", 0), entry, army.house)
    if line.unit is None:
        yield _whom("FFTT-A4", tuple(units()))
    yield from (COUNT, NAME)
    if elite_cost(army.house) is not None or "elite" in entry:
        yield ELITE
    if army.mode != "battle" or "xp" in entry:
        yield XP
    yield from (_stray(key, value, "FFTT-A17") for key, value in entry.items() if key not in LINE_KEYS)


def _whom(rule: str, names: tuple[str, ...]) -> Key:
    rows = {name: {"name": unit(name).name, "summary": unit(name).summary} for name in names}
    return worded("unit", "Unit", rows, rule)


def _stray(key: str, value: Json, rule: str = "FFTT-SETUP-6") -> Setting:
    """A key that does not belong where it is written."""
    return stray((key,), f"{key}, which does not belong here", rule, f"It says {brief(value)}.")


# --- Units and flanking forces


@cache
def wares(own: Sequence[Unit]) -> tuple[Ware, ...]:
    """Units that can be put into a list, with the numbers by which one chooses."""
    return tuple(
        Ware(
            id=one.id,
            title=one.name,
            entry={"unit": one.id, "count": 1},
            group=" and ".join(factions()[name].name for name in one.factions),
            help=f"{_numbers(one)}. {one.summary}",
            rules=one.rules,
        )
        for one in own
    )


def _numbers(one: Unit) -> str:
    fire = f"{weapon_words(one)}, {one.ws} or less to {range_words(one)}" if one.shoots else weapon_words(one)
    told = [f"{one.fp} FP", counted(one.ap, "action"), counted(one.wounds, "wound"), fire.replace("-", "no weapon")]
    return ", ".join([*told, f"hand to hand {one.hth:+d}"])


def _flanks(own: tuple[Unit, ...]) -> Shelf:
    """The flanking forces; a new one begins with the first unit that may hide."""
    first = next(one.id for one in own if one.id != "hq")
    begun = [{"unit": first, "count": 1}]
    sides = tuple(
        Ware(
            id=side,
            title=f"{side.capitalize()} flank",
            entry={"side": side, "units": begun},
            help="Hidden until it arrives, from turn 2 on; its figures are some of the army's.",
            rules=("FFTT-FLANK-1", "FFTT-FLANK-2", "FFTT-A12"),
        )
        for side in FLANKS
    )
    return Shelf(
        place=("flanks",),
        title="Flanks",
        one="flanking force",
        wares=sides,
        settings=lambda entry: tuple(_of_flank(entry)),
        ware=lambda entry: next((side for side in FLANKS if entry.get("side") == side), None),
        inside=lambda entry: (_hidden(own),),
    )


def _of_flank(entry: JsonMapping) -> Iterator[Setting]:
    picks = tuple(Pick(side, side.capitalize()) for side in FLANKS)
    yield replace(worded("side", "Side", {side: {"name": side} for side in FLANKS}, "FFTT-A11"), picks=picks)
    yield from (_stray(key, value) for key, value in entry.items() if key not in ("side", "units"))


def _hidden(own: tuple[Unit, ...]) -> Shelf:
    return Shelf(
        title="Figures", one="unit", wares=wares(own), settings=lambda entry: tuple(_of_hidden(entry)), ware=_known
    )


def _of_hidden(entry: JsonMapping) -> Iterator[Setting]:
    if _known(entry) is None:
        yield _whom("FFTT-A13", tuple(units()))
    yield COUNT
    yield from (_stray(key, value) for key, value in entry.items() if key not in ("unit", "count"))
