"""An attack as a battle of its own: the figures that stand there, and what comes back of them (FFTT-CAMP-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ....api import JsonObject, Linked, ShapedMapping, ShapedObject
from ..profiles import has_earned
from ..units import UNITS, Unit
from .battles import SURVIVORS, Fought, current_battle
from .forces import Figures, merge_units, single_figures
from .state import State

Names = Mapping[str, tuple[str, Figures]]  # the army and the figure behind each id of the battle


def linked_battle(state: State) -> Linked | None:
    """The battle that is fought now, if one is."""
    if not (state.attack and state.attack.fights):
        return None
    now = current_battle(state)
    name = f"week{state.week}-{now.attack.army}-{now.attack.place}"
    return Linked(
        "battle", name, battle_setup(now), lambda view: result_event(now, view), lambda view: unsure_fields(now, view)
    )


def units_by_id(now: Fought) -> Mapping[str, Unit]:
    """All units by id, which the view of a battle names: printed ones, and those of the campaign's own catalogue."""
    return UNITS.all_rows(now.state.house.catalogue)


def fighting_figures(now: Fought) -> Iterator[tuple[str, str, Figures]]:
    """Every figure that fights: its id in the battle, its army, itself."""
    for name, units in now.armies.items():
        for at, one in enumerate(single_figures(units), 1):
            yield f"{name}-{at}", name, one


def figure_abilities(now: Fought, army: str, figure: Figures) -> list[str]:
    """The abilities that a figure brings: a commander in chief's, and one for experience (FFTT-GEN-1, FFTT-XP-1)."""
    leads = now.state.players[now.state.armies[army].player].ability if figure.commander else None
    return [one for one in (leads, figure.ability) if one]


def battle_setup(now: Fought) -> JsonObject:
    """The battle's set-up: each player a side, who helps a main player is allied with him (FFTT-CAMP-8)."""
    state = now.state
    placed: JsonObject = {}
    for one, army, figure in fighting_figures(now):
        player = state.players[state.armies[army].player]
        brings = figure_abilities(now, army, figure)
        ability = {"abilities": brings} if brings else {}
        gifted = {"gifted": True} if figure.ability else {}
        name = {"name": player.name} if figure.commander and player.name else {}
        placed[one] = {"side": player.id, "unit": figure.unit.id, "xp": figure.xp, **ability, **gifted, **name}
    sides = [player for player in state.clockwise if player in now.players]
    allied = [[main, *(one for one in sides if now.helpers.get(one) == main)] for main in state.main_players]
    return {
        "figures": placed,
        "sides": sides,
        "alliances": [side for side in allied if len(side) > 1],
        "campaign": True,
        "house": state.house.as_dict(),
        **({"catalogue": dict(state.house.catalogue.raw)} if state.house.catalogue else {}),
    }


def result_event(now: Fought, view: ShapedMapping) -> ShapedObject:
    """The event that takes a battle's final state back.

    Who surrenders keeps nobody, and nobody has killed those whom he had left (FFTT-R69); a beaten defender goes to the
    first place that is open. Players may say otherwise.
    """
    state, over = now.state, view["over"]
    winner = next((one for one in state.main_players if one in str(over["winner"]).split("+")), None)
    before = {one: (army, figure) for one, army, figure in fighting_figures(now)}
    given_up = {one for one in state.main_players if over["by"] == "surrender" and winner and one != winner}
    alive = surviving_units(now, before, view)
    survivors = {army: units for army, units in alive.items() if state.armies[army].player not in given_up}
    killed, _ = killed_fp(now, view)
    return {
        "do": "battle",
        "winner": winner,
        "survivors": SURVIVORS.plain(survivors),
        "fp_killed": {player: fp for player, fp in sorted(killed.items()) if fp},
        "commanders_killed": {one: now.main_foe(one) for one in now.dead_commanders(alive)},
        "to": now.first_retreats(winner, survivors),
    }


def unsure_fields(now: Fought, view: ShapedMapping) -> tuple[str, ...]:
    """What players have to say themselves: whose kills they are that nobody was credited with (FFTT-CAMP-10)."""
    before = {one: (army, figure) for one, army, figure in fighting_figures(now)}
    dead = now.dead_commanders(surviving_units(now, before, view))
    known = {"fp_killed": not killed_fp(now, view)[1], "commanders_killed": not any(map(now.has_several_enemies, dead))}
    return tuple(field for field, sure in known.items() if not sure)


def killed_fp(now: Fought, view: ShapedMapping) -> tuple[Mapping[str, int], int]:
    """The FP that each player has killed: all dead figures of his enemies, whoever shot (FFTT-CAMP-10, FFTT-R54).

    Of who has several enemies, those have killed whose figures were credited with it (FFTT-XP-1). What nobody was
    credited with is given, too, and counted to a main player whom the dead fought.
    """
    had = {one: figure.xp for one, _, figure in fighting_figures(now)}
    lost, credited, killed = Counter[str](), Counter[str](), Counter[str]()
    known = units_by_id(now)
    for one, figure in view["figures"].items():
        lost[figure["side"]] += known[figure["unit"]].fp if figure["state"] == "dead" else 0
        credited[figure["side"]] += figure["xp"] - had.get(one, 0)
    for player in now.players:
        if not now.has_several_enemies(player):
            killed[now.enemies_of(player)[0]] += lost[player]
    shared = [player for player in now.players if now.has_several_enemies(player) and lost[player]]
    killers = {one for player in shared for one in now.enemies_of(player)}
    killed += Counter({one: credited[one] for one in killers})
    rest = sum(lost[player] for player in shared) - sum(credited[one] for one in killers)
    return killed + Counter({now.main_foe(shared[0]): rest} if shared else {}), rest


def surviving_units(now: Fought, before: Names, view: ShapedMapping) -> dict[str, tuple[Figures, ...]]:
    """The survivors by army; what hatched joins an army of its side that had a queen (FFTT-BUG-2)."""
    found: dict[str, list[Figures]] = {}
    known = units_by_id(now)
    for one, figure in view["figures"].items():
        if figure["state"] != "dead":
            army, old = before.get(one) or (_nest_army(now, figure["side"]), None)
            leads, ability = bool(old and old.commander), kept_ability(now, army, old, figure)
            one_now = Figures(unit=known[figure["unit"]], count=1, xp=figure["xp"], commander=leads, ability=ability)
            found.setdefault(army, []).append(one_now)
    return {army: merge_units(units) for army, units in found.items()}


def kept_ability(now: Fought, army: str, old: Figures | None, figure: ShapedMapping) -> str | None:
    """The ability that a figure has for its experience, which it keeps (FFTT-XP-1).

    Of two that it got in the battle, the first was a general's for that battle.
    """
    if old and old.ability:
        return old.ability
    got = figure["abilities"][len(figure_abilities(now, army, old)) if old else 0 :]
    return str(got[-1]) if got and has_earned("chart", figure["xp"]) else None


def _nest_army(now: Fought, side: str) -> str:
    own = [army for army in now.armies if now.state.armies[army].player == side]
    return next((army for army in own if any(one.unit.breeds for one in now.armies[army])), own[0])
