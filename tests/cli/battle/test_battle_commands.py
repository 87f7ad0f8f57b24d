"""The battle commands with a real system: begin, do, look, undo, export, import, verify, run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.cli.battle.setup import SetupDraft
from tabletop_cli.core import registry
from tabletop_cli.core.errors import StoreError
from tabletop_cli.core.keep.export import canonical
from tabletop_cli.core.keep.store import Store
from tabletop_cli.core.play.game import Question
from tests.cli.conftest import Tabletop as Run
from tests.conftest import Golden
from tests.forging import relinked

ROOT = Path(__file__).parents[3]
HORDE, RAIDERS = (str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders"))
MOVE = ("move", "by=a", "model=a1-2", "path=border")
SHOT = ("reactive-fire", "by=b", "model=b1-4", "target=a1-2", "facts.terrain=rough", "--dice", "512")


@pytest.fixture
def friday(run: Run) -> Run:
    """A battle called friday in which a model has moved, was shot at, and both were undone but the move."""
    assert run("battle", "new", "td", HORDE, RAIDERS, "--actions", "20", "--name", "friday").code == 0
    for words in (("do", "friday", *MOVE), ("do", "friday", *SHOT), ("undo",), ("note", "friday", "rough", "it is")):
        assert run("battle", *words).code == 0
    assert run("battle", "do", "friday", *SHOT[:-1], "116").code == 0
    return run


def timeless(text: str) -> str:
    text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "2026-05-01 14:03", text)
    return re.sub(r"to note: [0-9a-f-]{19}", "to note: a1b2-c3d4-e5f6-0718", text)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("battle-status.txt", ("status",)),
        ("battle-log.txt", ("log", "friday")),
        ("battle-log-verbose.txt", ("log", "-v", "--last", "1")),
        ("battle-log.md", ("log", "--format", "markdown")),
        ("battle-stats.txt", ("stats",)),
    ],
)
def test_golden(friday: Run, golden: Golden, name: str, words: tuple[str, ...]) -> None:
    ran = friday("battle", *words)
    assert (ran.code, ran.err) == (0, "")
    golden(name, timeless(ran.out), words=False)


def test_json_of_everything(friday: Run) -> None:
    log = json.loads(friday("battle", "log", "-f", "json").out)
    assert [entry["undone"] for entry in log["entries"]] == [False, True, False, False, False]
    roll = log["entries"][1]["rolls"][0]
    assert (roll["faces"], roll["by"]) == ([5, 1, 2], "player")
    status = json.loads(friday("battle", "status", "-f", "json").out)
    assert status["state"]["models"]["a1-2"]["status"] == "pinned"
    stats = json.loads(friday("battle", "stats", "-f", "json").out)
    assert stats["luck"][0]["typed"] == 3
    assert stats["outcomes"][0]["outcome"] == "stopped-pinned"
    assert [battle["name"] for battle in json.loads(friday("battle", "list", "-f", "json").out)["battles"]] == [
        "friday"
    ]


# --- battle new ---


def test_commitment_is_shown_and_the_seed_is_not(run: Run) -> None:
    ran = run("battle", "new", "td", HORDE, RAIDERS, "--a.actions", "9", "--b.actions=7", "-n", "x")
    assert re.search(r"dice sealed as: [0-9a-f]{64}\n", ran.out)
    assert "A 0/9   B 0/7" in ran.out
    assert "seed" not in json.loads(run("battle", "log", "-f", "json").out)


def test_a_fact_of_one_side_goes_before_that_of_every_side(run: Run) -> None:
    ran = run("battle", "new", "td", HORDE, RAIDERS, "--a.actions", "9", "--actions", "7", "scenario=Oak")
    assert "A 0/9   B 0/7" in ran.out


def test_who_is_asked_may_leave_a_rider_on_the_table(tmp_path: Path) -> None:
    tt = registry.load("tt")
    draft = SetupDraft(tt, tt.game)
    draft.muster([ROOT / f"armies/tt/{name}.toml" for name in ("marines-column", "marines-riders")])
    answers = {"_aboard.a": ["a2-tactical-squad"], "_aboard.b": []}
    asked = []

    def ask(question: Question, explain: Callable[[], str]) -> Any:
        asked.append(question.field)
        assert "[TT-SETUP-3]" in explain()
        return answers.get(question.field)

    draft.complete(ask, lambda side: tmp_path)
    assert asked == ["_aboard.a", "sides.a.units.a2-tactical-squad.loaded_in", "_aboard.b"]
    setup = draft.finished()
    assert setup.keys() == {"sides"}
    assert tt.game.begin(setup, tt).units["a2-tactical-squad"].status == "table"


def test_names_are_made_from_the_army_files(run: Run) -> None:
    for _ in range(2):
        assert run("battle", "new", "td", HORDE, RAIDERS, "--actions", "5").code == 0
    names = {battle["name"] for battle in json.loads(run("battle", "list", "-f", "json").out)["battles"]}
    assert names == {"green-horde-v-veteran-raiders", "green-horde-v-veteran-raiders-2"}


def test_house_rules_of_an_army_do_not_count_unless_adopted(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "own.toml"
    army.write_text(Path(HORDE).read_text() + '\n[house]\ngap = "normal-turn"\n')
    ran = run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "one")
    assert ran.code == 0
    assert 'gap = "normal-turn"' in ran.err
    assert f"--house {army}" in ran.err
    ran = run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "two", "--house", army)
    assert (ran.code, "house rules" in ran.err) == (0, False)
    ran = run(
        "battle",
        "new",
        "td",
        army,
        RAIDERS,
        "--set",
        "a.actions=5",
        "--set",
        "sides.b.actions=6",
        "--house",
        "gap=normal-turn",
        "--house",
        "guns.light-gun.reload=2",
        "--scenario",
        "Oak",
    )
    assert (ran.code, "house rules" in ran.err) == (0, False)


def test_a_set_up_from_a_file(run: Run, tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps({"sides": {"a": {"actions": 4}, "b": {"actions": 5}}, "house": {"gap": "normal-turn"}}))
    assert "A 0/4   B 0/5" in run("battle", "new", "td", HORDE, RAIDERS, "--setup", setup).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("td", HORDE, RAIDERS), "missing: sides.a.actions"),
        (("td", HORDE, "--actions", "5"), "missing: sides.b.army (an army file)"),
        (("td", HORDE, RAIDERS, HORDE, "--actions", "5"), "3 army files for 2 places"),
        (("xx", HORDE, RAIDERS), "unknown game system"),
        ((), "which game system?"),
        (("td", HORDE, "/nowhere.toml", "--actions", "5"), "/nowhere.toml: cannot be read"),
        (("td", HORDE, RAIDERS, "--actions", "0"), "out of range"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--house", "gap=banana"), "no value of this switch"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--house", HORDE), "has no house rules"),
        (("td", HORDE, RAIDERS, "--set", "acts=5"), "is no fact of a set-up"),
        (("td", HORDE, RAIDERS, "--set", "actions"), "has no ="),
        (("td", HORDE, RAIDERS, "--acton", "5"), "did you mean actions"),
        (("td", HORDE, RAIDERS, "--actions"), "--actions needs a value"),
        (("tt", HORDE, RAIDERS, "--actions", "5"), 'an army of "td", not of tt'),
        (("td", HORDE, RAIDERS, "--actions", "5", "--name", "a\x1b[2Jb"), "cannot be printed"),
        (("td", HORDE, RAIDERS, "--actions", "5", "--name", " "), "1 to 100 characters"),
    ],
)
def test_set_ups_that_do_not_work(run: Run, words: tuple[str, ...], said: str) -> None:
    ran = run("battle", "new", *words)
    assert ran.code == 2
    assert said in ran.err
    assert "\x1b" not in ran.err
    assert run("battle", "list", "-f", "json").out.strip() == '{"battles": []}'


def test_hostile_names_are_harmless(run: Run, tmp_path: Path) -> None:
    army = tmp_path / "evil.toml"
    army.write_text(Path(HORDE).read_text().replace("First Swarm", "\\u001b[2J[bold red]\\u202eFirst"))
    assert run("battle", "new", "td", army, RAIDERS, "--actions", "5", "-n", "[/bold] ünïcödé").code == 0
    for words in (("status",), ("list",), ("log", "-v"), ("status", "-f", "markdown"), ("status", "-f", "json")):
        ran = run("battle", *words)
        assert ran.code == 0
        assert "\x1b" not in ran.out
        assert "\u202e" not in ran.out
    shown = run("battle", "play", typed="m\n\x1b[A\n\udcff\nx\nq\n")
    assert shown.code == 0
    assert "\x1b" not in shown.out


# --- battle do ---


def test_do_takes_json_and_words(friday: Run) -> None:
    ran = friday(
        "battle", "do", "friday", '{"do":"direct-fire","by":"a","model":"a4-1","target":"b1-1","dice":[1,2,3,4]}'
    )
    assert (ran.code, ran.err) == (0, "")
    reply = json.loads(friday("battle", "do", "friday", "rally", "by=b", "model=b1-2", "-f", "json").out)
    assert reply["ok"] is False


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("move", "by=b", "model=b1-1"), 1, "[TD-TURN-3]"),
        (("move", "by=a", "model=a9-9"), 2, "no model"),
        (("mvoe", "by=a"), 2, "did you mean move?"),
        (("move", "by=a", "modl=a1-1"), 2, "did you mean model?"),
        (("move", "by=a", "a1-1"), 2, "no key=value"),
        (("{broken",), 2, "not JSON"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "51"), 2, "2 dice given, at least 4 needed"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "51111"), 2, "5 dice given, 4 needed"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "5191"), 2, "die 3 shows 9"),
        (("direct-fire", "by=a", "model=a4-1", "target=b1-1", "--dice", "5x1"), 2, "no face of a die"),
    ],
)
def test_events_that_do_not_work_change_nothing(friday: Run, words: tuple[str, ...], code: int, said: str) -> None:
    before = friday("battle", "export", "friday").out
    ran = friday("battle", "do", "friday", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err
    assert friday("battle", "export", "friday").out == before


def test_undo_says_aloud_that_dice_had_fallen(friday: Run) -> None:
    assert "asking for a new roll" in friday("battle", "undo", "friday").out
    assert "116" not in friday("battle", "redo", "friday").err
    assert friday("battle", "redo", "friday").code == 1


# --- out, in, verify ---


def test_export_import_bit_for_bit(friday: Run, tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    assert friday("battle", "export", "friday", "-o", file).code == 0
    assert friday("battle", "import", file).code == 2  # it is here already
    assert friday("battle", "delete", "friday").code == 2  # nobody can be asked
    assert friday("battle", "delete", "friday", "--yes").code == 0
    assert friday("battle", "import", file).code == 0
    assert friday("battle", "export", "friday", "-o", tmp_path / "again.jsonl").code == 0
    assert (tmp_path / "again.jsonl").read_bytes() == file.read_bytes()
    assert friday("battle", "import", file, "--name", "copy").code == 0


def test_an_export_writes_over_nothing_unasked_and_never_over_the_store(friday: Run, tmp_path: Path) -> None:
    list_ = tmp_path / "army.toml"
    list_.write_text('system = "td"\n', encoding="utf-8")
    refused = friday("battle", "export", "friday", "-o", list_)
    assert (refused.code, list_.read_text("utf-8")) == (2, 'system = "td"\n')
    assert "--force" in refused.err
    assert friday("battle", "export", "friday", "-o", list_, "--force").code == 0
    assert '"friday"' in list_.read_text("utf-8")
    store = Path(os.environ["TABLETOP_HOME"]) / "battles.sqlite"
    assert friday("battle", "export", "friday", "-o", store, "--force").code == 2
    assert "friday" in friday("battle", "list").out


def test_people_read_names_where_machines_read_ids(friday: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.load("td").game.__dict__, "name", lambda state, one: f"Rust {one[-1]}")
    wrong = ("battle", "do", "friday", "move", "by=a", "model=b1-1", "path=border")
    assert "Rust 1 (b1-1): " in friday(*wrong).err
    assert friday(*wrong, "--format", "json").out.count("b1-1: ") == 1
    assert "Rust" not in friday(*wrong, "--format", "json").out


def test_verify(friday: Run, tmp_path: Path) -> None:
    sealed = friday("battle", "verify", "friday")
    assert (sealed.code, sealed.err) == (0, "")
    assert "Everything fits" in sealed.out
    assert "sealed until the battle is over" in sealed.out
    file = tmp_path / "friday.jsonl"
    friday("battle", "export", "friday", "-o", file)
    header = json.loads(file.read_text().splitlines()[0])
    assert header["seed"] in friday("battle", "verify", file, "--reveal").out


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ('"status":"pinned"', '"status":"none"', 1, "the result in the log is not what the rules give"),
        ('"by":"player"', '"by":"program"', 1, "the dice in the log are not those of the stream"),
        ('"faces":[1,1,6]', '"faces":[1,1,7]', 1, "a d6 shows 1 to 6"),
        ('"target":"a1-2"', '"target":"a9-9"', 1, "no model"),
        ('"n":3', '"n":4', 2, "line 4"),
        ('"tabletop":2', '"tabletop":9', 2, "no exported battle"),
        ('"seed":"', '"seed":"00', 2, "seed"),
        ("\n", "", 2, "line 1"),
        ('"rolls"', '"rulls"', 2, "damaged"),
        ('"steps":[{', '"steps":[{"x":1}, {', 2, "damaged"),
    ],
)
def test_damaged_files(friday: Run, tmp_path: Path, old: str, new: str, code: int, said: str) -> None:
    file = tmp_path / "friday.jsonl"
    friday("battle", "export", "friday", "-o", file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    ran = friday("battle", "verify", file)
    assert (ran.code, "Traceback" in ran.err) == (code, False)
    assert said in ran.out + ran.err


def test_words_of_an_earlier_version_are_a_remark(friday: Run, tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    friday("battle", "export", "friday", "-o", file)
    header, *lines = map(json.loads, file.read_text().splitlines())
    entry = next(line for line in lines if line.get("steps"))
    entry["steps"][0]["text"] = "said otherwise"
    header["version"] = "0.0.9"
    relinked(header, lines)
    file.write_text("".join(canonical(line) + "\n" for line in (header, *lines)))
    ran = friday("battle", "verify", file)
    assert ran.code == 0, ran.out
    assert "Everything fits" in ran.out
    assert f"Remark: event {entry['n']} was explained in the words of version 0.0.9" in ran.out
    told = json.loads(friday("battle", "verify", file, "-f", "json").out)
    assert (told["ok"], len(told["remarks"])) == (True, 1)
    assert friday("battle", "import", file, "--name", "copy").code == 0


def test_a_changed_file_is_not_imported(friday: Run, tmp_path: Path) -> None:
    file = tmp_path / "friday.jsonl"
    friday("battle", "export", "friday", "-o", file)
    text = file.read_text()
    assert text.count('"faces":[5,1,2]') == 1
    file.write_text(text.replace('"faces":[5,1,2]', '"faces":[5,6,2]'))
    ran = friday("battle", "import", file, "--name", "copy")
    assert (ran.code, ran.out) == (1, "")
    assert f"{file}: this log is not as it was played: entry 2 was changed" in ran.err
    assert "--unchecked" in ran.err
    ran = friday("battle", "import", file, "--name", "copy", "--unchecked")
    assert (ran.code, "entries, unchecked. Go on with: tabletop battle play" in ran.out) == (0, True)
    assert "copy (unchecked)" in friday("battle", "list").out
    listed = json.loads(friday("battle", "list", "-f", "json").out)["battles"]
    assert {one["name"]: one["unchecked"] for one in listed} == {"copy": True, "friday": False}
    ran = friday("battle", "verify", "copy")
    assert ran.code == 1
    assert "entry 2 was changed" in ran.out


# --- the seed ---


def test_a_file_to_go_on_elsewhere_is_for_its_owner_and_marks_nothing(friday: Run, tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    friday("battle", "export", "friday", "-o", one)
    friday("battle", "export", "friday", "-o", two)
    assert one.read_text() == two.read_text(), "it is said once"
    friday("battle", "export", "friday", "-o", two, "--force")
    assert {file.stat().st_mode & 0o777 for file in (one, two)} == {0o600}
    assert "Warning" not in friday("battle", "undo", "friday").out
    log = friday("battle", "log").out.splitlines()
    assert log[-2].endswith("Exported to a file, with the seed of the dice")
    assert log[-1].endswith("Undo of 5, past its dice")
    assert json.loads(friday("battle", "status", "-f", "json").out)["seed_shown"] is None
    assert "sealed until the battle is over" in friday("battle", "verify").out


def test_what_follows_an_export_to_a_screen_is_marked(friday: Run) -> None:
    assert json.loads(friday("battle", "status", "-f", "json").out)["seed_shown"] is None
    assert friday("battle", "export", "friday").out == friday("battle", "export", "friday", "-o", "-").out
    assert not Path("-").exists()
    ran = friday("battle", "undo", "friday")
    assert "Warning: The seed of the dice was shown" in ran.out
    log = friday("battle", "log").out.splitlines()
    assert log[-2].endswith("The seed of the dice was shown")
    assert log[-1].endswith("Undo of 5, past its dice (after the seed was shown)")
    table = friday("battle", "log", "--format", "markdown").out
    assert "| after the seed was shown |" in table
    entries = json.loads(friday("battle", "log", "-f", "json").out)["entries"]
    assert [entry["after_seed"] for entry in entries] == [False] * 6 + [True]
    assert "seed: shown with entry 6; what is played after it is marked" in friday("battle", "status").out
    assert "shown with entry 6 (--reveal shows it again)" in friday("battle", "verify").out


def test_the_log_says_that_the_seed_was_revealed(friday: Run) -> None:
    assert friday("battle", "verify", "friday").code == 0
    assert "seed was shown" not in friday("battle", "log").out
    assert friday("battle", "verify", "friday", "--reveal").code == 0
    assert "The seed of the dice was shown" in friday("battle", "log").out
    friday("battle", "redo")
    friday("battle", "do", "friday", "move", "by=a", "model=a1-3")
    found = json.loads(friday("battle", "verify", "friday", "-f", "json").out)
    assert (found["seed_shown"], found["after_seed"], found["ok"]) == (6, 1, True)
    assert "after the seed was shown: 1 event\n" in friday("battle", "verify").out


def test_a_seed_that_cannot_be_marked_is_shown_all_the_same(
    friday: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "append", full)
    ran = friday("battle", "export", "friday", "-o", tmp_path / "friday.jsonl")
    assert ran.code == 0
    assert "the log does not say that the seed was shown: the disk is full" in ran.err
    assert (tmp_path / "friday.jsonl").read_text().count("\n") == 6


def test_house_rules_in_force_are_shown(run: Run) -> None:
    words = ("--actions", "5", "--house", "gap=normal-turn", "--house.guns.light-gun.reload", "2")
    assert run("battle", "new", "td", HORDE, RAIDERS, *words).code == 0
    assert "house rules: gap = normal-turn, guns.light-gun.reload = 2\n" in run("battle", "status").out


def test_armies_are_judged_by_the_house_rules_of_the_battle(run: Run) -> None:
    gunners = ROOT / "armies/td/battle-group.toml"
    blank = run("battle", "new", "td", gunners, HORDE, "--actions", "5")
    assert "TD-R12" in blank.err
    values = [f"--house.guns.light-gun.{key}=2" for key in ("direct_fire_dice", "kill_potential", "armour_penetration")]
    ruled = run("battle", "new", "td", gunners, HORDE, "--actions", "5", *values, "--house.guns.light-gun.reload=1")
    assert "light gun: still to be agreed: dice at infantry, kill potential, penetration" in blank.err
    assert "light gun: still" not in ruled.err and "heavy gun: still" in ruled.err


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"[" * 100_000, b'{"tabletop":1}\n', b"no json at all"])
def test_files_that_are_no_battles(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file.jsonl"
    file.write_bytes(content)
    ran = run("battle", "import", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")


@pytest.mark.parametrize(
    "words",
    [
        ("play",),
        ("status",),
        ("log", "nobody"),
        ("undo",),
        ("verify", "nobody"),
        ("export", "x"),
        ("delete", "x", "-y"),
    ],
)
def test_battles_that_are_not_there(run: Run, words: tuple[str, ...]) -> None:
    ran = run("battle", *words)
    assert ran.code == 2
    assert "there is no battle" in ran.err


def test_a_set_up_may_be_changed_inside_an_army(run: Run) -> None:
    armies = [str(ROOT / f"armies/tt/{name}.toml") for name in ("marines-column", "marines-riders")]
    aboard = "sides.a.units.a2-tactical-squad.loaded_in=a6-rhino"
    assert run("battle", "new", "tt", *armies, "-n", "aboard", "--set", aboard).code == 0
    units = json.loads(run("battle", "status", "aboard", "-f", "json").out)
    assert '"status": "loaded"' in json.dumps(units)
    short = aboard.replace("sides.", "--").split("=")
    assert run("battle", "new", "tt", *armies, "-n", "short", *short).code == 0
    assert '"status": "loaded"' in run("battle", "status", "short", "-f", "json").out
    wrong = run("battle", "new", "tt", *armies, "--set", aboard.replace("-squad.", "."))
    assert wrong.code == 2
    assert "did you mean a2-tactical-squad" in wrong.err
    full = run("battle", "new", "tt", *armies, "--set", aboard.replace("a2-tactical-squad", "a12-dreadnought"))
    assert full.code == 2
    assert "cannot carry a12-dreadnought" in full.err
