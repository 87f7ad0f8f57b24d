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
from tabletop_cli.systems.tt.tables import fill_text, printed_table

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
        (
            "unmarked-assault",
            "ap: An Assault value without AP or AT counts only against units that are attacked as infantry.",
        ),
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


# --- special rules, in full words ---


def rules_of(unit: str, faction: str = "space-marines", **house: str) -> dict[str, str]:
    return dict(sheet_of({"unit": unit}, faction=faction, house=house).rules)


@pytest.mark.parametrize(
    ("rule", "unit", "faction", "switch"),
    [
        ("Slow", "terminator-squad", "space-marines", "slow-retreat"),
        ("Ambush", "terminator-squad", "space-marines", "ambush-deploy"),
        ("Ambush", "terminator-squad", "space-marines", "ambush-cost"),
        ("Invulnerable", "command-squad", "space-marines", "invulnerable-retreat"),
        ("Barrage", "whirlwind", "space-marines", "barrage-into-close-combat"),
        ("Fast", "fire-dragons", "eldar", "bad-terrain"),
        ("Hit & Run", "warp-spiders", "eldar", "hit-and-run"),
        ("Far Sight", "falcon", "eldar", "far-sight"),
    ],
)
def test_a_special_rule_follows_the_house_rule(rule: str, unit: str, faction: str, switch: str) -> None:
    """It quotes how the switch is played, so it never contradicts the house rules on the same page."""
    for value in (one := TT.reference.house.switches[switch]).values:
        assert one.meaning_of(value) in rules_of(unit, faction, **{switch: value})[rule]


def test_the_commander_says_whether_a_barrage_pays_for_distance() -> None:
    text = rules_of("command-squad")["Commander"]
    assert "1 command point more to move or fire a barrage" in text and f"more than {CM['command']} cm" in text
    assert "barrage" not in rules_of("command-squad", **{"barrage-surcharge": "no"})["Commander"]


def test_the_legend_follows_the_house_rule() -> None:
    for value in (one := TT.reference.house.switches["attacked-once"]).values:
        sheet = sheet_of({"unit": "rhino"}, house={"attacked-once": value})
        assert one.meaning_of(value) in dict(sheet.legend)["T"]


def test_a_unit_without_an_assault_weapon_says_so() -> None:
    assert "can be charged" in rules_of("devastator-squad")["No Assault weapon"]
    assert "No Assault weapon" not in rules_of("devastator-squad", **{"no-assault-line": "zero"})
    assert "No Assault weapon" not in rules_of("tactical-squad")


def test_no_text_on_paper_keeps_a_placeholder() -> None:
    for kind in ("specials", "traits", "unit_rules", "faction_rules"):
        for row in printed_table(kind).values():
            assert "{" not in fill_text(row["summary"], TT.reference.house.printed)


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


TOO_RARE = {"threat_min_range"}
IN_SWITCHES = {"difficult_ground"}  # the words of the switch name it
CM, COST = printed_table("distances"), printed_table("costs")


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


def lines_of(page: str) -> dict[str, str]:
    """The sentences of the page by their names, several under one name together."""
    found: dict[str, str] = {}
    for line in page.splitlines():
        name, _, text = line.strip().partition(": ")
        found[name] = f"{found.get(name, '')} {text}".strip()
    return found


