"""Off-map artillery and planes, and antiair.

DU-OFFMAP-1, DU-OFFMAP-2, DU-OFFMAP-3, DU-OFFMAP-4, DU-OFFMAP-5, DU-PLANE-1, DU-AA-1, DU-AA-2.
"""

from __future__ import annotations

from dataclasses import replace

from ...api import Dice, Malformed, Odds, OneOf, Record, Situation, Whole, YesNo, dataclass, fact, hidden_field, refuse
from .damage import deal_damage
from .pieces import SIDE, Off, Piece
from .texts import TITLES, rule_number

WITH_PIECE = ("play", "conceal", "bomb")
WITH_TARGET = ("bomb", "target")


@dataclass(frozen=True, kw_only=True)
class OffMapAction(Situation):
    """A card of an off-map type is played, or something is done to one."""

    action: str = fact(OneOf(("play", "conceal", "bomb", "target")), ask="What is done: play, conceal, bomb or target?")
    by: str = fact(SIDE, ask="By which side: a or b?")
    piece: Off | None = fact(Record(Off), None, ask="With which type?", there=True)
    target: Off | None = fact(Record(Off), None, ask="Against which type?", there=True)
    x: int | None = fact(Whole(1), None, ask="What is the value of the bomb?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for what the action needs or does not have."""
        needed = {"piece": self.action in WITH_PIECE, "target": self.action in WITH_TARGET, "x": self.action == "bomb"}
        for name, wanted in needed.items():
            if (getattr(self, name) is not None) != wanted:
                words = f"{name} is missing" if wanted else f"{self.action} has no {name}"
                raise Malformed(f"situation: {words}", where=f"situation.{name}")


@dataclass(frozen=True)
class TypeAfter:
    compromised: bool
    lethal: int
    destroyed: bool
    targeted: bool


@dataclass(frozen=True)
class OffMapActed:
    piece: TypeAfter | None
    target: TypeAfter | None
    dealt: int | None


def check_piece(piece: Off, action: str, by: str) -> None:
    """Check that a side may act with a type (DU-OFFMAP-3, DU-OFFMAP-4, DU-OFFMAP-5)."""
    rule = "DU-OFFMAP-4" if action == "conceal" else "DU-OFFMAP-2" if action == "play" else "DU-OFFMAP-3"
    if piece.side != by:
        raise refuse(rule, "not-yours", f"That type belongs to side {piece.side}, not to {by}.")
    if piece.destroyed:
        raise refuse("DU-OFFMAP-5", "destroyed", "", "DU-R37")
    if action == "bomb" and piece.kind == "plane":
        raise refuse("DU-OFFMAP-3", "not-artillery", "", "DU-R42")


def check_target(target: Off, action: str, by: str) -> None:
    """Check that a side may bomb or target a type (DU-OFFMAP-3, DU-OFFMAP-4, DU-OFFMAP-5)."""
    rule = "DU-OFFMAP-3" if action == "bomb" else "DU-OFFMAP-4"
    if target.kind == "plane":
        raise refuse(rule, "not-artillery", "", "DU-R42")
    if target.side == by:
        raise refuse(rule, "own-piece")
    if target.destroyed:
        raise refuse("DU-OFFMAP-5", "target-destroyed", "", "DU-R37", rule)
    if not target.compromised:
        raise refuse(rule, "not-compromised", "", "DU-OFFMAP-2", "DU-R38")


def compromise_type(piece: Off, dice: Dice) -> Off:
    """A type whose card is played becomes compromised (DU-OFFMAP-2, DU-R38)."""
    again = ", as it was" if piece.compromised else ""
    planes = ("DU-AA-2", "DU-R42") if piece.kind == "plane" else ("DU-OFFMAP-1",)
    dice.explain(f"its card is played: the type is compromised{again}", "DU-OFFMAP-2", "DU-R38", *planes, tell="now")
    return replace(piece, compromised=True)


def conceal_type(piece: Off, dice: Dice) -> Off:
    """Concealing clears a type's being compromised (DU-OFFMAP-4)."""
    planes = ("DU-AA-2", "DU-R42") if piece.kind == "plane" else ()
    dice.explain("concealed: no longer compromised", "DU-OFFMAP-4", *planes)
    return replace(piece, compromised=False)


def mark_target(target: Off, dice: Dice) -> Off:
    """A target action marks a compromised type (DU-OFFMAP-4, DU-R39)."""
    dice.explain("the compromised type is targeted", "DU-OFFMAP-4", "DU-R39")
    return replace(target, targeted=True)


def strike_type(lethal: int, value: int, dice: Dice) -> tuple[int, bool]:
    """Return the damage on a type without a token, and whether it is destroyed (DU-OFFMAP-1, DU-OFFMAP-5, DU-R37)."""
    total, limit = lethal + value, rule_number("off-map-hardness")
    destroyed = total >= limit
    end = f"reaches hardness {limit}: destroyed" if destroyed else f"below hardness {limit}"
    rules = ("DU-OFFMAP-1", "DU-OFFMAP-5", "DU-R37", "DU-DMG-1", "DU-DMG-6", "DU-R15")
    dice.explain(f"{value} damage, {total} in all, {end}", *rules, tell="reason")
    return total, destroyed


def off_map_action(s: OffMapAction, dice: Dice) -> OffMapActed:
    """What becomes of off-map types? (DU-OFFMAP-1, DU-OFFMAP-2, DU-OFFMAP-3, DU-OFFMAP-4, DU-OFFMAP-5)"""
    piece = s.piece if s.action in WITH_PIECE else None
    if piece:
        check_piece(piece, s.action, s.by)
    target = s.target if s.action in WITH_TARGET else None
    if target:
        check_target(target, s.action, s.by)
    if piece:
        piece = conceal_type(piece, dice) if s.action == "conceal" else compromise_type(piece, dice)
    dealt = None
    if target and s.action == "bomb" and s.x is not None:
        dealt = s.x + rule_number("bomb-target-bonus")
        dice.explain(f"Bomb {s.x} at its chosen target: {dealt}", "DU-OFFMAP-3", "DU-BOMB-1", "DU-R37", "DU-R39")
        total, destroyed = strike_type(target.lethal, dealt, dice)
        target = replace(target, lethal=total, destroyed=destroyed)
    elif target:
        target = mark_target(target, dice)
    return OffMapActed(_type_after(piece), _type_after(target), dealt)


def _type_after(off: Off | None) -> TypeAfter | None:
    return None if off is None else TypeAfter(off.compromised, off.lethal, off.destroyed, off.targeted)


# --- Off-map planes


@dataclass(frozen=True, kw_only=True)
class OffMapPlane(Situation):
    """An off-map plane acts."""

    initiative: int = fact(Whole(1), ask="What is the initiative of its card?")
    on_battlefield: bool = fact(YesNo(), ask="Is its token on the map?")
    edge: bool = fact(YesNo(), False, ask="Is the tile where it is placed an edge tile?")


@dataclass(frozen=True)
class PlaneNumbers:
    defense: int
    move: int
    manoeuvre: int
    place_first: bool


def off_map_plane(s: OffMapPlane, dice: Dice) -> PlaneNumbers:
    """What are the numbers of an off-map plane, and must it be placed first? (DU-PLANE-1)"""
    if not s.on_battlefield and not s.edge:
        raise refuse("DU-PLANE-1", "not-edge-tile")
    move, manoeuvre = rule_number("off-map-plane-move"), rule_number("off-map-plane-manoeuvre")
    words = f"defense {s.initiative}, as its initiative; Move {move}, Manoeuvre {manoeuvre}"
    dice.explain(words, "DU-PLANE-1")
    where = "it is on the map" if s.on_battlefield else "it is placed on the edge tile first, in any orientation"
    dice.explain(where, "DU-PLANE-1")
    return PlaneNumbers(s.initiative, move, manoeuvre, not s.on_battlefield)


# --- Antiair


@dataclass(frozen=True, kw_only=True)
class AirTarget:
    """A plane that antiair fires at: its token, or without Battle of Britain rules its type."""

    defense: int | None = fact(Whole(1), None, ask="What is its defense?")
    compromised: bool | None = fact(YesNo(), None, ask="Is it compromised (has it acted)?")
    lethal: int = fact(Whole(), 0, ask="How much lethal damage does it have already?")
    suppress: int | None = fact(Whole(), None, ask="How much suppress damage does it have already?")
    destroyed: bool | None = fact(YesNo(), None, ask="Is it destroyed?")


@dataclass(frozen=True, kw_only=True)
class Antiair(Situation):
    """Antiair fires at a plane."""

    x: int = fact(Whole(1), ask="What is the value of the antiair?")
    bob: bool = fact(YesNo(), True, ask="Are the Battle of Britain rules in use?", rules=("DU-AA-2",))
    plane: AirTarget = fact(Record(AirTarget), ask="At what does it fire?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for what a plane's token or type does not have."""
        if self.bob and self.plane.defense is None:
            raise Malformed("situation.plane: defense is missing", where="situation.plane.defense")
        for name in ("compromised", "destroyed") if self.bob else ("defense", "suppress"):
            if getattr(self.plane, name) is not None:
                where = f"situation.plane.{name}"
                raise Malformed(f"{where}: {'a token' if self.bob else 'a type'} has no {name}", where=where)


@dataclass(frozen=True)
class ShotAt:
    dealt: int
    lethal: int
    result: str
    suppress: int = hidden_field(0)
    suppressed: bool = hidden_field(False)


def antiair_value(x: int, dice: Dice) -> int:
    """The damage of Antiair X (DU-AA-1, DU-R43)."""
    found = max(rule_number("antiair-minimum"), x)
    words = f"Antiair {x}, at least {rule_number('antiair-minimum')}: {found} lethal damage at any distance"
    dice.explain(words, "DU-AA-1", "DU-R43")
    return found


def check_type(destroyed: bool, compromised: bool) -> None:
    """Check that antiair may fire at a type of planes without a token (DU-AA-2, DU-OFFMAP-5, DU-R42)."""
    if destroyed:
        raise refuse("DU-OFFMAP-5", "destroyed", "", "DU-AA-2", "DU-R42")
    if not compromised:
        raise refuse("DU-AA-2", "not-compromised", "", "DU-OFFMAP-2", "DU-R42")


def fire_antiair(s: Antiair, dice: Dice) -> ShotAt:
    """What does antiair do? (DU-AA-1, DU-AA-2, DU-R42, DU-R43)"""
    if s.bob:
        value = antiair_value(s.x, dice)
        plane = Piece(class_="plane", defense=s.plane.defense, lethal=s.plane.lethal, suppress=s.plane.suppress or 0)
        found = deal_damage(plane, "lethal", value, False, s.house, dice)
        return ShotAt(found.dealt, found.lethal, found.result, found.suppress, found.suppressed)
    check_type(bool(s.plane.destroyed), bool(s.plane.compromised))
    value = antiair_value(s.x, dice)
    dice.explain("without Battle of Britain rules a plane is an off-map structure", "DU-AA-2", "DU-R42")
    total, destroyed = strike_type(s.plane.lethal, value, dice)
    return ShotAt(value, total, "destroyed" if destroyed else "none")


OFF_MAP_ACTION = TITLES.make_resolver("off-map-action", OffMapAction, off_map_action)
OFF_MAP_PLANE = TITLES.make_resolver("off-map-plane", OffMapPlane, off_map_plane)
ANTIAIR = TITLES.make_resolver("antiair", Antiair, fire_antiair, odds=Odds(lambda s, found: str(found.result)))
