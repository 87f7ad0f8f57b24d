"""Damage: what an action puts on a piece, what comes of it, and what stays at the end of the turn.

DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6, DU-DMG-7, DU-DMG-8.
"""

from __future__ import annotations

from dataclasses import replace

from ...api import (
    Dice,
    Finding,
    House,
    ListOf,
    Odds,
    OneOf,
    Record,
    Refused,
    Situation,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    refuse,
)
from .pieces import INFANTRY, OFF_MAP_ARTILLERY, Classed, Harmed, Named, Piece
from .texts import TITLES, rule_number

KIND = OneOf(("lethal", "suppress"))
CROSSFIRE_RULES = ("DU-XFIRE-1", "DU-XFIRE-3", "DU-R21")
RESULTS = ("casualty", "suppressed", "destroyed")


@dataclass(frozen=True, kw_only=True)
class Hit:
    """Damage of one action."""

    kind: str = fact(KIND, ask="Is the damage lethal or suppress?")
    value: int = fact(Whole(1), ask="What is the value of the action?")
    crossfire: bool = fact(YesNo(), False, ask="Does the attacker have cross-fire?", rules=("DU-XFIRE-1",))


@dataclass(frozen=True, kw_only=True)
class AtPiece(Situation):
    """Something is done to a piece."""

    target: Piece = fact(Record(Piece), ask="What is hit?")

    def __post_init__(self) -> None:
        self.target.check_numbers(self.house, "situation.target")


@dataclass(frozen=True, kw_only=True)
class DamageSituation(AtPiece, Hit):
    """An action deals damage to a piece."""


@dataclass(frozen=True, kw_only=True)
class Sequence(AtPiece):
    """Several actions deal damage to a piece, one after the other, within a turn."""

    hits: tuple[Hit, ...] = fact(ListOf(Record(Hit)), ask="Which hits, in their order?")


@dataclass(frozen=True, kw_only=True)
class AttacksNeeded(Situation):
    """Equal attacks on one target within a turn."""

    defense: int = fact(Whole(1), ask="What is the defense of the target?")
    marked: int = fact(Whole(), 0, ask="How much damage does it have already?")
    attack: int = fact(Whole(), ask="What is the value of each attack?")
    crossfire: bool = fact(YesNo(), False, ask="Do the attackers have cross-fire, from the second on?")


@dataclass(frozen=True, kw_only=True)
class Marked(Harmed, Named):
    """A token with its damage."""


@dataclass(frozen=True, kw_only=True)
class EndTurnDamage(Situation):
    """A turn ends."""

    tokens: tuple[Marked, ...] = fact(ListOf(Record(Marked), distinct=True), ask="Which tokens have damage?")


# --- One action


@dataclass(frozen=True)
class Damaged:
    """What damage did: dealt, left after clearing, in all before it, and what came of it."""

    dealt: int
    lethal: int
    suppress: int
    total: int
    result: str
    suppressed: bool


def check_kind(piece: Classed, kind: str, house: House) -> None:
    """Check that a piece can be dealt this kind of damage (DU-DMG-6, DU-R16)."""
    if kind == "suppress" and piece.is_structure and house["suppress_structures"] != "mark":
        text = f"Only units can be suppressed; its class is {piece.class_}."
        raise refuse("DU-DMG-6", "cannot-be-suppressed", text, "DU-R16")


def deal_damage(
    piece: Piece, kind: str, value: int, crossfire: bool, house: House, dice: Dice, who: str = ""
) -> Damaged:
    """Put the damage of one action on a piece, and see what comes of it (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-XFIRE-1)."""
    extra = rule_number("crossfire") if crossfire else 0
    dealt = value + extra
    lethal, suppress = piece.lethal + dealt * (kind == "lethal"), piece.suppress + dealt * (kind == "suppress")
    total = lethal + suppress
    sum_of = f"{value} + {extra} cross-fire = {dealt}" if crossfire else f"{dealt}"
    dice.explain(
        f"{who}{sum_of} {kind} damage, {total} in all",
        "DU-DMG-1",
        *(CROSSFIRE_RULES if crossfire else ()),
        tell="reason",
    )
    effect = find_effect(piece, suppress, total, house, who)
    result, clears = dice.report(effect, tell="reason" if effect.value[0] == "none" else "now")
    left = (0, 0) if clears else (lethal, suppress)
    return Damaged(dealt, *left, total, result, piece.suppressed or result == "suppressed")


def find_effect(piece: Piece, suppress: int, total: int, house: House, who: str = "") -> Finding[tuple[str, bool]]:
    """Return what comes of damage, and whether that removes it; `suppress` and `total` are then on the piece.

    DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6; DU-R10, DU-R11, DU-R12, DU-R13, DU-R14, DU-R40.
    """
    limit = piece.limit
    if total < limit:
        of_structure = _structure_rules(piece, suppress) if piece.is_structure else ()
        return Finding(("none", False), f"{who}{total} of {piece.measure} {limit}", "DU-DMG-2", *of_structure)
    reaches = f"{who}{total} reaches {piece.measure} {limit}"
    if piece.is_structure:
        result = "suppressed" if suppress else "destroyed"
        return Finding((result, False), f"{reaches}: {result}", "DU-DMG-2", *_structure_rules(piece, suppress))
    result, lasts = (
        "suppressed" if suppress else "casualty",
        piece.has_lasting_damage(house),
    )  # planes may go as infantry does
    clears = not suppress if lasts else house["infantry_after_effect"] == "clear"
    return Finding(
        (result, clears),
        f"{reaches}: {result}{', all damage removed' if clears else ''}",
        "DU-DMG-2",
        *(("DU-DMG-5",) if lasts else ("DU-DMG-4", "DU-R11")),
        piece.flies and "DU-R40",
        "DU-DMG-3",
        (suppress > 0 or piece.suppressed) and "DU-R13",
        *(("DU-R10", lasts and "DU-R12") if suppress else (total > limit and "DU-R14",)),
    )


