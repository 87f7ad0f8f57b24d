"""What the members of an activation do: the declared acts, why one is refused, what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, replace
from fractions import Fraction

from ....api import (
    Answer,
    Dice,
    Fact,
    ListOf,
    Number,
    OneOf,
    Place,
    Record,
    Ref,
    Tagged,
    YesNo,
    cite,
    dataclass,
    derive_situation,
    fact,
    item_keys,
    peek,
    refuse,
)
from ..charging import SIDES_OF_BASE, ChargeCheck, ChargeFacts, ChargeTarget, look_at_charge
from ..movement import Reach, is_slowed, plain_cm, reach_findings, too_far_rule, unit_reach
from ..profiles import can_carry
from ..tables import printed_table, rule_distance
from ..threat import look_at_duty
from ..transports import TransferFacts, look_at_transfer
from .gate import (
    PathFacts,
    ask_now,
    check_enemy,
    check_own,
    check_passes,
    check_path,
    enemy_answers,
    refuse_if,
    those_or_all,
    unit_answers,
)
from .naming import brief_name, short_id
from .state import State, Unit
from .threatening import (
    ThreatBy,
    can_be_threatened,
    can_threaten,
    explain_harmless,
    possible_threats,
    threat_answers,
    threat_question,
)
from .together import ask_all, each_answer, is_shared, said_before, said_ids

# --- what people are asked ---


def unit_of(place: Place[State]) -> Unit:
    """The unit whose act it is."""
    return place.state.units[place.get("unit")]


def _reach_of(place: Place[State]) -> Reach:
    unit = unit_of(place)
    return unit_reach(place.state.profile_of(unit), place.record.do, place.record.difficult_ground, place.state.house)


def _move_limit(place: Place[State]) -> int | float:
    """The limit that the rule itself calls, in cm; of several units that go equally far the lowest."""
    if not is_shared(place):
        return plain_cm(_reach_of(place).allowance)
    do, difficult = place.record.do, place.record.difficult_ground
    members = [place.state.profile_of(place.state.units[one]) for one in item_keys(place.event.acts)]
    return min(plain_cm(unit_reach(one, do, difficult, place.state.house).allowance) for one in members)


def _distance_question(place: Place[State]) -> str:
    way = "is {target} from {unit}" if place.record.do == "charge" else "does {unit} go"
    if is_shared(place):
        way = "does each of them go"
    return f"How far {way}, in cm? (up to {_move_limit(place)})"


def _ground_answers(place: Place[State]) -> Iterator[Answer]:
    yield Answer(False, "no", "n")
    yield Answer(True, "yes", "y")
    yield from each_answer(place)


def _is_slowed(place: Place[State]) -> bool:
    return is_slowed(place.state.profile_of(unit_of(place)))


def _difficult_ground_limit(place: Place[State]) -> int | float | None:
    """The limit in difficult ground, in cm, where by house rule only that part of the way has one (TT-R13)."""
    inside = _reach_of(place).inside
    return None if inside is None else plain_cm(inside)


@dataclass(frozen=True, kw_only=True)
class WayFacts:
    """How far a unit goes, and over what ground."""

    distance: Fraction = fact(
        Number(0),
        ask=_distance_question,
        usual=_move_limit,
        known=said_before,
        rules=("TT-MOVE-1", "TT-MOVE-2", "TT-MOVE-3", "TT-MOVE-4"),
    )
    difficult_ground: bool = fact(
        YesNo(),
        False,
        ask=ask_all(
            "Any difficult ground on the way of {unit} or at the end?",
            "Any difficult ground on their ways or at the end?",
        ),
        among=_ground_answers,
        when=_is_slowed,
        known=said_before,
        rules=("TT-MOVE-4", "TT-MOVE-5", "TT-MOVE-6"),
    )
    difficult_cm: Fraction = fact(
        Number(0),
        Fraction(0),
        ask=lambda place: f"How many cm of that in difficult ground? (up to {_difficult_ground_limit(place)})",
        when=lambda place: _difficult_ground_limit(place) is not None,
        usual=_difficult_ground_limit,
        rules=("TT-R13",),
    )


# --- acts ---


@dataclass(frozen=True, kw_only=True)
class Act:
    """What one unit of an activation does; `do` is its kind."""

    do: str
    unit: str = fact(Ref("units"))
    threats: tuple[ThreatBy, ...] = fact(
        ListOf(Record(ThreatBy)),
        (),
        ask=threat_question,
        among=threat_answers,
        when=can_be_threatened,
        known=said_ids,
        rules=("TT-THREAT-1", "TT-THREAT-2", "TT-THREAT-3"),
    )
    goes_behind: bool = fact(
        YesNo(),
        False,
        ask=ask_all(
            "Does {unit} go behind an enemy that threatens it?", "Do any of them go behind an enemy that threatens it?"
        ),
        when=lambda place: place.record.do not in ("charge", "stay") and bool(place.record.threats),
        known=said_before,
        help="the move goes behind an enemy that threatens it",
        rules=("TT-THREAT-4",),
    )


@dataclass(frozen=True, kw_only=True)
class MoveAct(WayFacts, PathFacts, Act):
    """A move or a run."""


def _side_answers(place: Place[State]) -> Iterator[Answer]:
    """Front and flank, with who is there already (TT-CHARGE-4)."""
    there = [unit.charge_side for unit in place.state.chargers_of(place.record.target)]
    there += [act.get("side", "front") for act in place.items_before() if act.get("target") == place.record.target]
    for side, room in printed_table("chargers").items():
        yield Answer(side, f"the {side}", side[:2], f"{there.count(side)} of {room} there")


@dataclass(frozen=True, kw_only=True)
class ChargeAct(WayFacts, ChargeFacts, Act):
    target: str = fact(Ref("units"), ask="Whom does {unit} charge?", among=enemy_answers, rules=("TT-CHARGE-2",))
    visible: bool = fact(YesNo(), True, ask="Is {target} visible to {unit} and in front of it?", rules=("TT-CHARGE-2",))
    in_front: bool = fact(YesNo(), True, help="the target is in front of the charger at the start")
    started_behind: bool = fact(
        YesNo(), False, ask="Does {unit} start entirely behind {target}?", rules=("TT-CHARGE-3", "TT-MOD-2")
    )
    side: str = fact(
        OneOf(SIDES_OF_BASE),
        "front",
        ask="Which side of {target} does it reach?",
        among=_side_answers,
        when=lambda place: bool(place.record.started_behind),
        usual=lambda place: "flank",
        rules=("TT-CHARGE-3", "TT-CHARGE-4"),
    )


def transport_answers(place: Place[State]) -> Iterator[Answer]:
    """The transport that a unit is in, or members of the activation that could take it in (TT-TRANS-1)."""
    state, unit = place.state, unit_of(place)
    others = [one for one in state.units_of_side(unit.side) if one.id != unit.id]
    carriers = those_or_all((one for one in others if state.profile_of(one).transport), others)
    if place.record.do == "unload":
        return unit_answers(state, [state.units[unit.carrier]] if unit.carrier else carriers[:1])
    members = (state.units[one] for one in item_keys(place.event.acts) if one != unit.id)
    fitting = (one for one in members if can_carry(state.profile_of(one), state.profile_of(unit)))
    return unit_answers(state, those_or_all(fitting, carriers[:1]))


@dataclass(frozen=True, kw_only=True)
class LoadAct(Act):
    transport: str = fact(
        Ref("units"),
        ask=lambda place: (
            f"Which transport, within {rule_distance('load')} cm, does {{unit}} get "
            f"{'into' if place.record.do == 'load' else 'out of'}?"
        ),
        among=transport_answers,
        rules=("TT-TRANS-1",),
    )
    gap: Fraction = fact(Number(0), Fraction(0), help="cm between the two")


@dataclass(frozen=True, kw_only=True)
class UnloadAct(PathFacts, LoadAct):
    """A unit gets out."""


ACTS: Mapping[str, type[Act]] = {
    "move": MoveAct,
    "run": MoveAct,
    "charge": ChargeAct,
    "load": LoadAct,
    "unload": UnloadAct,
    "stay": Act,
}


def act_answers(place: Place[State]) -> Iterator[Answer]:
    """What a member may do, with how far it may go (TT-CMD-2, TT-R52)."""
    unit = unit_of(place)
    profile = place.state.profile_of(unit)
    for do, row in printed_table("acts").items():
        detail = ""
        if do in printed_table("moves"):
            detail = f"up to {plain_cm(unit_reach(profile, do, False, place.state.house).allowance)} cm"
        elif do == "stay" and possible_threats(place.state, unit.id):
            detail = f"only if no enemy within {rule_distance('threat')} cm has it in front"
        yield Answer(do, row["name"], row["key"], detail)
    yield from each_answer(place, "also where they go different distances")


ACT = Tagged(
    "do",
    Act,
    ACTS,
    Fact(
        "do",
        OneOf(tuple(ACTS)),
        MISSING,
        ask=ask_all("What does {unit} do?", "What do all of them do?"),
        among=act_answers,
        known=said_before,
        rules=("TT-CMD-2", "TT-R52"),
    ),
)


# --- tests ---


def has_transfer(acts: Iterable[Act], transport: str) -> bool:
    """Whether somebody gets into or out of a transport in this activation."""
    return any(isinstance(act, LoadAct) and act.transport == transport for act in acts)


def check_may_act(state: State, *ids: str) -> None:
    """Own units that are there and were not activated this turn (TT-CMD-5)."""
    for one in ids:
        check_own(state, one)
        unit = state.units[one]
        if unit.activated:  # by a barrage it has not moved, and has something in `fired`
            raise refuse("TT-CMD-5", "already-activated", "", unit.fired and not unit.moved and "TT-BAR-7", unit=one)


def check_act(state: State, before: State, act: Act, acts: Sequence[Act], dice: Dice) -> None:
    """Whether one act is allowed after those before it; threats count as of `before` the activation."""
    unit, named = state.units[act.unit], brief_name(state, act.unit)
    check_may_act(state, act.unit)
    inside = f"it is in {short_id(unit.carrier or '')}"
    refuse_if(unit.loaded and act.do != "unload", "TT-TRANS-5", "loaded", inside, unit=act.unit)
    transfers = act.do == "run" and peek(lambda: has_transfer(acts, act.unit), False)
    if transfers:
        raise refuse("TT-TRANS-4", "transport-ran", "", "TT-MOVE-2", "TT-R35", unit=act.unit)
    ask_now([one.by for one in act.threats])  # people say it before anything is moved on the table
    if isinstance(act, MoveAct):
        _check_move(state, unit, act, dice)
    elif isinstance(act, ChargeAct):
        check_enemy(state, act.target, "TT-CHARGE-9")
        check_passes(look_at_charge(charge_situation(state, unit, act)), dice, named, unit=act.unit)
        _explain_contact(state, act, dice)
    elif isinstance(act, LoadAct):
        _check_transfer(state, unit, act, acts, dice)
    else:
        dice.explain(f"{named} stays put, and is activated", "TT-R52")
    _check_threats(state, before, act, dice)


def _explain_contact(state: State, act: ChargeAct, dice: Dice) -> None:
    """A charge ends at one enemy, and binds both; a barrage before it is in nobody's way (TT-CHARGE-1, TT-CC-6)."""
    met = brief_name(state, act.target)
    dice.explain(f"in contact with {met} alone: both are in close combat now", "TT-CHARGE-1", "TT-CHARGE-5")
    if state.units[act.target].barraged:
        dice.explain(f"{met} was hit by a barrage this turn: it may be charged all the same", "TT-CC-6", "TT-R18")


