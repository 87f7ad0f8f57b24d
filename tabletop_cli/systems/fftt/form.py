"""What may be written into an army file: the settings of the list, its units, its flanking forces and their units.

What is allowed and what it costs is not said here: the checks decide, see `muster`. Each key is declared once, for
players and for editors.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from ...api import (
    PRINTED,
    Catalogue,
    Form,
    Json,
    JsonMapping,
    Key,
    Nullable,
    Number,
    Setting,
    Shelf,
    System,
    Text,
    Ware,
    Whole,
    YesNo,
    brief_text,
    catalogue_key,
    count_text,
    offered_settings,
    stray_setting,
)
from .army import Army, read, table_of, text_of
from .profiles import FLANKS, MODES, Ability, abilities, elite_cost
from .quick import range_words, weapon_words
from .shape import ARMY_KEYS, FLANK_KEYS, GENERAL_KEYS, HIDDEN_KEYS, LINE_KEYS
from .tables import table_of as words_of
from .units import FACTIONS, UNITS, Faction, Unit, units_of

COUNT = Key.from_name("count", "Count", Whole(1), "FFTT-A5", needed=True, help="How many figures (FFTT-A5).")
NAME = Key.from_name("name", "Name", Text(), help="A name of your own.")
ELITE = Key.from_name(
    "elite", "Elite", YesNo(), "FFTT-A17", "FFTT-R18", default=False, told="Elite figures (FFTT-A17)."
)
KILLS = "FP of the enemies that each of them has killed, in campaigns and detachments (FFTT-A18)."
XP = Key.from_name("xp", "Experience", Whole(0), "FFTT-A18", "FFTT-XP-1", default=0, help=KILLS)
AGREED = "The force points that both players agreed on (FFTT-A1)."
BUDGET = {"help": AGREED, "valid": {"type": ["integer", "null"], "minimum": 1}}


@cache
def army_keys(catalogue: Catalogue = PRINTED) -> tuple[Key, ...]:
    """What a list says beside units, flanking forces, general and house rules."""
    factions = FACTIONS.all_rows(catalogue).values()
    modes = {name: words_of("modes")[name] for name in MODES}
    return (
        Key.from_name("name", "Name", Text(), help="What the army is called."),
        catalogue_key("faction", "Faction", _named_rows(factions), "FFTT-A3", told="Whose army it is (FFTT-A3)."),
        catalogue_key("mode", "What for", modes, "FFTT-A1", default=MODES[0], told="What the list is for (FFTT-A1)."),
        Key.from_name("budget", "Budget", Nullable(Number(0)), "FFTT-A1", "FFTT-A2", **BUDGET),
    )


@cache
def general_keys(commanders: tuple[Unit, ...]) -> tuple[Key, ...]:
    """What is said about the general, who is one of some units."""
    who, able = _named_rows(commanders), _named_rows(abilities().values())
    return (
        catalogue_key("unit", "General", who, "FFTT-A15", needed=False, told="The general's unit (FFTT-A15)."),
        Key.from_name("name", "General's name", Text(), help="The name of the general."),
        catalogue_key(
            "ability", "General's ability", able, "FFTT-GEN-1", needed=False, told="After the roll (FFTT-GEN-1)."
        ),
        Key.from_name(
            "replacement", "Replaces another general", YesNo(), "FFTT-A16", default=False, told="FFTT-CAMP-11."
        ),
    )


def _named_rows(known: Iterable[Unit | Faction | Ability]) -> dict[str, dict[str, str]]:
    return {one.id: {"name": one.name, "summary": one.summary} for one in known}


def army_form(army: JsonMapping, system: System) -> Form:
    """What may be written into an army file; never raises, whatever is written there already."""
    written = read(table_of(army), None, system)
    known = UNITS.all_rows(written.house.catalogue)
    own = units_of(written.faction, written.house.catalogue) if written.faction else tuple(known.values())
    there = [line.unit for line in written.lines if line.unit and not line.is_hq]
    fighters = there or [one for one in own if not one.headquarters]

    def ware_of(entry: JsonMapping) -> str | None:
        return word if (word := text_of(entry.get("unit"))) in known else None

    shelf = Shelf(wares=unit_wares(own), settings=lambda entry: tuple(_of_line(entry, written, own)), ware=ware_of)
    inside = Shelf(
        title="Figures", wares=unit_wares(own), settings=lambda entry: tuple(_of_hidden(entry, known)), ware=ware_of
    )
    flanks = (_flanks_shelf(fighters, inside),) if fighters else ()
    return Form(settings=tuple(_of_army(written, fighters)), shelves=(shelf, *flanks))


# --- Settings


def _of_army(army: Army, commanders: Sequence[Unit]) -> Iterator[Setting]:
    yield from offered_settings(army_keys(army.house.catalogue), army.fields, _misplaced_setting, *ARMY_KEYS)
    written = army.fields.get("general", {})
    if isinstance(written, list | tuple) and written:
        yield stray_setting(("general",), "general, which is a list", "FFTT-A15", "One general at most.")
        return
    general, who = table_of(written), tuple(dict.fromkeys(commanders))
    for one in offered_settings(general_keys(who), general, _misplaced_setting, *GENERAL_KEYS):
        if army.mode != "battle" or one.key != ("replacement",) or "replacement" in general:
            yield replace(one, key=("general", *one.key))


def _of_line(entry: JsonMapping, army: Army, own: Sequence[Unit]) -> Iterator[Setting]:
    """What is chosen about some figures; elite and experience where the list may have them, or has."""
    if text_of(entry.get("unit")) not in [one.id for one in own]:
        yield catalogue_key("unit", "Unit", _named_rows(own), "FFTT-A4")
    yield from (COUNT, NAME)
    if elite_cost(army.house) is not None or "elite" in entry:
        yield ELITE
    if army.mode != "battle" or "xp" in entry:
        yield XP
    yield from (_misplaced_setting(key, value, "FFTT-A17") for key, value in entry.items() if key not in LINE_KEYS)


def _misplaced_setting(key: str, value: Json, rule: str = "FFTT-SETUP-6") -> Setting:
    """A key that does not belong where it is written."""
    return stray_setting((key,), f"{key}, which does not belong here", rule, f"It says {brief_text(value)}.")


# --- Units and flanking forces


@cache
def unit_wares(own: Sequence[Unit]) -> tuple[Ware, ...]:
    """Units that can be put into a list, with the numbers by which one chooses."""
    return tuple(map(_unit_ware, own))


def _unit_ware(one: Unit) -> Ware:
    fire = f"{weapon_words(one)}, {one.ws} or less to {range_words(one)}" if one.shoots else weapon_words(one)
    told = [
        f"{one.fp} FP",
        count_text(one.ap, "action"),
        count_text(one.wounds, "wound"),
        fire.replace("-", "no weapon"),
    ]
    return Ware(
        id=one.id,
        title=one.name,
        entry={"unit": one.id, "count": 1},
        group=" and ".join(faction.name for faction in one.factions),
        help=f"{', '.join(told)}, hand to hand {one.hth:+d}. {one.summary}",
        rules=one.rules,
    )


def _flanks_shelf(fighters: Sequence[Unit], inside: Shelf) -> Shelf:
    """The flanking forces; a new one begins with the cheapest figure that is there and may hide."""
    first = min(fighters, key=lambda one: one.fp)
    sides = {side: {"name": f"{side.capitalize()} flank"} for side in FLANKS}
    told = f"Moves 1 {first.name.lower()} of the army there to begin with. Hidden until it arrives, from turn 2 on."
    rules = ("FFTT-FLANK-1", "FFTT-FLANK-2", "FFTT-A12")
    begun = [{"unit": first.id, "count": 1}]

    def flank_settings(entry: JsonMapping) -> Iterator[Setting]:
        return offered_settings(
            [catalogue_key("side", "Side", sides, "FFTT-A11")], entry, _misplaced_setting, *FLANK_KEYS
        )

    return Shelf(
        place=("flanks",),
        title="Flanks",
        one="flanking force",
        wares=tuple(
            Ware(id=side, title=row["name"], entry={"side": side, "units": begun}, help=told, rules=rules)
            for side, row in sides.items()
        ),
        settings=lambda entry: tuple(flank_settings(entry)),
        ware=lambda entry: side if (side := text_of(entry.get("side"))) in FLANKS else None,
        inside=lambda entry: (inside,),
    )


def _of_hidden(entry: JsonMapping, known: Mapping[str, Unit]) -> Iterator[Setting]:
    if text_of(entry.get("unit")) not in known:
        yield catalogue_key("unit", "Unit", _named_rows(known.values()), "FFTT-A13")
    yield from offered_settings([COUNT], entry, _misplaced_setting, *HIDDEN_KEYS)
