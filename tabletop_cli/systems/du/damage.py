"""Damage: what an action puts on a piece, what comes of it, and what stays at the end of the turn.

DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6, DU-DMG-7, DU-DMG-8.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...api import Dice, House, Illegal, ListOf, Odds, OneOf, Record, Situation, Whole, YesNo, dataclass, fact
from .pieces import INFANTRY, OFF_MAP_ARTILLERY, Classed, Harmed, Named, Piece
from .texts import TITLES, number

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
        self.target.check(self.house, "situation.target")


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


def refused(piece: Classed, kind: str, house: House) -> Illegal | None:
    """Why a piece cannot be dealt this kind of damage (DU-DMG-6, DU-R16)."""
    if kind == "lethal" or not piece.is_structure or house["suppress_structures"] == "mark":
        return None
    text = f"A {piece.class_} cannot be suppressed: only units have that status."
    return Illegal("cannot-be-suppressed", "DU-DMG-6", text=text, also=("DU-R16",))


def deal(piece: Piece, kind: str, value: int, crossfire: bool, house: House, dice: Dice, who: str = "") -> Damaged:
    """Put the damage of one action on a piece, and see what comes of it (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-XFIRE-1)."""
    extra = number("crossfire") if crossfire else 0
    dealt = value + extra
    lethal, suppress = piece.lethal + dealt * (kind == "lethal"), piece.suppress + dealt * (kind == "suppress")
    total = lethal + suppress
    sum_of = f"{value} + {extra} cross-fire = {dealt}" if crossfire else f"{dealt}"
    dice.explain(f"{who}{sum_of} {kind} damage, {total} in all", "DU-DMG-1", *(CROSSFIRE_RULES if crossfire else ()))
    result = "none" if total < piece.limit else effect(piece, suppress)
    cleared = clears(piece, result, house)
    limit = f"{piece.measure} {piece.limit}"
    words = f"{total} of {limit}" if result == "none" else f"{total} reaches {limit}: {result}"
    words += ", all damage removed" if cleared else ""
    dice.explain(f"{who}{words}", *effect_rules(piece, result, (suppress, total), house))
    left = (0, 0) if cleared else (lethal, suppress)
    return Damaged(dealt, *left, total, result, piece.suppressed or result == "suppressed")


def effect(piece: Classed, suppress: int) -> str:
    """What comes of damage that reaches the limit of a piece with so much suppress damage (DU-DMG-2, DU-DMG-6)."""
    return "suppressed" if suppress else "destroyed" if piece.is_structure else "casualty"


def clears(piece: Classed, result: str, house: House) -> bool:
    """Whether what came of damage removes all damage (DU-DMG-4, DU-DMG-5, DU-R11, DU-R12, DU-R40)."""
    if piece.is_structure or result == "none":
        return False
    if piece.lasts(house):
        return result == "casualty"
    return bool(house["infantry_after_effect"] == "clear")


def effect_rules(piece: Piece, result: str, marks: tuple[int, int], house: House) -> Iterator[str]:
    """The rules that say what comes of damage; `marks` are the suppress damage then on the piece, and all."""
    suppress, total = marks
    yield "DU-DMG-2"
    if piece.is_structure:
        yield from ("DU-DMG-6", "DU-R15", *(["DU-R16"] if suppress else []))
        yield from ("DU-OFFMAP-1", "DU-OFFMAP-5", "DU-R37") if piece.class_ == OFF_MAP_ARTILLERY else ()
        return
    if result == "none":
        return
    lasts = piece.lasts(house)  # planes may be cleaned up as infantry is
    yield from ("DU-DMG-5",) if lasts else ("DU-DMG-4", "DU-R11")
    yield from ["DU-R40"] if piece.flies else []
    yield "DU-DMG-3"
    if result == "suppressed" or piece.suppressed:
        yield "DU-R13"
    if result == "suppressed":
        yield from ("DU-R10", *(["DU-R12"] if lasts else []))
    elif total > piece.limit:
        yield "DU-R14"


def damage(s: DamageSituation, dice: Dice) -> Damaged | Illegal:
    """What does an action do to a piece? (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6)"""
    if ban := refused(s.target, s.kind, s.house):
        return ban
    return deal(s.target, s.kind, s.value, s.crossfire, s.house, dice)


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


def sequence(s: Sequence, dice: Dice) -> Sequel:
    """What do several hits do in a turn? (DU-DMG-1, DU-DMG-2, DU-DMG-3, DU-DMG-4, DU-DMG-5, DU-DMG-6, DU-R11)"""
    piece, results = s.target, []
    for n, hit in enumerate(s.hits, 1):
        if ban := refused(piece, hit.kind, s.house):
            dice.explain(f"hit {n}: refused, {ban.text}", ban.rule, *ban.also)
            results.append("refused")
            continue
        found = deal(piece, hit.kind, hit.value, hit.crossfire, s.house, dice, f"hit {n}: ")
        results.append(found.result)
        piece = marked(piece, found)
    casualties = results.count("casualty")
    dice.explain(f"casualties: {casualties}", "DU-DMG-2", "DU-DMG-3")
    return Sequel(tuple(results), casualties, piece.lethal, piece.suppress, piece.suppressed)


def marked(piece: Piece, found: Damaged) -> Piece:
    """A piece with the marks that damage leaves on it."""
    return replace(piece, lethal=found.lethal, suppress=found.suppress, suppressed=found.suppressed)


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
        dice.explain("attacks of 0 never suffice", *rules)
        return Attacks(None)
    later = s.attack + number("crossfire") * s.crossfire
    open_ = max(0, s.defense - s.marked - s.attack)  # after the first
    found = 1 + -(-open_ // later)
    words = f"{s.marked} + {s.attack}{f' + {found - 1} x {later}' if found > 1 else ''}"
    dice.explain(f"{words} reaches {s.defense}: {found} attacks", *rules)
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


def left_over(piece: Classed, lethal: int, suppress: int, house: House) -> tuple[int, int]:
    """The damage that a piece keeps at the end of the turn (DU-DMG-7, DU-R12, DU-R40)."""
    if not piece.lasts(house):
        return 0, 0
    goes = not piece.is_structure and house["vehicle_suppress"] == "end-of-turn"
    return lethal, 0 if goes else suppress


def end_turn_damage(s: EndTurnDamage, dice: Dice) -> LeftList:
    """Which damage stays at the end of the turn? (DU-DMG-7, DU-TURN-6, DU-R12, DU-R40)"""
    found = []
    dice.explain("infantry loses its damage, everything else keeps it until repaired", "DU-DMG-7", "DU-TURN-6")
    for one in s.tokens:
        lethal, suppress = left_over(one, one.lethal, one.suppress, s.house)
        flies = ["DU-R40"] if one.flies else []
        marks = ["DU-R12"] if one.suppress and one.class_ not in INFANTRY else []
        words = f"{one.id}, {one.class_}: {lethal + suppress} of {one.lethal + one.suppress} damage stays"
        dice.explain(words, "DU-DMG-7", *flies, *marks)
        found.append(Left(one.id, one.class_, lethal, suppress))
    return LeftList(tuple(found))


DAMAGE = TITLES.resolver("damage", DamageSituation, damage, odds=Odds(result_of))
SEQUENCE = TITLES.resolver("sequence", Sequence, sequence, odds=Odds(sequel_name), says_legal=False)
ATTACKS_NEEDED = TITLES.resolver("attacks-needed", AttacksNeeded, attacks_needed, says_legal=False)
END_TURN_DAMAGE = TITLES.resolver("end-turn-damage", EndTurnDamage, end_turn_damage, says_legal=False)
