"""Players, squads and miniatures in the words that people read at the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....api import Row, count_text
from ..profiles import rule_number
from .state import Mini, Squad, State


def side_name(state: State, side: str) -> str:
    """A player with the name of the army; a squad, where an event is by one."""
    army = state.players.get(side)
    return f"{side.upper() if len(side) == 1 else side} ({army})" if army else shown_name(state, side)


def shown_name(state: State, one: str) -> str:
    """A squad with the name that its owner gave it; a miniature by its id."""
    return f"{one} {state.squads[one].name}".strip() if one in state.squads else one


def rows_of(state: State, one: str) -> tuple[str, tuple[Row, ...]] | None:
    """Return whose a squad or a miniature is, and its rows: kind and pieces, or role, level and weapon."""
    if one in state.squads:
        squad = state.squads[one]
        return squad.side, (squad.kind, *squad.pieces)
    if one in state.minis:
        mini = state.minis[one]
        return state.side_of(mini), (mini.role, mini.level, mini.weapon)
    return None


def minis_by_strength(strengths: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Those in a suppressed area, together where it is as strong against them: ``b1-0, b1-1``, 3."""
    for strength in sorted(set(strengths.values()), reverse=True):
        yield ", ".join(one for one, found in strengths.items() if found == strength), strength


def piece_name(state: State, mini: str, at: int) -> str:
    """A piece of a squad, with its number where the squad has another like it: ``the 80 mm mortar``, ``mortar 1``."""
    pieces = state.squad_of(state.minis[mini]).pieces
    name = pieces[at].name
    return f"the {name[0].lower()}{name[1:]}" + (f" ({at})" if pieces.count(pieces[at]) > 1 else "")


def role_name(mini: Mini) -> str:
    return mini.role.name.lower()


def squad_label(state: State, squad: Squad) -> str:
    """A squad for a menu: its name, its level, how many live, what is the matter."""
    living = state.living_minis(squad.id)
    trained = state.leader_of(squad.id).level.name.lower()
    words = [squad.name or squad.kind.name.lower(), f"{trained}, {len(living)} of {squad.size}"]
    return ", ".join([*words, *squad_marks(state, squad)])


def squad_marks(state: State, squad: Squad) -> list[str]:
    """What is the matter with a whole squad."""
    if not state.living_minis(squad.id):
        return ["annihilated"]
    marks = {
        "panicked": state.is_squad_panicked(squad.id),
        "suppressed": state.is_squad_suppressed(squad.id),
        "under fire": state.is_squad_under_fire(squad.id) and not state.is_squad_suppressed(squad.id),
        "hidden": state.is_squad_hidden(squad.id),
        "may not go nearer": state.is_squad_crippled(squad.id),
        "gun loaded": squad.loaded,
        "gun aimed": squad.laid,
    }
    return [word for word, is_so in marks.items() if is_so]


def panic_duty() -> str:
    """What whoever is panicked has to do until that ends (TGF-PANIC-4)."""
    return f"must seek cover within {rule_number('seek_cover')} cm or away from the enemy, else go prone and stay"


def mini_marks(state: State, mini: Mini) -> list[str]:
    """What is the matter with one miniature beside what its whole squad is."""
    strength = state.strength_on_mini(mini.id)
    marks = {
        "panicked": mini.panicked,
        "prone": mini.prone,
        "on overwatch": mini.overwatch,
        "hides": mini.hides and not state.is_squad_hidden(mini.squad),
        f"aims at {mini.aim}": mini.aim is not None,
        f"suppression {strength}": strength is not None,
    }
    return [word for word, is_so in marks.items() if is_so]


def mini_label(state: State, mini: Mini) -> str:
    """A miniature for a menu: what it is, its actions, what is the matter."""
    leads = ["leader"] if state.squads[mini.squad].leader == mini.id and not mini.role.leads else []
    acts = state.active is not None and state.active.squad == mini.squad
    left = [f"{count_text(mini.actions, 'action')}"] if acts else []
    return ", ".join([role_name(mini), *leads, *left, *mini_marks(state, mini)])
