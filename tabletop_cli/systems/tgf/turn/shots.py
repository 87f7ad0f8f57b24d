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
    derive_situation,
    fact,
    item_keys,
    of_table,
    peek,
    plain_data,
    refuse,
    replace,
    yes_or_no,
)
from ..close_combat import BACK, CLOSE_COMBAT, HEIGHTS, Blow, CloseCombat
from ..kinds import Percent
from ..profiles import CONTACT, to_hit
from ..row_types import Weapon
from ..shooting import FIRE, Fire
from ..soldiers import COVERS, DEPTHS
from ..templates import TEMPLATE_FIRE, TemplateFire, UnderTemplate
from .effects import Heirs, Strikes
from .gate import (
    Commanded,
    check_fields,
    check_said_straggler,
    check_straggler,
    check_target,
    find_own_ld,
    living_answers,
    owner_of,
)
from .memory import LINE, cover_words, firing_mini, shelter_words
from .naming import piece_name
from .state import Mini, State


def _cover_answers(place: Place[State]) -> Iterator[Answer]:
    """How much of the target is covered; in the open nothing else is asked either (TGF-HIT-2)."""
    template = place.state.arm_of(_fired_weapon(place)).template
    nothing = {"forest": "none", "crest": "none", **({} if template else {"cover_type": "none"})}
    yield Answer(0, "nothing: no cover, forest or crest", "n", also=nothing)
    yield Answer(24, "less than 25 %", "l", "or in forest, behind a crest, in soft or hard cover")
    yield Answer(50, "25 to 50 %", "p", "-1")
    yield Answer(75, "50 to 75 %", "h", "-2")
    yield Answer(100, "more than 75 %", "m", "-3")
    yield Answer("slit", "behind a firing slit", "s", "-3")


def _fired_weapon(place: Place[State]) -> Weapon:
    """What is fired: a piece of the squad, else what the miniature carries."""
    squad, event = place.state.squad_of(firing_mini(place)), place.event
    if place.event_kind == "mortar-fire":
        piece: Weapon = squad.pieces[event.piece]
        return piece
    if place.event_kind == "gun-act" and squad.gun:
        return squad.gun
    named: Weapon | None = place.get("weapon")
    return named or firing_mini(place).weapon


def is_known_contact(place: Place[State]) -> bool:
    """Whether firer and target are in contact, and have not moved before in this event (TGF-CC-1)."""
    target, two = place.get("target"), firing_mini(place).id
    moved = any(deed.get("action") == "move" and deed["mini"] in (two, target) for deed in place.items_before())
    return target is not None and place.get("piece") is None and place.state.are_touching(two, target) and not moved


def shelter_fact(values: tuple[str, ...], ask: Any, **more: Any) -> Any:
    """One of the facts that shelter a miniature; each value has its first letter as key."""
    among = more.pop("among", lambda place: (Answer(value, value, value[0]) for value in values))
    return fact(OneOf(values), "none", ask=ask, among=among, **more)


class _Asked(TypedDict):
    """What `fact` is told of a question: its words at the table, and in schemas."""

    ask: Callable[[Place[State]], str]
    help: str


def _question_of_two(ask: str) -> _Asked:
    """A question about who fires and his target; of the blow that comes back, the other way round."""

    def question_text(place: Place[State]) -> str:
        one, piece = firing_mini(place).id, place.get("piece")
        two = place.state.minis[place.get("target")].id if place.get("target") else "the spot"
        if "back" in place.path:
            one, two = two, one
        firer = one if piece is None else f"{one} with {piece_name(place.state, one, piece)}"
        return ask.replace("{firer}", firer).replace("{target}", two)

    return {"ask": question_text, "help": ask.replace("{firer}", "the firer").replace("{target}", "the target")}


FOREST = "Is {target} in a forest: no (none), at its edge (up to 3 cm), deep in it?"
CREST = "Is {target} behind a crest, roof or rocks: no (none), at the edge, deep?"


@dataclass(frozen=True, kw_only=True)
class Sheltered:
    """What shelters a miniature in the battle (SHELTER)."""

    forest: str = shelter_fact(DEPTHS, **_question_of_two(FOREST), holds=LINE, says=shelter_words("forest"))
    crest: str = shelter_fact(DEPTHS, **_question_of_two(CREST), holds=LINE, says=shelter_words("crest"))
    cover_type: str = shelter_fact(
        COVERS,
        **_question_of_two("Other cover of {target}: none, soft, hard?"),
        holds=LINE,
        says=shelter_words("cover"),
    )


def shelter_answers(place: Place[State]) -> Iterator[Answer]:
    """What shelters a miniature; of one in the open nothing else is asked."""
    yield Answer("none", "nothing: no cover, forest or crest", "n", also={"forest": "none", "crest": "none"})
    yield Answer("soft", "soft cover", "s")
    yield Answer("hard", "hard cover", "h")
    yield Answer("none", "no cover, but a forest or a crest", "f")


