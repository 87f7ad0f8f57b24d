"""Whom a token may target: what it observes or is directed to, as far as the vision of its side goes.

DU-TARGET-1, DU-TARGET-2, DU-TARGET-3, DU-TARGET-4; for planes DU-AIR-1, DU-AIR-3, DU-AIR-4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...api import Dice, Given, House, Illegal, Malformed, Situation, Whole, counted, dataclass, fact
from .distance import Way, explain_way, way, ways
from .observation import TILES, TOKENS, Field, explain_directors, explain_eyes, field_of, known
from .pieces import GROUND_UNITS, ID, Classed, Token
from .texts import TITLES, number
from .tiles import At, Ground, Tile


@dataclass(frozen=True, kw_only=True)
class Targets(Situation):
    """A token looks for targets."""

    tiles: tuple[Tile, ...] = fact(TILES, ask="Which tiles does the map have?")
    tokens: tuple[Token, ...] = fact(TOKENS, ask="Which tokens are there?")
    attacker: str = fact(ID, ask="Which token aims?")
    vision: int = fact(Whole(), ask="What is the vision of its side?", rules=("DU-VISION-1",))

    @property
    def field(self) -> Field:
        return field_of(Ground.of(self.tiles), self.tokens, self.house)

    def __post_init__(self) -> None:
        """Errors: `Malformed` for tokens and tiles that are not there."""
        known(self.field.tokens, self.attacker, "situation.attacker")


@dataclass(frozen=True, kw_only=True)
class Target(Targets):
    """A token aims at another."""

    target: str = fact(ID, ask="At which token?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for tokens and tiles that are not there, and for a token that aims at itself."""
        super().__post_init__()
        known(self.field.tokens, self.target, "situation.target")
        if self.target == self.attacker:
            raise Malformed("situation.target: a token cannot target itself", where="situation.target")


# --- What forbids it


def air_ban(
    attacker: Classed, target: Classed, same_tile: bool, cover: Callable[[], int], house: House
) -> Illegal | None:
    """What the classes of both forbid (DU-TARGET-2, DU-AIR-1, DU-AIR-3, DU-AIR-4, DU-R46, DU-R49)."""
    if not attacker.flies:
        if not target.flies or house["ground_attacks_planes"] == "yes":
            return None
        return Illegal("plane", "DU-AIR-4", also=("DU-TARGET-2", "DU-R49"))
    if target.flies:
        return sky_ban(same_tile)
    return ground_ban(target, lambda: same_tile, cover)


def sky_ban(same_tile: bool) -> Illegal | None:
    """What forbids a plane to attack another (DU-AIR-1, DU-AIR-5)."""
    return Illegal("same-tile", "DU-AIR-1", also=("DU-TARGET-2", "DU-AIR-5")) if same_tile else None


def ground_ban(target: Classed, same_tile: Callable[[], bool], cover: Callable[[], int]) -> Illegal | None:
    """What forbids aircraft to attack something on the ground (DU-AIR-3, DU-AIR-5, DU-R46)."""
    limit, also = number("aircraft-cover-limit"), ("DU-TARGET-2", "DU-AIR-5", "DU-R46")
    if target.class_ not in GROUND_UNITS:
        text = f"Aircraft attack ground units: {', '.join(GROUND_UNITS)}; not {target.class_}."
        return Illegal("not-ground-unit", "DU-AIR-3", text=text, also=also)
    if not same_tile():
        return Illegal("not-same-tile", "DU-AIR-3", also=also)
    if (has := cover()) >= limit:
        text = f"The tile has cover {has}, and aircraft attack below {limit}."
        return Illegal("cover", "DU-AIR-3", text=text, also=also)
    return None


def unseen(rule: str = "DU-TARGET-1", *also: str) -> Illegal:
    """What is neither observed nor directed to (DU-TARGET-1, DU-R1)."""
    return Illegal("not-seen", rule, also=("DU-TARGET-1", "DU-TARGET-2", "DU-DIRECT-1", "DU-R1", "DU-R3", *also))


def too_far(distance: int | None, vision: int, rule: str = "DU-TARGET-1", *also: str) -> Illegal | None:
    """What lies beyond the vision of the attacker's side (DU-TARGET-1, DU-VISION-2)."""
    if distance is not None and distance <= vision:
        return None
    text = (
        "no way leads to the target" if distance is None else f"effective distance {distance} is beyond vision {vision}"
    )
    return Illegal("too-far", rule, text=text, also=("DU-TARGET-2", "DU-VISION-2", *also))


def aim_rules(attacker: Classed, target: Classed) -> tuple[str, ...]:
    """The rule of sight and distance first, and for planes those of their own (DU-TARGET-1, DU-AIR-1, DU-AIR-3)."""
    if not attacker.flies:
        return ("DU-TARGET-1", "DU-AIR-4", "DU-R49") if target.flies else ("DU-TARGET-1",)
    return ("DU-TARGET-1", "DU-AIR-1", "DU-R45") if target.flies else ("DU-TARGET-1", "DU-AIR-3", "DU-R46")


# --- Aiming


@dataclass(frozen=True)
class Aim:
    """What one sees of a target: with own eyes, who directs, and how far it is; and what forbids it."""

    observes: bool
    directors: tuple[str, ...]
    way: Way
    ban: Illegal | None


