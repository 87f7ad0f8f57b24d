"""Whom a token may target: what it observes or is directed to, as far as the vision of its side goes.

DU-TARGET-1, DU-TARGET-2, DU-TARGET-3, DU-TARGET-4; for planes DU-AIR-1, DU-AIR-3, DU-AIR-4.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...api import (
    Dice,
    Finding,
    House,
    Malformed,
    Refused,
    Situation,
    Whole,
    count_text,
    dataclass,
    fact,
    refusal_of,
    refuse,
)
from .distance import find_way, shortest_ways, way_notes
from .observation import TILES, TOKENS, Field, field_of, find_token
from .pieces import GROUND_UNITS, ID, Classed, Token
from .texts import TITLES, rule_number
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
        return field_of(Ground.from_tiles(self.tiles), self.tokens, self.house)

    def __post_init__(self) -> None:
        """Errors: `Malformed` for tokens and tiles that are not there."""
        find_token(self.field.tokens, self.attacker, "situation.attacker")


@dataclass(frozen=True, kw_only=True)
class Target(Targets):
    """A token aims at another."""

    target: str = fact(ID, ask="At which token?")

    def __post_init__(self) -> None:
        """Errors: `Malformed` for tokens and tiles that are not there, and for a token that aims at itself."""
        super().__post_init__()
        find_token(self.field.tokens, self.target, "situation.target")
        if self.target == self.attacker:
            raise Malformed("situation.target: a token cannot target itself", where="situation.target")


# --- What forbids it


def check_air(attacker: Classed, target: Classed, same_tile: bool, cover: Callable[[], int], house: House) -> None:
    """Check what the classes of both allow (DU-TARGET-2, DU-AIR-1, DU-AIR-3, DU-AIR-4, DU-R46, DU-R49)."""
    if not attacker.flies:
        if target.flies and house["ground_attacks_planes"] != "yes":
            raise refuse("DU-AIR-4", "plane", "", "DU-TARGET-2", "DU-R49")
    elif target.flies:
        check_sky(same_tile)
    else:
        check_ground(target, lambda: same_tile, cover)


def check_sky(same_tile: bool) -> None:
    """Check that a plane attacks another from another tile (DU-AIR-1, DU-AIR-5)."""
    if same_tile:
        raise refuse("DU-AIR-1", "same-tile", "", "DU-TARGET-2", "DU-AIR-5")


def check_ground(target: Classed, same_tile: Callable[[], bool], cover: Callable[[], int]) -> None:
    """Check that aircraft may attack something on the ground (DU-AIR-3, DU-AIR-5, DU-R46)."""
    limit, also = rule_number("aircraft-cover-limit"), ("DU-TARGET-2", "DU-AIR-5", "DU-R46")
    if target.class_ not in GROUND_UNITS:
        text = f"Aircraft can attack {', '.join(GROUND_UNITS)}, but not {target.class_}."
        raise refuse("DU-AIR-3", "not-ground-unit", text, also)
    if not same_tile():
        raise refuse("DU-AIR-3", "not-same-tile", "", also)
    if (has := cover()) >= limit:
        raise refuse("DU-AIR-3", "cover", f"The tile has cover {has}; aircraft can attack only below {limit}.", also)


def check_seen(seen: bool, rule: str = "DU-TARGET-1", *also: str) -> None:
    """Check that a target is observed, or that somebody directs to it (DU-TARGET-1, DU-R1)."""
    if not seen:
        raise refuse(rule, "not-seen", "", "DU-TARGET-1", "DU-TARGET-2", "DU-DIRECT-1", "DU-R1", "DU-R3", also)


def check_reach(distance: int | None, vision: int, rule: str = "DU-TARGET-1", *also: str) -> None:
    """Check that the vision of the attacker's side reaches the target (DU-TARGET-1, DU-VISION-2)."""
    if distance is None or distance > vision:
        far = f"effective distance {distance} is beyond vision {vision}"
        text = "no way leads to the target" if distance is None else far
        raise refuse(rule, "too-far", text, "DU-TARGET-2", "DU-VISION-2", also)


def aim_rules(attacker: Classed, target: Classed) -> tuple[str, ...]:
    """The rule of sight and distance first, and for planes those of their own (DU-TARGET-1, DU-AIR-1, DU-AIR-3)."""
    if not attacker.flies:
        return ("DU-TARGET-1", "DU-AIR-4", "DU-R49") if target.flies else ("DU-TARGET-1",)
    return ("DU-TARGET-1", "DU-AIR-1", "DU-R45") if target.flies else ("DU-TARGET-1", "DU-AIR-3", "DU-R46")


# --- Aiming


@dataclass(frozen=True)
class Aim:
    """What one sees of a target: with own eyes, who directs, and how far it is; why that is so, and what forbids it.

    Without a `ban`, the last of the findings says that the target may be aimed at.
    """

    observes: bool
    directors: tuple[str, ...]
    distance: int | None
    findings: tuple[Finding[object], ...]
    ban: Refused | None


