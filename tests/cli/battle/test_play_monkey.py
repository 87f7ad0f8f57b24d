"""Somebody types whatever can be answered, and now and then what cannot: nothing may break or be lost."""

from __future__ import annotations

import random
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import merged_references, resolve_references
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.prompts.asker import Stopped
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.view import View
from tests.seated import seat_armies

pytestmark = pytest.mark.slow

ARMIES = Path(__file__).parents[3] / "armies/td"
GUN = {"direct_fire_dice": 3, "kill_potential": 2, "armour_penetration": 1, "reload": 1, "ap_tokens": 1}
GUNS = dict.fromkeys(("hand-held-gun", "light-gun", "heavy-gun"), GUN)
HOUSES = (
    {},
    {"close_combat": "variant-2", "guns": GUNS},
    {
        "pairs_single": "two",
        "lost_shots": "retarget",
        "linear_cover": "crossed",
        "reload_scope": "weapon",
        "reactive_fire": "exceed",
        "smoke_actions": 3,
        "guns": GUNS,
    },
)
WRONG = ("b", "x", "?", "zz", "", "a b c", "-", "*", "!", "99", "s", "l", "u", "y", "n a note", "? move", "511", ".")


class Monkey(Lines):
    """Answers `answers` questions at random, then has enough."""

    def __init__(self, seed: int, answers: int) -> None:
        super().__init__(StringIO(), StringIO())
        self._random = random.Random(seed)
        self._left = answers

    def show_and_read(self, view: View) -> str:
        self._left -= 1
        if not self._left:
            raise Stopped
        if self._random.random() < 0.05:
            return self._random.choice(WRONG)
        free = [token for token, answer in zip(view.tokens, view.answers, strict=True) if not answer.barred]
        if view.many and free:
            return ",".join(self._random.sample(free, min(len(free), self._random.randint(1, 3))))
        if free:
            return self._random.choice(
                [token for token in free if token not in ("wa", "wb", "z")] or free
            )  # no goal yet
        faces = [str(self._random.randint(1, 6)) for _ in range(self._random.randint(1, 4))]
        return self._random.choice(["", "".join(faces)])


@pytest.mark.parametrize(
    ("seed", "house", "armies"),
    [
        (1, HOUSES[0], ("green-horde", "veteran-raiders")),
        (2, HOUSES[1], ("tank-platoon", "battle-group")),
        (3, HOUSES[2], ("atg-ambush", "cavalry")),
        (4, HOUSES[2], ("artillery-observers", "mechanised-column")),
    ],
)
def test_whatever_is_typed(
    seed: int,
    house: dict[str, object],
    armies: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The same game every time.
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: bytes([seed]) * 16)
    sides = {
        side: {"army": load_file(ARMIES / f"{name}.toml").data, "actions": 30}
        for side, name in zip("ab", armies, strict=True)
    }
    play_at_random("td", {"sides": sides, "house": house}, seed, 20, tmp_path)
    assert "fault in tabletop" not in capsys.readouterr().out


def play_at_random(system_id: str, setup: dict[str, object], seed: int, least: int, folder: Path) -> None:
    """A monkey at the table; afterwards nothing is lost and every die verifies."""
    system = registry.load(system_id)
    with Store(folder / "battles.sqlite") as store:
        battle = Battle.create(store, system, "x", setup, "2026-05-01T12:00:00Z")
        AtTable(battle, Monkey(seed, 500), Session(plain=True)).play()
        assert battle.count > least
        assert Battle.open(store, "x").state == battle.state
        assert battle.verify().problems == []


@pytest.mark.parametrize("seed", [5, 6])
def test_whatever_is_typed_in_another_system(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: bytes([seed]) * 16)
    tt = registry.load("tt")
    files = [load_file(ARMIES.parent / f"tt/{name}.toml") for name in ("eldar-host", "hollow-choir")]
    lists = [resolve_references(tt, file) for file in files]
    seated = seat_armies(tt.game, {}, lists)
    play_at_random("tt", {**seated, **merged_references(tt, lists)}, seed, 5, tmp_path)