@dataclass(frozen=True, kw_only=True)
class Beneath:
    """A miniature under a template, with what shelters it."""

    mini: str = fact(Ref("minis"))
    cover_type: str = shelter_fact(COVERS, "What shelters {mini}?", among=shelter_answers)
    forest: str = shelter_fact(DEPTHS, FOREST.replace("target", "mini"))
    crest: str = shelter_fact(DEPTHS, CREST.replace("target", "mini"))


def _question_with_name(ask: str) -> Any:
    return lambda place: ask.replace("{target}", str(place.path[1]))


@dataclass(frozen=True, kw_only=True)
class InArea:
    """What shelters a miniature, or a whole squad, in an area that is suppressed; it is named by the table's key."""

    cover_type: str = shelter_fact(COVERS, _question_with_name("What shelters {target}?"), among=shelter_answers)
    forest: str = shelter_fact(DEPTHS, _question_with_name(FOREST))
    crest: str = shelter_fact(DEPTHS, _question_with_name(CREST))


def _height_answers(place: Place[State]) -> Iterator[Answer]:
    """How high a target in contact is; where nothing else counts, nothing else is asked (TGF-CC-2)."""
    yield Answer("same", "same height, no cover, no other friends", "n", also={"behind_cover": False, "friends": 0})
    yield Answer("same", "same height", "s", "with cover, or with other friends in contact")
    yield Answer("higher", "higher", "h", "-1")
    yield Answer("lower", "lower", "l", "+1")


@dataclass(frozen=True, kw_only=True)
class Melee(Sheltered):
    """What the table knows of a blow."""

    target_height: str = fact(
        OneOf(HEIGHTS),
        "same",
        **_question_of_two("Is {target} as high as {firer}, higher or lower?"),
        among=_height_answers,
        holds=LINE,
        says=lambda words: "same height" if words.startswith("same") else f"the target is {words}",
    )
    behind_cover: bool = fact(
        YesNo(),
        False,
        **_question_of_two("Is {target} behind cover?"),
        holds=LINE,
        says=yes_or_no("behind cover", "not behind cover"),
    )
    friends: int = fact(
        Whole(),
        0,
        **_question_of_two("How many other friends of {firer} are in contact with {target}?"),
        rules=("TGF-R34",),
    )


@dataclass(frozen=True, kw_only=True)
class Back(Melee):
    """The target's own blow, with ``cc = simultaneous``."""

    out_of_command: bool = fact(YesNo(), False, ask="Is the target more than 18 cm from its leader?")


@dataclass(frozen=True, kw_only=True)
class Shot(Melee):
    """What only the table knows of a shot or a blow; `check_shot_fields` tells which fields go together."""

    distance: Fraction | Literal["CC"] = fact(
        Union((Number(0), OneOf[Literal["CC"]]((CONTACT,)))),
        **_question_of_two("How far is {target} from {firer}, in cm? (CC: base contact)"),
        rules=("TGF-RANGE-1", "TGF-FIRE-4"),
        known=lambda place: CONTACT if is_known_contact(place) else None,
        holds=LINE,
        says=lambda words: "in base contact" if words == CONTACT else f"{words} cm",
    )
    cover_pct: Fraction | Literal["slit"] = fact(
        Union((Percent(), OneOf(("slit",)))),
        Fraction(0),
        **_question_of_two("How much of {target} is covered from {firer}?"),
        among=_cover_answers,
        rules=("TGF-HIT-2", "TGF-R2"),
        holds=LINE,
        says=cover_words,
    )
    night: bool = fact(YesNo(), False, ask="Is it night?", holds=of_table(), says=yes_or_no("night", "day"))
    tracer: bool = fact(
        YesNo(),
        False,
        **_question_of_two("Does {firer} fire tracer rounds at {target}?"),
        when=lambda place: bool(place.get("night")),
        holds=LINE,
        says=yes_or_no("tracer rounds", "no tracer rounds"),
    )
    height_cm: Fraction = fact(
        Number(),
        Fraction(0),
        **_question_of_two("How many cm higher than {target} is {firer} (lower: -)?"),
        holds=LINE,
        says=lambda words: "same height" if words == "0" else f"{words} cm higher",
    )
    back: Back = fact(Record(Back), Back(), help="the target's blow, with cc = simultaneous")
    targets: tuple[Beneath, ...] = fact(
        ListOf(Record(Beneath), distinct=True),
        (),
        ask="Which miniatures are under the template?",
        among=living_answers,
        usual=lambda place: [place.get("target")] if place.get("target") else None,
        rules=("TGF-TPL-1",),
    )


_SHELTER = ("cover_type", "forest", "crest")
_AIM = ("distance", "cover_pct", "forest", "crest", "night", "tracer", "height_cm")
_BLOW = ("distance", "target_height", "behind_cover", "friends", *_SHELTER)


