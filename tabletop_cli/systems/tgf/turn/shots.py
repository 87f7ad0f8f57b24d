"""Shots and blows inside the events of a battle: what only the table knows, and what comes of it (TGF-FIRE-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Literal, TypedDict

from ....api import (
    Answer,
    AnyResolver,
    Dice,
    ListOf,
    Nullable,
    Number,
    OneOf,
    Place,
    Record,
    Ref,
    Refused,
    ShapedObject,
    Situation,
    Union,
    Whole,
    YesNo,
    dataclass,
    derived,
    fact,
    if_answered,
    keys,
    plain,
    refuse,
)
from ..close_combat import CLOSE_COMBAT, HEIGHTS, Blow, CloseCombat
from ..kinds import Percent
from ..profiles import CONTACT, band, to_hit
from ..rows import Weapon
from ..shooting import FIRE, Fire
from ..soldiers import COVERS, DEPTHS
from ..templates import TEMPLATE_FIRE, TemplateFire, UnderTemplate
from . import memory
from .effects import Heirs, Strikes
from .gate import Commanded, check_said_straggler, check_straggler, check_target, everybody, find_own_ld, has_only
from .memory import firer, remembered
from .state import Mini, State


def _covers(place: Place[State]) -> Iterator[Answer]:
    """How much of the target is covered; in the open nothing else is asked either (TGF-HIT-2)."""
    template = place.state.arm(_weapon(place)).template
    nothing = {"forest": "none", "crest": "none", **({} if template else {"cover_type": "none"})}
    yield Answer(0, "nothing: no cover, forest or crest", "n", also=nothing)
    yield Answer(24, "less than 25 %", "l", "or in forest, behind a crest, in soft or hard cover")
    yield Answer(50, "25 to 50 %", "5", "-1")
    yield Answer(75, "50 to 75 %", "7", "-2")
    yield Answer(100, "more than 75 %", "9", "-3")
    yield Answer("slit", "behind a firing slit", "s", "-3")


def _weapon(place: Place[State]) -> Weapon:
    """What is fired: a piece of the squad, else what the miniature carries."""
    squad, event = place.state.squad_of(firer(place)), place.event
    if place.event_kind == "mortar-fire":
        piece: Weapon = squad.pieces[event.piece]
        return piece
    if place.event_kind == "gun-act" and squad.gun:
        return squad.gun
    named: Weapon | None = place.get("weapon")
    return named or firer(place).weapon


def _within_reach(place: Place[State]) -> Any:
    """The distance of his last shot at the same target, unless this weapon does not reach as far."""
    found = memory.recall(place, "distance")
    at = None if found is None else band(found if found == CONTACT else Fraction(str(found)), place.state.house)
    return found if at in place.state.arm(_weapon(place)).cells else None


def _sheltered(values: tuple[str, ...], ask: Any, **more: Any) -> Any:
    """One of the facts that shelter a miniature; each value has its first letter as key."""
    among = more.pop("among", lambda place: (Answer(value, value, value[0]) for value in values))
    return fact(OneOf(values), "none", ask=ask, among=among, **more)


class _Asked(TypedDict):
    """What `fact` is told of a question: its words at the table, and in schemas."""

    ask: Callable[[Place[State]], str]
    help: str


def _of_two(ask: str) -> _Asked:
    """A question about who fires and his target; of the blow that comes back, the other way round."""

    def text(place: Place[State]) -> str:
        one, piece = firer(place).id, place.get("piece")
        two = place.state.minis[place.get("target")].id if place.get("target") else "the spot"
        if "back" in place.path:
            one, two = two, one
        return ask.replace("{firer}", one if piece is None else f"{one} with piece {piece}").replace("{target}", two)

    return {"ask": text, "help": ask.replace("{firer}", "the firer").replace("{target}", "the target")}


FOREST = "Is {target} in a forest: no (none), at its edge (up to 3 cm), deep in it?"
CREST = "Is {target} behind a crest, roof or rocks: no (none), at the edge, deep?"


@dataclass(frozen=True, kw_only=True)
class Sheltered:
    """What shelters a miniature in the battle (SHELTER)."""

    forest: str = _sheltered(DEPTHS, **_of_two(FOREST), **remembered("forest"))
    crest: str = _sheltered(DEPTHS, **_of_two(CREST), **remembered("crest"))
    cover_type: str = _sheltered(
        COVERS, **_of_two("Other cover of {target}: none, soft, hard?"), **remembered("cover_type")
    )


def shelters(place: Place[State]) -> Iterator[Answer]:
    """What shelters a miniature; of one in the open nothing else is asked."""
    yield Answer("none", "nothing: no cover, forest or crest", "n", also={"forest": "none", "crest": "none"})
    yield Answer("soft", "soft cover", "s")
    yield Answer("hard", "hard cover", "h")
    yield Answer("none", "no cover, but a forest or a crest", "f")


@dataclass(frozen=True, kw_only=True)
class Beneath:
    """A miniature under a template, with what shelters it."""

    mini: str = fact(Ref("minis"))
    cover_type: str = _sheltered(COVERS, "What shelters {mini}?", among=shelters)
    forest: str = _sheltered(DEPTHS, FOREST.replace("target", "mini"))
    crest: str = _sheltered(DEPTHS, CREST.replace("target", "mini"))


def _of_name(ask: str) -> Any:
    return lambda place: ask.replace("{target}", str(place.path[1]))


@dataclass(frozen=True, kw_only=True)
class InArea:
    """What shelters a miniature, or a whole squad, in an area that is suppressed; it is named by the table's key."""

    cover_type: str = _sheltered(COVERS, _of_name("What shelters {target}?"), among=shelters)
    forest: str = _sheltered(DEPTHS, _of_name(FOREST))
    crest: str = _sheltered(DEPTHS, _of_name(CREST))


