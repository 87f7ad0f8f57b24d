"""A deck on paper: a card for each unit with its numbers and boxes, the zones, and a track for the vision.

Boxes for damage have only what keeps it: infantry loses it at the end of each turn, and counters are better for that.
It works for every list that can be read, however wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...api import Boxes, Card, Problem, Sheet, cell
from .deck import Deck, Unit, text_of
from .fog import split_of
from .profiles import actions, classes, experts
from .texts import number

MOST_BOXES = 40  # of one row; more than that nobody ticks
LEGEND = {"C": "casualty, or suppressed where suppress damage is among it", "D": "destroyed", "X": "no card is left"}


def sheet(deck: Deck, problems: Sequence[Problem]) -> Sheet:
    """A list as people want it on paper."""
    from . import SYSTEM

    cards = tuple(map(_card, deck.units))
    labels = {label for card in cards for box in card.boxes for label in box.labels}
    return Sheet(
        system=SYSTEM.id,
        system_name=SYSTEM.name,
        name=deck.name,
        faction=f"{deck.faction or 'nobody'} against {deck.opponent or 'nobody'}",
        points=None,
        cards=cards,
        rules=tuple(dict(rule for unit in deck.units for rule in _rules(unit)).items()),
        tracks=tuple(_vision(deck)),
        facts=tuple(_facts(deck)),
        house=deck.house.decided(),
        legend=tuple((label, words) for label, words in LEGEND.items() if label in labels),
        problems=tuple(problems),
        data={"diameter": deck.diameter, "zones": deck.zones, "initiatives": dict(deck.initiatives)},
    )


def _facts(deck: Deck) -> Iterator[tuple[str, str]]:
    own = dict(deck.facts())
    own.pop("cards, each a casualty that it can pay", None)  # they are boxes
    yield "played", ", ".join(part for part in (deck.mode, deck.variant, text_of(deck.fields.get("theatre"))) if part)
    yield from own.items()
    if deck.counts:
        there = deck.counts
        in_deck, waiting = (f"{there[f'{z}_own']} own, {there[f'{z}_opponent']} opponent's" for z in ("deck", "supply"))
        yield "Fog of War", f"deck: {in_deck}; supply: {waiting}"


def _vision(deck: Deck) -> Iterator[Boxes]:
    """A counter lies on the vision; it begins at the own Fog of War cards in the supply (DU-VISION-1)."""
    if deck.counts:
        sight = split_of(**deck.counts, house=deck.house)
        most = min(sight.max_vision, number("fog-total") * 2)
        yield Boxes(f"vision, {sight.starting_vision} at the start", 0, most + 1, tuple(map(str, range(most + 1))))


def _card(unit: Unit) -> Card:
    kind = classes()[unit.kind].name.lower() if unit.kind else unit.word
    expert = text_of(unit.fields.get("expert"))
    return Card(
        place=("units", unit.at),
        id=unit.word,
        title=unit.title,
        kind=", ".join(part for part in (expert or kind, "light" if unit.light else "") if part),
        each=None,
        points=None,
        options=tuple(_actions(unit)),
        stats=tuple(_stats(unit)),
        rules=tuple(dict(_rules(unit))),
        boxes=tuple(_boxes(unit)),
    )


def _actions(unit: Unit) -> Iterator[str]:
    for name, value in unit.actions.items():
        known = actions().get(name)
        title = known.name if known else name.replace("-", " ").capitalize()
        if value is not False:
            yield title if value is True else f"{title} {cell(value)}"


def _stats(unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.durability is not None:
        yield "hardness" if unit.kind == "off-map-artillery" else "defense", str(unit.durability)
    if unit.initiative is not None:
        yield "initiative", str(unit.initiative)
    if unit.kind == "off-map-plane":
        moves = (f"{key} {number(f'off-map-plane-{key}')}" for key in ("move", "manoeuvre"))
        yield "moves", ", ".join(moves)
    if text_of(unit.fields.get("squadron")):
        yield "squadron", text_of(unit.fields.get("squadron"))
    yield "deck", str(unit.cards("deck"))
    yield "supply", str(unit.cards("supply"))
    if unit.fields.get("name"):
        yield "id", unit.id


def _boxes(unit: Unit) -> Iterator[Boxes]:
    """A box for each card that a casualty can take, and for each damage of what keeps it (DU-CAS-1, DU-DMG-7)."""
    if 0 < unit.own_cards <= MOST_BOXES and unit.kind not in ("command", "off-map-artillery"):
        yield Boxes("cards lost", 0, unit.own_cards, (*("",) * (unit.own_cards - 1), "X"))
    one = classes().get(unit.kind)
    if one and one.lasting and unit.durability and unit.durability <= MOST_BOXES:
        last = "D" if one.effect == "destroyed" else "C"
        yield Boxes("damage", 0, unit.durability, (*("",) * (unit.durability - 1), last))


def _rules(unit: Unit) -> Iterator[tuple[str, str]]:
    """What its class, its expert and its actions mean, each once for the list."""
    if unit.kind:
        yield classes()[unit.kind].name, classes()[unit.kind].summary
    if expert := experts().get(text_of(unit.fields.get("expert"))):
        yield expert.name, expert.summary
    for name in unit.actions:
        if (known := actions().get(name)) and name != "move":
            yield known.name, known.summary
