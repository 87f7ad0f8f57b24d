"""`roster --odds` and `--no-odds`: what the list can do, in whole rosters and nowhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT, Tabletop


def test_what_the_list_can_do_stands_in_rosters_unless_somebody_wants_none(tabletop: Tabletop) -> None:
    army = "armies/td/atg-ambush.toml"
    assert "WHAT THE LIST CAN DO" in tabletop("roster", army, "-f", "text").out
    assert "WHAT THE LIST CAN DO" not in tabletop("roster", army, "-f", "text", "--no-odds").out
    assert "WHAT THE LIST CAN DO" not in tabletop("roster", army, "-f", "text", "--short").out


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["-f", "csv"], "csv"),
        (["-f", "text", "--short"], "a line for each unit"),
        (["-f", "text", "--sheet"], "--sheet"),
    ],
)
def test_what_the_list_can_do_is_not_asked_of_what_has_no_place_for_it(
    options: list[str], what: str, tabletop: Tabletop
) -> None:
    ran = tabletop("roster", "armies/td/cavalry.toml", "--odds", *options)
    assert ran.code == 2
    assert ran.err.startswith("error: --odds: ") and what in ran.err


def test_hidden_figures_do_not_show_in_what_the_list_can_do(tabletop: Tabletop) -> None:
    army = "armies/fftt/two-mothers.toml"
    open_, hidden = (tabletop("roster", army, "-f", "json", *more).out for more in ([], ["--conceal"]))
    names = [[one["name"] for one in json.loads(text)["prospects"]["units"]] for text in (open_, hidden)]
    assert names[0].count("The Palace Guard") == 2 and names[1].count("The Palace Guard") == 1


def test_the_builder_tells_it_when_somebody_asks(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "shift.toml"
    path.write_text('system = "td"\nname = "Night Shift"\nbudget = 8\nunits = []\n')
    ran = tabletop("edit", path, typed="c\na hmg 2\nc\nq\n")
    first, second = ran.out.split("> a hmg 2")
    assert "No unit in this list has an attack yet." in first
    assert "2x Heavy machine gun [1]: heavy machine gun: 11% infantry\nall fire once: expected: 0.22 infantry" in second


def test_who_only_checks_a_list_does_not_pay_for_it() -> None:
    """Neither the odds nor what they are asked of is even imported."""
    words = (sys.executable, "-X", "importtime", "-m", "tabletop_cli", "validate", "armies/td/atg-ambush.toml")
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert "tabletop_cli.core.lists.army" in done.stderr
    assert "arsenal" not in done.stderr and "prospects" not in done.stderr