@dataclass(frozen=True, kw_only=True)
class Melee(Sheltered):
    """What the table knows of a blow."""

    target_height: str = fact(
        OneOf(HEIGHTS), "same", **_of_two("Does {target} stand same, higher or lower than {firer}?")
    )
    behind_cover: bool = fact(YesNo(), False, **_of_two("Is {target} behind cover?"))
    friends: int = fact(
        Whole(), 0, **_of_two("How many friends of {firer} are in contact with {target}, too?"), rules=("TGF-R34",)
    )


@dataclass(frozen=True, kw_only=True)
class Back(Melee):
    """The target's own blow, with ``cc = simultaneous``."""

    out_of_command: bool = fact(YesNo(), False, ask="Is the target more than 18 cm from its leader?")


@dataclass(frozen=True, kw_only=True)
class Shot(Melee):
    """What only the table knows of a shot or a blow; `has_meaning` tells which fields go together."""

    distance: Fraction | Literal["CC"] = fact(
        Union((Number(0), OneOf[Literal["CC"]]((CONTACT,)))),
        **_of_two("How far is {target} from {firer}, in cm? (CC: base contact)"),
        rules=("TGF-RANGE-1", "TGF-FIRE-4"),
        known=_within_reach,
        usual=remembered("distance")["usual"],
    )
    cover_pct: Fraction | Literal["slit"] = fact(
        Union((Percent(), OneOf(("slit",)))),
        Fraction(0),
        **_of_two("How much of {target} is covered from {firer}?"),
        among=_covers,
        rules=("TGF-HIT-2", "TGF-R2"),
        **remembered("cover_pct"),
    )
    night: bool = fact(YesNo(), False, ask="Is it night?", **remembered("night"))
    tracer: bool = fact(
        YesNo(),
        False,
        **_of_two("Does {firer} fire tracer rounds at {target}?"),
        when=lambda place: bool(place.get("night")),
        **remembered("tracer"),
    )
    height_cm: Fraction = fact(
        Number(),
        Fraction(0),
        **_of_two("How many cm is {firer} higher than {target} (lower: -)?"),
        **remembered("height_cm"),
    )
    back: Back = fact(Record(Back), Back(), help="the target's blow, with cc = simultaneous")
    targets: tuple[Beneath, ...] = fact(
        ListOf(Record(Beneath), distinct=True),
        (),
        ask="Which miniatures are under the template?",
        among=everybody,
        rules=("TGF-TPL-1",),
    )


