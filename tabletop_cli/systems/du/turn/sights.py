"""Who sees whom on the map, and with which vision (DU-OBS-5, DU-TARGET-4)."""

from __future__ import annotations

from collections.abc import Iterator

from ....api import Block, Given, Table
from ..observation import OBSERVED, ObservedTiles
from ..pieces import Token
from ..targeting import TARGETS, Targets
from .attacks import sight_tokens
from .state import State


def sight_table(state: State) -> Iterator[Block]:
    """What each token on the map observes and can target, and the vision that this needs (DU-OBS-5, DU-TARGET-4)."""
    tokens = tuple(one for one in sight_tokens(state) if state.tokens[one.id].there)
    own = [one for one in tokens if one.side and not one.is_structure]
    if not state.tiles or not own:
        return
    rows = tuple((one.id, *_sight_cells(state, one, tokens)) for one in own)
    yield Table(("token", "observes", "can target", "beyond its reach"), rows, "Who sees whom, and with which vision")


def _sight_cells(state: State, one: Token, tokens: tuple[Token, ...]) -> tuple[str, str, str]:
    """The others whom a token observes, whom it can target, and whom not, each with the vision that it takes."""
    around = ObservedTiles(house=state.house, tiles=state.tiles, from_=one.at)
    tiles = OBSERVED.rule(around, Given(())).tiles
    seen = [other.id for other in tokens if other.id != one.id and other.at in tiles]
    case = Targets(
        house=state.house, tiles=state.tiles, tokens=tokens, attacker=one.id, vision=state.vision_of_side(one.side)
    )
    found = TARGETS.rule(case, Given(())).targets
    can = [f"{target.id} {target.effective_distance}" for target in found if target.legal]
    far = [f"{target.id} {target.effective_distance}" for target in found if target.reason == "too-far"]
    return ", ".join(seen) or "-", ", ".join(can) or "-", ", ".join(far) or "-"
