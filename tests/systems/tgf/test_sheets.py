"""Armies of tgf on paper: numbers, boxes and words, also of lists that are wrong, and the page to look things up on."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Card, Sheet, Source
from tabletop_cli.core.page import Facts, Table
from tabletop_cli.render import render_pages
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.roster import Options
from tabletop_cli.render.roster.pages import roster_page
from tabletop_cli.render.roster.text import render

TGF = registry.load("tgf")
ARMIES = Path(__file__).parents[3] / "armies" / "tgf"
ILLEGAL = Path(__file__).parent / "illegal"
Golden = Callable[[str | Path, str], None]


def member(role: str, count: int = 1, level: str = "regular", **more: Any) -> dict[str, Any]:
    return {"role": role, "level": level, "count": count, **more}


def unit(*members: dict[str, Any], kind: str = "squad", **more: Any) -> dict[str, Any]:
    return {"id": "u1", "kind": kind, "members": list(members), **more}


def sheet(*units: Any, **house: Any) -> Sheet:
    return testing.check_sheet(TGF, {"units": list(units), "house": house})


def card(*members: dict[str, Any], kind: str = "squad", house: dict[str, Any] | None = None, **more: Any) -> Card:
    return sheet(unit(*members, kind=kind, **more), **(house or {})).cards[0]


def rows(one: Card) -> list[dict[str, str]]:
    assert one.table is not None
    return [dict(zip(one.table.columns, row, strict=True)) for row in one.table.rows]


def boxes(one: Card) -> dict[str, str]:
    return {boxes.name: " ".join(boxes.labels) for boxes in one.boxes}


# --- A card


def test_a_card_has_the_columns_of_the_printed_one() -> None:
    one = card(member("sergeant"), member("soldier", 4), member("hmg"))
    assert dict(one.stats[:9]) == {
        "CC": "7",
        "RC": "7",
        "LD": "9+1",
        "AC": "3",
        "ST": "7",
        "MV": "9",
        "A": "7",
        "S": "2",
        "Pts": "17",
    }
    assert (one.kind, one.points) == ("regular squad", Fraction(107))
    assert rows(one)[0] == {
        "who": "1 sergeant, assault rifle",
        "+cc": "-2/10",
        "+pb": "+2/10",
        "+sr": "+1/10",
        "+mr": "0/10",
        "+lr": "-2/0",
    }
    assert whose(one) == ["1 sergeant, assault rifle", "4 soldiers, assault rifle", "1 HMG gunner, heavy machine gun"]
    assert rows(one)[2]["+pb"] == "+3x3/13"


def whose(one: Card) -> list[str]:
    return [row["who"] for row in rows(one)]


def test_a_card_says_when_the_unit_is_put_to_the_test() -> None:
    def tests(one: Card) -> tuple[str | None, ...]:
        return tuple(dict(one.stats).get(name) for name in ("LD", "men", "half", "third"))

    assert tests(card(member("sergeant"), member("soldier", 11))) == ("9+1", "12", "7", "4")
    assert tests(card(member("sergeant"), member("soldier", 4))) == ("9+1", "5", "3", "1")
    assert tests(card(member("sergeant", level="elite"), member("soldier", 4, "elite"))) == ("13+1", "5", "3", None)
    assert tests(card(member("sergeant"), member("crew", 3), kind="gun-crew")) == ("9+1", "4", "3", None)
    assert tests(card(member("sergeant"), member("soldier"), house={"co": "optional"}))[0] == "9"
    assert set(dict(sheet(unit(member("sergeant"))).facts)) == {"initiative", "LD", "half", "third", "weapons"}


def test_levels_and_points_stand_in_the_table_where_they_differ() -> None:
    mixed = {"mixed-levels": "yes"}
    one = card(member("soldier", 2, "green"), member("sergeant", level="veteran"), house=mixed)
    assert dict(one.stats)["CC"] == "8", "of the leader's level, wherever he stands"
    numbers = ("CC", "RC", "LD", "AC", "A")
    assert [(row["who"], " ".join(row[one] for one in numbers), row["Pts"]) for row in rows(one)] == [
        ("2 soldiers, green, assault rifle", "6 6 8 3 6", "15"),
        ("1 sergeant, veteran, assault rifle", "8 8 11 3 8", "25"),
    ]
    dear = rows(card(member("sergeant"), member("sniper"), house={"prices": {"sniper-rifle": "1/2"}}))
    assert [row["Pts"] for row in dear] == ["-", "17 1/2"]
    assert "Pts" not in rows(card(member("sergeant"), member("soldier")))[0]


def test_every_miniature_has_the_box_of_its_name_at_the_table() -> None:
    one = card(member("sergeant"), member("soldier", 3), member("sniper"))
    own = {"actions": "1 2 3", "this turn": "A", "unit": "P O H S F"}
    assert boxes(one) == {"Sergeant": "0", "Soldier": "1 2 3", "Sniper": "4", **own}
    assert boxes(card(member("sergeant", level="elite")))["actions"] == "1 2 3 4"
    crowd = boxes(card(member("soldier", 10**9), member("medic")))
    assert crowd[f"Soldier ({10**9} in all)"].endswith("23") and crowd["Medic"] == str(10**9)


def test_pieces_have_rows_and_boxes_of_their_own() -> None:
    crew = (member("sergeant"), member("fo"), member("crew", 3))
    team = card(*crew, kind="artillery-team", pieces=["mortar-80mm", "mortar-80mm", "offboard"])
    assert team.options == ("80 mm mortar", "80 mm mortar", "Off-board gun")
    assert whose(team)[1:] == [
        "1 forward observer, assault rifle",
        "3 crew, assault rifle",
        "80 mm mortar",
        "Off-board gun",
    ]
    assert (rows(team)[3]["+sr"], rows(team)[4]["+sr"]) == ("0/11x2", "to agree")
    assert boxes(team)["80 mm mortar: firing actions"] == "1 2 3"
    gun = card(member("sergeant"), member("crew", 3), kind="gun-crew", pieces=["anti-tank-gun"])
    assert boxes(gun)["Anti-tank gun"] == "loaded aimed fired"


def test_a_supplied_table_takes_the_place_of_a_blank_one() -> None:
    table = {"weapons": {"grenade-launcher": {"sr": {"hit": 1, "dam": 9, "shots": 2}}}}
    members = (member("sergeant"), member("soldier", 2), member("gl"))
    assert rows(card(*members))[2]["+sr"] == "to agree"
    assert "Launchers without a table" in card(*members).rules
    assert rows(card(*members, house=table))[2]["+sr"] == "+1x2/9"
    assert "Launchers without a table" not in card(*members, house=table).rules


# --- The whole list


def test_initiative_is_told_with_the_best_leader_of_the_army() -> None:
    facts = dict(sheet(unit(member("sergeant", level="green"), member("soldier", level="elite"))).facts)
    assert facts["initiative"] == "d20 + 13, the best LD"
    assert "initiative" not in dict(sheet().facts)


def test_what_is_wrong_is_shown_as_it_is_written() -> None:
    found = sheet(
        {"kind": "platoon", "name": "Smaug"}, "squad", unit(member("corporal", 9), member("soldier", 0)), {"id": "x"}
    )
    assert [(one.title, one.kind) for one in found.cards] == [
        ("Smaug", 'unknown kind "platoon"'),
        ("u1", "squad"),
        ("x", "unknown kind null"),
    ]
    assert found.cards[1].table is None and found.points == 0 and not found.legal


def test_machines_get_members_as_they_count() -> None:
    found = sheet(unit(member("sergeant"), member("soldier", 4, weapon="mortar-50mm")))
    assert found.data["units"][0]["members"][1] == member("soldier", 4, weapon="assault-rifle")


@pytest.mark.parametrize("name", ["thunder-battery", "smugglers"])
def test_a_list_as_text(name: str, golden: Golden) -> None:
    lines = render(open_army(ARMIES / f"{name}.toml").sheet, Source(), Options(form="text"))
    golden(f"roster-{name}.txt", "\n".join(lines))


def test_the_table_of_a_unit_has_its_name_in_the_terminal_and_not_once_more_on_paper() -> None:
    found = open_army(ARMIES / "gun-line.toml").sheet
    tables = [
        block for block in roster_page(found, Source()).blocks if isinstance(block, Table) and block.columns[0] == "who"
    ]
    assert [table.title for table in tables] == ["Broad Anna", "Thin Anna", "Hedge Squad"]
    cards = document_data(found, Source())["cards"]
    assert [card["table"]["title"] for card in cards] == ["", "", ""]


def test_a_list_with_several_mistakes_has_a_sheet() -> None:
    path = next(path for path in ILLEGAL.glob("*.toml") if "several" in path.name)
    found = testing.check_sheet(TGF, load_file(path).data)
    assert len({one.code for one in found.errors}) == 4 and len(found.cards) == 2


# --- The quick reference


def quick(title: str, **house: Any) -> dict[str, tuple[str, ...]]:
    """The rows of a table of the quick reference, by their first cell."""
    (page,) = TGF.make_quick_pages(TGF.reference.house.read(house))
    found = next(block for block in page.blocks if isinstance(block, Table) and block.title.startswith(title))
    return {row[0]: row[1:] for row in found.rows}


def test_the_quick_reference_has_the_tables_of_the_book() -> None:
    assert quick("Armoury")["Sniper rifle"] == ("-3/10", "+2/10x2", "+1/10x2", "0/10x2", "-1/10x2", "-3/9")
    assert quick("To hit")["in forest, to 3 cm from the treeline / deeper"] == ("-1 / -2",)
    assert quick("To hit")["firer higher (prone does not count then) / lower, per full 10 cm up to 30"] == ("+1 / -1",)
    assert quick("Close combat")["target higher / lower"] == ("-1 / +1",)
    assert quick("Movement")["Prone"] == ("x 1/3",)
    assert quick("Falls")["18-27 cm"] == ("10", "2")
    assert quick("Gun drill")["Load"] == ("2", "1")


def test_the_quick_reference_follows_the_house_rules() -> None:
    assert quick("Falls")["higher"] == ("to agree", "to agree")
    assert quick("Falls", **{"fall-over-54": "fatal"})["higher"] == ("fatal", "-")
    assert quick("Falls", **{"fall-over-54": {"dam": 22, "hits": 4}})["higher"] == ("22", "4")
    assert "Rocket launcher" not in quick("Armoury")
    table = {"rocket-launcher": {"sr": {"hit": 0, "dam": 12}}}
    assert quick("Armoury", weapons=table)["Rocket launcher"][2] == "0/12"
    assert quick("Ranges; a shared bound belongs to the farther", **{"band-edge": "far"})
    assert "hide" in quick("Your house rules", hide="ld-check")


def test_reminders_have_their_numbers() -> None:
    (page,) = TGF.make_quick_pages(TGF.house)
    told = {name: text for block in page.blocks if isinstance(block, Facts) for name, text in block.rows}
    assert told["sight"].startswith("60 cm; in fog or dense rain 30, at night 15")
    assert "within 18 cm" in told["command"] and "4 less under fire" in told["recover"]
    assert "{" not in "".join(told.values())


def test_the_catalogue_can_be_read_in_the_terminal() -> None:
    assert len(TGF.make_catalogue_pages()) == 6
    assert all(render_pages(page, "text") for page in TGF.make_catalogue_pages())
