"""An army of FFTT on paper: who stands where, what is ticked off, and what the opponent must not see."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core import registry, testing
from tabletop_cli.core.lists.army import load_file
from tabletop_cli.core.lists.references import resolve_references
from tabletop_cli.core.lists.sheet import Card, Sheet, Source, conceal_sheet
from tabletop_cli.core.page import Facts, Page, Table
from tabletop_cli.render.roster import FORMATS, Options, render_roster

FFTT = registry.load("fftt")
ARMIES = Path(__file__).parents[3] / "armies" / "fftt"
IVO = {"unit": "grunt", "name": "Ivo"}


def u(unit: str, count: int, **more: Any) -> dict[str, Any]:
    return {"unit": unit, "count": count, **more}


def sheet(faction: str, *units: dict[str, Any], **more: Any) -> Sheet:
    return testing.check_sheet(FFTT, {"faction": faction, "units": list(units), "budget": 15, **more})


def flank(side: str, *units: dict[str, Any]) -> dict[str, Any]:
    return {"side": side, "units": list(units)}


def shown(one: Sheet) -> list[tuple[int, str, Fraction | None, bool]]:
    return [(card.count, card.title, card.points, card.secret) for card in one.cards]


def boxes(card: Card) -> dict[str, tuple[str, ...] | int]:
    return {row.name: row.labels or row.whole for row in card.boxes}


# --- Who stands where


def test_who_waits_on_a_flank_is_taken_from_the_lines_of_the_army_the_first_ones_first() -> None:
    lines = [u("hq", 1), u("grunt", 4, name="First"), u("grunt", 10, name="Second")]
    found = sheet("marines", *lines, flanks=[flank("left", u("grunt", 3)), flank("right", u("grunt", 2))])
    assert shown(found) == [(1, "HQ", 1, False), (9, "Second", 9, False), (3, "First", 3, True), (2, "First", 2, True)]
    assert [card.place for card in found.cards[2:]] == [("flanks", 0, "units", 0), ("flanks", 1, "units", 0)]
    assert [card.options for card in found.cards[2:]] == [("left flank",), ("right flank",)]


def test_hidden_elite_figures_keep_their_price() -> None:
    lines = [u("hq", 1), u("grunt", 2, elite=True), u("grunt", 10)]
    found = sheet("marines", *lines, flanks=[flank("left", u("grunt", 3))], house={"elite-cost": 1})
    assert shown(found) == [(1, "HQ", 1, False), (9, "Grunt", 9, False), (3, "Grunt", 5, True)]
    assert found.points == 15


def test_figures_that_the_army_lacks_are_shown_and_cost_nothing() -> None:
    found = sheet("marines", u("hq", 1), u("grunt", 14), flanks=[flank("left", u("medic", 2), u("elf", 1))])
    assert [(title, fp) for _, title, fp, secret in shown(found) if secret] == [("Medic", 0), ('unknown unit "elf"', 0)]


def test_the_general_is_the_first_of_his_unit_that_does_not_hide() -> None:
    hidden = [flank("left", u("grunt", 3))]
    found = sheet("marines", u("hq", 1), u("grunt", 14), general={**IVO, "ability": "iron"}, flanks=hidden)
    assert shown(found)[1:3] == [(1, "Ivo", 1, False), (10, "Grunt", 10, False)]
    ivo, grunt = found.cards[1:3]
    assert (ivo.kind, ivo.options, ivo.place) == ("grunt, general", ("Iron man",), ())
    assert boxes(ivo)["wounds"] == ("", "W", "X") and boxes(grunt)["wounds"] == ("W", "X")
    assert "one wound more" in dict(found.rules)["Iron man"]


def test_a_general_whose_whole_unit_hides_hides_too() -> None:
    lines = [u("queen", 1), u("drone", 9), u("bomb-bug", 2)]
    general = {"unit": "bomb-bug", "name": "Fuse"}
    found = sheet("insectoids", *lines, flanks=[flank("left", u("bomb-bug", 2))], general=general)
    assert shown(found)[2:] == [(1, "Fuse", 1, True), (1, "Bomb bug", 1, True)]


def test_a_replaced_general_costs_three_more_even_where_nobody_is_meant() -> None:
    lines = [u("hq", 1), u("tank", 1)]
    general = {"unit": "tank", "replacement": True}
    found = sheet("machina", *lines, mode="campaign", general=general)
    assert shown(found) == [(1, "HQ", 1, False), (1, "General", 7, False)]
    found = sheet("machina", *lines, mode="campaign", general={**general, "unit": "scanner"})
    assert shown(found)[0] == (1, "General", 3, False) and found.points == 8


def test_blank_names_are_none() -> None:
    found = sheet("marines", u("hq", 1), u("grunt", 1, name=" "), name=" ", general={"unit": "grunt", "name": " "})
    assert (found.name, [card.title for card in found.cards]) == ("Unnamed army", ["HQ", "General"])


# --- Numbers and boxes


def test_the_numbers_of_a_figure_with_experience() -> None:
    found = sheet("marines", u("hq", 1), u("engineer", 1, xp=24), mode="campaign").cards[1]
    assert dict(found.stats) == {
        "AP": "3",
        "wounds": "4, hindered from 2",
        "move": "10 cm",
        "hand to hand": "+2",
        "direct": "9 or less, 30/40 cm",
    }
    assert found.options == ("24 FP of experience",)


def test_two_throws() -> None:
    general = {"unit": "tank", "ability": "full-metal-jacket"}
    found = sheet("machina", u("hq", 1), u("tank", 2), general=general, house={"full-metal-tank": "four"})
    assert [dict(card.stats)["direct"] for card in found.cards[1:]] == [
        "4 x 7 or less, 30/40 cm",
        "2 x 7 or less, 30/40 cm",
    ]


def test_what_is_ticked_off() -> None:
    found = sheet("machina", u("hq", 1), u("tank", 1), u("missile-tank", 1), u("scanner", 1), u("terminator", 1))
    assert [boxes(card) for card in found.cards] == [
        {"wounds": ("", "W", "W", "X")},
        {"wounds": ("", "W", "W", "X"), "AP": 2},
        {"wounds": ("", "W", "X"), "AP": 1, "ammo": ("A",)},
        {"wounds": ("W", "X"), "AP": 2},
        {"wounds": ("W", "X"), "AP": 2, "ammo": ("A",)},
    ]
    assert dict(found.legend) == {"W": "wounded, -1", "X": "dead", "A": "out of ammo"}
    assert [(track.name, track.whole) for track in found.tracks] == [("FP lost", 10)]


def test_who_dies_without_ammo_or_never_lacks_it_has_no_marker() -> None:
    found = sheet("insectoids", u("queen", 1), u("stinger", 2), u("drone", 1))
    assert [list(boxes(card)) for card in found.cards] == [["wounds", "AP"]] * 3
    assert dict(found.facts)["reloads"] == "while a queen lives"
    every = sheet("machina", u("hq", 1), u("terminator", 1), house={"ai": "all-machina"})
    happy = sheet("marines", u("hq", 1), u("grunt", 1), general={**IVO, "ability": "happy-trigger"})
    assert "ammo" not in boxes(every.cards[1]) and "ammo" not in boxes(happy.cards[1])


# --- What the opponent must not see


def secrets(*hidden: dict[str, Any], side: str = "left", **more: Any) -> Sheet:
    """The same shown half, with other figures on a flank."""
    lines = [u("queen", 1), *hidden, u("stinger", 7)] if side == "right" else [u("queen", 1), u("stinger", 7), *hidden]
    inside = [{"unit": one["unit"], "count": one["count"]} for one in hidden]
    return sheet("insectoids", *lines, flanks=[flank(side, *inside)], name="Nest", **more)


@pytest.mark.medium
@pytest.mark.parametrize("form", FORMATS)
def test_two_armies_with_other_secrets_look_the_same(form: str) -> None:
    armies = [
        secrets(u("drone", 3, name="Whisper")),
        secrets(u("razor-dog", 2), side="right"),
        secrets(u("bomb-bug", 1), general={"unit": "bomb-bug", "name": "Fuse", "ability": "lucky-bastard"}),
        secrets(u("acid-spitter", 2)),
    ]
    assert len({repr(render_roster(conceal_sheet(one), Source(), Options(form=form))) for one in armies}) == 1
    assert len({repr(render_roster(one, Source(), Options(form=form))) for one in armies}) == len(armies)


@pytest.mark.parametrize("form", FORMATS)
def test_nor_do_illegal_ones_tell_by_what_is_wrong(form: str) -> None:
    """Too many points, a flank that is too big, or has strangers, and what a general lacks who hides there."""
    others = [
        ([u("scanner", 2)], {}),
        ([u("terminator", 9)], {"general": {"unit": "terminator"}}),
        ([u("scanner", 1), u("sniper", 1)], {"general": {"unit": "scanner", "replacement": True}}),
        ([u("sentinel", 20)], {"general": {"unit": "sentinel", "name": "S"}}),
    ]
    made = []
    for hidden, more in others:
        inside = [u(one["unit"], one["count"]) for one in hidden]
        lines = [u("hq", 1), u("tank", 1), *hidden]
        made.append(sheet("machina", *lines, name="Works", flanks=[flank("left", *inside)], **more))
    assert all(one.errors for one in made)
    assert len({repr(render_roster(conceal_sheet(one), Source(), Options(form=form))) for one in made}) == 1


def test_a_general_is_hidden_only_where_he_hides() -> None:
    lines = [u("hq", 1), u("grunt", 12), u("sniper", 1)]
    vera = {"unit": "sniper", "name": "Vera"}
    for hidden, general, told in (("sniper", IVO, "Ivo"), ("grunt", IVO, "Ivo"), ("grunt", vera, "Vera")):
        found = conceal_sheet(sheet("marines", *lines, flanks=[flank("left", u(hidden, 1))], general=general))
        assert [card.title for card in found.cards if "general" in card.kind] == [told]
    found = conceal_sheet(sheet("marines", *lines, flanks=[flank("left", u("sniper", 1))], general=vera))
    assert "general" not in repr(found) and "Vera" not in repr(found)


def test_nothing_is_hidden_where_nobody_hides() -> None:
    plain = sheet("marines", u("hq", 1), u("grunt", 14), general=IVO)
    assert conceal_sheet(plain).cards == plain.cards and conceal_sheet(plain).tracks == plain.tracks


# --- Catalogue and quick reference


def tables(pages: tuple[Page, ...]) -> dict[str, Table]:
    return {f"{page.title}/{one.title}": one for page in pages for one in page.blocks if isinstance(one, Table)}


def test_the_catalogue_has_every_unit_with_its_faction() -> None:
    found = tables(FFTT.make_catalogue_pages())
    assert [row[0] for row in found["Machina/Units"].rows] == [
        *("HQ", "Tank", "Missile tank", "Scanner", "Terminator", "Sentinel")
    ]
    assert found["Machina/Units"].rows[1][1:] == (
        *("4", "2", "4", "7", "30/40 cm", "direct, two rolls", "8", "+0"),
        "equal dice on a hit: 2 wounds, heals machines, explodes, passes only double doors, never out of ammo",
    )
    assert [row[1] for row in found["Machina/In words"].rows][1:3] == ["AI", "MT, ML"]


def test_the_quick_reference_goes_by_the_house_rules() -> None:
    (page,) = FFTT.make_quick_pages(FFTT.read_house({"ai": "all-machina"}, "house"))
    notes = {row[0]: row[-1] for row in tables((page,))[f"{page.title}/Units"].rows}
    assert notes["Sentinel"].endswith("never out of ammo")
    assert "all-machina" in str(tables((page,))[f"{page.title}/Your house rules"].rows)
    told = next(one for one in page.blocks if isinstance(one, Facts))
    assert "more than 16 cm" in dict(told.rows)["burst"]


LISTS = [path for path in sorted(ARMIES.glob("*.toml")) if not path.name.endswith(".catalogue.toml")]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_every_figure_of_an_example_is_on_some_card(path: Path) -> None:
    data = resolve_references(FFTT, load_file(path))
    found = testing.check_sheet(FFTT, data)
    assert found.units == sum(line["count"] for line in data["units"])
    assert found.legal
