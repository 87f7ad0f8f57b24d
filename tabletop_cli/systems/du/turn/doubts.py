"""What people are asked once more, though no rule forbids it: what a table would ask, too. Machines are not asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....api import JsonMapping, count_text
from ..distance import shortest_ways
from ..pieces import INFANTRY, STRUCTURES
from ..tiles import At, hex_distance
from .crewing import drive_of
from .naming import card_actions
from .state import BattleToken, State

Doubts = Callable[[State, JsonMapping], Iterator[str]]


def ask_once_more(*found: Doubts) -> Callable[[State, JsonMapping], str]:
    """The question before an event about which there are doubts; empty where there are none."""

    def doubt(state: State, answers: JsonMapping) -> str:
        said = [text for doubts in found for text in doubts(state, answers)]
        return f"{' '.join(said)} Do it all the same?" if said else ""

    return doubt


def own_target(state: State, answers: JsonMapping) -> Iterator[str]:
    """A token of the own side is aimed at."""
    target = state.tokens.get(str(answers.get("target")))
    if target is not None and target.side == state.active:
        yield f"{target.id} is your own token."


def no_card_played(state: State, answers: JsonMapping) -> Iterator[str]:
    """A token acts for which no card was played, or every card was used (DU-TURN-5)."""
    one = _acting_token(state, answers)
    if one is None or one.side is None or one.side != state.active or state.phase != "play":
        return
    units = state.units_of(one)
    has_cards = any(unit in cards for unit in units for cards in state.zones_of(one.side).values())
    if has_cards and not set(units) & set(state.unspent.get(one.side, ())):
        yield f"No card of {one.id} was played for this."


def no_card_for_a_move(state: State, answers: JsonMapping) -> Iterator[str]:
    """The same of a move, which the card of a leader may allow, too."""
    one = _acting_token(state, answers)
    units = {token.unit for token in state.tokens.values()}
    leads = one is not None and any(card not in units for card in state.unspent.get(one.side or "", ()))
    if not leads:
        yield from no_card_played(state, answers)


def _acting_token(state: State, answers: JsonMapping) -> BattleToken | None:
    names = (answers.get(word) for word in ("token", "by"))
    return next((state.tokens[one] for one in names if isinstance(one, str) and one in state.tokens), None)


def strange_move(state: State, answers: JsonMapping) -> Iterator[str]:
    """Something moves that stands still, that is suppressed, or that goes farther than its card says (DU-TURN-7)."""
    one, to = state.tokens[str(answers["token"])], answers.get("to")
    if one.class_ in STRUCTURES:
        yield f"{one.id} is {'an' if one.class_[0] in 'aeio' else 'a'} {one.class_}."
        return
    if one.suppressed:
        yield f"{one.id} is suppressed: an action of its own card must rally it before it acts."
    if one.flies or one.at is None or not isinstance(to, list | tuple):
        return
    far, (word, limit) = tiles_between(state, one.at, tuple(to)), _move_of(state, one, answers.get("crew"))
    if limit is not None and far > limit:
        yield f"{one.id} goes {count_text(far, 'tile')}, with {word} {limit}." if limit else f"{one.id} has no {word}."


def tiles_between(state: State, start: At, end: At) -> int:
    """How many tiles a token goes: around holes, if there is a way; else as the crow flies."""
    ways = shortest_ways(state.ground, start, state.house, end) if start in state.ground and end in state.ground else {}
    return ways[end][0] if state.tiles and end in ways else hex_distance(start, end)


def _move_of(state: State, one: BattleToken, crew: object) -> tuple[str, int | None]:
    """What the cards of a token say of its moves, and the word for it; None where no list tells."""
    if isinstance(crew, str):
        return "Drive", drive_of(state, one, crew)
    side = one.side or ""
    if not state.printed.get(side):
        return "Move", None
    word, units = ("Move", [one.unit]) if one.class_ in INFANTRY else ("Drive", state.units_of(one))
    found = [card_actions(state, side, unit or "").get(key) for unit in units for key in ("move", "drive")]
    return word, max((value for value in found if isinstance(value, int)), default=0)