def _structure_rules(piece: Piece, suppress: int) -> tuple[str | bool, ...]:
    """Return the rules of damage on a structure, which may have suppress damage by a house rule."""
    of_type = ("DU-OFFMAP-1", "DU-OFFMAP-5", "DU-R37") if piece.class_ == OFF_MAP_ARTILLERY else ()
    return ("DU-DMG-6", "DU-R15", suppress > 0 and "DU-R16", *of_type)


def damage_piece(s: DamageSituation, dice: Dice) -> Damaged:
    """What does an action do to a piece? (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6)"""
    check_kind(s.target, s.kind, s.house)
    return deal_damage(s.target, s.kind, s.value, s.crossfire, s.house, dice)


def result_of(situation: object, found: Damaged) -> str:
    """The name of an outcome in odds (DU-ODDS-2)."""
    return found.result


# --- Several


@dataclass(frozen=True)
class Sequel:
    """What came of each hit, how many casualties, and the damage at the end."""

    results: tuple[str, ...]
    casualties: int
    lethal: int
    suppress: int
    suppressed: bool


def deal_hits(s: Sequence, dice: Dice) -> Sequel:
    """What do several hits do in a turn? (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6, DU-R11)"""
    piece, results = s.target, []
    for n, hit in enumerate(s.hits, 1):
        try:
            check_kind(piece, hit.kind, s.house)
        except Refused as ban:
            dice.explain(f"hit {n}: refused, {ban.message}", *ban.rules)
            results.append("refused")
            continue
        found = deal_damage(piece, hit.kind, hit.value, hit.crossfire, s.house, dice, f"hit {n}: ")
        results.append(found.result)
        piece = replace(piece, lethal=found.lethal, suppress=found.suppress, suppressed=found.suppressed)
    casualties = results.count("casualty")
    dice.explain(f"casualties: {casualties}", "DU-DMG-2", "DU-DMG-3")
    return Sequel(tuple(results), casualties, piece.lethal, piece.suppress, piece.suppressed)


def sequel_name(situation: object, found: Sequel) -> str:
    """The name of an outcome in odds: the results that occur (DU-ODDS-2)."""
    return "-and-".join(one for one in RESULTS if one in found.results) or "none"


# --- How many attacks


@dataclass(frozen=True)
class Attacks:
    attacks: int | None


def attacks_needed(s: AttacksNeeded, dice: Dice) -> Attacks:
    """How many attacks does it take? (DU-DMG-8, DU-XFIRE-1)"""
    rules = ("DU-DMG-8", "DU-DMG-1", "DU-DMG-2", *(CROSSFIRE_RULES if s.crossfire else ()))
    if not s.attack:
        dice.explain("attacks of 0 are never enough", *rules)
        return Attacks(None)
    later = s.attack + rule_number("crossfire") * s.crossfire
    open_ = max(0, s.defense - s.marked - s.attack)  # after the first
    found = 1 + -(-open_ // later)
    words = f"{s.marked} + {s.attack}{f' + {found - 1} x {later}' if found > 1 else ''}"
    dice.explain(f"{words} reaches {s.defense}: {count_text(found, 'attack')}", *rules)
    return Attacks(found)


# --- The end of the turn


@dataclass(frozen=True)
class Left:
    """A token and the damage that it keeps."""

    id: str
    class_: str
    lethal: int
    suppress: int


@dataclass(frozen=True)
class LeftList:
    tokens: tuple[Left, ...]


def end_turn_damage(s: EndTurnDamage, dice: Dice) -> LeftList:
    """Which damage stays at the end of the turn? (DU-DMG-7, DU-TURN-6, DU-R12, DU-R40)"""
    dice.explain("the turn ends: infantry and crew lose their damage", "DU-DMG-7", "DU-TURN-6", tell="now")
    found = []
    for one in s.tokens:
        lethal, suppress = (one.lethal, one.suppress) if one.has_lasting_damage(s.house) else (0, 0)
        if suppress and not one.is_structure and s.house["vehicle_suppress"] == "end-of-turn":
            suppress = 0
        flies = ["DU-R40"] if one.flies else []
        marks = ["DU-R12"] if one.suppress and one.class_ not in INFANTRY else []
        words = f"{one.id}, {one.class_}: {lethal + suppress} of {one.lethal + one.suppress} damage stays"
        dice.explain(words, "DU-DMG-7", *flies, *marks, tell="reason")
        found.append(Left(one.id, one.class_, lethal, suppress))
    return LeftList(tuple(found))


DAMAGE = TITLES.make_resolver("damage", DamageSituation, damage_piece, odds=Odds(result_of))
SEQUENCE = TITLES.make_resolver("sequence", Sequence, deal_hits, odds=Odds(sequel_name), says_legal=False)
ATTACKS_NEEDED = TITLES.make_resolver("attacks-needed", AttacksNeeded, attacks_needed, says_legal=False)
END_TURN_DAMAGE = TITLES.make_resolver("end-turn-damage", EndTurnDamage, end_turn_damage, says_legal=False)
