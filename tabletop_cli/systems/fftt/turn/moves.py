"""What figures do in their own movement step: move, interact, reserve, heal, eat, lay eggs, go off, retreat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ....api import (
    AGAIN,
    Answer,
    Dice,
    ListOf,
    Malformed,
    Ref,
    Whole,
    YesNo,
    count_text,
    dataclass,
    fact,
    plays,
    read_or_judge,
    refuse,
)
from ..insectoids import can_be_eaten
from ..movement import MOVE, Move
from ..tables import action_cost
from ..wounds import can_heal, is_healer
from .gate import acting_figure, check_ap, check_free, check_loose
from .harm import leave_table, remove_dead
from .naming import by_number, shown_name
from .questions import At, FigureEvent, a_figure, actors_who, by_unit, enemies_of_actor, friends_of_actor, some_areas
from .state import MOVES, Contact, Egg, Piece, Played, State
from .stories import move_story, story_of

ROUGH, CHARGE, GOO = "rough", "charge", "goo"  # what is asked of a move besides how far it goes


def point_answers(place: At) -> Iterator[Answer]:
    """What a figure may pay, with how far that goes on open ground; and what else is to be asked of its move."""
    state, one = place.state, place.state.figures[place.event.figure]
    for n in range(1, one.ap + 1):
        yield Answer(n, f"{n} AP, {n * one.profile.move} cm", str(n))
    more = (
        (ROUGH, "through rough ground", "r", not one.kind.unslowed),
        (CHARGE, "into contact with enemies", "c", any(state.is_enemy(one.id, other.id) for other in state.there)),
        (GOO, "into goo", "g", bool(state.goo)),
    )
    for note, words, key, fits in more:
        if fits and note not in place.notes:
            yield Answer(AGAIN, words, key, note=note)


def _points_text(place: At) -> str:
    """How far it moves, and what is presumed of the rest."""
    said = ("over open ground", ROUGH), ("into no contact", CHARGE)
    presumed = " and ".join(words for words, note in said if note not in place.notes)
    return "For how many action points does {figure} move" + (f", {presumed}?" if presumed else "?")


def goes_unasked(note: str) -> Callable[[At], bool]:
    """Whether people have not said that this is to be asked of a move."""
    return lambda place: note not in place.notes


def ground_answers(place: At) -> Iterator[Answer]:
    """How many of the action points lead through rough ground."""
    n = place.event.n
    for bad in range(int(ROUGH in place.notes), n + 1):
        words = "no" if not bad else "yes" if bad == n else f"{bad} of {n} AP"
        key = "n" if not bad else "y" if bad == n else str(bad)
        yield Answer([True] * bad + [False] * (n - bad), words, key)


def _contact_text(place: At) -> str:
    """Whom it touches; an insectoid only whom it saw when the step began (FFTT-MOVE-5)."""
    saw = place.state.figures[place.event.figure].kind.insectoid
    seen = " that {figure} saw when this step began" if saw else ""
    return f"Into contact with which enemies{seen}?"


@dataclass(frozen=True, kw_only=True)
class MoveEvent(FigureEvent):
    n: int = fact(
        Whole(1), 1, ask=_points_text, among=point_answers, help="for how many action points the figure moves"
    )
    terrain: tuple[bool, ...] = fact(
        ListOf(YesNo()),
        (),
        ask="Through forest, water, ruins, rubble or a building?",
        among=ground_answers,
        whole=True,
        when=lambda place: not place.state.figures[place.event.figure].kind.unslowed,
        presumed=goes_unasked(ROUGH),
        usual=lambda place: [ROUGH in place.notes] * place.event.n,
        rules=("FFTT-MOVE-2", "FFTT-R27"),
    )
    contact: tuple[str, ...] = fact(
        ListOf(Ref("figures"), distinct=True),
        (),
        ask=_contact_text,
        among=enemies_of_actor,
        presumed=goes_unasked(CHARGE),
        help="the enemies that it touches at the end of its move",
        rules=("FFTT-CC-1", "FFTT-CC-7", "FFTT-MOVE-5"),
    )
    goo: tuple[str, ...] = some_areas("In which goo is {figure} now?", "FFTT-BUG-4", presumed=goes_unasked(GOO))
    saw: bool = fact(YesNo(), True, help="an insectoid saw them when the step began", rules=("FFTT-MOVE-5",))


def move_is_meant(state: State, event: MoveEvent) -> None:
    """Ground for each action point, and contact with living enemies on the table. Errors: `Malformed`."""
    if event.terrain and len(event.terrain) != event.n:
        raise Malformed(f"terrain: {count_text(len(event.terrain), 'value')} for {count_text(event.n, 'action point')}")
    for other in event.contact:
        if not state.figures[other].there or not state.is_enemy(event.figure, other):
            raise Malformed(f"contact: {other} is no living enemy on the table")


def check_move(state: State, one: Piece) -> None:
    """It can go anywhere: neither goo nor a first round holds it (FFTT-MOVE-3, FFTT-BUG-4, FFTT-CC-7)."""
    if not one.kind.move:
        raise refuse("FFTT-MOVE-3", "immobile", f"{shown_name(state, one.id)} never moves.")
    check_free(state, one)
    check_loose(state, one)


@plays(
    "move",
    MoveEvent,
    rules=(
        *("FFTT-TURN-5", "FFTT-MOVE-1", "FFTT-MOVE-2", "FFTT-MOVE-5", "FFTT-AP-2", "FFTT-AP-3"),
        *("FFTT-CC-1", "FFTT-CC-7", "FFTT-CC-8"),
    ),
    story=move_story,
    meant=move_is_meant,
)
def move(state: State, event: MoveEvent, dice: Dice) -> Played:
    """A figure moves, perhaps into contact, or breaks a combat off."""
    one = acting_figure(state, event, MOVES)
    check_move(state, one)
    once = state.house["moves-per-step"] == "one"
    if once and one.id in state.moved:
        raise refuse("FFTT-AP-2", "already-moved", f"{shown_name(state, one.id)} has moved in this step.", "FFTT-R5")
    n = read_or_judge(lambda: event.n, lambda: check_ap(state, one, action_cost("move")))
    if once and n > 1:
        raise refuse("FFTT-AP-2", "already-moved", f"{n} action points, 1 in a step.", "FFTT-R5")

    def check_payment() -> None:
        check_ap(state, one, n * action_cost("move"))

    terrain, contact = read_or_judge(lambda: (event.terrain, tuple(event.contact)), check_payment)
    if contact and one.kind.insectoid and not event.saw:
        raise refuse("FFTT-MOVE-5", "unseen", f"{shown_name(state, one.id)} saw none of them when the step began.")
    check_payment()
    cm = dice.settle(MOVE, Move(house=state.house, figure=one.figure, terrain=terrain or (False,) * n)).total
    _tell_move(state, one, event, dice)
    state = _apply_move(state, one, contact, tuple(event.goo)).pay_ap(one.id, n * action_cost("move"))
    return state, {"ap": state.figures[one.id].ap, "cm": cm, "contact": state.touched_by(one.id)}


def _tell_move(state: State, one: Piece, event: MoveEvent, dice: Dice) -> None:
    """What a move costs, ends and begins (FFTT-AP-1, FFTT-AP-2, FFTT-CC-1, FFTT-CC-7, FFTT-CC-8, FFTT-BUG-4)."""
    left = one.ap - event.n * action_cost("move")
    dice.explain(
        f"{count_text(left, 'action point')} left of {one.ap}", "FFTT-AP-1", "FFTT-AP-2", "FFTT-R5", tell="now"
    )
    if old := ", ".join(by_number(state.touched_by(one.id))):
        dice.explain(f"breaks off from {old}", "FFTT-CC-8", tell="reason")
    if new := ", ".join(event.contact):
        saw = ("FFTT-MOVE-5",) if one.kind.insectoid else ()
        dice.explain(f"touches {new}; the first round is compulsory", "FFTT-CC-1", "FFTT-CC-7", *saw, tell="now")
    if areas := ", ".join(event.goo):
        held = "is not held" if one.kind.unheld else "stops there"
        dice.explain(f"is in {areas}, and {held}", "FFTT-BUG-4", "FFTT-R50", tell="now")


def _apply_move(state: State, one: Piece, contact: tuple[str, ...], goo: tuple[str, ...]) -> State:
    """Old contacts end, each new one is fresh; whoever enters goo stands in it (FFTT-CC-7, FFTT-CC-8, FFTT-BUG-4)."""
    state = state.without_contacts(one.id).without_goo_on(one.id)
    new = tuple(Contact(one.id, other) for other in contact)
    entered = {area: replace(state.goo[area], figures=state.goo[area].figures | {one.id}) for area in goo}
    contacts, kept = (*state.contacts, *new), state.kept.with_moved(one.id)
    return replace(state, contacts=contacts, goo={**state.goo, **entered}, moved=state.moved | {one.id}, kept=kept)


@dataclass(frozen=True, kw_only=True)
class Interact(FigureEvent):
    n: int = fact(Whole(1), 1, help="action points: doors, stairs, in and out of vehicles")


@plays("interact", Interact, rules=("FFTT-MOVE-4",), story=story_of("{figure} opens, climbs or boards something"))
def interact(state: State, event: Interact, dice: Dice) -> Played:
    """Open a door, climb stairs, get in or out."""
    one = acting_figure(state, event, MOVES)
    check_free(state, one)
    check_ap(state, one, event.n * action_cost("interact"))
    left = count_text(one.ap - event.n * action_cost("interact"), "action point")
    dice.explain(f"{left} left of {one.ap}", "FFTT-MOVE-4", "FFTT-AP-1", tell="now")
    state = state.pay_ap(one.id, event.n * action_cost("interact"))
    state = replace(state, kept=state.kept.with_moved(one.id))
    return state, {"ap": state.figures[one.id].ap}


@plays(
    "reserve",
    FigureEvent,
    rules=("FFTT-OPP-1", "FFTT-OPP-2", "FFTT-R7"),
    story=story_of("{figure} is set aside for opportunity fire"),
)
def reserve(state: State, event: FigureEvent, dice: Dice) -> Played:
    """A figure is set aside for opportunity fire in this turn, by house rule only."""
    one = acting_figure(state, event, MOVES)
    if not (one.kind.shoots and one.kind.opportunity):
        raise refuse("FFTT-OPP-1", "not-eligible", f"{shown_name(state, one.id)} has no opportunity fire.")
    if state.house["opportunity-fire-declaration"] != "reserved":
        text = "Opportunity fire is declared when it is used."
        raise refuse("FFTT-OPP-1", "not-eligible", text, "FFTT-OPP-2", "FFTT-R7")
    check_ammo(state, one)
    dice.explain(
        f"mark {shown_name(state, one.id)}: set aside for opportunity fire", "FFTT-OPP-2", "FFTT-R7", tell="now"
    )
    return state.with_changed_figure(one.id, reserved=True), {"ap": one.ap}


def check_ammo(state: State, one: Piece) -> None:
    """It is not out of ammo, nor about to die of it (FFTT-AMMO-3, FFTT-AMMO-4)."""
    if one.doomed:
        raise refuse("FFTT-AMMO-3", "out-of-ammo", f"{shown_name(state, one.id)} has missed, and dies of that.")
    if one.out:
        text = f"{shown_name(state, one.id)} is out of ammo: it moves, blocks and fights hand to hand."
        raise refuse("FFTT-AMMO-3", "out-of-ammo", text)


@dataclass(frozen=True, kw_only=True)
class Heal(FigureEvent):
    figure: str = a_figure("Who heals?", actors_who(lambda one: is_healer(one.profile)), "FFTT-HEAL-2")
    target: str = a_figure("Whom, in base contact, does {figure} heal?", friends_of_actor, "FFTT-HEAL-1")


@plays(
    "heal",
    Heal,
    rules=("FFTT-HEAL-1", "FFTT-HEAL-2", "FFTT-R36", "FFTT-R37"),
    story=story_of("{figure} heals {target}"),
)
def heal(state: State, event: Heal, dice: Dice) -> Played:
    """A healer gives both action points; the wound is gone in the healing step."""
    one = acting_figure(state, event, MOVES)
    patient = state.figures[read_or_judge(lambda: event.target, lambda: _check_healer(state, one))]
    if patient.id == one.id or not can_heal(one.profile, patient.kind, state.house):
        text = f"{shown_name(state, one.id)} does not heal {shown_name(state, patient.id)}."
        raise refuse("FFTT-HEAL-2", "not-eligible", text, "FFTT-R37")
    if not patient.there or state.is_enemy(one.id, patient.id):
        raise refuse("FFTT-SHOOT-1", "bad-target", f"{shown_name(state, patient.id)} is no living friend on the table.")
    if not patient.suffered:
        raise refuse("FFTT-HEAL-1", "not-wounded", f"{shown_name(state, patient.id)} has suffered no wound.")
    _check_able(state, one)
    points = count_text(action_cost("heal"), "action point")
    words = f"{points}: in the healing step {shown_name(state, patient.id)} has one wound less, if both still live"
    dice.explain(words, "FFTT-HEAL-1", "FFTT-HEAL-2", "FFTT-AP-1", "FFTT-R36", "FFTT-R37", tell="now")
    state = replace(state.pay_ap(one.id, action_cost("heal")), heals=(*state.heals, (one.id, patient.id)))
    return state, {"ap": state.figures[one.id].ap}


def _check_healer(state: State, one: Piece) -> None:
    """Before people are asked whom: it heals somebody, and can pay."""
    if not any(can_heal(one.profile, other.kind, state.house) for other in state.there):
        raise refuse("FFTT-HEAL-2", "not-eligible", f"{shown_name(state, one.id)} heals nobody here.")
    _check_able(state, one)


def _check_able(state: State, one: Piece) -> None:
    """It has what healing takes (FFTT-AMMO-3, FFTT-BUG-4, FFTT-AP-1)."""
    check_ammo(state, one)
    check_free(state, one)
    check_ap(state, one, action_cost("heal"))


# --- insectoids


@dataclass(frozen=True, kw_only=True)
class OfQueen(FigureEvent):
    """What a queen does."""

    figure: str = a_figure("Which queen?", actors_who(lambda one: one.unit.breeds), "FFTT-BUG-1")


@dataclass(frozen=True, kw_only=True)
class Eat(OfQueen):
    corpse: str = a_figure(
        "Which corpse, in base contact, does {figure} eat?",
        by_unit(lambda place: (name for name, one in place.state.figures.items() if one.dead and not one.eaten)),
        "FFTT-BUG-1",
    )


def acting_queen(state: State, event: FigureEvent) -> Piece:
    """The queen of an event (FFTT-BUG-1)."""
    one = acting_figure(state, event, MOVES)
    if not one.unit.breeds:
        raise refuse("FFTT-BUG-1", "not-eligible", f"{shown_name(state, one.id)} is no queen.")
    check_free(state, one)
    return one


@plays("eat-corpse", Eat, rules=("FFTT-BUG-1", "FFTT-R47", "FFTT-R63"), story=story_of("{figure} eats {corpse}"))
def eat_corpse(state: State, event: Eat, dice: Dice) -> Played:
    """A queen eats a corpse, for an egg."""
    one = acting_queen(state, event)
    found = state.figures[read_or_judge(lambda: event.corpse, lambda: check_ap(state, one, action_cost("eat-corpse")))]
    if not found.dead or found.eaten or not can_be_eaten(found.kind, state.house):
        text = f"{shown_name(state, found.id)} is {'eaten' if found.eaten else 'no corpse that a queen eats'}."
        raise refuse("FFTT-BUG-1", "no-corpse", text, "FFTT-R47")
    check_ap(state, one, action_cost("eat-corpse"))
    store = one.store + 1
    words = f"remove the corpse of {shown_name(state, found.id)}: {store} in store"
    dice.explain(words, "FFTT-BUG-1", "FFTT-R47", "FFTT-R63", tell="now")
    state = (
        state.with_changed_figure(found.id, eaten=True)
        .with_changed_figure(one.id, store=store)
        .pay_ap(one.id, action_cost("eat-corpse"))
    )
    return state, {"ap": state.figures[one.id].ap, "corpses": store}


@plays(
    "lay-egg",
    OfQueen,
    rules=("FFTT-BUG-1", "FFTT-BUG-2", "FFTT-R47", "FFTT-R63"),
    story=story_of("{figure} lays {egg}"),
)
def lay_egg(state: State, event: FigureEvent, dice: Dice) -> Played:
    """A queen lays an egg, which hatches at the end of the next turn."""
    one = acting_queen(state, event)
    if not one.store:
        raise refuse("FFTT-BUG-1", "no-corpse", f"{shown_name(state, one.id)} has no corpse in store.")
    check_ap(state, one, action_cost("lay-egg"))
    number = state.eggs_laid + 1
    egg, hatches = f"egg-{number}", state.turn + 1
    words = f"{egg} hatches at the end of turn {hatches}; {one.store - 1} in store"
    dice.explain(words, "FFTT-BUG-1", "FFTT-BUG-2", "FFTT-R47", "FFTT-R63", tell="now")
    state = state.with_changed_figure(one.id, store=one.store - 1).pay_ap(one.id, action_cost("lay-egg"))
    state = replace(state, eggs={**state.eggs, egg: Egg(one.side, state.turn)}, eggs_laid=number)
    return state, {"ap": state.figures[one.id].ap, "corpses": one.store - 1, "egg": egg, "hatches": hatches}


@dataclass(frozen=True, kw_only=True)
class GoOff(FigureEvent):
    figure: str = a_figure("Which bomb bug?", actors_who(lambda one: one.unit.goes_off), "FFTT-BUG-3")


@plays("go-off", GoOff, rules=("FFTT-BUG-3", "FFTT-BLAST-6", "FFTT-R52"), story=story_of("{figure} goes off"))
def go_off(state: State, event: FigureEvent, dice: Dice) -> Played:
    """A bomb bug goes off; held in goo it may, too."""
    one = acting_figure(state, event, (*MOVES, "general-fire"))
    if not one.unit.goes_off:
        raise refuse("FFTT-BUG-3", "not-eligible", f"{shown_name(state, one.id)} is no bomb bug.")
    check_ap(state, one, action_cost("go-off"))
    dice.explain(f"{shown_name(state, one.id)} goes off", "FFTT-BUG-3", "FFTT-R52")
    state = state.pay_ap(one.id, action_cost("go-off"))
    state = remove_dead(state, [state.figures[one.id]], dice)
    return state, {"ap": state.figures[one.id].ap, "explosions": list(state.explosions)}


@plays("retreat", FigureEvent, rules=("FFTT-CAMP-5",), story=story_of("{figure} leaves the table"))
def retreat(state: State, event: FigureEvent, dice: Dice) -> Played:
    """In a campaign a figure walks off over its own border."""
    one = acting_figure(state, event, MOVES)
    if not state.campaign:
        raise refuse("FFTT-CAMP-5", "campaign-only", "Only armies of a campaign retreat from the table.")
    check_move(state, one)
    check_ap(state, one, action_cost("retreat"))
    dice.explain(
        f"remove {shown_name(state, one.id)}: it is off the table for good", "FFTT-CAMP-5", "FFTT-AP-1", tell="now"
    )
    state = leave_table(state.pay_ap(one.id, action_cost("retreat")).with_changed_figure(one.id, gone=True), one.id)
    return state, {"ap": state.figures[one.id].ap}
