"""The week: who moves when, when a turn is done, and what its end brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ....api import Dice, Json, Ref, count_text, dataclass, fact, plays, refuse
from .. import SYSTEM
from ..campaigning import INCOME, Income
from ..tables import rule_number
from .forces import Pairs, Units, UnitsKind, is_part_of, printed_fp, units_text, without_units
from .outcomes import note_dead_commanders, score_points
from .questions import At, OfPlayer
from .state import Played, State, check_step, check_turn
from .stories import end_week_story, order_story


@dataclass(frozen=True, kw_only=True)
class Order:
    """The throw for the order of a week."""


@plays("order", Order, rules=("FFTT-CAMP-2", "FFTT-R9"), story=order_story, due=True)
def order(state: State, event: Order, dice: Dice) -> Played:
    """The highest moves first, the others follow clockwise."""
    check_step(state, "order")
    dice.assign_dice(**{f"player {at}": player for at, player in enumerate(state.clockwise, 1)})
    rule = SYSTEM.find_resolver("turn-order")  # nobody wants to know the odds of it
    thrown = rule.rule(rule.situation(house=state.house, players=len(state.clockwise)), dice)
    after = replace(state, order=tuple(state.clockwise[at] for at in thrown.order), at=0)
    if state.week == 1:
        dice.explain(
            f"every player has begun with {count_text(rule_number('places_each'), 'place')}", "FFTT-CAMP-1", "FFTT-R56"
        )
    text = f"the order of week {state.week}, after {count_text(thrown.throws, 'roll')}: {', '.join(after.order)}"
    dice.explain(text, "FFTT-CAMP-2", "FFTT-R9", "FFTT-R71")
    return after, {"order": list(after.order), "throws": thrown.throws, "player": after.player}


@plays("done", OfPlayer, rules=("FFTT-CAMP-2", "FFTT-R71"), story=lambda s, e, r: f"{e.by} is done")
def done(state: State, event: OfPlayer, dice: Dice) -> Played:
    """A player has moved, split, bought and built what he wanted."""
    check_step(state, "moves")
    check_turn(state, event.by)
    after = replace(state, at=state.at + 1)
    then = f"{after.player} is next" if after.player else "the week ends"
    dice.explain(f"{event.by} is done; {then}", "FFTT-CAMP-2", "FFTT-R71", tell="now")
    return after, {"step": after.step, "player": after.player}


# --- the end of a week ---


def add_income(state: State, dice: Dice) -> tuple[State, dict[str, int]]:
    """With what every place of those who fought has earned (FFTT-CAMP-7)."""
    earned = {}
    for player in state.clockwise:
        cities, fought = state.places_of(player), state.players[player].fought
        dice.explain(f"{player} {'has fought' if fought else 'has not fought'} this week:", "FFTT-CAMP-7")
        earned[player] = dice.settle(INCOME, Income(house=state.house, cities=len(cities), fought=fought)).fp
        for place in cities:
            state = state.with_savings(place, state.places[place].saved + earned[player] // len(cities))
    return state, earned


def surplus_fp(state: State) -> dict[str, int]:
    """The FP that places have above what they may have (FFTT-CAMP-6, FFTT-R58)."""
    most = rule_number("army_most")
    return {place: state.place_fp(place) - most for place in sorted(state.places) if state.place_fp(place) > most}


def trim_savings(state: State, dice: Dice) -> tuple[State, dict[str, int]]:
    """With what is above the limit taken from savings. Errors: `Refused` where units are still too many."""
    lost, due = {}, {}
    for place, over in surplus_fp(state).items():
        saved = state.places[place].saved if state.house["city-cap-counts"] == "units-and-savings" else 0
        if over > saved:
            due[place] = over - saved
            continue
        lost[place] = over
        state = state.with_savings(place, saved - over)
        text = f"{place} has {over} FP too many: they are removed from its savings"
        dice.explain(text, "FFTT-CAMP-6", "FFTT-R58", tell="now")
    if due:
        text = f"Units have to be removed: {over_words(due)}."
        raise refuse("FFTT-CAMP-6", "surplus-due", text, "FFTT-R58", places=due)
    counts = "units and savings" if state.house["city-cap-counts"] == "units-and-savings" else "units"
    dice.explain(f"no place has more than {rule_number('army_most')} FP of {counts} now", "FFTT-CAMP-6", "FFTT-R58")
    return state, lost


def over_words(places: Mapping[str, int]) -> str:
    return "; ".join(f"{fp} FP too many at {place}" for place, fp in places.items())


def remove_figures(state: State, remove: Mapping[str, Units], dice: Dice) -> State:
    """Without the figures that their owners give up."""
    for name, units in remove.items():
        army = state.armies.get(name)
        if army is None or not is_part_of(units, army.units):
            text = f"{name} has {units_text(army.units) if army else 'nobody'}."
            raise refuse("FFTT-CAMP-6", "not-in-army", text, "FFTT-R58")
        state = state.with_armies({name: replace(army, units=without_units(army.units, units))})
        dice.explain(f"{name} gives up {units_text(units)}", "FFTT-CAMP-6", tell="now")
    return state


def least_removal(place: At) -> Json:
    """The cheapest figures that bring places down to their limit, commanders and HQs last."""
    now, found = place.state, dict[str, Units]()
    counted = now.house["city-cap-counts"] == "units-and-savings"
    for where, over in surplus_fp(now).items():
        over -= now.places[where].saved if counted else 0
        for name in now.armies_at(where):
            units = now.armies[name].units
            for one in sorted(units, key=lambda one: (one.commander, one.unit.headquarters, -printed_fp([one]))):
                price = one.unit.fp
                take = min(one.count, -(-over // price))
                if take > 0:
                    found[name] = (*found.get(name, ()), replace(one, count=take))
                    over -= take * price
    return REMOVE.plain(found)


REMOVE = Pairs(UnitsKind(), names=Ref("armies", "army"), between=";", like="alma: 2 grunt, 1 medic; berg: 1 tank")


@dataclass(frozen=True, kw_only=True)
class EndWeek:
    remove: Mapping[str, Units] = fact(
        REMOVE,
        {},
        ask=lambda place: f"Which figures go? {over_words(surplus_fp(place.state))}",
        usual=least_removal,
        when=lambda place: bool(least_removal(place)),
        rules=("FFTT-CAMP-6", "FFTT-R58"),
        help="units by army",
    )


@plays(
    "end-week",
    EndWeek,
    rules=("FFTT-CAMP-6", "FFTT-CAMP-7", "FFTT-CAMP-10", "FFTT-R58", "FFTT-R71"),
    story=end_week_story,
)
def end_week(state: State, event: EndWeek, dice: Dice) -> Played:
    """Income, what is above the limits, victory points at the end of a month, and perhaps the end of it all."""
    check_step(state, "week-end")
    before_surplus = state.house["income-order"] == "before-surplus"
    first = "income comes first, then what is too much goes" if before_surplus else "what is too much goes, then income"
    dice.explain(first, "FFTT-R71")
    now, earned = add_income(state, dice) if before_surplus else (state, {})
    now, lost = trim_savings(remove_figures(now, event.remove, dice), dice)
    now, earned = (now, earned) if before_surplus else add_income(now, dice)
    now, dead = note_dead_commanders(now, state, dice)
    now, vp = month_end(now, dice)
    result = {"income": earned, "savings_lost": lost, "commanders_lost": dead, "vp": vp}
    weeks = rule_number("weeks")
    if now.months is not None and now.week >= now.months * weeks:
        best = max(one.vp for one in now.players.values())
        winners = tuple(sorted(name for name, one in now.players.items() if one.vp == best))
        dice.explain(f"{', '.join(winners)}: {best} victory points, the most", "FFTT-CAMP-10", "FFTT-R56", tell="now")
        return replace(now, winners=winners), {**result, "game_over": True, "winners": list(winners)}
    players = {name: replace(one, fought=False) for name, one in now.players.items()}
    armies = {name: replace(one, moved=False, detached=0) for name, one in now.armies.items()}
    now = replace(now, week=now.week + 1, order=(), at=0, players=players, armies=armies)
    of = f" of {now.months}" if now.months is not None else ""
    dice.explain(f"week {now.week} begins, in month {now.month}{of}", "FFTT-CAMP-2", "FFTT-R56", tell="now")
    return now, {**result, "game_over": False, "week": now.week, "month": now.month}


def month_end(state: State, dice: Dice) -> tuple[State, dict[str, int]]:
    """With the victory points for places in the last week of a month (FFTT-CAMP-10)."""
    vp = dict.fromkeys(state.clockwise, 0)
    if state.week % rule_number("weeks"):
        dice.explain(f"month {state.month} goes on: no VP for places yet", "FFTT-CAMP-10")
    for player in state.clockwise if state.week % rule_number("weeks") == 0 else ():
        when, cities = f"at the end of month {state.month}", len(state.places_of(player))
        state, vp[player] = score_points(state, player, when, dice, cities=cities, month_end=True)
    return state, vp
