"""Every door of two battles that differ only in what one side knows: nobody else is told a difference.

The doors are commands in all their forms, replies and errors for machines, and the menus of the table.
"""

from __future__ import annotations

import difflib
import json
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core import registry
from tabletop_cli.core.data import JsonMapping
from tabletop_cli.core.dice.requests import sides_of
from tabletop_cli.core.play.asking import Making, Throw
from tabletop_cli.core.play.battle import Battle
from tabletop_cli.core.play.progress import Progress
from tabletop_cli.core.testing import Pair, Twins
from tests.cli.battle.onlooker import Onlooker, look_on
from tests.cli.conftest import ROOT, Tabletop
from tests.seated import seat_armies

SEED = bytes(range(16))
PROBES, VIEWS, LINES = 10, 6, 40  # what is tried and looked at after an event, and what is typed at the table
NOW = "2026-05-01T12:00:00Z"
BESIDE = (  # what differs in any two battles, and tells nobody anything: hashes, ids by chance, times
    re.compile(r"\b[0-9a-f]{4}([ -]?[0-9a-f]{4}){3,}\b"),
    re.compile(r'"id": ?"[0-9a-f]{8}"'),
    re.compile(r"\d{4}-\d\d-\d\dT[0-9:]+Z"),
)


class Doors:
    """Two homes, in each a battle called k, and what is seen of both."""

    def __init__(self, tabletop: Tabletop, homes: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
        self._tabletop, self._homes, self._capsys = tabletop, homes, capsys

    def begin(self, system: str, setups: tuple[Any, Any], folder: Path) -> None:
        files = [folder / f"setup-{number}.json" for number in (1, 2)]
        for file, setup in zip(files, setups, strict=True):
            file.write_text(json.dumps(setup), encoding="utf-8")
        one, other = (("new", system, "--setup", file, "--name", "k") for file in files)
        self.run(*one, other=other)

    def run(self, *words: object, other: tuple[object, ...] = ()) -> None:
        """A command about both battles; where its words are `other` in the second, it is still told the same."""
        seen = [self._ran(home, words_) for home, words_ in zip(self._homes, (words, other or words), strict=True)]
        assert_same(*seen, str(words))

    def _ran(self, home: Path, words: tuple[object, ...]) -> str:
        ran = self._tabletop("--home", home, "battle", *words)
        assert "fault in tabletop" not in ran.err, (words, ran.err)
        told = f"{ran.code}\n{ran.out}\n{ran.err}".replace(str(home), "HOME")
        for pattern in BESIDE:
            told = pattern.sub("...", told)
        return told

    def look(self, twins: Twins, chance: random.Random, *, all_: bool = False) -> None:
        """Some views of both battles, in the end all, and somebody at the table who types the same in both."""
        seed, seen = chance.randrange(1_000_000), []
        for battle in self._battles():
            onlooker = Onlooker(twins.owner, random.Random(seed), LINES)
            look_on(battle, onlooker)
            seen.append(f"{onlooker.seen.getvalue()}\n{self._capsys.readouterr().out}")
        assert_same(*seen, f"the menus, seed {seed}")
        for commands in views(twins) if all_ else chance.sample(views(twins), VIEWS):
            for words in commands:
                self.run(*words)

    def lay(self, pair: Pair) -> bool:
        """The first dice of an event fall in both battles; False where none fall in one of them."""
        laid = [_laid(battle, event) for battle, event in zip(self._battles(), (pair.one, pair.other), strict=True)]
        if None in laid:
            return False
        for battle, progress in zip(self._battles(), laid, strict=True):
            assert progress is not None
            battle.keep_under_way(progress)
        return True

    def drop(self) -> None:
        """What is under way is taken off both tables."""
        for battle in self._battles():
            battle.drop_under_way(NOW)

    def states(self) -> list[object]:
        return [battle.state for battle in self._battles()]

    def _battles(self) -> Iterator[Battle]:
        for home in self._homes:
            with open_store(Session(plain=True, home=home)) as store:
                yield open_battle(store, "k")


def _laid(battle: Battle, event: JsonMapping) -> Progress | None:
    """An event with its first dice, None where none fall."""
    making = Making(battle.system, battle.game, battle.state)
    answers = {key: value for key, value in event.items() if key not in ("do", "dice")}
    progress, wanted, _ = making.advance(Progress(event["do"], answers))
    if not isinstance(wanted, Throw):
        return None
    return making.roll_dice(progress, battle.source, event["dice"][: len(sides_of(wanted.request))])


def assert_same(one: str, other: str, where: str) -> None:
    if one != other:
        told = difflib.unified_diff(one.splitlines(), other.splitlines(), n=2, lineterm="")
        raise AssertionError(f"{where}: what is hidden is told:\n" + "\n".join(list(told)[:40]))


@pytest.fixture
def doors(
    tabletop: Tabletop, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Doors:
    monkeypatch.setattr("tabletop_cli.core.play.battle.new_seed", lambda: SEED)
    for module in ("store", "do", "play", "action", "commands", "keeping", "new"):
        monkeypatch.setattr(f"tabletop_cli.cli.battle.{module}.now", lambda: NOW, raising=False)
    return Doors(tabletop, (tmp_path / "one", tmp_path / "other"), capsys)


FORMS = ("text", "json", "markdown")


def views(twins: Twins) -> list[list[tuple[object, ...]]]:
    """Every command that shows something of a battle, for everybody and each other side; what is undone is redone."""
    game = twins.system.game
    shown: list[tuple[object, ...]] = [("verify", "k"), ("verify", "k", "-f", "json"), ("list", "-f", "json")]
    shown += [("check",), ("map", "k", "--as", "nobody"), ("fight", "k")]
    back = []
    for side in twins.onlookers:
        as_side = ("--as", side) if side else ()
        for form in FORMS:
            shown += [(word, "k", *as_side, "-f", form) for word in ("status", "stats")]
            shown += [("log", "k", *verbose, *as_side, "-f", form) for verbose in ((), ("-v",))]
        shown += [("map", "k", *as_side, "-f", form) for form in ("text", "svg", "json") if game.map]
        shown += [("sheet", "k", *as_side, "-f", form) for form in ("text", "json", "html") if game.paper]
        back.append([(word, "k", *as_side) for word in ("undo", "status", "redo")])
    return [*([one] for one in shown), *back]


def compare(doors: Doors, twins: Twins, chance: random.Random, *, events: int, hurry: str) -> list[Pair]:
    """Play both battles, most of the time only what is to `hurry` them on, and try every door now and then.

    Gives what was played.
    """
    others = [kind for kind in twins.system.game.events if kind not in hurry.split()]
    played: list[Pair] = []
    while len(played) < events and (pair := twins.next_pair(others if chance.random() < 0.7 else ())) is not None:
        played.append(pair)
        if not pair.same and doors.lay(pair):
            doors.look(twins, chance)
            doors.drop()
        shown = any_form(twins, chance)
        doors.run("do", "k", json.dumps(pair.one), *shown, other=("do", "k", json.dumps(pair.other), *shown))
        assert doors.states() == list(twins.states)
        for _ in range(PROBES):
            twins.check_probe()
        doors.run("do", "k", json.dumps(twins.make_probe()), *any_form(twins, chance))
        if len(played) % 12 == 0 or not pair.same:
            doors.look(twins, chance)
    doors.look(twins, chance, all_=True)
    return played


def any_form(twins: Twins, chance: random.Random) -> tuple[object, ...]:
    side = chance.choice(twins.onlookers)
    return ("-f", chance.choice(("text", "json")), *(("--as", side) if side else ()))


# --- du: hands, decks, bids ---


def du_setup() -> dict[str, Any]:
    """The weir with its two decks, as `battle new` makes it."""
    system = registry.load("du")
    folder = ROOT / "armies/du"
    scenario = tomllib.loads((folder / "scenarios/weir.scenario.toml").read_text(encoding="utf-8"))
    decks = [tomllib.loads((folder / f"weir-{name}.toml").read_text(encoding="utf-8")) for name in ("ossel", "tarn")]
    return dict(seat_armies(system.game, system.scenarios.set_up(scenario), decks))


@pytest.mark.medium
@pytest.mark.parametrize(
    ("owner", "seed"), [("b", 1), *(pytest.param("ab"[seed % 2], seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_nobody_else_sees_what_a_side_has_in_hand(doors: Doors, owner: str, seed: int, tmp_path: Path) -> None:
    setup, chance = du_setup(), random.Random(seed)
    doors.begin("du", (setup, setup), tmp_path)
    twins = Twins(registry.load("du"), (setup, setup), owner, chance)
    played = compare(doors, twins, chance, events=12, hurry="deal bid play draw shift done end-turn")
    assert not all(pair.same for pair in played)


# --- fftt: hidden forces, lists before they are deployed ---

UNITS = {
    "a": ("hq", "grunt", "grunt", "sniper", "medic", "grenadier"),
    "b": ("hq", "grunt", "grunt", "engineer", "sniper", "scanner"),
}


def fftt_setup(owner: str, chance: random.Random, **more: Any) -> dict[str, Any]:
    """Figures of two sides, of which some wait on flanks: those of the owner anywhere, and of any kind."""
    figures = {
        f"{side}{n}": {"side": side, "unit": unit} for side, units in UNITS.items() for n, unit in enumerate(units, 1)
    }
    for side in UNITS:
        for n in (7, 8, 9):
            own = chance if side == owner else random.Random(n)
            unit = own.choice(("grunt", "sniper", "medic", "engineer"))
            figures[f"{side}{n}"] = {
                "side": side,
                "unit": unit,
                "flank": own.choice(("left", "right")),
                "xp": own.choice((0, 0, 40)),
            }
    for side in UNITS:
        figures[f"{side}8"]["flank"], figures[f"{side}9"]["flank"] = "left", "right"
    return {"figures": figures, **more}


def one_force(setup: dict[str, Any], owner: str, flank: str) -> dict[str, Any]:
    figures = {
        one: {**figure, "flank": flank} if one in (f"{owner}7", f"{owner}8", f"{owner}9") else figure
        for one, figure in setup["figures"].items()
    }
    return {**setup, "figures": figures}


def comes(event: Any, result: Any) -> bool:
    """Whether a force comes, or a list is shown, of which all see what it is then."""
    return event["do"] == "deploy" or bool(result.get("arrives"))


@pytest.mark.medium
@pytest.mark.parametrize(
    ("owner", "forces", "start"),
    [
        ("a", 1, "initiative"),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in (("b", 2, "initiative"), ("a", 2, "initiative"), ("b", 1, "attacker"))
        ),
    ],
)
def test_nobody_else_sees_what_waits_on_a_flank(
    doors: Doors, owner: str, forces: int, start: str, tmp_path: Path
) -> None:
    chance = random.Random(forces)
    one, other = (fftt_setup(owner, chance, start=start) for _ in range(2))
    if forces == 1:
        one, other = one_force(one, owner, "left"), one_force(other, owner, "right")
    doors.begin("fftt", (one, other), tmp_path)
    twins = Twins(registry.load("fftt"), (one, other), owner, chance, comes)
    played = compare(doors, twins, chance, events=40, hurry="initiative choose-first next end-turn arrive")
    assert start == "attacker" or "arrive" in {pair.one["do"] for pair in played}, "a force has thrown in vain"


def test_every_game_with_secrets_is_compared() -> None:
    """A game that gets secrets gets its twins here."""
    found = {
        (name, kind)
        for name in ("td", "tt", "du", "tgf", "fftt")
        for kind, game in registry.load(name).games.items()
        if game.has_secrets
    }
    assert found == {("du", "battle"), ("fftt", "battle")}