# What a player needs at the table, by rule: the line of the page, and the words and numbers that must be in it.
AT_THE_TABLE = [
    ("TT-CMD-1", "1 start", ["command points", "5, 4, 3, 2, 1 in 6", "lost"]),
    ("TT-CMD-2", "a unit or group that moves or charges", [COST["activation"]]),
    ("TT-BAR-1", "a unit or group that fires a barrage", [COST["activation"]]),
    ("TT-CMD-3", f"a move or a barrage, if the unit or whole group is over {CM['command']} from the Commander", ["+1"]),
    ("TT-CMD-4", "Difficult units, once for a group that moves, each one that enters", ["+1"]),
    ("TT-CMD-5", "2 movement", ["each unit once"]),
    ("TT-CMD-6", "each unit that enters", [COST["enter"]]),
    ("TT-CMD-6", "entering", [f"more than {CM['entry']} from every enemy", "no charge", "no Heavy weapons"]),
    ("TT-CMD-7", "each Cloaked enemy that you want to attack", [COST["cancel_cloak"]]),
    ("TT-AIR-2", "1 start", ["Aircraft return"]),
    ("TT-TURN-3", "3 shooting", ["need no command points", "ran, charged or got in", "each weapon once"]),
    ("TT-CC-5", "4 close combat", ["does not strike back"]),
    ("TT-MOVE-3", "Slow", [f"At most {CM['slow']}", "retreats as far as it must"]),
    ("TT-MOVE-4", "difficult ground", [f"at most {CM['difficult_ground']} cm", "Fast does not help"]),
    ("TT-MOVE-5", "difficult ground", ["All-Terrain"]),
    ("TT-MOVE-6", "difficult ground", ["Jump"]),
    ("TT-MOVE-6", "enemies", ["Jump crosses enemies and such ground, but ends clear of them"]),
    ("TT-MOVE-7", "enemies", [f"more than {CM['clear_of_enemy']} from every enemy", "impassable"]),
    ("TT-MOVE-8", "groups", [f"at most {CM['cohesion']}", f"less than {CM['cohesion']} afterwards"]),
    ("TT-MOVE-9", "turning", ["Free during a move", "is a move"]),
    ("TT-TRANS-1", "transports", [f"within {CM['load']}", "activated together"]),
    ("TT-TRANS-2", "transports", ["whole move"]),
    ("TT-TRANS-3", "transports", ["Just out: no charge, no Heavy weapons"]),
    ("TT-TRANS-4", "transports", ["does not run"]),
    ("TT-TRANS-5", "transports", ["cannot attack or be attacked"]),
    ("TT-TRANS-6", "transports", ["lost with their transport"]),
    ("TT-THREAT-1", "threatened", [f"within {CM['threat']}", "in front", "can harm"]),
    ("TT-THREAT-3", "threatened", ["charges", f"more than {CM['threat']} from all"]),
    ("TT-THREAT-4", "threatened", ["never moves behind"]),
    ("TT-THREAT-5", "threatened", ["no barrage"]),
    ("TT-THREAT-6", "front", ["ahead of the line", "the rest is behind"]),
    ("TT-CHARGE-2", "a charge", ["visible and in front at the start"]),
    ("TT-CHARGE-3", "a charge", ["entirely behind", "flank"]),
    ("TT-CHARGE-4", "a charge", ["2 on the front, 2 on the flank"]),
    ("TT-CHARGE-6", "a charge", ["Straight"]),
    ("TT-CHARGE-9", "a charge", ["Only Jump units charge Jump units"]),
    ("TT-BAR-2", "a barrage", ["from minimum to maximum range", "in front unless Turret", "without having to see"]),
    ("TT-BAR-3", "it hits", [f"within {CM['blast']} of it", "skips units in close combat"]),
    ("TT-BAR-4", "it hits", ["its own attack die and defence die"]),
    ("TT-BAR-5", "a barrage", ["Not if it would hit a unit that a barrage has hit this turn"]),
    ("TT-SHOOT-2", "a shot", ["in range", "in front", "visible", "close combat"]),
    ("TT-SHOOT-3", "a shot", ["Turret"]),
    ("TT-SHOOT-4", "after a move", ["No Heavy weapons"]),
    ("TT-SHOOT-5", "once a turn", ["once a turn", "Close combat does not count"]),
    ("TT-SHOOT-6", "support", ["Only the attacking weapon's traits"]),
    ("TT-SHOOT-8", "a shot", ["AP or AT"]),
    ("TT-SHOOT-9", "sight", [f"within {CM['screen']} of the shooter"]),
    ("TT-SHOOT-10", "after a move", ["Aircraft"]),
    ("TT-SHOOT-11", "3 shooting", ["before the next"]),
    ("TT-SHOOT-13", "Hit & Run", [f"At most {CM['hit_and_run']}"]),
    ("TT-MOD-4", "distraction", ["nearer", "not concealed", "not yet attacked", "could attack"]),
    ("TT-MOD-6", "defence", ["Ignore Cover"]),
    ("TT-MOD-7", "Armor", ["0 against a Power Weapon"]),
    ("TT-MOD-8", "Armor", ["1 if Tough"]),
    ("TT-MOD-9", "Armor", ["1 less for Tough against a Lance"]),
    ("TT-RES-1", "destroyed", ["at least 2 times the defence"]),
    ("TT-RES-1", "nothing", ["not higher"]),
    ("TT-RES-4", "Invulnerable", ["1, 2 or 3"]),
    ("TT-RES-5", "retreat", ["Fearless units stay"]),
    ("TT-FAC-1", "retreat", ["FOR THE EMPEROR (Marines): the first unit that would retreat in a turn stays"]),
    (
        "TT-RET-1",
        "how to retreat",
        [f"{CM['retreat']} or more", f"more than {CM['retreat_from_friend']} from every friend"],
    ),
    ("TT-RET-1", "how to retreat", [f"more than {CM['retreat_from_enemy']} from every enemy"]),
    ("TT-RET-1", "how to retreat", ["through units and all ground", "impassable: only Jump"]),
    ("TT-RET-2", "how to retreat", ["then face away"]),
    ("TT-RET-3", "how to retreat", ["leave the field, is destroyed"]),
    ("TT-CC-2", "one attack", ["charged one enemy", "each of the others adds 1"]),
    ("TT-CC-4", "afterwards", [f"up to {CM['free_move']}", "also if it stays", f"more than {CM['clear_of_enemy']}"]),
    ("TT-WIN-1", "half", ["half of the enemy's starting units", "in reserve and in transports", "4 of 7"]),
    ("TT-WIN-2", "Commander", ["at once"]),
    ("TT-SETUP-1", "the field", [f"{CM['field']} x {CM['field']}", "terrain"]),
    ("TT-SETUP-2", "the field", [f"strip of {CM['deployment']}"]),
    ("TT-SETUP-3", "reserve", ["Aircraft", "Ambush"]),
    ("TT-SETUP-4", "the field", ["who goes first"]),
    ("TT-SETUP-5", "Far Sight", ["rolls a die", "up to that many"]),
]


