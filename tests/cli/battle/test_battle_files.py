"""A battle goes out into a file and comes in again, is verified, and says when its seed was shown."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import StoreError
from tabletop_cli.core.keep.export import canonical_json
from tabletop_cli.core.keep.store import Store
from tests.cli.conftest import Tabletop as Run
from tests.forging import relinked

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
        ('"status":"pinned"', '"status":"none"', 1, "the result in the log does not follow the rules"),
        ('"by":"player"', '"by":"program"', 1, "the dice in the log do not come from the seed"),
        ('"faces":[1,1,6]', '"faces":[1,1,7]', 1, "a d6 shows 1 to 6"),
        ('"target":"a1-2"', '"target":"a9-9"', 1, "no model"),
        ('"n":3', '"n":4', 2, "line 4"),
        ('"tabletop":2', '"tabletop":9', 2, "not an exported battle"),
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
    file.write_text("".join(canonical_json(line) + "\n" for line in (header, *lines)))
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
    assert f"{file}: this log was changed after it was played: entry 2 was changed" in ran.err
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
    assert "seed: shown at entry 6; later events are marked" in friday("battle", "status").out
    assert "shown at entry 6 (--reveal shows it again)" in friday("battle", "verify").out


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

    monkeypatch.setattr(Store, "append_event", full)
    ran = friday("battle", "export", "friday", "-o", tmp_path / "friday.jsonl")
    assert ran.code == 0
    assert "the log does not say that the seed was shown: the disk is full" in ran.err
    assert (tmp_path / "friday.jsonl").read_text().count("\n") == 6


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"[" * 100_000, b'{"tabletop":1}\n', b"no json at all"])
def test_files_that_are_no_battles(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file.jsonl"
    file.write_bytes(content)
    ran = run("battle", "import", file)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
