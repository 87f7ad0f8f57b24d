"""What a deck can do: the odds that a hand brings a target down, for the block of rosters that tells it.

Attacks are arithmetic here, and only the cards are chance. So an entry is asked for what its own cards bring in a hand
that is dealt from the starting deck, and the whole list for all of them at one target; hands cannot be added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ...api import Arsenal, Attacker, Case, Foe, Means
from .deck import Deck, Unit, whole_from

ATTACKS = ("attack", "antitank")  # lethal damage to a target that they may choose (DU-R30)
MOST = 6  # classes of enemies


def foes(deck: Deck) -> Iterator[Foe]:
    """The defenses that stand in the list itself: what others have is on cards that only their players know."""
    known = sorted({unit.durability for unit in deck.units if unit.durability})
    for defense in known[:MOST]:
        yield Foe(f"defense-{defense}", f"defense {defense}", "", {"defense": defense})


def attackers(deck: Deck) -> Iterator[tuple[Attacker, ...]]:
    """A unit by its own cards; nothing of those that have none."""
    for unit in deck.units:
        own = {name: value for name in ATTACKS if (value := _action_value(unit, name))}
        means = tuple(
            Means(f"{name.capitalize()} {value}", partial(_hand_case, deck, [(unit, value)]))
            for name, value in own.items()
        )
        yield (Attacker(means, way="hand"),) if means and unit.cards_in("deck") else ()


def whole_deck_attacker(deck: Deck) -> Attacker | None:
    """The attacks of all cards, each with the better of what it may do."""
    best = [(unit, max(_action_value(unit, name) for name in ATTACKS)) for unit in deck.units]
    return Attacker((Means("all cards", partial(_hand_case, deck, best)),), way="hand")


def _action_value(unit: Unit, action: str) -> int:
    """The number of an action; 0 where its card has none."""
    return whole_from(unit.actions.get(action), 0) or 0


def _hand_case(deck: Deck, attacks: Sequence[tuple[Unit, int]], foe: Foe) -> Case:
    """A hand from the starting deck, of which these units' cards attack and all others do not (DU-ODDS-3, DU-AIR-2)."""
    cards = [{"attack": value, "count": unit.cards_in("deck")} for unit, value in attacks]
    others = deck.cards_in_deck - sum(unit.cards_in("deck") for unit, _ in attacks)
    near = {"effective_distance": 1} if deck.mode == "aerial" else {}
    return Case("kill-odds", {"deck": [*cards, {"attack": 0, "count": others}], **foe.facts, **near})


ARSENAL = Arsenal(
    conditions="The chance that a hand from the starting deck causes a casualty in a turn, with one card kept for the "
    "bid. All attack one target in sight that their actions may choose. It has no damage. There is no cross-fire, and "
    "planes are at effective distance 1.",
    removes={"kill-odds": ("casualty",)},
    ways={"hand": "all cards at one target"},
    foes=foes,
    attackers=attackers,
    together=whole_deck_attacker,
)
