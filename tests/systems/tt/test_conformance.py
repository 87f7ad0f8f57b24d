"""tt keeps what every game system promises: the conformance kit on its declarations, and whole battles at random."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import merged_references, resolve_references
from tests.seated import seat_armies

ARMIES = Path(__file__).parents[3] / "armies" / "tt"
TT = registry.load("tt")


@pytest.mark.medium
def test_the_conformance_kit() -> None:
    judged = testing.check_system(TT, rolls=8_000)
    assert judged == {one.id: 1 for one in TT.resolvers.values() if one.odds is not None}


def set_up(one: str, other: str, **more: Any) -> dict[str, Any]:
    """A battle of two example armies."""
    lists = [resolve_references(TT, load_file(ARMIES / f"{name}.toml")) for name in (one, other)]
    seated = seat_armies(TT.game, {}, lists)
    return {**seated, **merged_references(TT, lists), **more}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "one", "other", "house"),
    [
        (1, "marines-column", "eldar-falcons", {}),
        (2, "hollow-choir", "marines-siege", {}),
        (3, "eldar-ambush", "marines-ambush", {"barrage-dice": "shared-attack", "victory-count": "points"}),
        (5, "night-ferry", "hollow-choir", {}),
        (4, "eldar-host", "hollow-choir", {"slow-retreat": "capped", "attacked-once": "per-phase"}),
    ],
)
def test_battles_at_random(seed: int, one: str, other: str, house: dict[str, Any]) -> None:
    """What is offered is accepted, the log replays, and snapshots keep the whole state."""
    testing.play_out(TT, set_up(one, other, house=house), seed=seed, events=60, avoid=("stop",))


@pytest.mark.slow
def test_battles_at_random_reach_nearly_every_event() -> None:
    """A walk that never comes to close combat would prove little; what is rare has cases of its own."""
    seen: set[str] = set()
    pairs = list(pairwise(sorted(path.stem for path in ARMIES.glob("*.toml") if ".catalogue" not in path.name)))
    for seed in range(8):
        setup = set_up(*pairs[seed % len(pairs)])
        played = testing.play_out(TT, setup, seed=seed, events=30, avoid=("stop",) if seed % 5 else ())
        seen |= {event["do"] for event in played}
    assert sorted(TT.game.events.keys() - seen - {"hit-and-run", "cancel-cloak"}) == []


@pytest.mark.parametrize(("counted", "at", "of"), [("units", "7", "13"), ("points", "6", "12")])
def test_the_board_shows_the_loss_that_decides(counted: str, at: str, of: str) -> None:
    """TT-WIN-1, TT-R16: half of the units, or of the points, as the battle is decided by."""
    state = TT.game.begin(set_up("marines-column", "eldar-host", house={"victory-count": counted}), TT)
    sides = TT.game.board(state, None).blocks[0]
    row = dict(zip(sides.columns, sides.rows[0], strict=True))
    assert (row["lost"], row["beaten at"], row["of"]) == ("0", at, of)
