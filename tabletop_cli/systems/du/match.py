"""Whether two lists are of one game: resolver `match-check`, for files and when a battle begins (DU-A21)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...api import (
    Dice,
    House,
    JsonMapping,
    Problem,
    Raw,
    Situation,
    brief_text,
    dataclass,
    fact,
    malformed_value,
    refuse,
)
from .deck import Deck
from .texts import TITLES, rule_number

READ = ("faction", "opponent", "map", "variant", "mode", "fog")  # what is read of a list
RULE, REASONS = "DU-A21", ("factions", "map", "variant", "pool")


@dataclass(frozen=True)
class Misfit:
    """What keeps two lists from being of one game: the reason, in words, and the key of the list that it is about."""

    reason: str
    text: str
    key: str
    at: int = 1  # 0 for the first list


def find_misfits(a: Deck, b: Deck) -> Iterator[Misfit]:
    """What keeps two lists from being of one game, in the order of `REASONS` (DU-A21, DU-FOG-1).

    What a list does not say rightly fits to nothing.
    """
    for at, (own, other) in enumerate(((a, b), (b, a))):
        if not own.opponent or own.opponent != other.faction:
            said = f"{own.faction or 'a list'} is against {own.opponent or 'nobody'}, but the other is {other.faction}"
            yield Misfit("factions", said, "opponent", at)
    if a.diameter is None or a.diameter != b.diameter:
        yield Misfit(
            "map", f"diameter {_value_text(b.diameter)}, but {_value_text(a.diameter)} in the other list", "map"
        )
    for key, word, other_word in (("variant", a.variant, b.variant), ("mode", a.mode, b.mode)):
        if not word or word != other_word:
            yield Misfit("variant", f"{key} {_value_text(other_word)}, but {_value_text(word)} in the other list", key)
    for own, other in ((a, b), (b, a)):
        used, most = fog_pool(own, other), rule_number("fog-total")
        if used > most:
            what = f"{used} Fog of War cards in the colour of {own.faction or 'a side'}, but there are only {most}"
            yield Misfit("pool", what, "fog")


def fog_pool(own: Deck, other: Deck) -> int:
    """The Fog of War cards in the colour of a side: its own, and those that the other side plays with (DU-A21)."""
    return own.fog_cards("deck_own", "supply_own") + other.fog_cards("deck_opponent", "supply_opponent")


def _value_text(value: int | str | None) -> str:
    return str(value) if value else "unknown"


# --- two lists as a situation


@dataclass(frozen=True, kw_only=True)
class Match(Situation):
    """Two lists, of which faction, opponent, map, variant, mode and Fog of War cards are read."""

    a: JsonMapping = fact(Raw(), help="a list")
    b: JsonMapping = fact(Raw(), help="the other list")

    def __post_init__(self) -> None:
        for side, army in (("a", self.a), ("b", self.b)):
            _check_deck(_read_deck(army, self.house), f"situation.{side}")


@dataclass(frozen=True)
class Matched:
    """The lists fit; there is nothing to add."""


def _read_deck(army: JsonMapping, house: House) -> Deck:
    return Deck({key: army[key] for key in READ if key in army}, house, (), None)


def _check_deck(deck: Deck, where: str) -> None:
    """Errors: `Malformed` for a list of which something that is read is missing or no such thing."""
    known: Mapping[str, object] = {
        **{key: deck.fields.get(key) if getattr(deck, key) else None for key in ("faction", "opponent")},
        "map": deck.lines,
        "variant": deck.variant or None,
        "mode": deck.mode or None,
        "fog": deck.counts,
    }
    for key, value in known.items():
        if value is None:
            said = f"{key} is {brief_text(deck.fields[key])}" if key in deck.fields else f"{key} is missing"
            raise malformed_value(where, said, "give it as a list has it")


def match_check(s: Match, dice: Dice) -> Matched:
    """Whether two lists are of one game (DU-A21, DU-FOG-1, DU-FOG-2, DU-R22, DU-R23)."""
    a, b = _read_deck(s.a, s.house), _read_deck(s.b, s.house)
    found = list(find_misfits(a, b))
    dice.explain(f"diameters {a.diameter} and {b.diameter}", RULE, "DU-FOG-1", "DU-FOG-2", "DU-R22", "DU-R23")
    pools = f"{fog_pool(a, b)} Fog of War cards in the colour of {a.faction}, {fog_pool(b, a)} in that of {b.faction}"
    dice.explain(f"{pools}, {rule_number('fog-total')} at most", RULE)
    if found:
        reasons = list(dict.fromkeys(one.reason for one in found))
        said = "; ".join(one.text for one in found)
        raise refuse(RULE, reasons[0], f"They do not fit: {said}.", reasons=reasons)
    dice.explain(f"{a.faction} and {b.faction} name each other, with the same variant and mode: they fit", RULE)
    return Matched()


MATCH_CHECK = TITLES.make_resolver("match-check", Match, match_check)


# --- the lists of a game as files


def match_problems(decks: Sequence[Deck]) -> Iterator[tuple[int, Problem]]:
    """What keeps some lists from being of one game, each with the number of the list that it is about (DU-A21).

    Two lists are against each other; of more, those that are of one kind, ground or aerial (DU-R48). Each goes by its
    own house rules.
    """
    kinds: dict[str, list[int]] = {}
    for at, deck in enumerate(decks):
        kinds.setdefault("" if len(decks) <= 2 else deck.mode, []).append(at)
    for kind, those in kinds.items():
        if len(those) != 2:
            word = f"{kind} lists" if kind else "lists"
            text = f"{len(those)} {word if len(those) > 1 else word[:-1]}, but a game has two of a kind"
            yield those[0], Problem(RULE, text, "give one list of each side, or of combined warfare two", ("mode",))
            continue
        first, second = those
        for one in find_misfits(decks[first], decks[second]):
            hint = "each names the other's faction" if one.key == "opponent" else "both lists must say the same"
            yield those[one.at], Problem(RULE, one.text, hint, (one.key,))