_SHELTER = ("cover_type", "forest", "crest")
_AIM = ("distance", "cover_pct", "forest", "crest", "night", "tracer", "height_cm")
_BLOW = ("distance", "target_height", "behind_cover", "friends", *_SHELTER)


def has_meaning(state: State, shot: Shot | None, weapon: Weapon) -> None:
    """The fields of a shot belong to it: a blow, a shot, or fire with a template. Errors: `Malformed`."""
    if shot is None:
        return
    if shot.distance == CONTACT:
        back = ("back",) if state.house["cc"] == "simultaneous" else ()
        has_only(shot, (*_BLOW, *back), (), "a shot in base contact")
    elif state.arm(weapon).template:
        has_only(shot, (*_AIM, "targets"), (), "fire with a template")
    else:
        has_only(shot, (*_AIM, "cover_type"), (), "a shot")


@dataclass(frozen=True, kw_only=True)
class Piece(Commanded, Heirs):
    """What fire of a gun or a mortar may need to know (PIECE)."""

    shot: Shot | None = fact(Nullable(Record(Shot)), None, help="what only the table knows; null: reported later")


# --- what comes of it ---


@dataclass(frozen=True)
class Firing:
    """Who fires what at whom. `aimed`: with the +3; without a `target` at a point on the table."""

    mini: Mini
    weapon: Weapon
    target: Mini | None
    aimed: bool
    indirect: bool = False


def play_shot(state: State, firing: Firing, event: Any, strikes: Strikes, dice: Dice) -> tuple[State, ShapedObject]:
    """Settle a shot, unless it is reported later; with what the result says of it.

    Errors: `Refused` with the resolver's reason (TGF-FIRE-1).
    """
    shot = event.shot
    if shot is None:
        check_said_straggler(state, firing.mini, event)
        return state, {}
    mini, target = firing.mini, firing.target
    if shot.distance == CONTACT and target is None:
        raise refuse("TGF-FIRE-1", "weapon-not-at-range", "A point on the table is never in base contact.")
    resolver, situation = _situation(state, firing, event)
    try:
        outcome = dice.settle(resolver, situation)
    except Refused as no:  # what names another miniature keeps it
        raise refuse("TGF-FIRE-1", no.reason, no.message, no.rules, **{"mini": mini.id, **no.extra}) from None
    _strike(state, firing, shot, resolver, outcome, strikes)
    state = memory.remember(state, mini, target, event)
    return memory.remember_command(state, mini, event.out_of_command), {"outcome": {"legal": True, **plain(outcome)}}


def _situation(state: State, firing: Firing, event: Any) -> tuple[AnyResolver, Situation]:
    """Return what the rules judge: a blow in base contact, fire with a template, or a shot."""
    target, shot = firing.target, event.shot
    if shot.distance == CONTACT and target is not None:
        return CLOSE_COMBAT, _blow(state, firing, target, event)
    if state.arm(firing.weapon).template:
        if_answered(lambda: _check_beneath(state, shot), None)
        return TEMPLATE_FIRE, derived(TemplateFire, _Burst(state, shot), **_aim(state, firing, event))
    assert target is not None  # only templates are fired at a point
    return FIRE, derived(Fire, shot, **_aim(state, firing, event), armor=target.level.a)


def _soldier(mini: Mini, weapon: Weapon, out: bool) -> ShapedObject:
    """A soldier as the rules of fire and close combat want to know him."""
    return {"level": mini.level, "weapon": weapon, "panicked": mini.panicked, "out_of_command": out}