def _check_threats(state: State, before: State, act: Act, dice: Dice) -> None:
    """A threatened unit goes behind none of those enemies, and gets clear or charges (TT-THREAT-3, TT-THREAT-4)."""
    refuse_if(act.goes_behind, "TT-THREAT-4", "goes-behind", unit=act.unit)
    ends = [one.end_distance for one in act.threats if can_threaten(before, one.by, act.unit)]
    for one in act.threats:
        if not can_threaten(before, one.by, act.unit):
            explain_harmless(before, one.by, act.unit, dice, "TT-THREAT-3")
    if ends:
        check_passes(
            look_at_duty(act.do, ends, ("TT-THREAT-1", "TT-THREAT-2")), dice, brief_name(state, act.unit), unit=act.unit
        )


def _check_move(state: State, unit: Unit, act: MoveAct, dice: Dice) -> None:
    """The way is within the allowance, and can be gone (TT-MOVE-1, TT-MOVE-2, TT-MOVE-3, TT-MOVE-4, TT-MOVE-7)."""
    profile, named = state.profile_of(unit), brief_name(state, unit.id)
    difficult = act.difficult_ground or act.difficult_cm > 0
    lines = list(reach_findings(profile, act.do, difficult, state.house))
    why = "; ".join(line.text for line in lines)
    if text := lines[-1].value.too_far(act.distance, lambda: act.difficult_cm):
        raise refuse(too_far_rule(profile, act.do, difficult), "too-far", f"{text} ({why})", lines, unit=unit.id)
    check_path(state, unit.id, act)
    text = f"{named}: {act.do} of {plain_cm(act.distance)} cm ({why}), clear of every enemy"
    dice.explain(text, *cite(*lines, "TT-MOVE-7", not act.distance and ("TT-MOVE-9", "TT-R53")))


