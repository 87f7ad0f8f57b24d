"""Maps of tiles: every tile is drawn once and where it belongs, in words, in text and as a picture."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tabletop_cli.core.page import Cell, Page, Tiling
from tabletop_cli.render import render_pages
from tabletop_cli.render.chart.svg import charts_html
from tabletop_cli.render.chart.tiles import tiling_facts, tiling_lines, tiling_size, tiling_svg

THREE = Tiling(
    (
        Cell(0, 1, "A1", "wood C1", ("rifle (a)",), "a"),
        Cell(1, 0, "B1"),
        Cell(1, 2, "B2", "", ("one", "two", "three", "four"), "b"),
    ),
    ("a", "b"),
)
ODD = Tiling((Cell(-3, -5, "<b>\x1b[31m", "a & b", ("x" * 60,)),))


def wide(count: int) -> Tiling:
    return Tiling(tuple(Cell(0, 2 * at, f"T{at}") for at in range(count)))


def test_the_map_in_words() -> None:
    assert list(tiling_facts(THREE)) == [
        "A1: wood C1, rifle (a), of a",
        "B2: one, two, three, four, of b",
        "plain and empty: B1",
    ]
    assert render_pages(Page("Map", (THREE,)), "text").splitlines()[2:] == list(tiling_facts(THREE))


def test_the_map_as_text() -> None:
    assert list(tiling_lines(THREE, 80)) == [
        "         +[a]--------------+",
        "         |A1               |",
        "         |wood C1          |",
        "         |rifle (a)        |",
        "+--------+--------+[b]-----+--------+",
        "|B1               |B2               |",
        "|                 |one              |",
        "|                 |+3 more          |",
        "+-----------------+-----------------+",
    ]


@pytest.mark.parametrize("width", [20, 40, 80, 110])
@pytest.mark.parametrize("tiling", [THREE, ODD, wide(4), wide(9), Tiling(())], ids=["three", "odd", "4", "9", "none"])
def test_a_drawing_keeps_to_the_width(tiling: Tiling, width: int) -> None:
    drawn = list(tiling_lines(tiling, width))
    is_drawn = any("|" in line for line in drawn)
    assert not is_drawn or max(map(len, drawn)) <= width
    assert all(cell.title in " ".join(drawn) for cell in tiling.cells if cell.title.isalnum())


def test_a_map_too_wide_for_a_drawing_is_told() -> None:
    assert list(tiling_lines(wide(30), 60)) == list(tiling_facts(wide(30)))


def test_a_picture_has_every_tile_and_its_words() -> None:
    root = ElementTree.fromstring(tiling_svg(THREE))
    titles = [one.text for one in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["map", "A1, wood C1, rifle (a)", "B1, ", "B2, , one, two, three, four"]
    assert len(root.findall(".//{http://www.w3.org/2000/svg}circle")) == 2
    assert tiling_svg(THREE) == tiling_svg(THREE)


def test_tiles_touch_and_stand_staggered() -> None:
    def corners(picture: str) -> list[list[tuple[float, float]]]:
        found = re.findall(r'points="([^"]+)"', picture)
        return [[(float(x), float(y)) for x, y in (pair.split(",") for pair in one.split())] for one in found]

    first, left, right = corners(tiling_svg(THREE))
    assert len(set(first) & set(left)) == 2 == len(set(first) & set(right)) == len(set(left) & set(right))
    across, down = tiling_size(THREE)
    assert max(x for one in (first, left, right) for x, _ in one) < across
    assert max(y for one in (first, left, right) for _, y in one) < down


def test_names_do_no_harm() -> None:
    for text in (tiling_svg(ODD), charts_html(Page("Map", (ODD,)))):
        assert "\x1b" not in text and "<b>" not in text
    ElementTree.fromstring(tiling_svg(ODD))


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
def test_every_form_knows_maps(form: str) -> None:
    assert "A1" in render_pages(Page("Map", (THREE,), "", {"tiles": ["A1"]}), form)
