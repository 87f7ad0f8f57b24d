"""The log says that the seed was shown or handed over, and what was played after it."""

from __future__ import annotations

import json

import pytest

from tabletop_cli.core.errors import StoreLocked
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.seal import hand_over, show_seed
from tests.hedge import NOW, PIVOT, SHOT, begun

pytestmark = pytest.mark.usefixtures("same_dice")


def test_the_log_says_once_that_the_seed_was_shown(store: Store, battle: Battle) -> None:
    battle.write_note('"shown":"seed"', NOW)
    assert battle.seed_shown is None
    entry = battle.show_seed(NOW)
    assert entry is not None
    assert json.loads(entry.as_line()).keys() == {"n", "at", "shown", "prev"}
    assert battle.show_seed(NOW) is None
    assert (battle.seed_shown, battle.count) == (2, 2)
    battle.play_event(PIVOT, None, NOW)
    assert Battle.open(store, "At the hedge").seed_shown == 2
    assert battle.verify().problems == []


def test_a_battle_that_goes_on_elsewhere_is_not_marked_but_remarked_on_once(store: Store, battle: Battle) -> None:
    """Exported after each evening: nobody has seen the seed, but whoever had the first two files could have looked."""
    for event, dice in ((PIVOT, None), (SHOT, None), (SHOT, [1, 1, 2, 3])):
        assert hand_over(store, battle.header, NOW) is not None
        assert hand_over(store, battle.header, NOW) is None, "nothing was played in between"
        battle.refresh()
        battle.play_event(event, dice, NOW)
    verdict = battle.verify()
    assert (battle.seed_shown, verdict.problems) == (None, [])
    assert verdict.remarks == [
        "it was exported with its seed, see entries 1, 3: anyone with that file could look up the later dice,"
        " like the owner of this battle"
    ]


def test_nothing_is_remarked_where_no_dice_of_the_program_followed(store: Store, battle: Battle) -> None:
    battle.play_event(SHOT, None, NOW)
    hand_over(store, battle.header, NOW)
    battle.refresh()
    battle.play_event(SHOT, [1, 1, 2, 3], NOW)
    assert battle.verify().remarks == []
    battle.show_seed(NOW)
    assert hand_over(store, battle.header, NOW) is None, "it was shown"
    battle.play_event(PIVOT, None, NOW)
    battle.play_event(SHOT, None, NOW)
    assert battle.verify().remarks == [], "these are marked"


def test_another_window_may_have_seen_the_seed(store: Store, battle: Battle) -> None:
    battle.play_event(PIVOT, None, NOW)
    assert battle.seed_shown is None
    show_seed(store, battle.header, NOW)
    assert battle.seed_shown == 2
    with pytest.raises(StoreLocked):
        battle.undo(NOW)
    battle.refresh()
    assert battle.undo(NOW).undo == 1


def test_a_note_and_the_seal_leave_under_way_what_is(store: Store, battle: Battle) -> None:
    making, progress = begun(battle, SHOT)
    battle.keep_under_way(making.roll_dice(progress, battle.source))
    before = battle.under_way
    battle.write_note("hm", NOW)
    battle.show_seed(NOW)
    assert battle.under_way == before is not None
    progress, done, _ = making.advance(before)
    battle.finish_event(done.event, progress, NOW)
    assert battle.under_way is None
