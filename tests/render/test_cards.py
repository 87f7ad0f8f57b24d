"""Cards to cut out: what stands on which, the same on HTML and PDF, and that nobody needs a magnifying glass."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.sheet import Card, Sheet, Source
from tabletop_cli.core.page import BLANK, Table
from tabletop_cli.render.paper import document_data
from tabletop_cli.render.paper.fit import cards_of
from tabletop_cli.render.paper.html import document_html
from tabletop_cli.render.paper.pdf import document_pdf
from tests.needs import needs
from tests.render import chromium
from tests.render.phone import phone
from tests.sheets import GUNS, RIFLES, SHEET, SOURCE

ARMIES = Path(__file__).parents[2] / "armies"
SYSTEMS = {"td": "battle-group", "tt": "marines-crusade", "tgf": "thunder-battery", "fftt": "patient-foundry"}
SYSTEMS["du"] = "salt-quorne"
LONG = "Whoever has moved, entered or left a house this turn does not shoot at anything that flies. "
TEXTS = tuple((f"Rule {at}", LONG * 2) for at in range(4))

Plain = dict[str, Any]


def cards(*units: Card, rules: tuple[tuple[str, str], ...] = SHEET.rules) -> list[Plain]:
    return list(cards_of(document_data(replace(SHEET, cards=units, rules=rules), SOURCE)))


def texts(card: Plain) -> str:
    return " ".join(str(piece.items) for piece in card["pieces"])


def told(card: Plain) -> list[str]:
    """The names of the rules that a card has in full words."""
    return [name for piece in card["pieces"] if piece.kind == "texts" for name, text in piece.items if text]


def test_a_card_shows_all_of_a_unit() -> None:
    (first, *guns, scouts) = cards_of(document_data(SHEET, SOURCE))
    assert [card["title"] for card in guns] == ["Sporethrower 1", "Sporethrower 2", "Sporethrower 3"]
    assert first["part"] == "" and scouts["secret"]
    for word in ("Missile Launcher", "Armour-piercing", "reload markers", "A unit that has moved", "Hold the mill"):
        assert word in texts(first)


def test_a_card_with_little_on_it_is_large() -> None:
    assert cards_of(document_data(SHEET, SOURCE))[-1]["size"] == "huge"


def test_what_does_not_fit_goes_on_with_a_second_card() -> None:
    words = " ".join(f"w{number}" for number in range(700))
    sides = cards(replace(RIFLES, note=words, rules=()))
    assert len(sides) > 1
    assert [card["part"] for card in sides] == [f"{at} of {len(sides)}" for at in range(1, len(sides) + 1)]
    found = " ".join(piece.text for card in sides for piece in card["pieces"] if piece.name == "Note")
    assert found == words, "nothing is cut away"
    assert {card["size"] for card in sides} == {"small"}


def test_rules_that_do_not_fit_stand_on_a_second_card_in_full_words() -> None:
    first, second = cards(replace(RIFLES, rules=tuple(name for name, _ in TEXTS)), rules=TEXTS)
    assert (first["part"], second["part"]) == ("1 of 2", "2 of 2")
    assert not told(first) and "Rule 3" in texts(first), "the first names them"
    assert told(second) == [name for name, _ in TEXTS]
    assert (second["title"], second["kind"]) == ("Morel's Own", "rules")


def test_copies_share_the_card_with_their_rules() -> None:
    *own, last = cards(replace(RIFLES, count=3, rules=tuple(name for name, _ in TEXTS)), rules=TEXTS)
    assert [card["title"] for card in own] == ["Morel's Own 1", "Morel's Own 2", "Morel's Own 3"]
    assert {card["part"] for card in own} == {"1 of 2"}
    assert (last["title"], last["kind"], last["part"]) == ("Morel's Own", "rules, for all 3", "2 of 2")


def test_no_card_is_added_for_texts_that_find_room_on_those_that_are_needed_anyhow() -> None:
    first, second = cards(replace(RIFLES, note="Hold the mill until turn four. " * 26))
    assert told(first) == ["Leader bonus", "Heavy"]
    assert {first["kind"], second["kind"]} == {"regular lead infantry"}, "neither is for rules alone"


def test_without_texts_a_card_has_their_names() -> None:
    (card,) = cards(replace(RIFLES, rules=("Leader bonus", "Heavy")), rules=())
    assert "Leader bonus, Heavy" in texts(card)


def table(columns: str, *rows: str) -> Table:
    heads = tuple(columns.split())
    return Table(heads, tuple(tuple(row.split("|")) for row in rows), right=frozenset(heads[1:]))


def piece(shown: Table) -> Any:
    (card,) = cards(replace(RIFLES, table=shown, options=(), rules=(), boxes=(), note=""))
    return card["pieces"][1]


def test_a_table_that_is_too_wide_for_a_card_is_told_in_words() -> None:
    wide = table("who a b c d e f g h", "veteran sergeant|" + "|".join(["+2x2/11"] * 7) + "|-")
    found = piece(wide)
    assert found.kind == "rows"
    ((name, pairs),) = found.items
    assert name == "veteran sergeant"
    assert pairs[0] == ("a", "+2x2/11") and len(pairs) == 7, "what says nothing is left out"


def test_names_wrap_between_words_before_a_table_is_given_up() -> None:
    found = piece(table("who a b c d e", "light machine gunner|+2/10|+2/10|+2/10|+2/10|+2/10"))
    assert found.kind == "table"
    assert [column["grow"] > 0 for column in found.head] == [True, False, False, False, False, False]


def test_a_name_stands_over_its_cells_where_that_takes_less_room() -> None:
    bands = "+cc +pb +sr +mr +lr"
    few = piece(table(f"who {bands}", "1 HMG gunner, heavy machine gun|-4/13|+3x3/13|+2x2/13|-1/13|-"))
    assert few.kind == "over", "a name of three lines is higher than one over its cells"
    wide = table(f"who {bands} +er", "1 sniper, sniper rifle|-3/10|+2/10x2|+1/10x2|0/10x2|-1/10x2|-3/9")
    found = piece(wide)
    assert (found.kind, [column["name"] for column in found.head]) == ("over", [*bands.split(), "+er"])
    page = document_html(document_data(replace(SHEET, cards=(replace(GUNS, table=wide),)), SOURCE, parts=("cards",)))
    assert '<th scope="rowgroup" colspan="6">1 sniper, sniper rifle</th></tr>\n<tr><td' in page


def test_what_is_still_to_be_agreed_gets_room_to_write() -> None:
    found = piece(table("gun a b c d e", "heavy gun|" + "|".join([BLANK] * 5)))
    assert found.kind == "over", "five places to write have room in no row that has a name, too"
    assert piece(table("gun a b c d e f", "heavy gun|" + "|".join([BLANK] * 6))).kind == "rows"
    assert 'class="blank">to agree' in document_html(
        document_data(replace(SHEET, cards=(replace(GUNS, stats=(("fire", BLANK),)),)), SOURCE)
    )


def test_what_the_letters_of_boxes_mean_stands_on_the_card_with_them() -> None:
    """What is printed around a card is cut off with the margin."""
    sides = cards(replace(RIFLES, note="Hold the mill until turn four. " * 26))
    boxes = [one for side in sides for one in side["pieces"] if one.kind == "boxes"]
    assert boxes and all(one.name == "P pinned, S suppressed, X out of action" for one in boxes)
    page = document_html(document_data(SHEET, SOURCE, parts=("cards",)))
    assert page.count('<p class="meant">') == page.count('<div class="ticks')
    assert "</article></div>" in page, "nothing is below the cards"


# On paper


def crowded() -> Sheet:
    """Ten units with as much as a card may hold, in every size of type, and more."""
    note = "Hold the mill until turn four. "
    units = tuple(replace(RIFLES, place=("units", at), note=note * (3 * at)) for at in range(10))
    return replace(SHEET, cards=units)


@pytest.mark.medium
@needs("chromium")
def test_nine_cards_to_a_page_however_full_they_are(tmp_path: Path) -> None:
    """A card that is higher than 88 mm would push the third row off the sheet, also of the lower letter paper."""
    doc = document_data(crowded(), SOURCE, parts=("cards",))
    count = len(cards_of(doc))
    assert count > 10, "some of them go on with a second card"
    file = tmp_path / "cards.html"
    file.write_text(document_html(doc, "letter"), encoding="utf-8")
    assert chromium.pages(chromium.printed(file)) == -(-count // 9)


@pytest.fixture(scope="module", params=list(SYSTEMS.items()), ids=list(SYSTEMS))
def army(request: pytest.FixtureRequest) -> Plain:
    system, name = request.param
    return document_data(open_army(ARMIES / system / f"{name}.toml").sheet, Source(), parts=("cards",))


LEAST = 7  # points
SIZES = "[...document.querySelectorAll('.card *')].filter(one => one.textContent)"
SIZES += ".map(one => parseFloat(getComputedStyle(one).fontSize))"
ASIDE = "[...document.querySelectorAll('.card')].filter(one => one.scrollWidth > one.clientWidth + 1).length"
HIGH = "[...document.querySelectorAll('.card')].filter(one => one.getBoundingClientRect().height > 88 * 96 / 25.4 + 1)"


@pytest.mark.slow
@needs("chromium")
def test_nothing_on_a_card_of_html_is_small_or_leaves_it(army: Plain, tmp_path: Path) -> None:
    file = tmp_path / "cards.html"
    file.write_text(document_html(army), encoding="utf-8")
    with phone(1200, 800) as one:
        one.send("Emulation.setEmulatedMedia", media="print")
        one.open(file)
        assert min(one.run(SIZES)) >= LEAST * 96 / 72 - 0.01
        assert one.run(ASIDE) == 0
        assert one.run(f"{HIGH}.length") == 0


@pytest.mark.slow
@needs("pdftohtml")
def test_nothing_on_a_card_of_pdf_is_small(army: Plain, tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    file = tmp_path / "cards.pdf"
    file.write_bytes(document_pdf(army))
    words = ["pdftohtml", "-xml", "-stdout", "-i", "-zoom", "3", str(file)]
    said = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    sizes = [int(size) for size in re.findall(r'<fontspec id="\d+" size="(\d+)"', said)]
    assert min(sizes) >= 3 * LEAST


@pytest.mark.slow
@needs("pdftotext")
def test_words_of_a_cell_stay_together_on_a_card_of_pdf_where_smaller_type_allows_it() -> None:
    """Three long names of weapons beside a column of traits: a little too wide for the larger sizes."""
    pytest.importorskip("typst", reason="the extra pdf is not installed")
    file = document_pdf(document_data(open_army(ARMIES / "tt/marines-crusade.toml").sheet, Source(), parts=("cards",)))
    words = ["pdftotext", "-layout", "-", "-"]
    said = subprocess.run(words, input=file, capture_output=True, check=True).stdout.decode()
    for name in ("2 x Assault Cannon", "Storm Bolters", "Power Weapon", "Missile Launcher", "2 x Twin Lascannons"):
        assert name in said
    assert not re.search(r"Storm *\n|2 x *\n", said)
