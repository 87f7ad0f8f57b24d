"""The result of a battle: who is left, who goes where, what was killed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from ....api import Dice, Json, Malformed, Nullable, Ref, Whole, count_text, dataclass, fact, plays, refuse
from ..units import all_hatchlings
from .clashes import enter_place, nobody_or_side
from .forces import (
    Pairs,
    Units,
    UnitsKind,
    commander_of,
    is_same_force,
    merge_units,
    unit_counts,
    units_text,
    without_units,
)
from .outcomes import note_dead_commanders, score_points
from .questions import At
from .state import Army, Attack, Played, State, check_step
from .stories import battle_story


@dataclass(frozen=True)
class Fought:
    """Who fought a battle: the armies of both main players, and what came with detachments, by army."""

    state: State
    attack: Attack

    @cached_property
    def armies(self) -> Mapping[str, Units]:
        main = (self.attack.army, *self.state.armies_at(self.attack.place, self.attack.defender))
        sent = {name: one.units for name, one in self.attack.sent.items()}
        return {name: self.state.armies[name].units for name in main} | sent

    @cached_property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.state.armies[name].player for name in self.armies))

    @cached_property
    def helpers(self) -> Mapping[str, str | None]:
        """Whom those help who have sent detachments, a main player or nobody (FFTT-CAMP-8)."""
        return {self.state.armies[name].player: one.helps for name, one in self.attack.sent.items()}

    def main_foe(self, player: str) -> str:
        """The main player whom a player fights; the attacker, of whoever helps nobody."""
        attacker, defender = self.state.main_players
        return defender if attacker in (player, self.helpers.get(player)) else attacker

    def main_player_of(self, player: str) -> str:
        """The main player on whose side a player fights; himself, of whoever helps nobody (FFTT-CAMP-8)."""
        return player if player in self.state.main_players else self.helpers[player] or player

    def enemies_of(self, player: str) -> tuple[str, ...]:
        """The players whom a player fights."""
        return tuple(one for one in self.players if self.main_player_of(one) != self.main_player_of(player))

    def has_several_enemies(self, player: str) -> bool:
        """Whether several players fight one, so that each of them may have killed his figures."""
        return len(self.enemies_of(player)) > 1

    def units_of_player(self, player: str, units: Mapping[str, Units]) -> Units:
        """What a player has of some units by army."""
        return merge_units(*(units[name] for name in units if self.state.armies[name].player == player))

    def can_breed(self, player: str) -> bool:
        """Whether eggs may have hatched on a player's side (FFTT-BUG-1)."""
        return any(one.unit.breeds for one in self.units_of_player(player, self.armies))

    def lost_fp(self, survivors: Mapping[str, Units], player: str) -> int:
        """The FP that a player lost, as printed."""
        before, after = (unit_counts(self.units_of_player(player, units)) for units in (self.armies, survivors))
        return sum(one.fp * n for one, n in (before - after).items())

    def dead_commanders(self, survivors: Mapping[str, Units]) -> Iterator[str]:
        """The players whose commander in chief fought and is not among the survivors."""
        for player in self.players:
            if commander_of(self.units_of_player(player, self.armies)) and not commander_of(
                self.units_of_player(player, survivors)
            ):
                yield player

    def beaten_armies(self, winner: str | None) -> tuple[str, ...]:
        """The armies that leave (FFTT-CAMP-4, FFTT-CAMP-5)."""
        if winner == self.state.armies[self.attack.army].player:
            return tuple(self.state.armies_at(self.attack.place, self.attack.defender))
        return (self.attack.army,)

    def first_retreats(self, winner: str | None, survivors: Mapping[str, Units]) -> dict[str, str]:
        """Each beaten army of the defender that has somebody left, with the first place that is open to it."""
        left = [name for name in self.beaten_armies(winner) if survivors.get(name) and name != self.attack.army]
        return {name: self.retreats_of(name)[0] for name in left if self.retreats_of(name)}

    def retreats_of(self, army: str) -> list[str]:
        """Where a beaten army may go (FFTT-R66)."""
        one = self.state.armies[army]
        back = {one.place} if army == self.attack.army else set()
        return sorted(back | set(self.state.retreats_from(one.player, self.attack.place)))


def current_battle(state: State) -> Fought:
    """Who fights the battle of now."""
    return Fought(state, state.attacked)


# --- what people are asked ---


def killed_by_foes(place: At) -> Json:
    """Everybody's losses, to the credit of the main player whom he fights."""
    now = current_battle(place.state)
    found = Counter[str]()
    for player in now.players:
        found[now.main_foe(player)] += now.lost_fp(place.event.survivors, player)
    return {player: n for player, n in found.items() if n}