def check_shot_fields(state: State, shot: Shot | None, weapon: Weapon) -> None:
    """The fields of a shot belong to it: a blow, a shot, or fire with a template. Errors: `Malformed`."""
    if shot is None:
        return
    if shot.distance == CONTACT:
        back = ("back",) if state.house["cc"] == "simultaneous" else ()
        check_fields(shot, (*_BLOW, *back), (), "a shot in base contact")
    elif state.arm_of(weapon).template:
        check_fields(shot, (*_AIM, "targets"), (), "fire with a template")
    else:
        check_fields(shot, (*_AIM, "cover_type"), (), "a shot")


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
    _assign_dice(state, firing, shot, dice)
    resolver, situation = _shot_situation(state, firing, event)
    try:
        outcome = dice.settle(resolver, situation)
    except Refused as no:  # what names another miniature keeps it
        raise refuse("TGF-FIRE-1", no.reason, no.message, no.rules, **{"mini": mini.id, **no.extra}) from None
    _add_strikes(state, firing, shot, resolver, outcome, strikes)
    if target is not None:
        state = replace(state, targets={**state.targets, mini.squad: target.id})
    return state, {"outcome": {"legal": True, **plain_data(outcome)}}


def _assign_dice(state: State, firing: Firing, shot: Shot, dice: Dice) -> None:
    """Say whose dice those of a shot are: who fires rolls to hit, who is hit rolls the saves."""
    own, labels = owner_of(state, firing.mini), {}
    if firing.target is not None:
        struck = owner_of(state, firing.target)
        labels = {"saves": struck, BACK[0]: struck, BACK[1]: own}
    if state.arm_of(firing.weapon).template:
        nobody: list[Mini] = []
        beneath = peek(lambda: [state.minis[one] for one in item_keys(shot.targets) if one in state.minis], nobody)
        labels = {f"saves of target {at}": owner_of(state, mini) for at, mini in enumerate(beneath, 1)}
    dice.assign_dice(**{"to hit": own, "LD": own, **labels})


def _shot_situation(state: State, firing: Firing, event: Any) -> tuple[AnyResolver, Situation]:
    """Return what the rules judge: a blow in base contact, fire with a template, or a shot."""
    target, shot = firing.target, event.shot
    if shot.distance == CONTACT and target is not None:
        return CLOSE_COMBAT, _close_combat_situation(state, firing, target, event)
    if state.arm_of(firing.weapon).template:
        peek(lambda: _check_beneath(state, shot), None)
        return TEMPLATE_FIRE, derive_situation(TemplateFire, _Burst(state, shot), **_aim_facts(state, firing, event))
    assert target is not None  # only templates are fired at a point
    return FIRE, derive_situation(Fire, shot, **_aim_facts(state, firing, event), armor=target.level.a)


def _soldier_facts(mini: Mini, weapon: Weapon, out: bool) -> ShapedObject:
    """A soldier as the rules of fire and close combat want to know him."""
    return {"level": mini.level, "weapon": weapon, "panicked": mini.panicked, "out_of_command": out}


def _aim_facts(state: State, firing: Firing, event: Any) -> ShapedObject:
    """All that the battle knows of a ranged shot."""
    out = check_straggler(state, firing.mini, event)
    target = firing.target
    known: ShapedObject = {
        "house": state.house,
        **_soldier_facts(firing.mini, firing.weapon, out),
        "ld": find_own_ld(state, firing.mini, out).value,  # told when it is rolled on
        "prone": target is not None and target.prone,
        "aimed": firing.aimed,
    }
    return {**known, "indirect": firing.indirect} if state.arm_of(firing.weapon).template else known


def _close_combat_situation(state: State, firing: Firing, target: Mini, event: Any) -> CloseCombat:
    """A blow in base contact, and the one that comes back (TGF-CC-2, TGF-R32)."""
    mini, shot, back = firing.mini, event.shot, None
    if state.house["cc"] == "simultaneous" and "cc" in state.arm_of(target.weapon).cells:
        out = shot.back.out_of_command
        if out and state.squads[target.squad].leader == target.id:
            raise refuse("TGF-CMD-1", "leader-in-command", mini=target.id)
        soldier = _soldier_facts(target, target.weapon, out)
        back = derive_situation(Blow, shot.back, **soldier, armor=mini.level.a, prone=mini.prone)
    return derive_situation(
        CloseCombat,
        shot,
        house=state.house,
        **_soldier_facts(mini, firing.weapon, check_straggler(state, mini, event)),
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
        return tuple(derive_situation(UnderTemplate, one, armor=armor) for armor, one in found)


def _check_beneath(state: State, shot: Shot) -> None:
    """Only the living are under a template."""
    for one in item_keys(shot.targets):
        if state.minis[one].dead:
            raise refuse("TGF-FIRE-1", "bad-target", f"{one} is dead.", mini=one)


def _add_strikes(
    state: State, firing: Firing, shot: Shot, resolver: AnyResolver, outcome: Any, strikes: Strikes
) -> None:
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
    if not state.arm_of(piece).template:
        raise refuse("TGF-FIRE-1", "bad-target", f"The {piece.name.lower()} needs a target.")
    return None