def _aim(state: State, firing: Firing, event: Any) -> ShapedObject:
    """All that the battle knows of a ranged shot."""
    out = check_straggler(state, firing.mini, event)
    target = firing.target
    known: ShapedObject = {
        "house": state.house,
        **_soldier(firing.mini, firing.weapon, out),
        "ld": find_own_ld(state, firing.mini, out).value,  # told when it is rolled on
        "prone": target is not None and target.prone,
        "aimed": firing.aimed,
    }
    return {**known, "indirect": firing.indirect} if state.arm(firing.weapon).template else known


def _blow(state: State, firing: Firing, target: Mini, event: Any) -> CloseCombat:
    """A blow in base contact, and the one that comes back (TGF-CC-2, TGF-R32)."""
    mini, shot, back = firing.mini, event.shot, None
    if state.house["cc"] == "simultaneous" and "cc" in state.arm(target.weapon).cells:
        out = shot.back.out_of_command
        if out and state.squads[target.squad].leader == target.id:
            raise refuse("TGF-CMD-1", "leader-in-command", mini=target.id)
        soldier = _soldier(target, target.weapon, out)
        back = derived(Blow, shot.back, **soldier, armor=mini.level.a, prone=mini.prone)
    return derived(
        CloseCombat,
        shot,
        house=state.house,
        **_soldier(mini, firing.weapon, check_straggler(state, mini, event)),
        armor=target.level.a,
        prone=target.prone,
        back=back,
    )


@dataclass(frozen=True)
class _Burst:
    """A shot with a template: who lies under it is asked when it has hit."""

    state: State
    shot: Shot

    def __getattr__(self, name: str) -> Any:
        return getattr(self.shot, name)

    @property
    def targets(self) -> tuple[UnderTemplate, ...]:
        _check_beneath(self.state, self.shot)
        found = ((self.state.minis[one.mini].level.a, one) for one in self.shot.targets)
        return tuple(derived(UnderTemplate, one, armor=armor) for armor, one in found)


def _check_beneath(state: State, shot: Shot) -> None:
    """Only the living are under a template."""
    for one in keys(shot.targets):
        if state.minis[one].dead:
            raise refuse("TGF-FIRE-1", "bad-target", f"{one} is dead.", mini=one)


def _strike(state: State, firing: Firing, shot: Shot, resolver: AnyResolver, outcome: Any, strikes: Strikes) -> None:
    """Who is struck, in the order of the dice; a shot that was spotted strikes also without a hit (EFFECTS)."""
    by, target = firing.mini.squad, firing.target
    if resolver is TEMPLATE_FIRE:
        if target is not None and outcome.spotted:
            strikes.add(state, target, by, 0, killed=False)
        for at, one in enumerate(shot.targets if outcome.hit else ()):
            strikes.add(state, state.minis[one.mini], by, outcome.hits, killed=at in outcome.killed)
        return
    assert target is not None
    if resolver is FIRE:
        if outcome.spotted:
            strikes.add(state, target, by, 0 if outcome.save is None else outcome.hits, killed=outcome.killed)
        return
    own = getattr(outcome, "struck", outcome)
    strikes.add(state, target, by, own.hits, killed=own.killed)
    if back := getattr(getattr(outcome, "back", None), "struck", None):
        strikes.add(state, firing.mini, target.squad, back.hits, killed=back.killed)


def aim_bonus(aimed: bool) -> int:
    """What an aim has added to RC (TGF-AIM-1)."""
    return to_hit("aimed") if aimed else 0


def check_point(state: State, side: str, event: Any, piece: Weapon) -> Mini | None:
    """The target of a piece; without one a point on the table, but an anti-tank gun needs one (TGF-FIRE-1)."""
    if event.target is not None:
        return check_target(state, side, event.target)
    if not state.arm(piece).template:
        raise refuse("TGF-FIRE-1", "bad-target", f"The {piece.name.lower()} needs a target.")
    return None
