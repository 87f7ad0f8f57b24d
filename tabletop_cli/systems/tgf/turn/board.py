"""The table as a page: whose turn it is, every squad with what is the matter, suppressed areas."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Block, Page, Para, Table, count_text
from .gate import acts_next
from .naming import mini_marks, panic_duty, role_name, shown_name, side_name, squad_marks
from .state import Squad, State, view


def battle_headline(state: State) -> str:
    """One line: the turn, and what is expected now."""
    return f"Turn {state.turn}. {expected_text(state)}"


def expected_text(state: State) -> str:
    """What is expected now, in words."""
    if state.phase == "over":
        return f"{side_name(state, state.winner)} has won." if state.winner else "It is over, and nobody has won."
    if state.phase == "initiative":
        return "Roll for initiative."
    if state.phase == "choose":
        return f"{side_name(state, state.chooser or '')} chooses who starts."
    if state.active is None:
        return f"{side_name(state, state.current or '')} activates a squad."
    squad, now, able = state.squads[state.active.squad], acts_next(state), state.able_minis
    others = f"; {count_text(len(able) - 1, 'other')} can act" if len(able) > 1 else ""
    acts = f"{now} has {count_text(state.minis[now].actions, 'action')}{others}" if now else "no actions are left"
    return f"{side_name(state, squad.side)}, {shown_name(state, squad.id)}: {acts}."


def battle_board(state: State) -> Page:
    """Everything on the table."""
    blocks: list[Block] = [Para(expected_text(state), "note"), *_area_paragraphs(state)]
    blocks += [_player_table(state, side) for side in (state.order or state.players)]
    return Page(f"Turn {state.turn}", tuple(blocks), data=view(state))


def _area_paragraphs(state: State) -> Iterator[Block]:
    for area in state.areas:
        inside = ", ".join(f"{one} {strength}" for one, strength in area.strengths.items()) or "nobody"
        yield Para(f"Suppressed by {shown_name(state, area.by)}: {inside} (strength).")
    if state.active and state.active.trigger:
        yield Para(f"The last action was: {state.active.trigger}. Enemies on overwatch may react.")


def _player_table(state: State, side: str) -> Table:
    """One row a squad: who leads it, how many live, what is the matter with it and with its members."""
    squads = [one for one in state.squads.values() if one.side == side]
    rows = tuple(_squad_row(state, one) for one in squads)
    return Table(("squad", "living", "leader", "condition"), rows, side_name(state, side))


def _squad_row(state: State, squad: Squad) -> tuple[str, str, str, str]:
    living = state.living_minis(squad.id)
    acts = state.active is not None and state.active.squad == squad.id
    parts = [*squad_marks(state, squad), *(["done"] if living and squad.activated and not acts else [])]
    marked: dict[str, list[str]] = {}
    for mini in living:
        special = [role_name(mini)] if mini.role.stands_out else []
        for mark in (*special, *mini_marks(state, mini)):
            marked.setdefault(mark, []).append(mini.id)
    for mark, ids in marked.items():
        if len(ids) == len(living) and mark not in parts:
            parts.append(mark)
        elif mark not in parts:
            parts.append(f"{mark}: {', '.join(ids)}")
    duty = f" ({panic_duty()} [TGF-PANIC-4])"
    parts = [part + duty if part.startswith("panicked") else part for part in parts]
    trained = state.leader_of(squad.id).level.name.lower()
    title = f"{shown_name(state, squad.id)}, {trained} {squad.kind.name.lower()}"
    return title, f"{len(living)} of {squad.size}", squad.leader if living else "-", "; ".join(parts) or "steady"