def dead_by_foes(place: At) -> Json:
    """Each dead commander in chief, to the credit of the main player whom he fought."""
    now = current_battle(place.state)
    return {one: now.main_foe(one) for one in now.dead_commanders(place.event.survivors)}


SURVIVORS = Pairs(UnitsKind(), names=Ref("armies", "army"), between=";", like="alma: 2 grunt, 1 hq; berg: none")


@dataclass(frozen=True, kw_only=True)
class Battle:
    winner: str | None = fact(
        Nullable(Ref("players")), ask="Who has won?", among=nobody_or_side, rules=("FFTT-CAMP-4", "FFTT-END-1")
    )
    survivors: Mapping[str, Units] = fact(
        SURVIVORS,
        ask="Which figures are left?",
        usual=lambda place: SURVIVORS.plain(current_battle(place.state).armies),
        help="units by army",
        rules=("FFTT-CAMP-4", "FFTT-CAMP-5"),
    )
    fp_killed: Mapping[str, int] = fact(
        Pairs(Whole(), names=Ref("players"), like="ann: 4, bob: 2"),
        {},
        ask="How many FP has each player killed?",
        usual=killed_by_foes,
        rules=("FFTT-CAMP-10", "FFTT-XP-1"),
    )
    commanders_killed: Mapping[str, str] = fact(
        Pairs(Ref("players"), names=Ref("players"), like="ann: bob"),
        {},
        ask="Who has killed whose commander in chief? (victim: killer)",
        usual=dead_by_foes,
        when=lambda place: any(current_battle(place.state).dead_commanders(place.event.survivors)),
        rules=("FFTT-CAMP-10", "FFTT-R60"),
    )
    to: Mapping[str, str] = fact(
        Pairs(Ref("places"), names=Ref("armies", "army"), like="alma: north-gate"),
        {},
        ask="Where do the beaten armies go? (army: place)",
        usual=lambda place: current_battle(place.state).first_retreats(place.event.winner, place.event.survivors),
        rules=("FFTT-CAMP-5", "FFTT-R66", "FFTT-R69"),
    )


def check_winner(state: State, event: Battle) -> None:
    """Errors: `Malformed` for any other winner."""
    if state.attack and state.attack.fights and event.winner not in (None, *state.main_players):
        raise Malformed(f"battle.winner: {event.winner} is no main player of this battle")


# --- its rules ---


def check_survivors(now: Fought, survivors: Mapping[str, Units]) -> None:
    """Nobody comes out of a battle who did not go in, but for what hatched (FFTT-CAMP-4, FFTT-BUG-2)."""
    for name, units in survivors.items():
        before = now.armies.get(name, ())
        left = units
        if name in now.armies and now.can_breed(now.state.armies[name].player):
            left = tuple(one for one in units if one.commander or one.unit not in all_hatchlings())
        if not is_same_force(before, left):
            text = f"{units_text(units)} cannot be what is left of {name}: {units_text(before)} fought."
            raise refuse("FFTT-CAMP-4", "wrong-survivors", text, "FFTT-BUG-2", "FFTT-XP-1", "FFTT-R54")


def check_kills(now: Fought, event: Battle) -> None:
    """Kills are those of players who fought, and no more than was lost (FFTT-CAMP-10)."""
    killed = {player: n for player, n in event.fp_killed.items() if n}
    if stray := sorted(killed.keys() - set(now.players)):
        raise refuse("FFTT-CAMP-4", "wrong-survivors", f"{', '.join(stray)} did not fight.", "FFTT-CAMP-10")
    lost = sum(now.lost_fp(event.survivors, player) for player in now.players)
    if sum(killed.values()) > lost and not any(map(now.can_breed, now.players)):
        text = f"{sum(killed.values())} FP killed, but {lost} FP lost."
        raise refuse("FFTT-CAMP-4", "wrong-survivors", text, "FFTT-CAMP-10")
    dead = set(now.dead_commanders(event.survivors))
    for victim, killer in event.commanders_killed.items():
        if victim not in dead or killer not in now.players or killer == victim:
            text = f"{killer} cannot have killed a commander in chief of {victim}."
            raise refuse("FFTT-CAMP-4", "wrong-survivors", text, "FFTT-CAMP-10", "FFTT-R60")


def check_retreats(now: Fought, event: Battle) -> None:
    """Beaten armies go where they may (FFTT-R66)."""
    for name, place in event.to.items():
        open_to = now.retreats_of(name) if name in now.beaten_armies(event.winner) else []
        if place not in open_to:
            text = f"{name} can go to {' or '.join(open_to) or 'no place'}, not to {place}."
            raise refuse("FFTT-CAMP-4", "no-retreat", text, "FFTT-CAMP-5", "FFTT-R66")


