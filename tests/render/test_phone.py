"""The roster on the phone beside the table: what a finger can do, and what is there again after the page was closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.core.lists.sheet import Source
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.html import document_html
from tabletop_cli.render.qr import qr_svg
from tests.needs import needs
from tests.render.phone import Phone, phone

pytestmark = [pytest.mark.slow, needs("chromium")]
ARMY = Path(__file__).parents[2] / "armies" / "tt" / "marines-patrol.toml"
TICKED = "[...document.querySelectorAll('input:checked')].map(box => box.id).join(' ')"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("phone") / "roster.html"
    army = open_army(ARMY)
    quick = army.system.make_quick_pages(army.system.house)
    sheet = replace(army.sheet, prospects=army.prospects)
    code = code_of(army.file.data)
    plain = document_data(sheet, Source("a.toml", "f" * 64), quick=quick, code=code, qr=qr_svg(code))
    file.write_text(document_html(plain), encoding="utf-8")
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


def test_a_new_turn_is_always_at_the_foot_of_the_screen(held: Phone) -> None:
    for part in ("#top", "#unit-1", "#unit-4", "#rules", "#odds", "#tables"):
        held.run(f"document.querySelector('{part}').scrollIntoView()")
        foot = held.run("document.querySelector('button[type=reset]').getBoundingClientRect().bottom")
        assert 800 <= foot <= 844, part


def test_a_new_battle_clears_all_boxes_at_the_second_tap(held: Phone, page: Path) -> None:
    held.tap("input:not([form=turn])")
    held.tap("input[form=turn]")
    held.tap("#anew")
    assert len(held.run(TICKED).split()) == 2 and held.run("anew.textContent") == "Clear all?"
    held.tap("#anew")
    assert held.run(TICKED) == "" and held.run("anew.textContent") == "New battle"
    held.wait(lambda: held.open(page) or held.run(TICKED) == "", "and it stays so")


def test_undo_takes_back_the_last_tap_whatever_it_was(held: Phone) -> None:
    assert held.run("undo.disabled")
    held.tap("#b3")
    ticked = held.run(TICKED)
    held.tap("#anew")
    held.tap("#anew")
    held.tap("#undo")
    assert held.run(TICKED) == ticked
    held.tap("#undo")
    assert held.run(TICKED) == "" and held.run("undo.disabled")


def test_a_counter_is_ticked_and_unticked_in_order(held: Phone) -> None:
    assert held.run("document.querySelector('#b3').closest('.row').getAttribute('aria-label')") == "units lost"
    held.tap("#b3")
    assert held.run(TICKED) == "b0 b1 b2 b3"
    held.tap("#b1")
    assert held.run(TICKED) == "b0"


def test_links_lead_to_the_parts_of_the_page(held: Phone) -> None:
    names = held.run("[...document.querySelectorAll('nav a')].map(one => one.textContent).join(' ')")
    assert names == "Units Rules Odds Tables"
    held.tap("nav a[href='#tables']")
    assert held.run("Math.abs(document.querySelector('#tables').getBoundingClientRect().top) < 100")
    held.tap(".bar a")
    assert held.run("scrollY") == 0


def test_the_picture_of_the_list_is_for_paper(held: Phone) -> None:
    seen = "getComputedStyle(document.querySelector('.qr')).display"
    assert held.run(seen) == "none"
    held.send("Emulation.setEmulatedMedia", media="print")
    assert held.run(seen) == "block"


def test_captions_wrap_and_stay_where_a_table_is_scrolled(held: Phone) -> None:
    right = "Math.max(...[...document.querySelectorAll('caption span')].map(one => one.getBoundingClientRect().right))"
    assert held.run(right) <= 390
    held.run("document.querySelector('#odds ~ .scroll').scrollLeft = 100")
    assert held.run("document.querySelector('#odds ~ .scroll caption span').getBoundingClientRect().left") >= 0


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
