"""Rosters of tt as data: what a list has on paper, legal or not, and the page that people look things up on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import ceil
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.army import check_list, read_army
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Card, Sheet, conceal_sheet
from tabletop_cli.core.page import Block, Facts, Table
from tabletop_cli.render import render_pages
from tabletop_cli.systems.tt.tables import printed_table

ROOT = Path(__file__).parents[3]
TT = registry.load("tt")
ARMIES = sorted(path for path in (ROOT / "armies/tt").glob("*.toml") if ".catalogue" not in path.name)
ILLEGAL = sorted(path for path in (Path(__file__).parent / "illegal").glob("*.toml") if ".catalogue" not in path.name)
Golden = Callable[[str | Path, str], None]


def sheet_of(*units: dict[str, Any], **more: Any) -> Sheet:
    army = read_army(TT, {"faction": "space-marines", "units": list(units), **more})
    return TT.muster.sheet(army, check_list(TT, army).problems)


def card_of(unit: str, house: dict[str, Any] | None = None, **more: Any) -> Card:
    return sheet_of({"unit": unit, **more}, house=house or {}).cards[0]


def weapons(card: Card) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in card.table.rows} if card.table else {}


def boxes(card: Card) -> dict[str, int]:
    return {one.name: one.whole for one in card.boxes}


def won(**facts: Any) -> bool:
    """What the resolver of victories says."""
    said = reply_to_request({"do": "resolve", "system": "tt", "resolver": "victory", "situation": facts, "dice": []})
    return bool(said["outcome"]["won"])


def track(sheet: Sheet, name: str) -> Any:
    return next((one for one in sheet.tracks if one.name == name), None)


# --- whole lists ---


def told(sheet: Sheet) -> str:
    """A sheet as lines, for golden files."""
    budget = f" of {sheet.budget}" if sheet.budget is not None else ""
    lines = [f"{sheet.name} | {sheet.faction} | {sheet.points}{budget} | {sheet.units} {sheet.unit}s"]
    lines += [f"! {one.code} {one.message}" for one in sheet.problems]
    for card in sheet.cards:
        lines += ["", f"{card.count} x {card.title} ({card.kind}) {card.each} = {card.points}"]
        lines += [f"  {option}" for option in card.options]
        lines += ["  " + ", ".join(f"{name} {value}" for name, value in card.stats)]
        lines += ["  | " + " | ".join(row) for row in (card.table.rows if card.table else ())]
        lines += ["  rules: " + ", ".join(card.rules)]
        lines += ["  boxes: " + ", ".join(f"{one.name} {' '.join(one.labels) or one.whole}" for one in card.boxes)]
    lines += ["", *(f"{name}: {text}" for name, text in sheet.rules), ""]
    lines += [f"[{one.name}] {' '.join(one.labels) or one.whole}" for one in sheet.tracks]
    lines += [f"{name}: {text}" for pairs in (sheet.facts, sheet.house, sheet.legend) for name, text in pairs]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@pytest.mark.parametrize("name", ["marines-column", "eldar-ambush", "hollow-choir"])
def test_a_list_on_paper(name: str, golden: Golden) -> None:
    golden(f"sheet-{name}.txt", told(open_army(ROOT / f"armies/tt/{name}.toml").sheet))


def test_a_list_with_everything_wrong_on_paper(golden: Golden) -> None:
    path = next(path for path in ILLEGAL if "everything" in path.name)
    golden("sheet-illegal.txt", told(open_army(path).sheet))


def readable() -> list[Any]:
    found = []
    for path in [*ARMIES, *ILLEGAL]:
        try:
            found.append(open_army(path))
        except TabletopError:
            continue  # it cannot be read at all, so it has no roster
    return found


@pytest.mark.parametrize("army", readable(), ids=lambda army: army.file.path.stem)
def test_every_list_that_can_be_read_has_a_sheet(army: Any) -> None:
    """Its sums are those of the checks; each rule is told once; nothing that stands in the file is missing."""
    sheet = army.sheet
    report, written = army.report, army.data["units"]
    assert (sheet.points, sheet.budget, sheet.problems) == (report.points, report.budget, report.problems)
    assert sum(card.points for card in sheet.cards) == sheet.points
    assert all(card.points == card.count * card.each for card in sheet.cards)
    assert [(card.number - 1, card.id) for card in sheet.cards] == [(at, one["unit"]) for at, one in enumerate(written)]
    names = [name for name, _ in sheet.rules]
    assert len(names) == len(set(names))
    assert {name for card in sheet.cards for name in card.rules} <= set(names)
    for card, entry in zip(sheet.cards, written, strict=True):
        assert bool(card.options) == any(value is not False for value in entry.get("options", {}).values())
    assert json.loads(json.dumps(sheet.data))["units"][:1] == sheet.data["units"][:1]
    assert conceal_sheet(sheet) == replace(sheet, data={}), "nothing of a list is secret"


# --- cards ---


def test_a_card_has_the_profile_with_its_options() -> None:
    card = card_of("command-squad", name="Brother Aldous", options={"hero": "chaplain"})
    assert (card.title, card.kind, card.each, card.options) == ("Brother Aldous", "Command Squad", 2, ("Chaplain",))
    assert weapons(card)["Assault"] == ("contact", "+5", "+5", "Power Weapon")
    assert card.rules == ("Commander", "Invulnerable", "Fearless", "Power Weapon", "Heavy")


@pytest.mark.parametrize(
    ("unit", "moves"),
    [
        ("command-squad", ("5", "10", "10")),
        ("assault-squad", ("5", "15", "15")),
        ("terminator-squad", ("5", "5", "5")),
        ("devastator-squad", ("5", "10", "-")),
        ("bike-squad", ("10", "20", "20")),
    ],
)
def test_a_card_says_how_far_it_goes(unit: str, moves: tuple[str, ...]) -> None:
    stats = dict(card_of(unit).stats)
    assert (stats["move"], stats["run"], stats["charge"]) == moves


def test_a_card_says_which_value_hits_it() -> None:
    found = {unit: dict(card_of(unit).stats)["hit by"] for unit in ("rhino", "bike-squad", "dreadnought")}
    assert found == {"rhino": "AT", "bike-squad": "AP", "dreadnought": "AT"}
    vyper = sheet_of({"unit": "vyper"}, faction="eldar").cards[0]
    assert dict(vyper.stats)["hit by"] == "AT or AP"


def test_a_transport_says_whom_it_carries_and_has_a_box_for_each_seat() -> None:
    rhino = card_of("rhino")
    assert dict(rhino.stats)["carries"] == "2 of Command Squad, Tactical Squad, Devastator Squad"
    assert rhino.rules == ("Transport 2",)
    assert boxes(rhino) == {"destroyed": 1, "aboard": 2, "this turn": 4}


def test_what_starts_in_reserve_has_a_box_for_its_entry() -> None:
    assert boxes(card_of("terminator-squad")) == {"destroyed": 1, "on the table": 1, "this turn": 4}
    sheet = sheet_of({"unit": "terminator-squad", "count": 2}, {"unit": "rhino"})
    assert ("start off the table", "2 x Terminator Squad") in sheet.facts
    assert "start off the table" not in dict(sheet_of({"unit": "rhino"}).facts)


def test_house_rules_change_the_profile_and_are_told() -> None:
    assert "Assault" not in weapons(card_of("devastator-squad"))
    assert weapons(card_of("devastator-squad", {"no-assault-line": "zero"}))["Assault"] == ("contact", "+0", "+0", "-")
    sheet = sheet_of({"unit": "bike-squad"}, house={"unmarked-assault": "ap", "cohesion": "literal"})
    assert weapons(sheet.cards[0])["Assault"] == ("contact", "+4", "-", "-")
    assert sheet.house == (
        ("unmarked-assault", "ap: An Assault value without AP or AT counts against infantry only."),
    ), "what is as printed is not told"


# --- lists that are wrong ---


def test_a_wrong_option_is_shown_as_it_is_written_and_changes_nothing() -> None:
    card = card_of("tactical-squad", options={"heavy-weapon": "plasma-gun", "doors": [5, "x"]})
    assert card.options == ('Heavy weapon: "plasma-gun"', 'doors: [5, "x"]')
    assert "Missile" in weapons(card)
    both = card_of("command-squad", options={"hero": ["librarian", "chaplain"]})
    assert both.each == 3, "both heroes are still paid for"
    assert both.options == ("Hero: Librarian and Chaplain",)


def test_a_gun_without_what_it_needs_is_not_there() -> None:
    card = card_of("dreadnought", options={"second-gun": "twin-lascannons", "no-power-fist": "yes"})
    assert set(weapons(card)) == {"Multimelta", "Assault"}
    assert weapons(card)["Assault"][-1] == "Power Weapon"


def test_an_unknown_faction_leaves_the_names() -> None:
    sheet = sheet_of({"unit": "boyz", "name": "Da Lads", "count": 3}, faction="orks")
    assert (sheet.faction, sheet.points, sheet.legal) == ("orks", 0, False)
    card = sheet.cards[0]
    assert (card.title, card.kind, card.count, card.points) == ("Da Lads", 'unknown unit "boyz"', 3, 0)
    assert (sheet.tracks, sheet.facts, sheet.rules) == ((), (), ())


def test_a_day_in_an_option_does_no_harm() -> None:
    sheet = sheet_of({"unit": "rhino", "options": {"since": date(2013, 6, 2), "at": {"day": [date(2013, 6, 2)]}}})
    assert '"2013-06-02"' in sheet.cards[0].options[0]
    assert json.dumps(sheet.data)


def test_a_million_copies_have_no_million_boxes() -> None:
    sheet = sheet_of({"unit": "rhino", "count": 10**12})
    assert track(sheet, "units lost") is None
    assert dict(sheet.facts)["beaten when"].startswith("500000000000 of 1000000000000 units")


# --- the army as a whole ---


@pytest.mark.parametrize("copies", range(24))
def test_the_losses_that_are_ticked_are_those_that_lose(copies: int) -> None:
    """The last box is the first loss with which the enemy has won."""
    units = [{"unit": "command-squad"}, *([{"unit": "rhino", "count": copies}] if copies else [])]
    sheet = sheet_of(*units)
    lost = track(sheet, "units lost").whole
    assert [won(starting=copies + 1, destroyed=one) for one in (lost - 1, lost)] == [False, True]
    assert dict(sheet.facts)["beaten when"].startswith(f"{lost} of {copies + 1} unit")


@pytest.mark.parametrize("copies", range(12))
def test_by_house_rule_points_are_ticked(copies: int) -> None:
    house = {"victory-count": "points"}
    units = [{"unit": "command-squad"}, *([{"unit": "rhino", "count": copies}] if copies else [])]
    sheet = sheet_of(*units, house=house)
    lost = Fraction(track(sheet, "points lost").whole, 2)
    facts = {"starting": copies + 1, "destroyed": 0, "starting_points": ratio(sheet.points), "house": house}
    steps = (lost - Fraction(1, 2), lost)
    assert [won(**facts, destroyed_points=ratio(one)) for one in steps] == [False, True]


def ratio(number: Fraction) -> str:
    return f"{number.numerator}/{number.denominator}"


def test_only_those_who_cry_for_the_emperor_tick_it() -> None:
    assert track(sheet_of({"unit": "rhino"}), "FOR THE EMPEROR this turn").whole == 1
    assert track(sheet_of({"unit": "falcon"}, faction="eldar"), "FOR THE EMPEROR this turn") is None


def test_of_several_command_squads_the_named_one_commands() -> None:
    house = {"command-squads": "at-least-one"}
    two = sheet_of({"unit": "command-squad", "name": "One"}, {"unit": "command-squad", "name": "Two"}, house=house)
    assert "Commander" not in dict(two.facts)
    second = {"unit": "command-squad", "name": "Two", "commander": True}
    named = sheet_of({"unit": "command-squad", "name": "One"}, second, house=house)
    assert [("Commander" in card.rules) for card in named.cards] == [False, True]
    assert dict(named.facts)["Commander"] == "Two"
    alone = sheet_of({"unit": "command-squad", "name": "One"}, house=house)
    assert dict(alone.facts)["Commander"] == "One"


def test_the_legend_tells_every_label() -> None:
    sheet = sheet_of({"unit": "rhino"}, {"unit": "terminator-squad"})
    labels = {label for card in sheet.cards for one in card.boxes for label in one.labels}
    assert labels == {label for label, _ in sheet.legend} == set("AMRT")


# --- the page to look things up on ---

ON_CARDS = {
    "unmarked-assault",
    "no-assault-line",
    "command-squads",
    "devastator-doubles",
    "option-multimelta-heavy",
    "dreadnought-alternatives",
    "dreadnought-missile",
    "budget-rule",
}


TOO_RARE = {"threat_min_range", "screen"}
IN_SWITCHES = {"difficult_ground"}  # the words of the switch name it


def quick(**house: Any) -> str:
    return render_pages(TT.make_quick_pages(TT.read_house(house, "house")), "text")


def test_the_tables_of_play(golden: Golden) -> None:
    golden("quick.txt", quick())


@pytest.mark.parametrize("switch", sorted(set(TT.reference.house.switches) - ON_CARDS))
def test_the_tables_of_play_follow_every_house_rule_of_play(switch: str) -> None:
    values = TT.reference.house.switches[switch].values
    assert len({quick(**{switch: value}) for value in values}) == len(values)


@pytest.mark.parametrize(
    ("where", "key"),
    [
        *(("distances", key) for key in printed_table("distances") if key not in TOO_RARE | IN_SWITCHES),
        *(("costs", key) for key in printed_table("costs")),
        ("chargers", "front"),
        ("chargers", "flank"),
        ("results", "destroyed_times"),
        ("victory", "half_times"),
    ],
)
def test_every_number_comes_from_the_tables(where: str, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = quick()
    monkeypatch.setitem(printed_table(where), key, printed_table(where)[key] + 71)
    assert quick() != before


def height(block: Block) -> int:
    """Lines that a block takes in one of two columns of a page, in small type."""
    match block:
        case Table():
            return 2 + len(block.rows)
        case Facts():
            return sum(ceil(len(value) / 48) for _, value in block.rows)
        case _:
            return 1


def test_the_tables_of_play_fit_on_a_page() -> None:
    """Two columns of 70 lines, whatever the house rules."""
    last = {name: one.values[-1] for name, one in TT.reference.house.switches.items()}
    for house in ({}, last):
        (page,) = TT.make_quick_pages(TT.read_house(house, "house"))
        assert sum(map(height, page.blocks)) < 140
