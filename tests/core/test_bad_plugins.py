"""Plugins that do what nobody would do on purpose: each is named, and everything else goes on."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.core import interrupts, registry
from tabletop_cli.core.batch import serve
from tabletop_cli.core.dice.handlers import Given
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import check_army, read_army
from tabletop_cli.core.rule.resolve import exact_odds, resolve

COIN_DUEL = Path(__file__).parents[2] / "docs" / "coin_duel"
MADE_OF = "from dataclasses import replace\nfrom coin_duel import SYSTEM as COIN\n"
Install = Callable[..., None]


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a plugin: its id, the code of its package, as what it is known, and the code of a module in it."""
    monkeypatch.syspath_prepend(str(COIN_DUEL))
    monkeypatch.syspath_prepend(str(tmp_path))
    handler, modules = signal.getsignal(signal.SIGINT), set(sys.modules)
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def install(name: str, code: str, known_as: str = "", **modules: str) -> None:
        package = tmp_path / f"{name}_race"
        package.mkdir()
        for module, text in {"__init__": code, **modules}.items():
            (package / f"{module}.py").write_text(text, encoding="utf-8")
        info = tmp_path / f"{name}_race-1.dist-info"
        info.mkdir()
        points = f"[tabletop.systems]\n{known_as or name} = {name}_race:SYSTEM\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")
        forget()

    def forget() -> None:
        registry._targets_by_id.cache_clear()
        registry.load.cache_clear()

    yield install
    signal.signal(signal.SIGINT, handler)
    forget()
    for name in set(sys.modules) - modules:
        if name.partition(".")[0].endswith("_race"):
            del sys.modules[name]


def why_not(system: str) -> str:
    with pytest.raises(TabletopError) as told:
        registry.load(system)
    assert told.value.code == "broken-system"
    return told.value.message


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("def __getattr__(name): raise KeyboardInterrupt(name)", "KeyboardInterrupt: SYSTEM"),
        ("class X(BaseException):\n    def __str__(self): raise KeyError\nraise X", "X: no message"),
        ("raise ValueError('x' * 10_000_000)", "ValueError: " + "x" * 500 + " ..."),
        (MADE_OF + "SYSTEM = replace(COIN, id='td')", 'TypeError: its own id is "td"'),
        (MADE_OF + "SYSTEM = replace(COIN, id='race', name=None)", "TypeError: its name is a NoneType, not a str"),
        (
            MADE_OF + "SYSTEM = replace(COIN, id='race', own_tables=[])",
            "TypeError: its own_tables are a list, but must be home_made(...)",
        ),
        (
            MADE_OF + "SYSTEM = replace(COIN, id='race', version='1 a')",
            'TypeError: its version is "1 a": letters, digits, and . - + _, at most 40',
        ),
        (
            MADE_OF + "SYSTEM = replace(COIN, id='race', version=1)",
            "TypeError: its version is 1: letters, digits, and . - + _, at most 40",
        ),
        (MADE_OF + "SYSTEM = replace(COIN, id='race', game_from=3)", "TypeError: its game_from is not a function"),
    ],
)
def test_what_a_plugin_raises_or_is_names_it(plugins: Install, code: str, told: str) -> None:
    plugins("race", code)
    assert why_not("race") == f"the game system race cannot be loaded: {told}"
    assert "td" in {one.id for one in registry.sound_systems()}


@pytest.mark.parametrize("name", ["../../etc", "/abs", "A B", "x\x1b[31m", "é", "-rf", "x" * 41])
def test_an_id_is_a_word_that_may_be_typed_and_is_no_path(plugins: Install, name: str) -> None:
    plugins("race", MADE_OF + f"SYSTEM = replace(COIN, id={name!r})", name)
    assert "is not an id" in why_not(name)


def test_nobody_takes_the_id_of_another_system(plugins: Install, capsys: pytest.CaptureFixture[str]) -> None:
    plugins("race", MADE_OF + "SYSTEM = replace(COIN, id='td')", "td")
    assert registry.load("td").name == "Truffles & Dermaphytes"
    assert main(["systems", "-f", "json"]) == 0
    (told,) = (one["error"] for one in json.loads(capsys.readouterr().out) if "error" in one)
    assert told["message"].startswith("a second game system with the id td is not used")
    assert "race_race:SYSTEM" in told["hint"]


RULES = """
def rule(situation, dice):
    raise {fault}

shoot = COIN.resolvers["shoot"]
SYSTEM = replace(COIN, id="race", resolvers={{"shoot": replace(shoot, rule=rule)}})
"""


