"""`house`: the house rules of an army file, seen and set."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ..conftest import ROOT, Tabletop


@pytest.fixture
def tanks(tmp_path: Path) -> Path:
    return Path(shutil.copy(ROOT / "armies/td/tank-platoon.toml", tmp_path / "tanks.toml"))


def test_seen(tabletop: Tabletop, tanks: Path) -> None:
    ran = tabletop("house", tanks)
    assert ran.code == 0
    assert "close_combat" in ran.out
    assert "guns.heavy-gun.reload: to agree" in ran.out
    assert tanks.read_text() == (ROOT / "armies/td/tank-platoon.toml").read_text()


def test_set_and_taken_away(tabletop: Tabletop, tanks: Path) -> None:
    before = tanks.read_text()
    assert tabletop("house", tanks, "guns.heavy-gun.reload=1", "pinned_reload=false", "atg_reload=3").code == 0
    written = tanks.read_text()
    assert written.startswith(before.rstrip())
    for line in ("reload = 1", "pinned_reload = false", "atg_reload = 3"):
        assert line in written
    assert tabletop("validate", tanks).code == 0
    assert tabletop("house", tanks, "atg_reload=").code == 0
    assert "atg_reload" not in tanks.read_text()


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("close_combt=variant-2", "did you mean close_combat?"),
        ("close_combat=variant-3", "choose from variant-1, variant-2"),
        ("guns.heavy-gun.reload=many", "not a whole number"),
        ("guns.heavy-gun.reload=-1", "-1 is out of range"),
        ("guns.heavy-gun=1", "unknown house rule"),
        ("close_combat", "KEY=VALUE"),
    ],
)
def test_wrong_settings_change_nothing(setting: str, said: str, tabletop: Tabletop, tanks: Path) -> None:
    before = tanks.read_bytes()
    ran = tabletop("house", tanks, setting)
    assert (ran.code, tanks.read_bytes()) == (2, before)
    assert said in ran.err


def test_the_published_schema_may_judge_too(tabletop: Tabletop, tmp_path: Path) -> None:
    assert tabletop("validate", "armies/td", "--with-schema").code == 0
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('system = "td"\n[[units]]\ntype = "hmg"\nexperience = "veteran"\n')
    ran = tabletop("validate", wrong, "--with-schema")
    assert ran.code == 1
    assert f"{wrong}:4: TD-A11" in ran.out
    assert f"{wrong}:4: schema: 'regular' was expected" in ran.out


def test_what_was_set_is_shown_and_no_other_rule(tabletop: Tabletop, tanks: Path) -> None:
    ran = tabletop("house", tanks, "close_combat=variant-2", "guns.heavy-gun.reload=1")
    assert "variant-2" in ran.out
    assert "guns.heavy-gun.reload: 1" in ran.out
    assert "pinned_reload" not in ran.out
    assert "light-gun" not in ran.out


def test_a_rule_taken_away_is_shown_as_it_is_played_now(tabletop: Tabletop, tanks: Path) -> None:
    tabletop("house", tanks, "close_combat=variant-2")
    ran = tabletop("house", tanks, "close_combat=")
    assert "variant-1" in ran.out
    assert "pinned_reload" not in ran.out


def test_values_that_the_book_leaves_blank_are_shown_in_words(tabletop: Tabletop) -> None:
    ran = tabletop("house", "armies/tgf/smugglers.toml")
    assert "prices.lmg: 1 1/2" in ran.out
    assert "weapons.rocket-launcher.template: yes" in ran.out
    assert "weapons.rocket-launcher.mr: hit -2, dam 12" in ran.out
