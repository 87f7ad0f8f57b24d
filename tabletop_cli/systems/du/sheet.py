"""A deck on paper: a card for each unit with its numbers and boxes, the zones, and a track for the vision.

Boxes for damage have only what keeps it: infantry loses it at the end of each turn, and counters are better for that.
It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...api import Boxes, Card, Problem, Sheet, cell_text, count_text
from .deck import Deck, Unit, text_or_empty
from .pieces import Harmed
from .profiles import action_rows, actions_of, class_rows, expert_rows
from .texts import rule_number

MOST_BOXES = 40  # of one row; more than that nobody ticks
LEGEND = {"C": "casualty; suppressed instead, if any of it is suppress damage", "D": "destroyed", "X": "the last card"}


def army_sheet(deck: Deck, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    cards = tuple(_unit_card(unit, deck) for unit in deck.units)
    labels = {label for card in cards for box in card.boxes for label in box.labels}
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=deck.name,
        faction=f"{deck.faction or 'nobody'} against {deck.opponent or 'nobody'}",
        points=None,
        cards=cards,
        rules=tuple(dict(rule for unit in deck.units for rule in _unit_rules(unit, deck)).items()),
        tracks=tuple(_vision_track(deck)),
        facts=tuple(_deck_facts(deck)),
        house=deck.house.decision_texts(),
        legend=tuple((label, words) for label, words in LEGEND.items() if label in labels),
        problems=tuple(problems),
        data={"diameter": deck.diameter, "zones": deck.zones, "initiatives": dict(deck.initiatives)},
    )


def _deck_facts(deck: Deck) -> Iterator[tuple[str, str]]:
    """Diameter, vision, the size of the deck; the cards of each unit stand beside it, with their boxes."""
    yield (
        "played",
        ", ".join(part for part in (deck.mode, deck.variant, text_or_empty(deck.fields.get("theatre"))) if part),
    )
    if deck.diameter is not None:
        yield "diameter", str(deck.diameter)
    if deck.sight:
        yield "vision", f"{deck.sight.starting_vision} at the start, {deck.sight.max_vision} at most"
        fog = deck.sight
        there = f"{fog.deck_own} own, {fog.deck_opponent} opponent's in the deck"
        yield "Fog of War", f"{there}; {fog.supply_own} own, {fog.supply_opponent} opponent's in the supply"
    yield "starting deck", count_text(deck.cards_in_deck, "card")


def _vision_track(deck: Deck) -> Iterator[Boxes]:
    """A counter lies on the vision; it begins at the own Fog of War cards in the supply (DU-VISION-1)."""
    if deck.sight and deck.sight.max_vision <= 2 * rule_number("fog-total"):
        labels = tuple(map(str, range(deck.sight.max_vision + 1)))
        yield Boxes(f"vision: a counter begins at {deck.sight.starting_vision}", 0, len(labels), labels)


def _unit_card(unit: Unit, deck: Deck) -> Card:
    kind = unit.word
    expert = text_or_empty(unit.fields.get("expert"))
    return Card(
        place=("units", unit.at),
        id=text_or_empty(unit.fields.get("class")) or "no class",
        title=unit.title,
        kind=", ".join(part for part in (expert or kind, "light" if unit.light else "") if part),
        each=None,
        points=None,
        options=tuple(_action_texts(unit, deck)),
        stats=tuple(_stat_line(unit)),
        rules=tuple(dict(_unit_rules(unit, deck))),
        rows=actions_of(unit.actions, deck.house.catalogue),
        boxes=tuple(_unit_boxes(unit, deck)),
    )


def _action_texts(unit: Unit, deck: Deck) -> Iterator[str]:
    for name, value in unit.actions.items():
        known = action_rows(deck.house.catalogue).get(name)
        title = known.name if known else name.replace("-", " ").capitalize()
        if value is not False:
            yield title if value is True else f"{title} {cell_text(value)}"


def _stat_line(unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.durability is not None:
        yield "hardness" if unit.kind == "off-map-artillery" else "defense", str(unit.durability)
    if unit.initiative is not None:
        yield "initiative", str(unit.initiative)
    if unit.kind == "off-map-plane":
        moves = (f"{key} {rule_number(f'off-map-plane-{key}')}" for key in ("move", "manoeuvre"))
        yield "flies", ", ".join(moves)
    if text_or_empty(unit.fields.get("squadron")):
        yield "squadron", text_or_empty(unit.fields.get("squadron"))
    yield "deck", str(unit.cards_in("deck"))
    yield "supply", str(unit.cards_in("supply"))
    if unit.fields.get("name"):
        yield "id", unit.id


def _unit_boxes(unit: Unit, deck: Deck) -> Iterator[Boxes]:
    """A box for each card that a casualty can take, and for each damage that stays (DU-CAS-1, DU-DMG-7, DU-R40)."""
    if 0 < unit.own_cards <= MOST_BOXES and unit.kind not in ("command", "off-map-artillery"):
        yield Boxes("cards lost", 0, unit.own_cards, (*("",) * (unit.own_cards - 1), "X"))
    one = class_rows().get(unit.kind)
    keeps = one and one.lasting and Harmed(class_=one.id).has_lasting_damage(deck.house)
    if one and keeps and unit.durability and unit.durability <= MOST_BOXES:
        last = "D" if one.effect == "destroyed" else "C"
        yield Boxes("damage", 0, unit.durability, (*("",) * (unit.durability - 1), last))


def _unit_rules(unit: Unit, deck: Deck) -> Iterator[tuple[str, str]]:
    """What must be known of it beyond its card: experts, what comes from off the map, home-made actions."""
    if unit.kind.startswith("off-map"):
        yield class_rows()[unit.kind].name, class_rows()[unit.kind].summary
    if expert := expert_rows().get(text_or_empty(unit.fields.get("expert"))):
        inside = any(trade["want"] == "repair" for trade in expert.trades)
        yield expert.name, " ".join([expert.summary, *([deck.house.said["crewman_repair"]] if inside else [])])
    yield from ((one.name, one.summary) for one in deck.own_actions(unit))
