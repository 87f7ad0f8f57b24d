"""The table as a page: whose turn it is, every squad with what is the matter, suppressed areas."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Block, Page, Para, Table, counted
from .state import Squad, State, view
from .words import mini_marks, name, role_name, side_name, squad_marks


def headline(state: State) -> str:
    """One line: the turn, and what is expected now."""
    return f"Turn {state.turn}. {meaning(state)}"


def meaning(state: State) -> str:
    """What is expected now, in words."""
    if state.phase == "over":
        return f"{side_name(state, state.winner)} has won." if state.winner else "It is over, and nobody has won."
    if state.phase == "initiative":
        return "Initiative is rolled for."
    if state.phase == "choose":
        return f"{side_name(state, state.chooser or '')} chooses who starts."
    if state.active is None:
        return f"{side_name(state, state.current or '')} activates a squad."
    squad = state.squads[state.active.squad]
    left = [f"{one.id} {one.actions}" for one in state.living(squad.id) if _may_act(state, one.id)]
    return f"{side_name(state, squad.side)}: {name(state, squad.id)} acts; actions left: {', '.join(left) or 'none'}."


def _may_act(state: State, mini: str) -> bool:
    return state.minis[mini].actions > 0 and state.active is not None and mini not in state.active.passed


def board(state: State) -> Page:
    """Everything on the table."""
    blocks: list[Block] = [Para(meaning(state), "note"), *_areas(state)]
    blocks += [_player(state, side) for side in (state.order or state.players)]
    return Page(f"Turn {state.turn}", tuple(blocks), data=view(state))


def _areas(state: State) -> Iterator[Block]:
    for area in state.areas:
        inside = ", ".join(f"{one} {strength}" for one, strength in area.strengths.items()) or "nobody"
        yield Para(f"Suppressed by {name(state, area.by)}: {inside} (strength).")
    if state.active and state.active.trigger:
        yield Para(f"The last action was: {state.active.trigger}. Who is on overwatch may react.")


def _player(state: State, side: str) -> Table:
    """One row a squad: who leads it, how many live, what is the matter with it and with its members."""
    squads = [one for one in state.squads.values() if one.side == side]
    rows = tuple(_row(state, one) for one in squads)
    return Table(("squad", "living", "leader", "condition"), rows, side_name(state, side))


def _row(state: State, squad: Squad) -> tuple[str, str, str, str]:
    living = state.living(squad.id)
    done = "done" if squad.activated and (state.active is None or state.active.squad != squad.id) else ""
    leader = squad.leader if living else "-"
    parts = [*squad_marks(state, squad), *([done] if done and living else [])]
    parts += [f"{mini.id} {', '.join(marks)}" for mini in living if (marks := _own_marks(state, squad, mini.id))]
    trained = state.leader(squad.id).trained.name.lower()
    title = f"{name(state, squad.id)}, {trained} {squad.kind.replace('-', ' ')}"
    return title, f"{len(living)} of {squad.size}", leader, "; ".join(parts) or "steady"


def _own_marks(state: State, squad: Squad, one: str) -> list[str]:
    """What is the matter with a member beside what its whole squad is; specialists are told, too."""
    mini = state.minis[one]
    shared = squad_marks(state, squad)
    marks = [mark for mark in mini_marks(state, mini) if mark not in shared]
    special = mini.role not in ("sergeant", "soldier", "crew")
    return [role_name(mini), *marks] if special else marks


def going_on(state: State) -> str:
    """How many squads have still to act, for the menu."""
    waiting = [one for one in state.squads.values() if not one.activated and state.living(one.id)]
    return counted(len(waiting), "squad") + " to act"
