"""The roster on the phone beside the table: what a finger can do, and what is there again after the page was closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tabletop_cli.core.lists.opened import open_army
from tabletop_cli.core.lists.sheet import Source
from tabletop_cli.render.paper import document
from tabletop_cli.render.paper.html import html
from tests.needs import needs
from tests.render.phone import Phone, phone

pytestmark = [pytest.mark.slow, needs("chromium")]
ARMY = Path(__file__).parents[2] / "armies" / "tt" / "marines-patrol.toml"
TICKED = "[...document.querySelectorAll('input:checked')].map(box => box.id).join(' ')"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("phone") / "roster.html"
    file.write_text(html(document(open_army(ARMY).sheet, Source("a.toml", "f" * 64))), encoding="utf-8")
    return file


@pytest.fixture
def held(page: Path) -> Iterator[Phone]:
    with phone() as one:
        one.open(page)
        yield one


def test_a_finger_hits_every_box_and_nothing_has_to_be_scrolled_aside(held: Phone) -> None:
    small = "[...document.querySelectorAll('input, button')].filter(one => one.getBoundingClientRect().height < 44)"
    assert held.run(f"{small}.length") == 0
    assert held.run("document.documentElement.scrollWidth") <= 390


def test_what_was_ticked_is_there_again(held: Phone, page: Path) -> None:
    held.tap("#b0")
    held.tap("input[form=turn]")
    ticked = held.run(TICKED)
    assert len(ticked.split()) == 2
    held.open(page)
    assert held.run(TICKED) == ticked


def test_a_new_turn_clears_what_belongs_to_a_turn(held: Phone, page: Path) -> None:
    lasting = "input:not([form=turn])"
    held.tap(lasting)
    held.tap("input[form=turn]")
    held.tap("button[type=reset]")
    assert held.run(f"[...document.querySelectorAll('input:checked')].every(box => box.matches('{lasting}'))")
    assert len(held.run(TICKED).split()) == 1
    held.wait(lambda: held.open(page) or len(held.run(TICKED).split()) == 1, "and it stays so")


def test_a_unit_leads_to_its_block_a_rule_to_its_text_and_both_back(held: Phone) -> None:
    held.tap("table a")
    assert held.run("location.hash") == "#unit-1"
    assert held.run("Math.abs(document.querySelector('#unit-1').getBoundingClientRect().top) < 100")
    held.tap("article a[href^='#rule-']")
    assert held.run("document.querySelector(':target dt').textContent === "
                    "document.querySelector(`a[href='${location.hash}']`).textContent")  # fmt: skip
    held.tap(":target .back")
    assert held.run("location.hash") == "#units"
    held.tap("#unit-2 a")
    assert held.run("location.hash") == "#roster"
    assert held.run("[...document.querySelectorAll('a')].every(one => document.querySelector(one.hash))")


def test_every_box_has_words(held: Phone) -> None:
    names = held.run("[...document.querySelectorAll('input')].map(box => box.getAttribute('aria-label'))")
    assert all(names) and "activated this turn" in names
    assert held.run("[...document.querySelectorAll('[role=group]')].every(one => one.getAttribute('aria-label'))")


def test_without_scripts_boxes_tick_and_a_new_turn_clears(page: Path) -> None:
    with phone(scripts=False) as one:
        one.open(page)
        one.tap("input[form=turn]")
        assert len(one.run(TICKED).split()) == 1
        one.tap("button[type=reset]")
        assert one.run(TICKED) == ""


def test_a_wide_screen_has_two_columns(page: Path) -> None:
    with phone(1200, 800) as one:
        one.open(page)
        left = "[...document.querySelectorAll('article')].map(one => Math.round(one.getBoundingClientRect().left))"
        assert len(set(one.run(left))) == 2
        assert one.run("document.documentElement.scrollWidth") <= 1200