@dataclass(frozen=True)
class Aiming:
    """A token that aims: where it stands, who helps it, and the ways from its tile."""

    field: Field
    attacker: Token
    vision: int
    links: Sequence[Token] | None = None
    known: dict[At, tuple[int, int]] | None = None

    def at(self, target: Token) -> Aim:
        """What is seen of a target, and what forbids it (DU-TARGET-1, DU-TARGET-2, DU-R1)."""
        field, attacker, house = self.field, self.attacker, self.field.house
        if house["targeting"] == "literal":
            seen, helpers = field.observes(target, attacker.at), field.directors(target, attacker.at)
        else:
            seen, helpers = field.observes(attacker, target.at), field.directors(attacker, target.at, self.links)
        found = way(field.ground, attacker.at, target.at, house, self.known)
        ban = air_ban(attacker, target, attacker.at == target.at, lambda: field.ground[target.at].cover, house)
        if not ban and not seen and not helpers:
            ban = unseen("DU-TARGET-1", *aim_rules(self.attacker, target)[1:])
        return Aim(
            seen,
            helpers,
            found,
            ban or too_far(found.effective_distance, self.vision, *aim_rules(self.attacker, target)),
        )

    def explain(self, target: Token, aim: Aim, dice: Dice) -> None:
        """Why a target is seen or not, how far it is, and what that means (DU-TARGET-1, DU-TARGET-3, DU-VISION-2)."""
        literal = self.field.house["targeting"] == "literal"
        looks, at = (target, self.attacker) if literal else (self.attacker, target)
        if literal or not aim.observes or any(map(self.field.blind, (looks, at))):  # else both observe each other
            dice.explain(f"{looks.id} must observe {at.id}, or be directed to it", "DU-TARGET-1", "DU-R1")
        explain_eyes(self.field, looks, at.at, dice)
        explain_directors(self.field, looks, at.at, aim.directors, dice)
        explain_way(self.field.ground, self.attacker.at, target.at, aim.way, dice)
        if not aim.ban:
            dice.explain(*self.in_reach(target, aim))

    def in_reach(self, target: Token, aim: Aim) -> tuple[str, ...]:
        """That a target may be aimed at, in words and with the rules that say so."""
        how = "observed" if aim.observes else f"directed by {', '.join(aim.directors)}"
        words = f"{target.id}: {how}, effective distance {aim.way.effective_distance} of vision {self.vision}"
        directed = [] if aim.observes else ["DU-DIRECT-1", "DU-DIRECT-2", "DU-R1", "DU-R3"]
        further = ("DU-DIST-2", "DU-VISION-2", "DU-TARGET-2", "DU-TARGET-3")
        return (words, *aim_rules(self.attacker, target), *further, *directed)

    def in_short(self, target: Token, aim: Aim) -> tuple[str, ...]:
        """Why a target may be aimed at or not: one line for people, with all the rules of the full explanation."""
        full = Given(())
        self.explain(target, aim, full)
        rules = [rule for step in full.steps for rule in step.rules]
        if not aim.ban:
            return (full.steps[-1].text, *dict.fromkeys(rules))
        words = aim.ban.text or aim.ban.reason.replace("-", " ")
        return (f"{target.id}: {words}", *dict.fromkeys((aim.ban.rule, *aim.ban.also, *rules)))


@dataclass(frozen=True)
class Aimed:
    observes: bool
    directors: tuple[str, ...]
    effective_distance: int | None


def target(s: Target, dice: Dice) -> Aimed | Illegal:
    """May a token target another? (DU-TARGET-1, DU-TARGET-2, DU-TARGET-3, DU-DIST-2, DU-VISION-2)"""
    field = s.field
    aiming = Aiming(field, field.tokens[s.attacker], s.vision)
    aim = aiming.at(field.tokens[s.target])
    aiming.explain(field.tokens[s.target], aim, dice)
    facts = Aimed(aim.observes, aim.directors, aim.way.effective_distance)
    return replace(aim.ban, more=tuple(vars(facts).items())) if aim.ban else facts


# --- All targets


@dataclass(frozen=True)
class OneTarget:
    id: str
    legal: bool
    reason: str | None
    effective_distance: int | None


@dataclass(frozen=True)
class TargetList:
    targets: tuple[OneTarget, ...]


def targets(s: Targets, dice: Dice) -> TargetList:
    """Whom may a token target, and which vision would that need? (DU-TARGET-4, DU-TARGET-1, DU-TARGET-2)"""
    field = s.field
    attacker = field.tokens[s.attacker]
    reach = ways(field.ground, attacker.at, field.house)
    aiming = Aiming(field, attacker, s.vision, field.links(attacker), reach)
    enemies = sorted((one for one in s.tokens if one.side != attacker.side), key=lambda one: one.id)
    dice.explain(f"{counted(len(enemies), 'token')} of the other side", "DU-TARGET-4")
    found = []
    for one in enemies:
        aim = aiming.at(one)
        dice.explain(*aiming.in_short(one, aim))
        reason = aim.ban.reason if aim.ban else None
        found.append(OneTarget(one.id, not aim.ban, reason, aim.way.effective_distance))
    return TargetList(tuple(found))


TARGET = TITLES.resolver("target", Target, target)
TARGETS = TITLES.resolver("targets", Targets, targets, says_legal=False)