@dataclass(frozen=True)
class Aiming:
    """A token that aims: where it stands, who helps it, and the ways from its tile."""

    field: Field
    attacker: Token
    vision: int
    links: Sequence[Token] | None = None
    known: dict[At, tuple[int, int]] | None = None

    def aim_at(self, target: Token) -> Aim:
        """Return what is seen of a target, and what forbids it (DU-TARGET-1, DU-TARGET-2, DU-TARGET-3, DU-R1)."""
        field, attacker = self.field, self.attacker
        literal = field.house["targeting"] == "literal"
        looks, at = (target, attacker) if literal else (attacker, target)
        eyes = field.eye_findings(looks, at.at)
        observes = eyes[-1].value
        directors = field.find_directors(looks, at.at, None if literal else self.links)
        way = find_way(field.ground, attacker.at, target.at, field.house, self.known)
        findings: list[Finding[object]] = [*eyes, directors, way, *way_notes(attacker.at, target.at, way.value)]
        if literal or not observes or field.is_blind(at):  # else both observe each other
            text = f"{looks.id} must observe {at.id}, or be directed to it"
            findings.insert(0, Finding(None, text, "DU-TARGET-1", "DU-R1"))
        distance = way.value.effective_distance
        ban = refusal_of(lambda: self.check_aim(target, observes or bool(directors.value), distance))
        if ban is None:
            how = "observed" if observes else f"directed by {', '.join(directors.value)}"
            text = f"{target.id}: {how}, effective distance {distance} of vision {self.vision}"
            rules = (*aim_rules(attacker, target), "DU-DIST-2", "DU-VISION-2", "DU-TARGET-2", "DU-TARGET-3")
            directed = not observes and ("DU-DIRECT-1", "DU-DIRECT-2", "DU-R1", "DU-R3")
            findings.append(Finding(None, text, *rules, directed))
        return Aim(observes, directors.value, distance, tuple(findings), ban)

    def check_aim(self, target: Token, seen: bool, distance: int | None) -> None:
        """Check that a target may be aimed at that is seen or not, and so far away (DU-TARGET-1, DU-TARGET-2)."""
        field, attacker, rules = self.field, self.attacker, aim_rules(self.attacker, target)
        same_tile = attacker.at == target.at
        check_air(attacker, target, same_tile, lambda: field.ground[target.at].cover, field.house)
        check_seen(seen, *rules)
        check_reach(distance, self.vision, *rules)


def report_aim(s: Target, dice: Dice) -> Aim:
    """Return what a token sees of its target, and what forbids to aim at it, and explain it."""
    field = s.field
    found = Aiming(field, field.tokens[s.attacker], s.vision).aim_at(field.tokens[s.target])
    *why, last = found.findings
    for finding in why:
        dice.report(finding)
    dice.report(last, tell="" if found.ban else "reason")
    return found


@dataclass(frozen=True)
class Aimed:
    observes: bool
    directors: tuple[str, ...]
    effective_distance: int | None


def target_token(s: Target, dice: Dice) -> Aimed:
    """May a token target another? (DU-TARGET-1, DU-TARGET-2, DU-TARGET-3, DU-DIST-2, DU-VISION-2)"""
    found = report_aim(s, dice)
    facts = Aimed(found.observes, found.directors, found.distance)
    if (ban := found.ban) is not None:
        raise refuse(ban.rule, ban.reason, ban.message, ban.rules, **vars(facts))
    return facts


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


def find_targets(s: Targets, dice: Dice) -> TargetList:
    """Whom may a token target, and which vision would that need? (DU-TARGET-4, DU-TARGET-1, DU-TARGET-2)"""
    field = s.field
    attacker = field.tokens[s.attacker]
    reach = shortest_ways(field.ground, attacker.at, field.house)
    aiming = Aiming(field, attacker, s.vision, field.find_links(attacker), reach)
    enemies = sorted((one for one in s.tokens if one.side != attacker.side), key=lambda one: one.id)
    dice.explain(f"{count_text(len(enemies), 'token')} of the other side", "DU-TARGET-4")
    return TargetList(tuple(dice.report(find_target(aiming, one)) for one in enemies))


def find_target(aiming: Aiming, target: Token) -> Finding[OneTarget]:
    """Return whether a token may be aimed at, in one line with all the rules of the full explanation."""
    aim = aiming.aim_at(target)
    ban = aim.ban
    if ban is None:
        return Finding(OneTarget(target.id, True, None, aim.distance), aim.findings[-1].text, aim.findings)
    text = f"{target.id}: {ban.message or ban.reason.replace('-', ' ')}"
    return Finding(OneTarget(target.id, False, ban.reason, aim.distance), text, ban.rules, aim.findings)


TARGET = TITLES.make_resolver("target", Target, target_token)
TARGETS = TITLES.make_resolver("targets", Targets, find_targets, says_legal=False)
