"""Special rules of one's own on rosters: on cards, among the texts, and not for whom they are secret."""

from __future__ import annotations

import csv
import io
import subprocess
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.lists.army import check_army, read_army
from tabletop_cli.core.lists.sheet import Sheet, Source, conceal_sheet
from tabletop_cli.render.roster import Options, render_roster
from tests.needs import needs

RULES = {
    "grog": {"name": "Grog", "text": "Nobody is afraid.", "timing": "close combat", "for": ["off-table-artillery"]},
    "large": {"name": "Large", "text": "It is really large."},
    "lost": {"name": "Lost", "text": "Nobody brought a map.", "for": ["army"]},
    "idle": {"name": "Idle", "text": "Nobody in this list has it.", "for": ["atg"]},
}
TANK = {"name": "Tub", "like": "heavy-tank", "special": ["large"]}
UNITS = [{"type": "off-table-artillery", "size": "light"}, {"type": "tank", "variant": "tub"}]


def sheet(system_id: str, army: dict[str, Any]) -> Sheet:
    system = registry.load(system_id)
    return system.muster.sheet(read_army(system, army), check_army(system, army).problems)


@pytest.fixture
def tubs() -> Sheet:
    return sheet("td", {"name": "Tubs", "units": UNITS, "catalogue": {"vehicles": {"tub": TANK}, "rules": RULES}})


def test_cards_name_them_and_the_list_tells_them(tubs: Sheet) -> None:
    assert [card.rules[-1] for card in tubs.cards] == ["Grog (close combat)", "Large [large]"]
    assert tubs.rules[-3:] == (
        ("Grog (close combat)", "Nobody is afraid."),
        ("Large [large]", "It is really large."),
        ("Lost", "Nobody brought a map."),
    ), "the book has a Large of its own, and nobody here has the last rule"
    assert dict(tubs.rules)["Large"].startswith("It never has cover")


def test_a_rule_that_nobody_in_the_list_has_is_not_told() -> None:
    made = {"vehicles": {"tub": TANK}, "rules": {"large": RULES["large"]}}
    assert sheet("td", {"units": UNITS[:1]}).rules == sheet("td", {"units": UNITS[:1], "catalogue": made}).rules


@pytest.mark.parametrize("form", ["text", "markdown", "discord", "bbcode", "json", "html"])
def test_they_stand_in_every_format(tubs: Sheet, form: str) -> None:
    made = render_roster(tubs, Source(), Options(form=form))
    text = made.decode() if isinstance(made, bytes) else "".join(made)
    for words in ("Grog (close combat)", "Nobody is afraid.", "Nobody brought a map."):
        assert words in text, words


def test_a_spreadsheet_has_the_texts_in_the_row_of_each_unit(tubs: Sheet) -> None:
    (made,) = render_roster(tubs, Source(), Options(form="csv"))
    rows = list(csv.DictReader(io.StringIO(str(made))))
    own = [row["special rules"].split(" | ")[-2:] for row in rows]
    assert own == [
        ["Grog (close combat): Nobody is afraid.", "Lost: Nobody brought a map."],
        ["Large [large]: It is really large.", "Lost: Nobody brought a map."],
    ]
    assert rows[0]["special rules"].startswith("Fire missions | "), "rules of the book stand there by name"


@needs("pdftotext")
def test_paper_has_their_texts_too(tubs: Sheet) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    made = render_roster(tubs, Source(), Options(form="pdf"))
    assert isinstance(made, bytes)
    read = ["pdftotext", "-raw", "-", "-"]
    found = " ".join(subprocess.run(read, input=made, capture_output=True, check=True).stdout.decode().split())
    for words in ("Grog (close combat)", "Nobody is afraid.", "It is really large.", "Nobody brought a map."):
        assert words in found, words


@pytest.mark.parametrize(
    ("weapon", "unit"),
    [
        ("twin-lascannons", {"unit": "land-raider"}),  # printed as two, with a number each (TT-R58)
        ("lascannons", {"unit": "devastator-squad", "options": {"heavy-weapons": ["lascannons", "lascannons"]}}),
    ],
)
def test_a_weapon_that_a_unit_has_twice_has_its_rule(weapon: str, unit: dict[str, Any]) -> None:
    rules = {"hot": {"name": "Hot", "text": "The barrels glow.", "for": [weapon]}}
    army = {"faction": "space-marines", "units": [unit], "house": {"devastator-doubles": "yes"}}
    (card,) = sheet("tt", {**army, "catalogue": {"rules": rules}}).cards
    assert card.table is not None and sum("Lascannons" in row[0] for row in card.table.rows) == 2
    assert card.rules.count("Hot") == 1


def test_the_opponent_hears_nothing_of_hidden_ones() -> None:
    rules = {
        "deep": {"name": "Deep", "text": "It waits below.", "for": ["scanner"]},
        "wide": {"name": "Wide", "text": "It takes the road.", "for": ["hq"]},
    }
    units = [{"unit": "hq", "count": 1}, {"unit": "scanner", "count": 1}]
    flanks = [{"side": "left", "units": [{"unit": "scanner", "count": 1}]}]
    army = {"faction": "machina", "units": units, "flanks": flanks, "catalogue": {"rules": rules}}
    whole = sheet("fftt", army)
    assert {"Deep", "Wide"} <= {name for name, _ in whole.rules}
    assert "Deep" not in {name for name, _ in conceal_sheet(whole).rules}
