"""The organiser's conditions: every list has the agreed budget, faction and house rules, or is told what it has."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.core import registry
from tabletop_cli.core.errors import TabletopError
from tabletop_cli.core.lists.require import check_requirements, parse_requirement
from tabletop_cli.core.system import System

from ..conftest import Tabletop

GREEN = "armies/td/green-horde.toml"  # 8 points of 8, no house rules
AMBUSH = "armies/td/atg-ambush.toml"  # with numbers for the guns
ELDAR = "armies/tt/eldar-patrol.toml"  # 6 points of 6
ARMY = 'system = "td"\nname = "Guns"\n{more}\n[[units]]\ntype = "hmg"\n'


def written(path: Path, more: str = "") -> Path:
    path.write_text(ARMY.format(more=more))
    return path


def problems(ran_out: str) -> list[dict[str, object]]:
    return [problem for file in json.loads(ran_out)["files"] for problem in file["problems"]]


@pytest.mark.parametrize("word", ["8", "8.0", "16/2", "+8", " 8 "])
def test_the_agreed_budget(word: str, tabletop: Tabletop) -> None:
    assert tabletop("validate", GREEN, "--require", f"budget={word}").code == 0


@pytest.mark.parametrize(
    ("own", "agreed", "fine"),
    [
        ("7.5", "15/2", True),
        ("7.5", "7.5", True),
        ("7.0", "7", True),
        ("7", "7.5", False),
        ("8", "7", False),
        ("0", "0", False),  # one gun costs a point
    ],
)
def test_budgets_are_compared_exactly(own: str, agreed: str, fine: bool, tabletop: Tabletop, tmp_path: Path) -> None:
    army = written(tmp_path / "a.toml", f"budget = {own}")
    assert tabletop("validate", army, "--require", f"budget={agreed}").code == (0 if fine else 1)


def test_another_budget_is_told_with_both(tabletop: Tabletop) -> None:
    ran = tabletop("validate", GREEN, "--require", "budget=7.5")
    assert ran.code == 1
    assert "illegal, 8 of 7 1/2 points" in ran.out, "and checked against the agreed one"
    assert f"  {GREEN}:7: require: budget: the list has 8; agreed: 7.5\n    hint: write: budget = 7.5\n" in ran.out
    assert "TD-A15: 8 of 7.5 points" in ran.out


def test_a_list_without_budget(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("validate", written(tmp_path / "a.toml"), "--require", "budget=12")
    assert ran.code == 1
    assert "require: budget: the list has none; agreed: 12" in ran.out


def test_requirements_apply_to_every_list(tabletop: Tabletop) -> None:
    ran = tabletop("validate", GREEN, ELDAR, "armies/td/cavalry.toml", "--require", "budget=8", "-f", "json")
    report = json.loads(ran.out)
    assert [one["result"] for one in report["files"]] == ["legal", "illegal", "illegal"]
    assert report["required"] == ["budget=8"]


@pytest.mark.parametrize(
    ("file", "require", "said"),
    [
        (GREEN, "system=td", None),
        (GREEN, "system=tt", 'system: the list has "td"; agreed: tt'),
        (ELDAR, "faction=eldar", None),
        (ELDAR, "faction=space-marines", 'faction: the list has "eldar"; agreed: space-marines'),
        (ELDAR, "name=Wayfinders", None),
        (ELDAR, "name=wayfinders", 'name: the list has "Wayfinders"'),
    ],
)
def test_fields_of_the_file(file: str, require: str, said: str | None, tabletop: Tabletop) -> None:
    ran = tabletop("validate", file, "--require", require)
    assert ran.code == (1 if said else 0)
    assert said is None or f"require: {said}" in ran.out


# --- house rules


@pytest.mark.parametrize(
    ("house", "require", "said"),
    [
        ("", "house.close_combat=variant-1", None),  # the default holds where nothing is written
        ('close_combat = "variant-1"', "house.close_combat=variant-1", None),
        ("", "house.close_combat=variant-2", "the list has variant-1 (as printed); agreed: variant-2"),
        ('close_combat = "variant-2"', "house.close_combat=variant-2", None),
        ('close_combat = "variant-2"', "house.close_combat=variant-1", "the list has variant-2; agreed: variant-1"),
        ("", "house.attached_hmg_cost=0", "house.attached_hmg_cost: the list has 1 (as printed); agreed: 0"),
        ("attached_hmg_cost = 0", "house.attached_hmg_cost=0", None),
        ("", "house.guns.light-gun.reload=1", "the list has blank (as printed); agreed: 1"),
        ("guns.light-gun.reload = 1", "house.guns.light-gun.reload=1", None),
        ("guns.light-gun.reload = 2", "house.guns.light-gun.reload=1", "the list has 2; agreed: 1"),
        ("", "house=printed", None),
        ('close_combat = "variant-1"', "house=printed", None),
        ('close_combat = "variant-2"', "house=printed", "the list has variant-2; agreed: variant-1"),
        ("guns.light-gun.reload = 2", "house=printed", "light-gun.reload: the list has 2; agreed: blank"),
    ],
)
def test_house_rules(house: str, require: str, said: str | None, tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('system = "td"\n[[units]]\ntype = "hmg"\n[house]\n' + house)
    ran = tabletop("validate", path, "--require", require)
    assert ran.code == (1 if said else 0)
    assert said is None or said in ran.out
    assert not house or said is None or f"{path}:5: require" in ran.out, "the line that says otherwise"


def test_the_hint_mends_it(tabletop: Tabletop, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for house, require in (("", "house.close_combat=variant-2"), ("guns.light-gun.reload = 2", "house=printed")):
        path.write_text('system = "td"\n[[units]]\ntype = "hmg"\n[house]\n' + house)
        ran = tabletop("validate", path, "--require", require)
        hint = ran.out.split("hint: tabletop ")[1].split("\n")[0]
        assert tabletop(*hint.split()).code == 0
        assert tabletop("validate", path, "--require", require).code == 0


def test_the_house_rules_of_a_file(tabletop: Tabletop, tmp_path: Path) -> None:
    own = tmp_path / "club.toml"
    own.write_text('close_combat = "variant-2"\nguns.light-gun.reload = 1\n')
    list_ = tmp_path / "list.toml"
    written(list_, 'house = {close_combat = "variant-2", guns.light-gun.reload = 1}')
    assert tabletop("validate", list_, "--require", f"house={own}").code == 0
    assert tabletop("validate", list_, "--require", f"house={list_}").code == 0
    assert tabletop("validate", AMBUSH, "--require", f"house={AMBUSH}").code == 0
    ran = tabletop("validate", GREEN, AMBUSH, "--require", f"house={own}", "-f", "json")
    assert ran.code == 1
    green = json.loads(ran.out)["files"][0]["problems"]
    assert [one["message"].split(":")[0] for one in green] == ["house.close_combat", "house.guns.light-gun.reload"]
    assert "agreed: blank" in ran.out, "the ambush decides more than the club"


def test_an_army_without_house_rules_is_as_printed(tabletop: Tabletop) -> None:
    assert tabletop("validate", "armies/td/cavalry.toml", "--require", f"house={GREEN}").code == 0
    ran = tabletop("validate", AMBUSH, "--require", f"house={GREEN}")
    assert ran.code == 1


def test_house_rules_of_another_game(tabletop: Tabletop, tmp_path: Path) -> None:
    ran = tabletop("validate", GREEN, ELDAR, "--require", f"house={AMBUSH}")
    assert "require: system: the list has tt; agreed: td" in ran.out
    ran = tabletop("validate", GREEN, ELDAR, "--require", "house.close_combat=variant-1")
    assert ran.code == 0, "where there is no such rule, there is nothing to decide"
    club = tmp_path / "club.toml"
    club.write_text('close_combat = "variant-2"\n')
    ran = tabletop("validate", ELDAR, GREEN, "--require", f"house={club}", "-f", "json")
    assert "close_combat: unknown house rule" in problems(ran.out)[0]["message"]  # type: ignore[operator]


# --- what is required must make sense


@pytest.mark.parametrize(
    ("require", "said"),
    [
        ("budget", "is not KEY=VALUE"),
        ("=12", "is not KEY=VALUE"),
        ("budget=", "is not KEY=VALUE"),
        ("", "is not KEY=VALUE"),
        ("budget=lots", '"lots" is not a number of points'),
        ("budget=-1", "is not a number of points"),
        ("budget=1/0", "is not a number of points"),
        ("budget=1/3", "is not a number of points"),
        ("budget=nan", "is not a number of points"),
        ("budget=1e999999999", "is not a number of points"),
        ("budget=" + "9" * 400, "is not a number of points"),
        ("system=dt", 'no game system "dt"'),
        ("fraction=eldar", "fraction is unknown in lists for td"),
        ("faction=eldar", "faction is unknown in lists for td"),
        ("units=3", "units is not a text or number"),
        ("house.close_combt=variant-2", "did you mean close_combat?"),
        ("house.close_combat=variant-3", "this switch has no value"),
        ("house.guns.light-gun.reload=soon", '"soon"'),
        ("house.guns=1", 'no house rule "guns"'),
        ("house.=1", "no house rule"),
        ("house=nosuch.toml", "there is no such file"),
        ("house=armies", "cannot be read"),
        (f"house={ELDAR}", "house rules for tt, but no list here is for it"),
        ("\x1b[31m=1", "unknown"),
    ],
)
def test_a_wrong_requirement_checks_nothing(require: str, said: str, tabletop: Tabletop) -> None:
    ran = tabletop("validate", GREEN, "--require", require)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error: ")
    assert said in ran.err
    assert "\x1b" not in ran.err


def test_no_more_lists_are_read_than_it_takes() -> None:
    """The first system that knows the rule is enough; otherwise the first says what is wrong."""

    def systems(*ids: str) -> Iterator[System]:
        yield from map(registry.load, ids)
        raise AssertionError("nobody else is to be asked")

    check_requirements(
        [parse_requirement("house.close_combat=variant-1"), parse_requirement("budget=1")], systems("td")
    )
    check_requirements([parse_requirement("house.close_combat=variant-1")], systems("tt", "td"))
    check_requirements([], systems())
    with pytest.raises(TabletopError, match="td has no house rule"):
        check_requirements([parse_requirement("house.nosuch=1")], map(registry.load, ("td", "tt")))


def test_contradictions(tabletop: Tabletop) -> None:
    assert tabletop("validate", GREEN, "--require", "budget=8", "--require", "budget=8.0").code == 0
    assert tabletop("validate", GREEN, "--require", "budget=8", "--budget", "8").code == 0
    ran = tabletop("validate", GREEN, "--require", "budget=8", "--require", "budget=9")
    assert (ran.code, ran.out) == (2, "")
    assert "the budget cannot be 8 and 9" in ran.err
    ran = tabletop("validate", GREEN, "--require", "budget=8", "--budget", "9")
    assert (ran.code, ran.out) == (2, "")
    assert "give one of them" in ran.err


def test_a_typo_in_one_list_does_not_hide_a_rule(tabletop: Tabletop, tmp_path: Path) -> None:
    """Unreadable lists name no system; the others are asked whether they know the rule."""
    (tmp_path / "a.toml").write_text("=")
    written(tmp_path / "b.toml")
    assert tabletop("validate", tmp_path, "--require", "house.close_combat=variant-1").code == 2
    ran = tabletop("validate", tmp_path / "a.toml", "--require", "house.anything=1")
    assert ": faulty" in ran.out


def test_every_format_tells(tabletop: Tabletop) -> None:
    for form, begin in (("text", "armies"), ("csv", "file,"), ("github", "::error"), ("json", "{")):
        ran = tabletop("validate", GREEN, ELDAR, "--require", "budget=8", "--format", form)
        assert ran.code == 1
        assert ran.out.startswith(begin)
        assert "budget: the list has 6; agreed: 8" in ran.out