@pytest.mark.parametrize("fault", ["KeyboardInterrupt", "GeneratorExit", "SystemExit(3)", "MemoryError"])
def test_a_rule_that_raises_anything_is_one_reply_and_the_next_line_is_answered(
    plugins: Install, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plugins("race", MADE_OF + RULES.format(fault=fault))
    asked: dict[str, Any] = {"id": 1, "do": "resolve", "system": "race", "resolver": "shoot", "situation": {"coins": 2}}
    first, second = map(json.loads, serve([json.dumps(asked), json.dumps(asked | {"id": 2, "system": "no"})]))
    assert first["id"] == 1 and first["error"]["code"] == "broken-system"
    assert f"fault in the game system race: {fault[:9]}" in first["error"]["message"]
    assert second["id"] == 2 and second["error"]["code"] == "unknown-system"
    assert main(["resolve", "race", "shoot", "--coins", "2"]) == 2
    assert "fault in the game system race" in capsys.readouterr().err


# --- what is used far from the code of the plugin ---


def told_of(*words: str) -> str:
    """What the command says on stderr, in one line."""
    error = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(error):
        assert main([*words]) == 2
    return " ".join(error.getvalue().split())


PAGES = "catalogue_from=lazy_part(__name__, 'tables:pages')"
PARTS = "from tabletop_cli.api import Topics, lazy_part\n" + MADE_OF + "SYSTEM = replace(COIN, id='race', {})\n"
ODDS = ("odds", "race", "shoot", "--coins", "3")


@pytest.mark.parametrize(
    ("changes", "module", "told"),
    [
        (PAGES, "def pages(:", "SyntaxError: invalid syntax (tables.py, line 1)"),
        (PAGES, "import nosuch", "ModuleNotFoundError: No module named 'nosuch'"),
        (
            "catalogue_from=lazy_part(__name__, 'table:pages')",
            "",
            "ModuleNotFoundError: No module named 'race_race.table'",
        ),
        ("catalogue_from=lazy_part(__name__, 'tables:page')", "", "module 'race_race.tables' has no attribute 'page'"),
    ],
)  # fmt: skip
def test_a_part_that_cannot_be_imported_is_a_fault_of_its_plugin(
    plugins: Install, changes: str, module: str, told: str
) -> None:
    plugins("race", PARTS.format(changes), tables=module)
    said = told_of("catalogue", "race")
    assert said.startswith("error: this is a fault in the game system race: ") and told in said
    assert "it comes from race_race:SYSTEM: please tell its authors" in said


def test_topics_tell_which_resolvers_their_module_has(plugins: Install) -> None:
    plugins("race", PARTS.format("resolvers=Topics(__name__, {'firing': ('shoot',)})"), firing=RESOLVER)
    assert "race_race.firing has no resolver 'shoot' as a constant, but shot" in told_of(*ODDS)


RESOLVER = """
from dataclasses import replace
from coin_duel import shooting

SHOT = replace(shooting.SHOOT, id="shot")
"""
CHANGED = "def wrong(*given): return {value}\n\nSYSTEM = replace(COIN, id='race', {changes})\n"
GAME = "game_from=lambda: replace(COIN.game, {}=wrong)"
EVENT = "game_from=lambda: replace(COIN.game, events={{'shoot': replace(COIN.game.events['shoot'], {}=wrong)}})"
MUSTER = "muster_from=lambda: replace(COIN.muster, {}=wrong)"
CHECK = MUSTER.replace("{}=wrong", "{}={{'COIN-A1': lambda army: ['x']}}")
RULE = "resolvers={{'shoot': replace(COIN.resolvers['shoot'], {}=wrong)}}"
WRONG = [
    (GAME, "board", "('Dawn',)", "Game.board gives a tuple, but must give a Page"),
    (GAME, "headline", "None", "Game.headline gives a NoneType, but must give a str"),
    (GAME, "common", "3", "Game.common gives an int, but must give a Mapping"),
    (EVENT, "play", "given[0]", "shoot: play gives a State, but must give a tuple of the next state and a Mapping"),
    (EVENT, "story", "3", "shoot: story gives an int, but must give a str"),
    (MUSTER, "form", "()", "Muster.form gives a tuple, but must give a Form"),
    (MUSTER, "sheet", "{}", "Muster.sheet gives a dict, but must give a Sheet"),
    (MUSTER, "schema", "[]", "Muster.schema gives a list, but must give a Mapping"),
    (CHECK, "checks", "0", "COIN-A1 gives a str, but must give a Problem"),
    (RULE, "rule", "True", "shoot: its rule gives a bool, but must give a record"),
    (RULE.replace("{}=wrong", "{}=replace(COIN.resolvers['shoot'].odds, name=wrong)"), "odds", "True", "outcome True"),
    ("catalogue_from=lambda: wrong", "", "None", "the catalogue gives a NoneType, but must give a tuple"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "field", "value", "told"), WRONG, ids=[one[1] for one in WRONG])
def test_what_a_plugin_gives_in_a_wrong_type_is_named(
    plugins: Install, tmp_path: Path, where: str, field: str, value: str, told: str
) -> None:
    plugins("race", MADE_OF + CHANGED.format(value=value, changes=where.format(field)))
    army = tmp_path / "eve.toml"
    army.write_text('system = "race"\nkind = "novice"\n', encoding="utf-8")
    setup = {"a": {"kind": "novice"}, "b": {"kind": "novice"}}
    shot = {"do": "shoot", "by": "a", "at": "b", "dice": ["calm", 1]}
    with pytest.raises((TabletopError, TypeError)) as fault:
        system = registry.load("race")
        system.make_catalogue_pages()
        report = check_army(system, {"kind": "novice"})
        system.muster.form({}, system), system.muster.schema(system)
        system.muster.sheet(read_army(system, {"kind": "novice"}), report.problems)
        resolve(system, "shoot", {"coins": 1}), exact_odds(system, "shoot", {"coins": 1})
        state, _, _ = system.game.play_and_tell(system.game.start(setup, system), shot, Given(shot["dice"]))
        system.game.board(state, None), system.game.headline(state)
    named = registry.blame_plugin(fault.value)
    assert named is not None and named.message.startswith("this is a fault in the game system race: ")
    assert told in named.message


def test_where_nobody_can_tell_whose_fault_it_is_both_are_named(plugins: Install, tmp_path: Path) -> None:
    plugins("race", MADE_OF + CHANGED.format(value="(3,)", changes=GAME.format("seats")))
    army = tmp_path / "eve.toml"
    army.write_text('system = "race"\nkind = "novice"\n', encoding="utf-8")
    said = told_of("battle", "new", "race", str(army), str(army), "--name", "x")
    assert "this is a fault in tabletop, or in the game system race: AttributeError" in said
    assert "please tell the authors of race from race_race:SYSTEM" in said


UNWRITTEN = """
from tabletop_cli.core.errors import Malformed

def muster():
    raise Malformed("bad", found=object())

SYSTEM = replace(COIN, id="race", muster_from=muster)
"""


def test_a_reply_that_is_no_json_is_one_reply(plugins: Install) -> None:
    plugins("race", MADE_OF + UNWRITTEN)
    asked = {"id": [7], "do": "validate", "system": "race", "army": {}}
    first, second = map(json.loads, serve([json.dumps(asked), json.dumps(asked | {"system": "no"})]))
    assert first["id"] == [7] and first["error"]["code"] == "broken-system"
    assert "the reply is not JSON: TypeError" in first["error"]["message"]
    assert second["error"]["code"] == "unknown-system"


SLEEPS = """
import time
print("no reply", flush=True)

def rule(situation, dice):
    print("under way", flush=True)
    time.sleep(60)

shoot = COIN.resolvers["shoot"]
SYSTEM = replace(COIN, id="race", resolvers={"shoot": replace(shoot, rule=rule)})
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_batch_also_in_the_code_of_a_plugin_and_what_that_prints_is_no_reply(
    plugins: Install, tmp_path: Path
) -> None:
    plugins("race", MADE_OF + SLEEPS)
    asked = '{"do":"resolve","system":"race","resolver":"shoot","situation":{"coins":2}}\n'
    path = os.pathsep.join((str(tmp_path), str(COIN_DUEL)))
    with subprocess.Popen(
        [sys.executable, "-m", "tabletop_cli", "batch"], text=True, env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as batch:  # fmt: skip
        assert batch.stdin and batch.stdout and batch.stderr
        batch.stdin.write(asked)
        batch.stdin.flush()
        assert [batch.stderr.readline() for _ in range(2)] == ["no reply\n", "under way\n"]
        batch.send_signal(signal.SIGINT)
        assert batch.wait(20) == 130
        assert (batch.stdout.read(), batch.stderr.read()) == ("", "")


def test_who_asks_for_another_ctrl_c_keeps_it(plugins: Install) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    interrupts.tell_apart()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert interrupts.was_interrupted(KeyboardInterrupt())