@plays(
    "battle",
    Battle,
    rules=("FFTT-CAMP-4", "FFTT-CAMP-5", "FFTT-CAMP-8", "FFTT-CAMP-10", "FFTT-R59", "FFTT-R66", "FFTT-R69"),
    story=battle_story,
    meant=check_winner,
)
def battle(state: State, event: Battle, dice: Dice) -> Played:
    """The result of the battle: the dead are removed, the beaten go, the place changes hands, VP are counted."""
    check_step(state, "battle")
    now = current_battle(state)
    winner, survivors = event.winner, event.survivors
    check_survivors(now, survivors)
    check_kills(now, event)
    check_retreats(now, event)
    attacker = state.main_players[0]
    text = f"{winner} wins at {now.attack.place}" if winner else f"nobody wins: {attacker} counts as beaten"
    dice.explain(text, "FFTT-CAMP-4")
    after, hqs_lost = state, dict[str, int]()
    for name in now.armies:
        left, hqs = remaining_army(now, event, name, survivors.get(name, ()), dice)
        hqs_lost |= {name: hqs} if hqs else {}
        after = after.with_armies({name: left})
    after, won = enter_place(after, now.attack, dice) if winner == attacker else (after, None)
    dice.explain(f"{', '.join(now.players)} fought this week", "FFTT-CAMP-7")
    for player in now.players:
        after = after.with_player(player, fought=True)
    after, vp = score_all(after, now, event, dice)
    after, dead = note_dead_commanders(replace(after, attack=None), state, dice)
    return after, {"taken": won, "hqs_lost": hqs_lost, "commanders_lost": dead, "vp": vp, "step": after.step}


def remaining_army(now: Fought, event: Battle, name: str, survivors: Units, dice: Dice) -> tuple[Army | None, int]:
    """An army after the battle, and the HQs that it lost on the way back (FFTT-CAMP-5, FFTT-CAMP-8, FFTT-R69)."""
    army = now.state.armies[name]
    tell_survivors(now, name, survivors, dice)
    sent, beaten = name in now.attack.sent, name in now.beaten_armies(event.winner)
    if not (sent or beaten):
        return replace(army, units=survivors), 0
    home, hqs = now.state.without_hqs(survivors)
    place = army.place if sent or name == now.attack.army else None
    place = event.to.get(name, place)
    if survivors:
        tell_retreat(now, name, place, hqs, dice)
    if sent:
        return replace(army, units=merge_units(without_units(army.units, now.armies[name]), home)), hqs
    return (replace(army, units=home, place=place) if place else None), hqs


def tell_retreat(now: Fought, name: str, place: str | None, hqs: int, dice: Dice) -> None:
    """Where what is left of an army or a detachment goes, and what it loses (FFTT-CAMP-5, FFTT-CAMP-8, FFTT-R69)."""
    without = f", without {count_text(hqs, 'HQ')}" if hqs else ""
    if name in now.attack.sent:
        dice.explain(f"they return to {place}{without}", "FFTT-CAMP-8", "FFTT-R62", tell="now")
    elif place is None:
        text = f"{name} goes nowhere: what is left is removed, but not killed"
        dice.explain(text, "FFTT-CAMP-4", "FFTT-CAMP-10", "FFTT-R69", tell="now")
    else:
        own = ("FFTT-R59",) if now.state.players[now.state.armies[name].player].faction.has_queen else ()
        dice.explain(f"{name} is beaten, and goes to {place}{without}", "FFTT-CAMP-5", "FFTT-R66", *own, tell="now")


def tell_survivors(now: Fought, name: str, survivors: Units, dice: Dice) -> None:
    """What is left of an army, what hatched, and what figures have learned (FFTT-CAMP-4, FFTT-BUG-2, FFTT-XP-1)."""
    before = now.armies[name]
    text = f"of {name} there fought {units_text(before)}; left: {units_text(survivors)}"
    dice.explain(text, "FFTT-CAMP-4", tell="now")
    if not is_same_force(before, survivors):
        dice.explain("some of these hatched from a queen's eggs", "FFTT-BUG-2")
    if any(one.xp for one in (*before, *survivors)):
        dice.explain("figures keep the experience of those whom they killed", "FFTT-XP-1", "FFTT-R54")


def score_all(state: State, now: Fought, event: Battle, dice: Dice) -> tuple[State, dict[str, int]]:
    """With the victory points of those who have any, and these (FFTT-CAMP-10)."""
    killers = list(event.commanders_killed.values())
    vp = {}
    for player in now.players:
        kills, commanders = event.fp_killed.get(player, 0), killers.count(player)
        if kills or commanders:
            when = "for this battle"
            state, vp[player] = score_points(state, player, when, dice, fp_killed=kills, commanders_killed=commanders)
    if not vp:
        dice.explain("nobody has killed anybody: no VP", "FFTT-CAMP-10")
    return state, vp
