"""What a player does with his armies and savings: splitting, joining, buying figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations

from ....api import Answer, Dice, Id, Malformed, Ref, dataclass, fact, plays, read_or_judge, refuse
from ..tables import rule_number
from ..units import units_of
from .forces import (
    Figures,
    Units,
    UnitsKind,
    broken_constraints,
    fp_of,
    is_part_of,
    merge_units,
    printed_fp,
    units_text,
    without_units,
)
from .questions import At, OfPlayer, armies_alongside, army_answers, first_that, fresh_id, own_armies, own_places
from .state import Army, Played, State, check_step, check_turn
from .stories import buy_story, merge_story, split_story

SHORT_OF_HQ = "FFTT-A6"
RULINGS = {"FFTT-A7": ("FFTT-R16",), "FFTT-A8": ("FFTT-R44",)}  # what is behind a constraint of army lists


def check_legal(state: State, player: str, *several: Units, but: frozenset[str] = frozenset()) -> None:
    """Units, of each army, are an army of a campaign (FFTT-CAMP-6, FFTT-A4, FFTT-A6, FFTT-A7, FFTT-A8, FFTT-A9)."""
    now = state.players[player]
    wrong = [
        (code, text)
        for one in several
        for code, text in broken_constraints(now.faction, one, now.replacement, state.house.catalogue).items()
    ]
    if found := {code: text for code, text in wrong if code not in but}:
        text = "; ".join(f"{message} [{code}]" for code, message in found.items())
        raise refuse("FFTT-CAMP-6", "illegal-army", text, *(rule for code in found for rule in constraint_rules(code)))


def constraint_rules(code: str) -> tuple[str, ...]:
    """A constraint of army lists and the ruling that it comes from."""
    return code, *RULINGS.get(code, ())


def check_size(state: State, player: str, units: Units) -> int:
    """The FP of units that are no more than an army may have (FFTT-CAMP-6, FFTT-A9)."""
    fp = fp_of(units, state.players[player].replacement)
    if fp > rule_number("army_most"):
        text = f"{fp} FP; {rule_number('army_most')} are the most."
        raise refuse("FFTT-CAMP-6", "army-too-big", text, "FFTT-A9", *surcharge_rules(fp, units))
    return fp


def surcharge_rules(fp: int, units: Units) -> tuple[str, ...]:
    """The ruling by which units are worth more than is printed: a commander in chief replaces another."""
    return ("FFTT-R60",) if fp != printed_fp(units) else ()


def tell_legal(state: State, name: str, dice: Dice) -> None:
    """What makes an army of a campaign (FFTT-CAMP-6, FFTT-A4, FFTT-A6, FFTT-A7, FFTT-A8, FFTT-A9)."""
    faction = state.players[state.armies[name].player].faction
    own = ("FFTT-A8",) if faction.has_queen else ("FFTT-A6",) if faction.needs_hq else ()
    fp, units = state.army_fp(name), state.armies[name].units
    rules = (
        "FFTT-A4",
        *(rule for code in own for rule in constraint_rules(code)),
        *constraint_rules("FFTT-A7"),
        "FFTT-A9",
        *surcharge_rules(fp, units),
    )
    dice.explain(f"{name} has {fp} FP of {rule_number('army_most')}: {units_text(units)}", "FFTT-CAMP-6", *rules)


# --- splitting and merging ---


def small_parts(state: State, name: str) -> Iterator[Units]:
    """Small parts of an army, figures and pairs: where any part may be an army of its own, one of these may."""
    singles = [replace(one, count=1) for one in state.armies[name].units]
    yield from ((one,) for one in singles)
    yield from map(merge_units, combinations(singles, 2))


def check_split(state: State, name: str, part: Units) -> None:
    """Both parts are armies (FFTT-CAMP-6)."""
    army = state.armies[name]
    if not is_part_of(part, army.units):
        raise refuse("FFTT-CAMP-6", "not-in-army", f"{name} has {units_text(army.units)}.")
    check_legal(state, army.player, part, without_units(army.units, part))


def a_half(state: State, name: str) -> Units:
    """The smallest part that may leave an army. Errors: `Refused` where none may."""
    return first_that(small_parts(state, name), partial(check_split, state, name))


@dataclass(frozen=True, kw_only=True)
class Split:
    army: str = fact(Ref("armies", "army"), ask="Which army is split?", among=own_armies)
    units: Units = fact(
        UnitsKind(),
        ask="Which figures leave {army}?",
        usual=lambda place: UnitsKind().plain(a_half(place.state, place.event.army)),
        rules=("FFTT-CAMP-6",),
    )
    new: str = fact(
        Id(like="ann-2"),
        ask="What is the new army called?",
        usual=lambda place: fresh_id(place.state, place.state.player or ""),
    )


def check_new_id(state: State, event: Split) -> None:
    """Errors: `Malformed` for the id of an army that is there."""
    if event.new in state.armies:
        raise Malformed(f"split.new: there is an army {event.new}", hint="give another id")


@plays("split", Split, rules=("FFTT-CAMP-6", "FFTT-R71"), story=split_story, meant=check_new_id)
def split(state: State, event: Split, dice: Dice) -> Played:
    """An army becomes two, each of which is legal."""
    check_step(state, "moves")
    army = state.armies[event.army]
    check_turn(state, army.player)
    part = read_or_judge(lambda: event.units, lambda: a_half(state, event.army))
    check_split(state, event.army, part)
    check_new_id(state, event)
    dice.explain(f"{event.new} splits off {event.army}: {units_text(part)}", "FFTT-CAMP-6")
    after = state.with_armies(
        {event.army: replace(army, units=without_units(army.units, part)), event.new: replace(army, units=part)}
    )
    for name in (event.army, event.new):
        tell_legal(after, name, dice)
    tell_week(army, dice)
    return after, {"fp": {name: after.army_fp(name) for name in sorted((event.army, event.new))}}


def tell_week(army: Army, dice: Dice) -> None:
    """Whether an army that has just changed may still march and send figures (FFTT-CAMP-2, FFTT-CAMP-8)."""
    text = "the week's march is over for it" if army.moved else "the week's march is still open to it"
    dice.explain(text, "FFTT-CAMP-2", "FFTT-R71", tell="reason")
    if army.detached:
        dice.explain(f"{army.detached} FP have been detached this week", "FFTT-CAMP-8")


@dataclass(frozen=True, kw_only=True)
class Merge:
    army: str = fact(Ref("armies", "army"), ask="Which army joins another?", among=own_armies)
    into: str = fact(Ref("armies", "army"), ask="Which one does {army} join?", among=armies_alongside)


def check_other_army(state: State, event: Merge) -> None:
    """Errors: `Malformed` for an army that would join itself."""
    if event.army == event.into:
        raise Malformed(f"merge.into: {event.army} cannot join itself")


@plays("merge", Merge, rules=("FFTT-CAMP-6",), story=merge_story, meant=check_other_army)
def merge(state: State, event: Merge, dice: Dice) -> Played:
    """Two armies that stand together become one."""
    check_step(state, "moves")
    one = state.armies[event.army]
    check_turn(state, one.player)
    other = state.armies[event.into]
    if other.place != one.place or other.player != one.player:
        raise refuse("FFTT-CAMP-6", "wrong-place", f"{event.into} is at {other.place}, {event.army} at {one.place}.")
    units = merge_units(one.units, other.units)
    fp = check_size(state, one.player, units)
    dice.explain(f"{event.army} joins {event.into}: {fp} FP", "FFTT-CAMP-6", "FFTT-A9")
    both = replace(other, units=units, moved=one.moved or other.moved, detached=max(one.detached, other.detached))
    tell_week(both, dice)
    return state.with_armies({event.army: None, event.into: both}), {"fp": fp}


# --- buying ---


def where_armies_are(place: At) -> Iterator[Answer]:
    """The armies that stand in the place, and a new one."""
    now, at = place.state, place.event.place
    yield from army_answers(now, now.armies_at(at, place.event.by))
    new = fresh_id(now, place.event.by)
    yield Answer(new, f"a new army, {new}", "new")


def for_sale(state: State, player: str, name: str) -> Iterator[Units]:
    """The least that may be bought for an army: one figure; for a new one, what an army needs at least."""
    kinds = units_of(state.players[player].faction, state.house.catalogue)
    for n in (1,) if name in state.armies else (1, 2, 3):
        for chosen in combinations(sorted(kinds, key=lambda one: one.fp), n):
            yield merge_units(Figures(unit=one, count=1) for one in chosen)


def check_buy(state: State, player: str, place: str, name: str, units: Units) -> int:
    """The FP of an army with what is bought (FFTT-CAMP-6, FFTT-CAMP-7)."""
    faction = state.players[player].faction
    for one in units:
        if not faction.has_unit(one.unit):
            text = f"{one.unit.name} is no unit of {faction}."
            queens = ("FFTT-R45",) if one.unit.headquarters else ()
            raise refuse("FFTT-CAMP-7", "wrong-faction", text, "FFTT-A4", *queens)
    before = state.armies[name].units if name in state.armies else ()
    after = merge_units(before, units)
    fp = check_size(state, player, after)
    short = (
        SHORT_OF_HQ in broken_constraints(faction, before, state.players[player].replacement, state.house.catalogue)
        if before
        else False
    )
    check_legal(state, player, after, but=frozenset((SHORT_OF_HQ,)) if short else frozenset())
    check_saved(state, {place: printed_fp(units)})
    return fp


def check_saved(state: State, pay: Mapping[str, int]) -> None:
    """So much is saved there."""
    for place, fp in pay.items():
        if fp > (saved := state.places[place].saved):
            raise refuse("FFTT-CAMP-7", "not-enough-fp", f"It takes {fp} FP; {saved} are saved at {place}.")


def check_owner(state: State, player: str, named: Iterable[str]) -> None:
    """These places are his."""
    for place in named:
        if (owner := state.places[place].owner) != player:
            raise refuse("FFTT-CAMP-7", "not-owner", f"{place} belongs to {owner or 'nobody'}.")


def a_purchase(state: State, player: str, place: str, name: str) -> Units:
    """The least that may be bought for an army. Errors: `Refused` where nothing may."""
    return first_that(for_sale(state, player, name), partial(check_buy, state, player, place, name))


@dataclass(frozen=True, kw_only=True)
class Buy(OfPlayer):
    place: str = fact(Ref("places"), ask="Where are figures bought?", among=own_places)
    army: str = fact(Id(like="ann-2"), ask="For which army?", among=where_armies_are)
    units: Units = fact(
        UnitsKind(1),
        ask=lambda place: f"Which figures, for {place.state.places[place.event.place].saved} FP at most?",
        usual=lambda place: UnitsKind().plain(
            a_purchase(place.state, place.event.by, place.event.place, place.event.army)
        ),
        rules=("FFTT-CAMP-6", "FFTT-CAMP-7"),
    )


def check_recruits(state: State, event: Buy) -> None:
    """Nobody buys experience, nor what it gives, or a commander in chief. Errors: `Malformed`."""
    if any(one.xp or one.commander for one in event.units):
        raise Malformed("buy.units: figures that are bought have no experience and lead nobody")


@plays("buy", Buy, rules=("FFTT-CAMP-6", "FFTT-CAMP-7"), story=buy_story, meant=check_recruits)
def buy(state: State, event: Buy, dice: Dice) -> Played:
    """Figures for an army, or a new one, from what is saved where it stands."""
    check_step(state, "moves")
    check_turn(state, event.by)
    place, name = event.place, event.army
    check_owner(state, event.by, [place])
    army = state.armies.get(name, Army(event.by, place, ()))
    if army.place != place or army.player != event.by:
        raise refuse("FFTT-CAMP-6", "wrong-place", f"{name} is at {army.place}.", "FFTT-CAMP-7")
    units = read_or_judge(lambda: event.units, lambda: a_purchase(state, event.by, place, name))
    check_recruits(state, event)
    fp = check_buy(state, event.by, place, name, units)
    saved = state.places[place].saved - printed_fp(units)
    dice.explain(f"{name} gets {units_text(units)} for {printed_fp(units)} FP", "FFTT-CAMP-7")
    after = state.with_armies({name: replace(army, units=merge_units(army.units, units))}).with_savings(place, saved)
    dice.explain(f"{saved} FP stay saved at {place}", "FFTT-CAMP-7", "FFTT-R58")
    tell_legal(after, name, dice)
    return after, {"saved": saved, "fp": fp}
