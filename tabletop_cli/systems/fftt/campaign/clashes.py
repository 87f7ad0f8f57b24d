"""Attacks: how the defender answers, who sends detachments, and what a battle has left of everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....api import Answer, Dice, Malformed, Nullable, OneOf, Ref, dataclass, fact, plays, read_or_judge, refuse
from ..tables import rule_number
from .forces import Units, UnitsKind, fp_of, is_part_of, merge_units, units_text, without_units
from .moves import same_band
from .outcomes import note_dead_commanders, take_place
from .questions import At, army_answers, place_answers
from .state import Attack, Detachment, Played, State, check_step
from .stories import respond_story

ACTIONS = ("fight", "withdraw", "surrender")


def main_sides(place: At) -> Iterator[Answer]:
    """The main players of an attack, the attacker first."""
    for role, player in zip(("attacker", "defender"), place.state.main_players, strict=False):
        yield Answer(player, player, player, role)


def nobody_or_side(place: At) -> Iterator[Answer]:
    yield from main_sides(place)
    yield Answer(None, "nobody", "nobody")


# --- the answer of the defender ---


def defender_retreats(place: At) -> Iterator[Answer]:
    """Where the defender may go (FFTT-R66)."""
    now, attack = place.state, place.state.attack
    return place_answers(now, now.retreats_from(attack.defender, attack.place) if attack else ())


@dataclass(frozen=True, kw_only=True)
class Respond:
    by: str = fact(Ref("players"), known=lambda place: place.state.attack and place.state.attack.defender)
    action: str = fact(OneOf(ACTIONS), ask="What does {by} do?", menu=True, rules=("FFTT-CAMP-4", "FFTT-R69"))
    to: str | None = fact(
        Nullable(Ref("places")),
        None,
        ask="Where to?",
        among=defender_retreats,
        when=lambda place: place.event.action == "withdraw",
        rules=("FFTT-CAMP-4", "FFTT-R66"),
    )


def check_destination(state: State, event: Respond) -> None:
    """Who withdraws says where to. Errors: `Malformed`."""
    if event.action == "withdraw" and event.to is None:
        raise Malformed("respond.to is missing", hint="to is the id of a place")


@plays(
    "respond",
    Respond,
    rules=("FFTT-CAMP-4", "FFTT-R66", "FFTT-R69"),
    story=respond_story,
    meant=check_destination,
    due=True,
)
def respond(state: State, event: Respond, dice: Dice) -> Played:
    """The defender of an attacked place fights, withdraws to a place of his own, or surrenders."""
    check_step(state, "respond")
    attack = state.attacked
    if event.by != attack.defender:
        raise refuse("FFTT-CAMP-4", "not-the-defender", f"{attack.defender} defends {attack.place}.")
    if event.action == "fight":
        dice.explain(f"{event.by} fights for {attack.place}", "FFTT-CAMP-4")
        tell_ammunition(state, dice)
        return replace(state, attack=replace(attack, fights=True)), {"step": "battle"}
    withdraws, open_to = event.action == "withdraw", state.retreats_from(event.by, attack.place)
    if withdraws and (not open_to or event.to not in open_to):  # nobody is asked where to, if nowhere is open
        text = f"{event.by} can go to {' or '.join(open_to) or 'no place'}."
        raise refuse("FFTT-CAMP-4", "no-retreat", text, "FFTT-R66", "FFTT-R69")
    gone = state.armies_at(attack.place)
    after = state.with_armies(
        {one: replace(state.armies[one], place=event.to or "") if withdraws else None for one in gone}
    )
    if withdraws:
        dice.explain(f"{event.by} withdraws to {event.to}: {', '.join(gone)}", "FFTT-CAMP-4", "FFTT-R66", tell="now")
    else:
        text = f"{event.by} surrenders; removed, but not killed, so no VP: {', '.join(gone)}"
        dice.explain(text, "FFTT-CAMP-4", "FFTT-CAMP-10", "FFTT-R69", tell="now")
    after, won = enter_place(after, attack, dice)
    after, dead = note_dead_commanders(replace(after, attack=None), state, dice)
    return after, {"step": after.step, "taken": won, "commanders_lost": dead}


def tell_ammunition(state: State, dice: Dice) -> None:
    """Which main player has nothing to reload from in the battle (FFTT-CAMP-5, FFTT-AMMO-1)."""
    hosts = [state.attacked.army], state.armies_at(state.attacked.place)
    for player, names in zip(state.main_players, hosts, strict=True):
        if not any(one.unit.source for name in names for one in state.armies[name].units):
            text = f"{player} has no HQ or queen there: a figure that misses is out of ammo"
            dice.explain(text, "FFTT-CAMP-5", "FFTT-AMMO-1", "FFTT-R59", tell="now")


def enter_place(state: State, attack: Attack, dice: Dice) -> tuple[State, str | None]:
    """The attacker in the place that nobody defends any more, if he has anybody left."""
    if attack.army not in state.armies:
        return state, None
    army = state.armies[attack.army]
    return take_place(
        state.with_armies({attack.army: replace(army, place=attack.place)}), attack.place, army.player, dice
    )


# --- detachments ---


def possible_helpers(place: At) -> Iterator[Answer]:
    """Every army of somebody else than the main players."""
    now = place.state
    return army_answers(now, sorted(name for name, one in now.armies.items() if one.player not in now.main_players))


def left_behind(state: State, name: str) -> Units:
    """What of an army has not gone to the battle yet."""
    sent = state.attack.sent.get(name) if state.attack else None
    return without_units(state.armies[name].units, sent.units) if sent else state.armies[name].units


def cheapest_figure(state: State, name: str) -> Units:
    """The figure of an army that costs least and may be spared; nothing where all have gone."""
    units = left_behind(state, name)
    one = min(units, key=lambda one: (one.unit.headquarters, one.commander, one.unit.fp), default=None)
    return (replace(one, count=1),) if one else ()


@dataclass(frozen=True, kw_only=True)
class Detach:
    army: str = fact(Ref("armies", "army"), ask="Which army sends figures?", among=possible_helpers)
    helps: str | None = fact(
        Nullable(Ref("players")), None, ask="Whom do they help?", among=nobody_or_side, rules=("FFTT-CAMP-8",)
    )
    units: Units = fact(
        UnitsKind(1),
        ask="Which figures does {army} send?",
        usual=lambda place: UnitsKind().plain(cheapest_figure(place.state, place.event.army)),
        rules=("FFTT-CAMP-8",),
    )


def check_helped_player(state: State, event: Detach) -> None:
    """Only a main player is helped. Errors: `Malformed`."""
    if state.attack and event.helps not in (None, *state.main_players):
        raise Malformed(f"detach.helps: {event.helps} is no main player of this battle")


@plays(
    "detach",
    Detach,
    rules=("FFTT-CAMP-8", "FFTT-CAMP-12", "FFTT-R62"),
    story=lambda s, e, r: f"{e.army} sends {units_text(e.units)} to help {e.helps or 'nobody'}",
    meant=check_helped_player,
)
def detach(state: State, event: Detach, dice: Dice) -> Played:
    """An army that stays where it is sends figures to a battle of others."""
    check_step(state, "battle")
    attack, army = state.attacked, state.armies[event.army]
    if army.player in state.main_players:
        raise refuse("FFTT-CAMP-8", "main-player", f"{army.player} fights this battle with armies of its own.")
    if any(same_band(state, army.player, one) for one in state.main_players if one != event.helps):
        raise refuse("FFTT-CAMP-12", "same-band", f"{army.player} would fight against its own band.")
    if army.moved:
        raise refuse("FFTT-CAMP-2", "already-moved", f"{event.army} has moved this week.", "FFTT-CAMP-8")
    units = read_or_judge(
        lambda: event.units, lambda: check_sent(state, event.army, cheapest_figure(state, event.army))
    )
    fp = check_sent(state, event.army, units)
    before = attack.sent.get(event.army)
    sent = Detachment(merge_units(before.units if before else (), units), event.helps)
    tell_sent(state, event.army, sent, dice)
    after = state.with_armies({event.army: replace(army, detached=army.detached + fp)})
    return replace(after, attack=replace(attack, detachments={**attack.sent, event.army: sent})), {"fp": fp}


def check_sent(state: State, name: str, units: Units) -> int:
    """The FP of figures that may go to the battle (FFTT-CAMP-8, FFTT-R61)."""
    army = state.armies[name]
    if not units or not is_part_of(units, left_behind(state, name)):
        text = f"{name} has {units_text(left_behind(state, name))} to send."
        raise refuse("FFTT-CAMP-6", "not-in-army", text, "FFTT-CAMP-8")
    fp, most = fp_of(units, state.players[army.player].replacement), rule_number("detachment_most")
    if army.detached + fp > most:
        raise refuse("FFTT-CAMP-8", "over-5-fp", f"{army.detached + fp} FP this week; {most} are the most.", "FFTT-A10")
    if (there := len(players_in_battle(state) | {army.player})) > rule_number("battle_players"):
        text = f"{there} players; {rule_number('battle_players')} are the most."
        raise refuse("FFTT-CAMP-4", "battle-full", text, "FFTT-CAMP-8", "FFTT-R61")
    return fp


def players_in_battle(state: State) -> set[str]:
    """The main players and those who have sent figures."""
    return {*state.main_players, *(state.armies[one].player for one in state.attacked.sent)}


def tell_sent(state: State, name: str, sent: Detachment, dice: Dice) -> None:
    """What a detachment is, whom it helps, and what it does without an HQ (FFTT-CAMP-8, FFTT-R62)."""
    army = state.armies[name]
    worth = fp_of(sent.units, state.players[army.player].replacement)
    text = f"{name} sends {units_text(sent.units)}, {worth} FP, to help {sent.helps or 'nobody'}"
    dice.explain(text, "FFTT-CAMP-8", "FFTT-CAMP-12", "FFTT-A10")
    if state.players[army.player].faction.has_queen:
        queen = any(one.unit.breeds for one in sent.units)
        text = "it has a queen" if queen else "its shooters need no queen, but die at their first miss"
        dice.explain(text, "FFTT-R62")
    elif any(one.unit.headquarters for one in sent.units):
        dice.explain("its HQ will be lost on the way back", "FFTT-CAMP-8", "FFTT-R62", tell="reason")
    else:
        dice.explain("without an HQ it is out of ammo at the first miss", "FFTT-CAMP-8", "FFTT-R62", tell="reason")
    there, most = len(players_in_battle(state) | {army.player}), rule_number("battle_players")
    dice.explain(f"{there} players fight; {most} may", "FFTT-CAMP-4", "FFTT-R61")
