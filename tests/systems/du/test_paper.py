"""Decks and scenarios of du on paper: a page of A4 each, and the words that people see, as golden files."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.scenario import load_scenario
from tabletop_cli.core.lists.sheet import Sheet, Source
from tabletop_cli.core.page import Facts, Table
from tabletop_cli.render import render_pages
from tabletop_cli.render.roster import Options, render_roster
from tabletop_cli.systems.du.briefing import scenario_pages
from tests.conftest import Golden

ROOT = Path(__file__).parents[3]
DU = registry.load("du")
DECKS = sorted(path for path in (ROOT / "armies/du").glob("*.toml") if ".catalogue" not in path.name)
SCENARIOS = sorted((ROOT / "armies/du/scenarios").glob("*.scenario.toml"))


@pytest.mark.parametrize("name", ["weir-tarn", "salt-quorne", "gate-ossel"])
def test_a_deck_in_words(name: str, golden: Golden) -> None:
    (text,) = render_roster(open_army(ROOT / f"armies/du/{name}.toml").sheet, Source(), Options(form="text"))
    golden(f"roster-{name}.txt", str(text))


def test_a_scenario_in_a_terminal(golden: Golden) -> None:
    golden(
        "scenario-ridge.txt",
        render_pages(load_scenario(ROOT / "armies/du/scenarios/ridge.scenario.toml").pages, "terminal"),
    )


@pytest.mark.parametrize(("bob", "said"), [(True, "yes"), (False, "no")])
def test_a_scenario_page_has_what_vehicles_support_and_how_planes_are_played(bob: bool, said: str) -> None:
    data = tomllib.loads((ROOT / "armies/du/scenarios/weir.scenario.toml").read_text(encoding="utf-8"))
    data["tokens"]["column-car"]["supports"] = ["drive", "attack"]
    (page,) = scenario_pages({**data, "bob": bob})
    assert ("Battle of Britain rules", said) in [
        row for one in page.blocks if isinstance(one, Facts) for row in one.rows
    ]
    tokens = {row[0]: row for one in page.blocks if isinstance(one, Table) for row in one.rows}
    assert "supports drive, attack" in tokens["column-car"][2]


def test_the_tables_of_play(golden: Golden) -> None:
    golden("sheet.txt", render_pages(DU.make_quick_pages(DU.house), "terminal"))


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_each_is_a_page(paper: str) -> None:
    from tests.render.typeset import pictures, plain

    quick = DU.make_quick_pages(DU.house)
    assert len(pictures(plain(Sheet(system="du", system_name="", name="x"), "quick", quick=quick), paper)) == 1
    for path in SCENARIOS:
        one = load_scenario(path)
        sheet = Sheet(system="du", system_name=one.system.name, name=one.name, points=None)
        assert len(pictures(plain(sheet, "quick", quick=tuple(one.pages)), paper)) == 1, path.stem
    for path in DECKS:
        doc = {**plain(open_army(path).sheet, "roster"), "code": "", "qr": ""}
        assert len(pictures(doc, paper)) <= (1 if paper == "a4" else 2), path.stem
