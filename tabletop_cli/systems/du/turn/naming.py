"""Sides, tokens, cards and tiles in the words that people read at the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....api import Json
from ..pieces import SIDES
from ..profiles import Action, actions_of
from ..tiles import At, tile_name
from .state import FOG, BattleToken, State

UNSEEN = "a card"  # one that is turned down
COLOURS = {"own": "its own colour", "opponent": "the opponent's colour"}  # of Fog of War cards, in a sentence
ZONE_WORDS = {
    "deck": "the deck",
    "discard": "the discard pile",
    "play": "play",
    "hand": "hand",
    "supply": "the supply",
    "exile": "the exile",
    "casualties": "the casualties",
}
SHORT = {"own": "own", "opponent": "opponent's"}  # the same in a list


def side_name(state: State, side: str) -> str:
    """A side as people know it: ``A (9th Lantern)``; anything else that does something as it is called."""
    if side not in SIDES:
        return side
    return f"{side.upper()} ({state.names[side]})" if state.names.get(side) else side.upper()


def shown_name(state: State, one: str) -> str:
    """A side, or a token or card by its id, which is what stands on it."""
    return side_name(state, one) if one in SIDES else one


def card_name(state: State, side: str, card: str) -> str:
    """A card as people know it: its id, and its own name where that is another one."""
    if card in FOG.values():
        return fog_name(card)
    title = _card_title(state, side, card)
    return f"{card} ({title})" if title else card


def _card_title(state: State, side: str, card: str) -> str:
    """The own name of a card, where it says more than its id."""
    title: str = state.printed.get(side, {}).get(card, {}).get("name", "")
    return "" if title.casefold().replace(" ", "-") == card else title


def card_actions(state: State, side: str, card: str) -> Mapping[str, Json]:
    """The actions of a card, as far as the list of its side tells."""
    found: Mapping[str, Json] = state.printed.get(side, {}).get(card, {}).get("actions", {})
    return found


def inspiring_card(state: State, side: str) -> str:
    """The card that a side played last, if it inspires; empty for any other."""
    card = state.last.get(side, "")
    return card if card_actions(state, side, card).get("inspire") else ""


def rows_of(state: State, one: str) -> tuple[str, tuple[Action, ...]] | None:
    """Return whose a token is, and the actions on its cards, as far as the list of its side tells."""
    token = state.tokens.get(one)
    if token is None or token.side is None:
        return None
    return token.side, actions_of(card_actions(state, token.side, token.unit or one), state.house.catalogue)


def fog_name(card: str) -> str:
    """A Fog of War card as people know it, any other by its id."""
    return {fog: f"Fog of War, {SHORT[colour]} colour" for colour, fog in FOG.items()}.get(card, card)


def cards_text(cards: Mapping[str, int] | Iterable[str]) -> str:
    """Cards in a line: ``rifleman-a 2, scout-a``; Fog of War cards in words, behind them."""
    counts = cards if isinstance(cards, Mapping) else {one: list(cards).count(one) for one in cards}
    units = [f"{card} {n}" if n > 1 else card for card, n in sorted(counts.items()) if card not in FOG.values()]
    fogs = [(colour, counts[card]) for colour, card in FOG.items() if counts.get(card)]
    fog = [f"Fog of War ({' and '.join(f'{n} {SHORT[colour]}' for colour, n in fogs)})"] if fogs else []
    return ", ".join([*units, *fog]) or "none"


def condition_text(one: BattleToken) -> str:
    """How a token is, as far as that matters now; empty for one that is as good as new."""
    damage = [f"{one.lethal} lethal"] * bool(one.lethal) + [f"{one.suppress} suppress"] * bool(one.suppress)
    parts = [f"{' + '.join(damage)} of {one.limit}"] if damage else []
    parts += ["suppressed"] * one.suppressed + ["destroyed"] * one.destroyed + ["removed"] * one.removed
    parts += [f"aboard {one.aboard}"] * bool(one.aboard) + [f"crew: {', '.join(one.crew)}"] * bool(one.crew)
    parts += ["off the map"] * (one.at is None and not one.removed)
    return ", ".join(parts)


def condition_mark(one: BattleToken) -> str:
    """The same in a few letters behind its id, for the map: `` 3/6 s +1``."""
    damage = [f"{one.lethal + one.suppress}/{one.limit}"] if one.lethal or one.suppress else []
    marks = [*damage, *["s"] * one.suppressed, *["x"] * one.destroyed, *([f"+{len(one.crew)}"] if one.crew else [])]
    return "".join(f" {mark}" for mark in marks)


def tile_text(state: State, at: At) -> str:
    """A tile as people know it: ``C2``, or its coordinates where the scenario has no name for it."""
    return state.called.get(at) or tile_name(at)


def spot_text(state: State, at: At | None) -> str:
    return "off the map" if at is None else tile_text(state, at)


def token_label(state: State, one: BattleToken) -> str:
    """A token for a menu: its id, the name on its cards, class, tile and condition."""
    now = condition_text(one)
    where = f" at {tile_text(state, one.at)}" if one.at is not None else ""
    title = _card_title(state, one.side or "", one.unit or one.id)
    return f"{one.id}{f' ({title})' if title else ''}, {one.class_}{where}" + (f" [{now}]" if now else "")


def spot_label(state: State, one: BattleToken) -> str:
    """A token in a few words, where more is said of it: its id and tile."""
    return one.id + (f" at {tile_text(state, one.at)}" if one.at is not None else "")
