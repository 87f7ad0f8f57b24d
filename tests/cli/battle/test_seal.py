"""Trust at the command line: a word for the dice, letters that people note, a look at everything that is kept."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tabletop_cli.core.keep.store import Store
from tests.cli.battle.terminal import ARMIES, Spawn
from tests.cli.conftest import Tabletop

NEW = ("battle", "new", "td", *ARMIES, "--actions", "20", "--name", "friday")


@pytest.fixture
def friday(tabletop: Tabletop) -> Tabletop:
    assert tabletop(*NEW).code == 0
    return tabletop


def test_a_word_is_given_once_and_said_wherever_dice_are_proved(friday: Tabletop) -> None:
    told = friday("battle", "seal", "friday", "badger")
    assert (told.code, told.err) == (0, "")
    assert "come from the seed and this word: badger" in told.out
    assert friday("battle", "seal", "friday", "heron").code == 1
    assert "word: badger" in friday("battle", "status", "friday").out
    assert "The other player gave a word for the dice: badger" in friday("battle", "log", "friday").out
    verified = friday("battle", "verify", "friday")
    assert verified.code == 0 and "word: badger" in verified.out
    assert json.loads(friday("battle", "verify", "friday", "-f", "json").out)["word"] == "badger"


def test_without_a_word_and_without_anybody_to_ask(friday: Tabletop) -> None:
    told = friday("battle", "seal", "friday")
    assert told.code == 2 and "give it after the name" in told.err


@pytest.mark.slow
def test_somebody_types_the_word(friday: Tabletop, start: Spawn) -> None:
    child = start("battle", "seal", "friday")
    child.expect("The word of the other player")
    child.sendline("badger set")
    child.expect("this word: badger set")
    child.wait()
    assert "word: badger set" in friday("battle", "status", "friday").out


def test_what_was_noted_proves_that_nothing_was_cut_off(friday: Tabletop, tmp_path: Path) -> None:
    friday("battle", "note", "friday", "the pond counts as forest")
    noted = json.loads(friday("battle", "status", "friday", "-f", "json").out)["to_note"]
    assert f"to note: {noted} after entry 1" in friday("battle", "status", "friday").out
    friday("battle", "note", "friday", "the mill burns")
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    friday("battle", "export", "friday", "-o", whole)
    fits = friday("battle", "verify", whole, "--noted", noted)
    assert fits.code == 0
    assert "noted: after entry 1: nothing up to there was changed or removed" in fits.out
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    cut.write_text("".join([lines[0].replace('"events":3', '"events":0')]), "utf-8")
    gone = friday("battle", "verify", cut, "--noted", noted)
    assert gone.code == 1
    assert f"this log never had the code {noted}" in gone.out
    assert friday("battle", "verify", "friday", "--noted", "nonsense").code == 2


def test_a_look_at_the_whole_store(friday: Tabletop) -> None:
    sound = friday("battle", "check")
    assert sound.code == 0 and "everything in it fits" in sound.out
    friday("battle", "note", "friday", "the pond counts as forest")
    with Store(Path(os.environ["TABLETOP_HOME"]) / "battles.sqlite") as store:
        path = store.path
    raw = path.read_bytes()
    assert b"the pond" in raw
    path.write_bytes(raw.replace(b"the pond", b"the lake"))
    spoilt = friday("battle", "check")
    assert spoilt.code == 1
    assert "friday" in spoilt.out
    assert json.loads(friday("battle", "check", "-f", "json").out)["ok"] is False
