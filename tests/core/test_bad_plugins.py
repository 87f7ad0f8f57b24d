"""Plugins that do what nobody would do on purpose: each is named, and everything else goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.__main__ import main
from tabletop_cli.core import interrupts, registry
from tabletop_cli.core.batch import serve
from tabletop_cli.core.errors import TabletopError

COIN_DUEL = Path(__file__).parents[2] / "docs" / "coin_duel"
MADE_OF = "from dataclasses import replace\nfrom coin_duel import SYSTEM as COIN\n"
Install = Callable[..., None]


@pytest.fixture
def plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a plugin: its id, the code of its module, and as what it is known."""
    monkeypatch.syspath_prepend(str(COIN_DUEL))
    monkeypatch.syspath_prepend(str(tmp_path))
    handler, modules = signal.getsignal(signal.SIGINT), set(sys.modules)
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def install(name: str, code: str, known_as: str = "") -> None:
        (tmp_path / f"{name}_race.py").write_text(code, encoding="utf-8")
        info = tmp_path / f"{name}_race-1.dist-info"
        info.mkdir()
        points = f"[tabletop.systems]\n{known_as or name} = {name}_race:SYSTEM\n"
        (info / "entry_points.txt").write_text(points, encoding="utf-8")
        forget()

    def forget() -> None:
        registry._found.cache_clear()
        registry.load.cache_clear()

    yield install
    signal.signal(signal.SIGINT, handler)
    forget()
    for name in set(sys.modules) - modules:
        if name.endswith("_race"):
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
        ("class X(BaseException):\n    def __str__(self): raise KeyError\nraise X", "X: it has no words"),
        ("raise ValueError('x' * 10_000_000)", "ValueError: " + "x" * 500 + " ..."),
        (MADE_OF + "SYSTEM = replace(COIN, id='td')", 'TypeError: it says that its id is "td"'),
        (MADE_OF + "SYSTEM = replace(COIN, id='race', name=None)", "TypeError: its name is a NoneType, no str"),
        (MADE_OF + "SYSTEM = replace(COIN, id='race', common=[])", "TypeError: its common is a list, no Mapping"),
        (
            MADE_OF + "SYSTEM = replace(COIN, id='race', version='1 a')",
            'TypeError: its version is "1 a": letters, digits, and . - + _, at most 40',
        ),
        (
            MADE_OF + "SYSTEM = replace(COIN, id='race', version=1)",
            "TypeError: its version is 1: letters, digits, and . - + _, at most 40",
        ),
        (MADE_OF + "SYSTEM = replace(COIN, id='race', game_from=3)", "TypeError: its game_from is no function"),
    ],
)
def test_what_a_plugin_raises_or_is_names_it(plugins: Install, code: str, told: str) -> None:
    plugins("race", code)
    assert why_not("race") == f"the game system race does not load: {told}"
    assert "td" in {one.id for one in registry.sound()}


@pytest.mark.parametrize("name", ["../../etc", "/abs", "A B", "x\x1b[31m", "é", "-rf", "x" * 41])
def test_an_id_is_a_word_that_may_be_typed_and_is_no_path(plugins: Install, name: str) -> None:
    plugins("race", MADE_OF + f"SYSTEM = replace(COIN, id={name!r})", name)
    assert "is no id" in why_not(name)


def test_nobody_takes_the_id_of_another_system(plugins: Install, capsys: pytest.CaptureFixture[str]) -> None:
    plugins("race", MADE_OF + "SYSTEM = replace(COIN, id='td')", "td")
    assert registry.load("td").name == "Truffles & Dermaphytes"
    assert main(["systems", "-f", "json"]) == 0
    (told,) = (one["error"] for one in json.loads(capsys.readouterr().out) if "error" in one)
    assert told["message"].startswith("another game system that calls itself td is not used")
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
    assert "the reply is no JSON: TypeError" in first["error"]["message"]
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
    assert interrupts.pressed(KeyboardInterrupt())