def charge_situation(state: State, unit: Unit, act: ChargeAct) -> ChargeCheck:
    """The charge as the rule sees it."""
    sides = [charger.charge_side for charger in state.chargers_of(act.target)]
    return derive_situation(
        ChargeCheck,
        state,
        act,
        unit,
        unit=unit.unit,
        front_chargers=sides.count("front"),
        flank_chargers=sides.count("flank"),
        target=derive_situation(ChargeTarget, state.units[act.target]),
    )


def _check_transfer(state: State, unit: Unit, act: LoadAct, acts: Sequence[Act], dice: Dice) -> None:
    """Who gets in or out, and of what (TT-TRANS-1, TT-TRANS-2, TT-TRANS-4)."""
    transport, named = state.units[act.transport], brief_name(state, unit.id)
    none = state.profile_of(transport).transport is None or act.transport == act.unit
    refuse_if(none, "TT-TRANS-1", "not-a-transport", unit=act.transport)
    where = f"it is in {short_id(unit.carrier)}" if unit.carrier else "it is in no transport"
    elsewhere = act.do == "unload" and unit.carrier != act.transport
    refuse_if(elsewhere, "TT-TRANS-1", "not-aboard", where, unit=unit.id)
    facts = TransferFacts(
        act=act.do,
        aboard=len(state.units_aboard(act.transport)),
        gap=act.gap,
        same_activation=act.transport in item_keys(acts),
        unloaded_this_turn=unit.unloaded,
        passenger_moved=unit.moved,
        transport_ran=transport.ran or peek(lambda: _is_running(acts, act.transport), False),
    )
    check_passes(
        look_at_transfer(facts, state.profile_of(transport), state.profile_of(unit)), dice, named, unit=unit.id
    )
    if isinstance(act, UnloadAct):
        check_path(state, unit.id, act)


def _is_running(acts: Iterable[Act], one: str) -> bool:
    return any(act.unit == one and act.do == "run" for act in acts)


def state_after_act(state: State, act: Act) -> State:
    """The state after an act (TT-TURN-2, TT-CHARGE-1, TT-TRANS-2)."""
    unit = replace(state.units[act.unit], activated=True, moved=act.do != "stay", ran=act.do == "run")
    if isinstance(act, ChargeAct):
        unit = replace(unit, charged=True, charging=act.target, charge_side=act.side, started_behind=act.started_behind)
    elif isinstance(act, UnloadAct):
        unit = replace(unit, status="table", carrier=None, unloaded=True)
    elif isinstance(act, LoadAct):
        unit = replace(unit, status="loaded", carrier=act.transport)
    return (state.with_moved(act.unit) if unit.moved else state).with_units(unit)