@pytest.mark.parametrize(("rule", "line", "words"), AT_THE_TABLE, ids=lambda one: one if isinstance(one, str) else "")
def test_the_page_is_enough_to_play_by(rule: str, line: str, words: list[str | int]) -> None:
    """The page has the rule, and its section names it."""
    found = lines_of(quick())[line]
    assert [word for word in map(str, words) if word not in found] == [], found
    assert rule in {one for section in TT.reference.file_data("quick")["section"] for one in section["rules"]} | CONTEXT


CONTEXT = {"TT-CC-5"}  # on the page, but no section is about it


def test_the_order_of_the_page_is_that_of_a_turn() -> None:
    titles = [section["title"] for section in TT.reference.file_data("quick")["section"]]
    order = ["A turn", "Moves", "Threat and charges", "Barrages", "Shooting", "Results of every attack"]
    assert titles == [*order, "Close combat", "Victory", "Setting up"]


def test_a_retreat_by_house_rule_needs_no_room() -> None:
    """Where others give way, 5 cm suffice: nothing is said of any distance from them."""
    line = lines_of(quick(**{"retreat-push": "others"}))["how to retreat"]
    assert "or more" not in line and "more than" not in line and "give way" in line


def test_gaps_follow_the_house_rule() -> None:
    assert "less than" not in lines_of(quick(cohesion="inclusive"))["groups"]
    assert "at most" not in lines_of(quick(cohesion="strict"))["groups"]


def test_command_points_of_the_page_are_those_of_the_rule() -> None:
    """A group that enters, and a barrage far away, pay what the resolver says."""
    together = lines_of(quick(**{"ambush-cost": "per-group"}))
    assert together["all units that enter together"] == str(COST["enter"])
    assert f"a move, if the unit or whole group is over {CM['command']} from the Commander" in lines_of(
        quick(**{"barrage-surcharge": "no"})
    )


def height(block: Block) -> int:
    """Lines that a block takes in one of two columns of a page, in small type."""
    match block:
        case Table():
            return 2 + len(block.rows)
        case Facts():
            return sum(ceil(len(f"{name}  {value}") / 58) for name, value in block.rows)
        case _:
            return 1


def test_the_tables_of_play_fit_on_a_page() -> None:
    """Two columns of 75 lines, whatever the house rules."""
    last = {name: one.values[-1] for name, one in TT.reference.house.switches.items()}
    for house in ({}, last):
        (page,) = TT.make_quick_pages(TT.read_house(house, "house"))
        assert sum(map(height, page.blocks)) < 150
