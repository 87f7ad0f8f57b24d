"""Somebody types whatever can be answered, and now and then what cannot: nothing may break or be lost."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

import pytest

from tabletop_cli.cli.battle.play import AtTable
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.data import JsonMapping
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.prompts.asker import Stopped
from tabletop_cli.prompts.lines import Lines
from tabletop_cli.prompts.screen import View
from tests.evenings import Beginning, beginnings

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
SLIPS = ("1 2", "a8 1 b99 2", "b99", "a1 a1", "a1,a1", "{", '{"b99": 1}', '[{"zz": 1}]', "[[[]]]", "1e400", "9" * 40)
ALSO = (
    "-1",
    "1.5.2",
    "null",
    "NaN",
    '"',
    "ä",
    "\t",
    "%",
    "% f",
    "w",
    "+",
    "short",
    "full",
    "x: 1, y",
    "2 grnt, 1 hq",
    "a1-99",
    "1-",
    "-9",
    "=",
)
ENDS = ("Ga", "Gb", "z")  # by a goal


class Monkey(Lines):
    """Answers `answers` questions at random, then has enough; `share` of them with what cannot be meant."""

    def __init__(self, seed: int, answers: int, share: float = 0.05) -> None:
        super().__init__(StringIO(), StringIO())
        self._random = random.Random(seed)
        self._left = answers
        self._share = share

    def show_and_read(self, view: View) -> str:
        self._left -= 1
        if not self._left:
            raise Stopped
        return self._slip(view) if self._random.random() < self._share else self._typed(view)

    def _slip(self, view: View) -> str:
        """What cannot be meant, or not here."""
        return self._random.choice(WRONG)

    def _typed(self, view: View) -> str:
        """What can be meant."""
        told = zip(view.tokens, view.answers, strict=True)
        free = [token for token, one in told if not one.barred and not getattr(one.value, "confirm", "")]
        if view.many and free:
            return ",".join(self._random.sample(free, min(len(free), self._random.randint(1, 3))))
        if free:
            return self._random.choice([token for token in free if token not in ENDS] or free)  # no goal yet
        faces = [str(self._random.randint(1, 6)) for _ in range(self._random.randint(1, 4))]
        return self._random.choice(["", "".join(faces)])


class Clumsy(Monkey):
    """The same with a third of its answers wrong, also by a letter; `ids` are names of what is at the table."""

    def __init__(self, seed: int, answers: int, ids: Sequence[str]) -> None:
        super().__init__(seed, answers, 0.33)
        self._ids = ids

    def _typed(self, view: View) -> str:
        if view.answers or self._random.random() < 0.7:
            return super()._typed(view)
        return self._pairs(2)

    def _pairs(self, n: int) -> str:
        """Some ids with numbers, as they are typed for several things at once."""
        some = self._random.sample(self._ids, min(n, len(self._ids)))
        return " ".join(f"{one} {self._random.randint(0, 9)}" for one in some)

    def _slip(self, view: View) -> str:
        """What a hand types that slips: something else, a letter more or less, somebody hidden, dead, or elsewhere."""
        chance, typed = self._random, self._typed(view)
        at = chance.randint(0, len(typed))
        return chance.choice(
            [
                chance.choice(WRONG),
                chance.choice(SLIPS),
                chance.choice(ALSO),
                typed[:at] + typed[at + 1 :],
                typed[:at] + chance.choice("abz019 ,-.") + typed[at:],
                f"{typed} {typed}",
                " ".join(chance.sample(self._ids, min(3, len(self._ids)))),
                self._pairs(4),
                f"{self._pairs(1)} b99 2",
            ]
        )


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
    played = play_at_random("td", {"sides": sides, "house": house}, Monkey(seed, 500), tmp_path)
    assert played > 20
    assert "fault in tabletop" not in capsys.readouterr().out


def play_at_random(system_id: str, setup: JsonMapping, monkey: Monkey, folder: Path, kind: str = "battle") -> int:
    """A monkey at the table; afterwards nothing is lost and every die verifies; returns how many entries there are."""
    system = registry.load(system_id)
    with Store(folder / "battles.sqlite") as store:
        battle = Battle.create(store, system, "x", setup, "2026-05-01T12:00:00Z", kind)
        AtTable(battle, monkey, Session(plain=True)).play()
        assert Battle.open(store, "x").state == battle.state
        assert battle.verify().problems == []
        return battle.count


def ids_at(one: Beginning) -> list[str]:
    """All names by which the tables of a state know something: of all sides, the hidden and the dead too."""
    system = registry.load(one.system)
    state = system.game_named(one.kind).start(one.setup, system)
    tables = [table for table in vars(state).values() if isinstance(table, Mapping)]
    return sorted({str(key) for table in tables for key in table})


@pytest.mark.parametrize("name", registry.system_ids())
def test_whatever_is_mistyped(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At one table of each kind of game of each system, a third of all that is typed is wrong."""
    kinds = {one.kind: one for one in beginnings(name)}
    for seed, one in enumerate(kinds.values(), 5):
        monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda seed=seed: bytes([seed]) * 16)
        (folder := tmp_path / one.kind).mkdir()
        monkey = Clumsy(seed, 700, ids_at(one))
        assert play_at_random(name, one.setup, monkey, folder, one.kind) > 5
    assert "fault in tabletop" not in capsys.readouterr().out
