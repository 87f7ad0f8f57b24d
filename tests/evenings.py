"""From what whole evenings begin: every list, scenario, map and script of this repository; see `core.testing.evenings`.

``python -m tests.evenings fftt kestrel-patrol-amber-nest 7 --entries 200`` plays one evening once more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tabletop_cli.cli.battle.script import read_script
from tabletop_cli.cli.battle.setup import SetupDraft, read_setup
from tabletop_cli.core import registry
from tabletop_cli.core.data import JsonMapping, JsonObject
from tabletop_cli.core.lists.scenario import load_scenario
from tabletop_cli.core.records import dataclass
from tabletop_cli.core.system import System
from tabletop_cli.core.testing import Evening, play_evening

ARMIES = Path(__file__).parents[1] / "armies"
MORE: dict[str, JsonObject] = {"td": {"actions": 40}}  # what a set-up must say beside its armies
FOUR = 4  # seats at most of the tables that are made here


@dataclass(frozen=True)
class Beginning:
    """What an evening begins with: a set-up of a game of a system, and what to call it."""

    system: str
    name: str
    setup: JsonMapping
    kind: str = "battle"

    def play(self, seed: int, entries: int) -> Evening:
        """Play an evening from here. Errors: AssertionError with the command that plays it once more."""
        again = f"python -m tests.evenings {self.system} {self.name} {seed} --entries {entries}"
        system = registry.load(self.system)
        return play_evening(system, self.setup, seed=seed, entries=entries, kind=self.kind, again=again)


def beginnings(system_id: str) -> Iterator[Beginning]:
    """Every way in which the files of this repository can begin a game of a system."""
    system, folder = registry.load(system_id), ARMIES / system_id
    lists = [path for path in sorted(folder.glob("*.toml")) if not path.name.endswith(".catalogue.toml")]
    scenarios = sorted(folder.glob("scenarios/*.scenario.toml"))
    for path in scenarios:
        yield _of_scenario(system, path, lists)
    if not scenarios:
        yield from _of_lists(system, lists)
    for path in sorted(folder.glob("*/*.setup.toml")):
        yield Beginning(system_id, path.name.partition(".")[0], read_setup(path), _kind_of(system, read_setup(path)))
    for path in sorted(folder.glob("*.script.json")):
        script = read_script(path)
        kind = next(name for name, game in system.games.items() if game is script.game)
        yield Beginning(system_id, f"{path.name.partition('.')[0]}-script", script.setup, kind)


def _of_scenario(system: System, path: Path, lists: list[Path]) -> Beginning:
    """A scenario with the lists beside it that have its name: those on the ground first."""
    scenario = load_scenario(path, system)
    name = path.name.partition(".")[0]
    own = [one for one in lists if one.name.startswith(f"{name}-")]
    sides = [one for side in scenario.data["sides"].values() for one in own if one.stem == f"{name}-{side}"]
    air = [one for side in scenario.data["sides"].values() for one in own if one.stem == f"{name}-{side}-air"]
    draft = SetupDraft(system, system.game, scenario.set_up)
    draft.seat_armies([*sides, *air])
    return Beginning(system.id, name, draft.final_setup())


def _of_lists(system: System, lists: list[Path]) -> Iterator[Beginning]:
    """Tables of two, three and four lists that make a game, each list at one of them at least."""
    left = list(lists)
    seats = [len([seat for seat in system.game.seats({}) if seat.free])]
    number = 0
    while left:
        number += 1
        size = min(2 + number % 3 if seats[0] > 2 else 2, FOUR)
        first = left.pop(0)
        others = sorted((one for one in lists if one != first), key=lambda one: one not in left)
        table = next(found for found in _tables(system, first, others, size))
        left = [one for one in left if one not in table]
        draft = _drafted(system, table)
        yield Beginning(system.id, "-".join(path.stem for path in table), draft)


def _tables(system: System, first: Path, others: list[Path], size: int) -> Iterator[list[Path]]:
    for many in range(size, 1, -1):
        for at in range(len(others)):
            table = [first, *chain(others[at:], others[:at])][:many]
            try:
                system.game.start(_drafted(system, table), system)
            except Exception:
                continue
            yield table


def _drafted(system: System, table: list[Path]) -> JsonObject:
    draft = SetupDraft(system, system.game)
    draft.seat_armies(table)
    for house in (one["house"] for one in draft.lists if "house" in one):
        draft.put("house", house)
    for name, value in MORE.get(system.id, {}).items():
        draft.set_fact(name, str(value))
    return draft.final_setup()


def _kind_of(system: System, setup: JsonMapping) -> str:
    """Which game of a system a set-up begins."""
    for name, game in system.games.items():
        try:
            game.start(setup, system)
        except Exception:
            continue
        return name
    raise AssertionError("a set-up of no game")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.evenings", description=__doc__)
    asked.add_argument("system")
    asked.add_argument("name", nargs="?", help="one of those that are listed without it")
    asked.add_argument("seed", nargs="?", type=int, default=1)
    asked.add_argument("--entries", type=int, default=60)
    words = asked.parse_args()
    for one in beginnings(words.system):
        if words.name is None:
            sys.stdout.write(f"{one.name} ({one.kind})\n")
        elif words.name == one.name:
            sys.stdout.write(f"{one.play(words.seed, words.entries).words}\n")


if __name__ == "__main__":
    main()
