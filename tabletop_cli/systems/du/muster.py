"""Checks of deck files: one function per constraint id, listed in CHECKS. There are no points (DU-R58)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import count

from ...api import (
    Json,
    Muster,
    Problem,
    Where,
    brief_text,
    count_text,
    is_whole,
    lazy_function,
    lazy_part,
    too_long_text,
)
from .deck import FOG_COUNTS, Deck, Unit, read, table_or_empty, text_or_empty, whole_from
from .match import match_problems
from .profiles import EXPERTS, FOG, MODES, VARIANTS, action_rows, class_ids_with, expert_rows
from .shape import shape_problems
from .texts import rule_number

Found = Iterator[Problem]
KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
TOKENS = ("infantry", "crew", "vehicle", "plane")  # with a defense of their own
BARE = ("command", "off-map-artillery")  # without one
PLACES = {"deck": "in the deck", "supply": "in the supply"}


def faction_problems(deck: Deck) -> Found:
    """DU-A1: faction and opponent are said, and differ."""
    for key in ("faction", "opponent"):
        if not getattr(deck, key):
            said = f"the {key} is {brief_text(deck.fields[key])}" if key in deck.fields else f"no {key}"
            yield Problem("DU-A1", f"{said}, a word is needed", f"name the {key}", (key,))
    if deck.faction and deck.faction == deck.opponent:
        text = f"{deck.faction} is against itself"
        yield Problem("DU-A1", text, "name the other side's faction as opponent", ("opponent",))


def unknown_word_problems(deck: Deck) -> Found:
    """DU-A2: mode, variant and classes are known."""
    for key, known in (("mode", MODES), ("variant", VARIANTS)):
        if not getattr(deck, key):
            hint = f"write {key} = {' or '.join(map(brief_text, known))}"
            yield Problem("DU-A2", f"{brief_text(deck.fields[key])} is no {key}", hint, (key,))
    for unit in deck.units:
        yield from unit.unknown_word_problems("DU-A2", "class", class_ids_with("listed"))


def map_problems(deck: Deck) -> Found:
    """DU-A3: a map with rows, or with a longest and a shortest line."""
    if deck.lines is None:
        written = table_or_empty(deck.fields.get("map"))
        key = next((one for one in ("rows", "longest", "shortest") if one in written), "")
        said = f"map is {brief_text(deck.fields['map'])}" if "map" in deck.fields else "no map"
        hint = "say it with your numbers, as in map = { longest = 6, shortest = 5 } or map = { rows = [5, 6, 5] }"
        ends = [whole_from(written.get(name), 1) for name in ("longest", "shortest")]
        if key == "longest" and all(ends):
            hint = f"write longest = {ends[1]}, shortest = {ends[0]}, if they are swapped"
        text = f"{said}; whole numbers from 1 are needed, with the longest line not below the shortest"
        yield Problem("DU-A3", text, hint, ("map", key) if key else ("map",))


def count_problems(deck: Deck) -> Found:
    """DU-A4: all counts of cards are whole numbers from 0, and those of the Fog of War are there."""
    for key in FOG_COUNTS:
        if whole_from(deck.fog.get(key), 0) is None:
            said = f"fog.{key} is {brief_text(deck.fog[key])}" if key in deck.fog else f"fog.{key} is missing"
            yield Problem("DU-A4", f"{said}, a whole number from 0 is needed", _fog_hint(deck, key), _fog_place(key))
    for unit in deck.units:
        for zone in PLACES:
            if unit.has_broken_count(zone):
                text = f"{zone} is {brief_text(unit.fields[zone])}, a whole number from 0 is needed"
                yield unit.make_problem("DU-A4", text, f"say how many of its cards are {PLACES[zone]}", zone)


def _fog_place(key: str) -> tuple[str, ...]:
    return ("fog", key)


def _fog_hint(deck: Deck, key: str) -> str:
    """What to write, as the rule has it where the map is known."""
    return f"write fog.{key} = {getattr(deck.needed, key)}" if deck.needed else "say how many there are"


def deck_fog_problems(deck: Deck) -> Found:
    """DU-A5: two Fog of War cards in the deck."""
    yield from _fog_sum(deck, "DU-A5", "deck")


def supply_fog_problems(deck: Deck) -> Found:
    """DU-A6: eight Fog of War cards in the supply."""
    yield from _fog_sum(deck, "DU-A6", "supply")


def _fog_sum(deck: Deck, code: str, zone: str) -> Found:
    if deck.counts:
        there, needed = deck.counts[f"{zone}_own"] + deck.counts[f"{zone}_opponent"], rule_number(f"fog-{zone}")
        if there != needed:
            text = f"{count_text(there, 'Fog of War card')} {PLACES[zone]}, {needed} needed"
            yield Problem(code, text, _split_hint(deck, zone), ("fog", f"{zone}_opponent"))


def _split_hint(deck: Deck, zone: str) -> str:
    """Both numbers of a zone as the rule has them, where the map is known; the one that keeps the own cards, else."""
    own, opponent, needed = f"{zone}_own", f"{zone}_opponent", rule_number(f"fog-{zone}")
    if deck.needed:
        return f"write {own} = {getattr(deck.needed, own)}, {opponent} = {getattr(deck.needed, opponent)}"
    held = min(deck.fog_cards(own), needed)
    return f"write {own} = {held}, {opponent} = {needed - held}"


def own_fog_problems(deck: Deck) -> Found:
    """DU-A7: as many own Fog of War cards as the diameter wants, in deck and supply (DU-FOG-3, DU-FOG-4, DU-FOG-5)."""
    if deck.counts and deck.needed:
        for zone in PLACES:
            there, needed = deck.counts[f"{zone}_own"], getattr(deck.needed, f"{zone}_own")
            if there != needed:
                text = f"{count_text(there, 'own Fog of War card')} {PLACES[zone]}, {needed} needed"
                what = f"{text} for diameter {deck.diameter}"
                yield Problem("DU-A7", what, _split_hint(deck, zone), ("fog", f"{zone}_own"))


def unit_id_problems(deck: Deck) -> Found:
    """DU-A8: a unit at least, and ids in kebab-case that no two units have."""
    if not deck.units:
        yield Problem("DU-A8", "no unit, at least 1 is needed", "add one that begins with [[units]]", ("units",))
    times = Counter(unit.id for unit in deck.units)
    for unit in deck.units:
        if not KEBAB.fullmatch(unit.id):
            said = f"the id {brief_text(unit.fields['id'])} is not a word" if "id" in unit.fields else "no id"
            text = f"{said} of small letters and digits, with hyphens between"
            text = f"id: {long}" if (long := too_long_text(unit.fields.get("id"))) else text
            yield unit.make_problem("DU-A8", text, f'write id = "{free_id(deck, unit)}"', "id")
        elif unit.id == FOG or times[unit.id] > 1:
            text = "Fog of War cards have this id" if unit.id == FOG else "several units have this id"
            yield unit.make_problem("DU-A8", text, f'write id = "{free_id(deck, unit)}"', "id")


def free_id(deck: Deck, unit: Unit) -> str:
    """An id that is like the one that is there, and that no unit has."""
    begin = re.sub("[^a-z0-9]+", "-", (unit.id or unit.word).lower()).strip("-") or "unit"
    taken = {FOG, *(one.id for one in deck.units)}
    return next(name for n in count(1) if (name := f"{begin}-{n}" if n > 1 else begin) not in taken)


def defense_problems(deck: Deck) -> Found:
    """DU-A9: a defense for what has a token of its own, and none for what has none."""
    for unit in deck.units:
        if unit.kind in TOKENS and whole_from(unit.fields.get("defense"), 1) is None:
            said = f"defense is {brief_text(unit.fields['defense'])}" if "defense" in unit.fields else "no defense"
            text = f"{said}, a whole number from 1 is needed"
            yield unit.make_problem("DU-A9", text, "give the defense on the card", "defense")
        elif unit.kind in BARE and "defense" in unit.fields:
            yield unit.make_problem("DU-A9", f"{unit.word} has no defense", "leave it out", "defense")


def hardness_problems(deck: Deck) -> Found:
    """DU-A10: a hardness of 2, and for off-map artillery only."""
    needed = rule_number("off-map-hardness")
    for unit in deck.units:
        if "hardness" in unit.fields and unit.kind != "off-map-artillery":
            yield unit.make_problem("DU-A10", f"{unit.word} has no hardness", "leave it out", "hardness")
        else:
            yield from unit.inexact_number_problems("DU-A10", "hardness", needed)


def off_map_plane_problems(deck: Deck) -> Found:
    """DU-A11: what an off-map plane bears and how it moves is not a matter of its card."""
    for unit in deck.units:
        if unit.kind != "off-map-plane":
            continue
        if "defense" in unit.fields and (whole_from(unit.fields["defense"], 0) is None or unit.durability is None):
            yield unit.make_problem(
                "DU-A11", f"defense is {brief_text(unit.fields['defense'])}", "leave it out", "defense"
            )
        elif unit.fields.get("defense", unit.durability) != unit.durability:
            text = f"defense {unit.fields['defense']}, but it is the initiative, {unit.durability}"
            yield unit.make_problem("DU-A11", text, "leave it out", "defense")
        for key in ("move", "manoeuvre"):
            yield from unit.inexact_number_problems("DU-A11", key, rule_number(f"off-map-plane-{key}"))


def initiative_problems(deck: Deck) -> Found:
    """DU-A12: an initiative on every card."""
    for unit in deck.units:
        least = 1 if unit.kind == "off-map-plane" else 0
        missing = "initiative" not in unit.fields
        if whole_from(unit.fields.get("initiative"), least) is None and not (missing and unit.cardless):
            said = "no initiative" if missing else f"initiative is {brief_text(unit.fields['initiative'])}"
            hint = "give the initiative on the card"
            yield unit.make_problem("DU-A12", f"{said}, a whole number from {least} is needed", hint, "initiative")
    if "initiative" in deck.fog and whole_from(deck.fog["initiative"], 0) is None:
        text = f"fog.initiative is {brief_text(deck.fog['initiative'])}, a whole number from 0 is needed"
        yield Problem("DU-A12", text, "leave it out, or give the number on the card", _fog_place("initiative"))


def cardless_problems(deck: Deck) -> Found:
    """DU-A13: every unit but a vehicle has a card (DU-R50)."""
    for unit in deck.units:
        if unit.sound and not unit.own_cards and unit.kind != "vehicle":
            text = "no card in deck or supply, at least 1 is needed"
            yield unit.make_problem("DU-A13", text, "write deck = 1, or write supply = 1", "deck")


def deck_size_problems(deck: Deck) -> Found:
    """DU-A14: a starting deck of a full hand at least."""
    there, needed = deck.cards_in_deck, rule_number("hand")
    if there < needed and deck.counts and all(unit.sound for unit in deck.units):
        hint, where = _more_cards(deck, needed)
        yield Problem("DU-A14", f"{count_text(there, 'card')} in the deck, a hand is {needed}", hint, where)


def _more_cards(deck: Deck, needed: int) -> tuple[str, Where]:
    """What fills a deck, and where: unit cards, as its Fog of War cards are fixed (DU-A5, DU-A7)."""
    fog = rule_number("fog-deck")
    short = needed - fog - sum(unit.cards_in("deck") for unit in deck.units)
    if short <= 0:
        return f"put {fog} Fog of War cards into the deck, as it must have (DU-A5)", ("fog",)
    hint = f"put {count_text(short, 'more unit card')} into the deck"
    spare = max(deck.units, key=lambda unit: unit.cards_in("supply"), default=None)
    if spare is None or not spare.cards_in("supply"):
        return hint, ("units",)
    moved = min(short, spare.cards_in("supply"))
    there, left = spare.cards_in("deck") + moved, spare.cards_in("supply") - moved
    hint += f", {moved} from the supply: at {spare.label} write deck = {there}, supply = {left}"
    return hint, spare.place_of_key("deck")


def hand_problems(deck: Deck) -> Found:
    """DU-A15: a hand of five."""
    hand, needed = deck.fields.get("hand", rule_number("hand")), rule_number("hand")
    if not (is_whole(hand) and hand == needed):
        text = f"a hand of {brief_text(hand)}, but it is always {needed}"
        yield Problem("DU-A15", text, f"write hand = {needed}, or leave it out", ("hand",))


def crew_problems(deck: Deck) -> Found:
    """DU-A16: crew are experts, with the initiative that is printed for them, and nobody else is."""
    for unit in deck.units:
        if unit.kind != "crew":
            if "expert" in unit.fields:
                text = f"{unit.word} cannot be an expert"
                yield unit.make_problem("DU-A16", text, "leave it out: crew are experts", "expert")
            continue
        yield from unit.unknown_word_problems("DU-A16", "expert", EXPERTS)
        expert = expert_rows().get(text_or_empty(unit.fields.get("expert")))
        printed = expert.initiative if expert else None
        if expert and printed is not None and unit.initiative != printed:
            text = f"initiative {brief_text(unit.fields.get('initiative'))}, a {expert.name.lower()} has {printed}"
            yield unit.make_problem("DU-A16", text, f"write initiative = {printed}", "initiative")


def antitank_problems(deck: Deck) -> Found:
    """DU-A17: no antitank on a light vehicle in North Africa."""
    for unit in deck.units:
        if deck.in_north_africa and unit.kind == "vehicle" and unit.light and "antitank" in unit.actions:
            text = f"a light vehicle of North Africa with {action_rows()['antitank'].name.lower()}"
            yield unit.make_problem("DU-A17", text, "leave antitank out", "actions", "antitank")


def antiair_warnings(deck: Deck) -> Found:
    """DU-A18, a warning: antiair on something else than artillery off the map."""
    for unit in deck.units:
        if "antiair" in unit.actions and unit.fields.get("class") != "off-map-artillery":
            text = (
                f"{action_rows()['antiair'].name.lower()} on {unit.word}; the rules give it to off-map artillery only"
            )
            hint = "leave it if your card has it"
            yield unit.make_problem("DU-A18", text, hint, "actions", "antiair", severity="warning")


def squadron_problems(deck: Deck) -> Found:
    """DU-A19: where other planes are played, each off-map plane belongs to a squadron."""
    for unit in deck.units:
        squadron = unit.fields.get("squadron")
        if deck.has_planes and unit.kind == "off-map-plane" and not (isinstance(squadron, str) and squadron):
            text = "no squadron, and other planes are played"
            yield unit.make_problem("DU-A19", text, "name its squadron", "squadron")


def action_problems(deck: Deck) -> Found:
    """DU-A20: actions with numbers from 1, and those that are there or not."""
    for unit in deck.units:
        for name, value in unit.actions.items():
            if (known := action_rows().get(name)) and not _is_valid_action(value, known.flag):
                needed = "true" if known.flag else "a whole number from 1"
                text = f"{known.name.lower()} is {brief_text(value)}, {needed} is needed"
                hint = f"write actions.{name} = true, or leave it out" if known.flag else "give the card's number"
                yield unit.make_problem("DU-A20", text, hint, "actions", name)


def _is_valid_action(value: Json, flag: bool) -> bool:
    return value is True if flag else whole_from(value, 1) is not None


def budget_warnings(deck: Deck) -> Found:
    """DU-R58, a warning: a budget, and nothing has points."""
    if deck.budget is not None:
        text = f"this system has no points; the budget of {brief_text(deck.budget)} is ignored"
        where = ("budget",) if "budget" in deck.fields else ()
        yield Problem("DU-R58", text, "leave the budget out", where, "warning")


CHECKS: Mapping[str, Callable[[Deck], Found]] = {
    "DU-A0": shape_problems,
    "DU-A1": faction_problems,
    "DU-A2": unknown_word_problems,
    "DU-A3": map_problems,
    "DU-A4": count_problems,
    "DU-A5": deck_fog_problems,
    "DU-A6": supply_fog_problems,
    "DU-A7": own_fog_problems,
    "DU-A8": unit_id_problems,
    "DU-A9": defense_problems,
    "DU-A10": hardness_problems,
    "DU-A11": off_map_plane_problems,
    "DU-A12": initiative_problems,
    "DU-A13": cardless_problems,
    "DU-A14": deck_size_problems,
    "DU-A15": hand_problems,
    "DU-A16": crew_problems,
    "DU-A17": antitank_problems,
    "DU-A18": antiair_warnings,
    "DU-A19": squadron_problems,
    "DU-A20": action_problems,
    "DU-R58": budget_warnings,
}

MUSTER = Muster(
    house=True,
    once_per_id=True,
    read=read,
    checks=CHECKS,
    points=None,
    budget=lambda deck: None,
    gist=lambda deck: deck.gist,
    match=match_problems,
    schema=lazy_function(__package__, "schema:deck_schema"),
    sheet=lazy_function(__package__, "sheet:army_sheet"),
    form=lazy_function(__package__, "form:army_form"),
    arsenal_from=lazy_part(__package__, "arsenal:ARSENAL"),
)
