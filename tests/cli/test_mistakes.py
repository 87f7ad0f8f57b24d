"""What people do wrong: a clear message on stderr, nothing on stdout, the right exit code, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import ROOT, Tabletop

MISTAKES = [
    ("nosuch", "No such command", 2),
    ("build td", "tabletop new does that", 2),
    ("play", "tabletop battle play does that", 2),
    ("rol 3d6", "Did you mean 'roll'", 2),
    ("roll", "Missing argument", 2),
    ("roll --nosuch", "No such option: --nosuch", 2),
    ("roll 3x6", "is not a roll of dice", 2),
    ("roll 3+4", "rolls no dice", 2),
    ("roll d1", "no dice with 1 sides", 2),
    ("roll 99999d99999", "too large", 2),
    ("roll 9999d6", "9,999 dice; at most 500 in one roll", 2),
    ("roll 3d6 --dice 41", "2 dice typed, 3 needed: 3d6", 2),
    ("roll 3d6 --dice 417", "die 3 shows 7: a d6 shows 1 to 6", 2),
    ("roll 3d6 --dice 4x6", "'4x6' is not a die", 2),
    ("systems --format pdf", "pdf", 2),
    ("rules nosuch", 'unknown game system "nosuch"', 2),
    ("battle new nosuch --help", "known: du, fftt, td, tgf, tt", 2),
    ("battle new tdd --help", "did you mean td? known: du, fftt, td, tgf, tt", 2),
    ("rules td nosuch", "no rule found for 'nosuch'", 2),
    ("rules td TD-FIER-3", "did you mean TD-FIRE-3", 2),
    ("catalogue td nosuch", "nothing found in the catalogue", 2),
    ("resolve", "which game system?", 2),
    ("resolve nosuch direct-fire", "unknown game system", 2),
    ("resolve td direct-fier", "did you mean direct-fire", 2),
    ("resolve td direct-fire", "direct-fire needs weapon", 2),
    ("resolve td direct-fire --weapon", "--weapon needs a value", 2),
    ("resolve td direct-fire --weapon hgm", "did you mean hmg?", 2),
    ("resolve td direct-fire --weapn hmg", "did you mean weapon?", 2),
    ("resolve td direct-fire weapon=hmg --terrain rough", "did you mean target.terrain?", 2),
    ("resolve td direct-fire weapon=hmg --nearby many", "is not a whole number", 2),
    ("resolve td direct-fire weapon=hmg --target.large perhaps", "is not yes or no", 2),
    ("resolve td direct-fire weapon=hmg --target x", "is not JSON", 2),
    ("resolve td direct-fire weapon=hmg target=1", "must be a table", 2),
    ("resolve td direct-fire weapon=hmg target=1 target.large=yes", "is already given as 1", 2),
    ("resolve td direct-fire weapon=hmg rough", 'unexpected "rough"', 2),
    ("resolve td direct-fire weapon=hmg --house.nosuch 1", "error: house.nosuch: unknown house rule", 2),
    ("resolve td direct-fire weapon=hmg --house.linear_cover maybe", "this switch has no value", 2),
    ("resolve td direct-fire weapon=hmg --dice 12", "2 dice given, at least 4 needed", 2),
    ("resolve td direct-fire weapon=hmg --dice", "--dice needs a value", 2),
    ("resolve td direct-fire weapon=hmg --dice 12345", "5 dice given, 4 needed", 2),
    ("resolve td direct-fire weapon=hmg --vary nearby=1,2", "resolve has no option --vary", 2),
    ("resolve td direct-fire --json {", "this is not JSON", 2),
    ("resolve td direct-fire --json []", "is not a table of facts", 2),
    ("resolve td direct-fire weapon=hmg -f csv", '"csv" is not known', 2),
    ("odds td los", "rolls no dice", 2),
    ("odds td direct-fire weapon=heavy-gun", "", 2),
    ("odds td direct-fire weapon=hmg --vary", "--vary needs a value", 2),
    ("odds td direct-fire weapon=hmg --vary nearby", "names no values", 2),
    ("odds td direct-fire weapon=hmg --vary nearby=5..4", "this range", 2),
    ("odds td direct-fire weapon=hmg --vary nearby=1..99999", "more than 50 values", 2),
    ("odds td direct-fire weapon=hmg --vary nosuch=1", "there is no fact", 2),
    ("odds td direct-fire weapon=hmg --dice 123", "odds has no option --dice", 2),
    ("validate nosuch.toml", None, 2),
    ("validate .ci", "no army files", 2),
    ("validate armies --budget much", "is not a number", 2),
    ("roster nosuch.toml", "there is no such file", 2),
    ("odds tt attack --defender.unit x", "did you mean unit?", 2),
    ("schema", "which game system?", 2),
    ("schema td nosuch", "there is no schema", 2),
    ("schema td resolver", "of which resolver?", 2),
    ("schema td resolver nosuch", "has no resolver", 2),
]


@pytest.mark.parametrize(("line", "said", "code"), MISTAKES, ids=[line for line, *_ in MISTAKES])
def test_mistake(line: str, said: str | None, code: int, tabletop: Tabletop) -> None:
    ran = tabletop(*line.split())
    if said is None:  # `validate` reports on stdout what it could not read
        assert "there is no such file" in ran.out
    elif ran.code == code and "odds td direct-fire weapon=heavy-gun" in line:
        assert ran.err.startswith("error: ")
    else:
        assert ran.err.startswith("error: "), ran
        assert said in ran.err
        assert ran.out == ""
    assert ran.code == code
    assert "Traceback" not in ran.err


def test_a_fault_is_one_line(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise ZeroDivisionError("\x1b[31mboom")

    monkeypatch.setattr("tabletop_cli.core.dice.expression.parse_expression", fault)
    ran = tabletop("roll", "3d6")
    assert ran.code == 2
    assert ran.err.startswith("error: this is a fault in tabletop: ZeroDivisionError: \\x1b[31mboom\n")
    assert "please report it" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("TABLETOP_DEBUG", "1")
    assert "Traceback" in tabletop("roll", "3d6").err


def test_interrupted_quietly(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabletop_cli.core.dice.expression.parse_expression", interrupt)
    ran = tabletop("roll", "3d6")
    assert (ran.code, ran.out, ran.err) == (130, "", "")


def test_a_missing_part_is_said(tabletop: Tabletop, monkeypatch: pytest.MonkeyPatch) -> None:
    from tabletop_cli.cli import app

    monkeypatch.setitem(app.COMMANDS, "roll", app.CommandEntry("nosuch", ""))
    assert "command roll" in tabletop("roll", "3d6").err


@pytest.mark.parametrize("words", [("rules", "td"), ("catalogue", "td")])
def test_nobody_reads(words: tuple[str, ...]) -> None:
    """A reader that goes away early: no complaint."""
    program = f"import sys; sys.argv[1:] = {list(words)}; from tabletop_cli.__main__ import main; sys.exit(main())"
    line = f'{sys.executable} -c "{program}" | head -c 10; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 141)  # 0: the pipe took everything before its reader went


HORDE = "armies/td/green-horde.toml"
OVER = "tests/systems/td/illegal/a15-one-point-over.toml"


def closed(words: str, *streams: str, given: str = "") -> tuple[int, str]:
    """Exit code and all output of a command that begins with streams closed, as ``>&-`` in a shell does."""
    line = f"{sys.executable} -m tabletop_cli {words} {' '.join(streams)}"
    done = subprocess.run(["bash", "-c", line], input=given, capture_output=True, text=True, cwd=ROOT, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [f"roster {HORDE}", f"roster {HORDE} -f pdf", f"validate {HORDE}", "roll 3d6", "--help", "batch", "demo"]
)
def test_a_closed_stdout_is_one_that_nobody_reads(words: str) -> None:
    assert closed(words, ">&-", given='{"id": 1}\n') == (141, "")


@pytest.mark.medium
def test_other_closed_streams_leave_the_answer_as_it_is(tmp_path: Path) -> None:
    assert closed(f"validate {OVER}", ">/dev/null", "2>&-") == (1, "")
    assert closed("nosuch", "2>&-") == (2, "")
    assert closed(f"validate {HORDE}", "<&-")[0] == 0
    assert closed(f"roster {HORDE} -o {tmp_path}/a.txt", "<&-", ">&-", "2>&-") == (0, "")
    assert (tmp_path / "a.txt").read_text(encoding="utf-8").startswith("The Honey Fungus Horde\nSystem: ")


@pytest.mark.parametrize("digits", [4_000, 5_000])
@pytest.mark.parametrize("words", ["roster {}", "validate {}", "diff {} {}", "add {} hmg", "validate {} -f json"])
def test_numbers_without_end_are_told_by_their_length(
    digits: int, words: str, tabletop: Tabletop, tmp_path: Path
) -> None:
    army = tmp_path / "x.toml"
    army.write_text(f'system = "td"\nunits = []\nbudget = {"9" * digits}\n')
    ran = tabletop(*words.format(army, army).split())
    assert ran.code == 2
    said = ran.out + ran.err
    assert f"budget: a number of {digits:,} digits; at most 15 are allowed" in said
    assert "x.toml:3: " in said or '"line": 3' in said
    assert "999" not in said and "this is a fault" not in said


@pytest.mark.parametrize("number", ["9" * 4_000, "9" * 16])
@pytest.mark.parametrize("words", ["roster {} --budget {}", "validate {} --budget {}", "set {} budget={}"])
def test_a_typed_number_without_end_is_refused_too(number: str, words: str, tabletop: Tabletop, tmp_path: Path) -> None:
    """Nothing is written that could not be read again."""
    army = tmp_path / "x.toml"
    army.write_text('system = "td"\nunits = []\n')
    ran = tabletop(*words.format(army, number).split())
    assert ran.code == 2
    assert "not a usable number" in ran.out + ran.err and "this is a fault" not in ran.err
    assert army.read_text() == 'system = "td"\nunits = []\n'


def test_a_terminal_that_knows_little(tmp_path: Path) -> None:
    """What an ASCII terminal cannot show is written out, not dropped and no error."""
    done = subprocess.run(
        [sys.executable, "-m", "tabletop_cli", "roll", "3d6½"],
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b'error: "3d6')
    assert b"Traceback" not in done.stderr


def test_data_for_other_programs_is_utf_8_whatever_the_machine_takes_for_text(tmp_path: Path) -> None:
    army = tmp_path / "x.toml"
    army.write_text('system = "td"\nname = "Ätzgänse"\nunits = []\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tabletop_cli", "roster", str(army), "-f", "html"],
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        cwd=ROOT,
    )
    assert "Ätzgänse" in done.stdout.decode("utf-8")


def test_of_very_many_faults_of_a_file_the_first_are_told_and_the_others_counted(
    tabletop: Tabletop, tmp_path: Path
) -> None:
    text = (ROOT / "armies/du/scenarios/ridge.scenario.toml").read_text(encoding="utf-8")
    file = tmp_path / "ridge.scenario.toml"
    file.write_text("".join(f"wrong{n} = 1\n" for n in range(500)) + text, encoding="utf-8")
    ran = tabletop("battle", "new", "du", "--setup", file, "--name", "x")
    assert ran.code == 2
    assert ran.err.splitlines()[-1] == "  and 449 more"
    assert ran.err.count("  also ") == 50


def test_nobody_is_told_a_word_of_a_hundred_thousand_letters_again(tabletop: Tabletop) -> None:
    ran = tabletop("rules", "td", "x" * 100_000)
    assert ran.code == 2
    assert len(ran.err) < 3_000 and "xxx ..." in ran.err


TWICE = '{"do": "note", "setup": {"a": [{"x": 1, "x": 2}]}, "events": []}'


@pytest.mark.parametrize(
    "words",
    [
        "validate FILE",
        "set FILE budget=3",
        "battle run FILE",
        "battle new td --setup FILE --name x",
        "battle import FILE",
        "odds td rally --json TEXT",
        "resolve td direct-fire --json TEXT",
        "resolve td direct-fire --target TEXT",
        "battle do x TEXT",
    ],
)
def test_a_key_that_stands_twice_in_json_is_refused_by_name(words: str, tabletop: Tabletop, tmp_path: Path) -> None:
    armies = ("armies/td/green-horde.toml", "armies/td/cavalry.toml")
    assert tabletop("battle", "new", "td", *armies, "--actions", 9, "--name", "x").code == 0
    file = tmp_path / "twice.json"
    file.write_text(f"{TWICE}\n")
    ran = tabletop("--plain", *(word.replace("FILE", str(file)).replace("TEXT", TWICE) for word in words.split()))
    assert ran.code == 2
    assert 'the key "x" is there twice in one table' in ran.out + ran.err
    assert file.read_text() == f"{TWICE}\n"


def test_of_a_long_line_the_place_and_the_reason_are_left(tabletop: Tabletop) -> None:
    path = "/".join(["first", *["n" * 200] * 15, "last.toml"])
    ran = tabletop("--plain", "roster", path)
    said = "".join(ran.err.split())
    assert ran.code == 2
    assert said.startswith("error:first/nnn") and said.endswith("nnn/last.toml:thereisnosuchfile")
    assert "..." in said and len(said) < 2_100
