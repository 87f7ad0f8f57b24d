"""`batch` and `schema`, and that starting costs what it must and no more."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT, Tabletop

REQUESTS = [
    b'{"id":1,"do":"odds","system":"td","resolver":"direct-fire","situation":{"weapon":"infantry"}}',
    b"",
    b"not json",
    b'{"id":"\\ud800","do":"nosuch"}',
    b'{"id":"\xff"}',
    b'{"do":"resolve","system":"td","resolver":"direct-fire","situation":{"weapon":"infantry"},"dice":[5,2,6]}',
]


def run(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "tabletop_cli", *words]
    return subprocess.run(line, input=given, capture_output=True, cwd=ROOT, check=False)


def test_batch_answers_every_line() -> None:
    done = run("batch", given=b"\n".join(REQUESTS))
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert done.stderr == b""
    assert [reply["ok"] for reply in replies] == [True, False, False, False, True]
    assert replies[0]["id"] == 1
    assert replies[2]["id"] == "\ud800"
    assert replies[4]["dice_used"] == 3


def test_batch_answers_at_once() -> None:
    """Each reply comes before the next request is sent."""
    line = [sys.executable, "-m", "tabletop_cli", "batch"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in (1, 2):
            process.stdin.write(b'{"id":%d}\n' % number)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == number
        process.stdin.close()
    assert process.returncode == 0


def test_lines_past_all_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import BytesIO

    from tabletop_cli.cli import pipe

    monkeypatch.setattr(pipe, "MOST_BYTES", 10)
    assert list(pipe._read_lines(BytesIO(b"a" * 35 + b"\nshort\n" + b"b" * 9 + b"\n"))) == [
        "a" * 10,
        "short\n",
        "b" * 9 + "\n",
    ]


def test_schemas_are_written(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("schema", "--write", tmp_path)
    assert ran.code == 0
    assert ran.out == ""
    army = json.loads((tmp_path / "td.army.schema.json").read_text(encoding="utf-8"))
    assert army["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert json.loads(tabletop("schema", "td").out) == army
    assert tabletop("schema", "--write", tmp_path).err == "", "a file that is right is left alone"


@pytest.mark.parametrize("words", [("event",), ("catalogue",), ("resolver", "direct-fire")])
def test_schemas_are_schemas(words: tuple[str, ...], tabletop: Tabletop) -> None:
    from jsonschema import Draft7Validator

    Draft7Validator.check_schema(json.loads(tabletop("schema", "td", *words).out))


HEAVY = ("rich", "questionary", "prompt_toolkit", "jsonschema", "tomlkit", "pydantic", "sqlite3", "importlib.metadata")


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (["--version"], (*HEAVY, "tabletop_cli.core.system", "tabletop_cli.cli.dice.roll", "tomllib", "random")),
        (["--help"], (*HEAVY, "tabletop_cli.core.system", "tabletop_cli.cli.dice.roll", "tomllib", "random")),
        (["roll", "3d6"], (*HEAVY, "tabletop_cli.core.system", "tomllib")),
        (["batch"], (*HEAVY, "typer", "random")),
        (["validate", "armies/td/green-horde.toml"], HEAVY),
        (["odds", "td", "direct-fire", "weapon=hmg"], HEAVY),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_only_what_is_needed_is_imported(words: list[str], unwanted: tuple[str, ...]) -> None:
    program = (
        f"import sys; sys.argv[1:] = {words!r}\n"
        "from tabletop_cli.__main__ import main; main()\n"
        f"sys.stderr.write(' '.join(name for name in {unwanted!r} if name in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True, input=""
    )
    assert done.stderr == ""
