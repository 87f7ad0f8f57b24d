"""Close combat in words: what a pool holds, the drawing of a round, what armour or a token decided, what it cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...api import Compared, Dice, House, cite, count_text

if TYPE_CHECKING:  # they are told with these functions
    from .fighting import Pots
    from .melee import Pool

_WINS = {"a": "at", "b": "de", "draw": "="}  # A and B are the players, and either may attack
_NO_TOKENS: frozenset[int] = frozenset()


def pool_words(cc: int, armour: int = 0, tokens: int = 0) -> str:
    """Close combat dice, armour dice and tokens in words, without those that are not there."""
    parts = ((cc, "die", "dice"), (armour, "armour die", "armour dice"), (tokens, "token", "tokens"))
    return ", ".join(count_text(*part) for part in parts if part[0]) or "no dice"


def tell_round(
    compared: Compared, a_tokens: frozenset[int], b_tokens: frozenset[int], house: House, dice: Dice
) -> None:
    """The round as in the rulebook's drawing, then the columns where armour faced the leading die.

    `a_tokens` and `b_tokens` are the columns with a token of the attacker and of the defender; they are shown where
    the other side has armour that they could wear down. Rules: TD-CC-5, TD-CC-6, TD-CC-10, TD-R46, TD-R47, TD-R48.
    """
    _, a_armour, _, b_armour = compared.rows
    a_tokens, b_tokens = (a_tokens if any(b_armour) else _NO_TOKENS), (b_tokens if any(a_armour) else _NO_TOKENS)
    drawing = _cell_rows(compared, a_tokens, b_tokens)
    legend = "at: the attacker wins, de: the defender, =: a draw" + (", *: a token" if a_tokens or b_tokens else "")
    placed = house["close_combat"] == "variant-2"
    rulings = placed and ("TD-CC-10", "TD-R46"), placed and any((*a_armour, *b_armour)) and "TD-R49"
    rules = cite("TD-CC-5", "TD-CC-6", *rulings)
    dice.explain(f"highest first, column by column ({legend})", *rules, drawing=drawing, tell="reason")
    for at, won in enumerate(compared.columns, 1):
        _tell_column(at, won, compared, a_tokens, b_tokens, house, dice)


def _cell_rows(compared: Compared, a_tokens: frozenset[int], b_tokens: frozenset[int]) -> tuple[tuple[str, ...], ...]:
    """Rows of cells, one column of the combat each; a token stands as a star at the die whose side has it."""
    a, a_armour, b, b_armour = compared.rows
    width = max(map(len, compared.rows))
    rows = (
        ("attacker", a, a_tokens),
        ("attacker armour", a_armour, _NO_TOKENS),
        ("defender", b, b_tokens),
        ("defender armour", b_armour, _NO_TOKENS),
    )
    return (
        ("column", *(str(at) for at in range(1, width + 1))),
        *(_cell_row(name, faces, width, tokens) for name, faces, tokens in rows if any(faces)),
        ("wins", *(_WINS[won] for won in compared.columns)),
    )


def _cell_row(name: str, faces: tuple[int, ...], width: int, tokens: frozenset[int]) -> tuple[str, ...]:
    cells = [str(face) if face else "" for face in faces] + [""] * (width - len(faces))
    return (name, *(cell + ("*" if at in tokens else "") for at, cell in enumerate(cells, 1)))


def _tell_column(
    at: int, won: str, compared: Compared, a_tokens: frozenset[int], b_tokens: frozenset[int], house: House, dice: Dice
) -> None:
    """A column where the leading die met an armour die; where it did not, the drawing says all."""
    a, a_armour, b, b_armour = compared.rows
    a_die, b_die = a[at - 1], b[at - 1]
    leads_a = a_die > b_die
    armour = next(iter((b_armour if leads_a else a_armour)[at - 1 : at]), 0)
    if a_die == b_die or not armour:
        return
    token = at in (a_tokens if leads_a else b_tokens)
    idle = at in (b_tokens if leads_a else a_tokens)
    against = f"armour {armour} less 1 for the token, {armour - 1}" if token else f"armour {armour}"
    result = {"a": "the attacker wins it", "b": "the defender wins it", "draw": "a draw"}[won]
    holds = max(a_die, b_die) < armour - token
    saves = " by the house rules armour only saves:" if holds and house["armour_hold"] == "saves" else ""
    text = f"column {at}: {max(a_die, b_die)} leads {min(a_die, b_die)}, against {against}:{saves} {result}"
    dice.explain(text, *cite("TD-CC-6", holds and "TD-R47", (token or idle) and "TD-R48"), tell="reason")


def tell_losses(pots: Pots, left: tuple[Pool, Pool], spent: tuple[int, int], dice: Dice) -> None:
    """What the round cost each side, and what is left; `spent` are tokens placed in variant 2 (TD-CC-7, TD-R48)."""
    a_lost, b_lost = (pool.words if pool.cc else "nothing" for pool in (pots.attacker, pots.defender))
    dice.explain(f"attacker loses {a_lost}; defender {b_lost}", "TD-CC-7")
    if any(spent):
        text = f"tokens placed are spent: attacker {spent[0]}, defender {spent[1]}"
        dice.explain(text, "TD-CC-10", "TD-R48")
    dice.explain(f"left: attacker {left[0].words}; defender {left[1].words}", "TD-CC-7", "TD-CC-8")
