"""Charts keep to the width of the terminal, look the same every time, and say everything in words, too."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tabletop_cli.core.page import Chart, Link, Page, Para, Spot
from tabletop_cli.render import render_pages
from tabletop_cli.render.chart.layout import arrange_spots
from tabletop_cli.render.chart.svg import chart_svg, charts_html
from tabletop_cli.render.chart.text import chart_facts, chart_lines, chart_room

RING = Chart(
    tuple(Spot(one, f"Town {one}", ("ann, 4 saved", f"{one}1 12 FP"), "ann") for one in "abcdef"),
    tuple(Link(ends, "H" if ends == ("c", "d") else "", "hazard" if ends == ("c", "d") else "")
          for ends in (*pairwise("abcdef"), ("a", "f"))),
)  # fmt: skip
ODD = Chart((Spot("x", "<b>\x1b[31m", ("a & b",)), Spot("y", "y" * 60)), (Link(("x", "y"), "!", "<i>"),))


def many(spots: int) -> Chart:
    """A long row of spots."""
    names = [f"n{at}" for at in range(spots)]
    return Chart(tuple(Spot(name, name) for name in names), tuple(map(Link, pairwise(names))))


def test_every_spot_has_a_cell_of_its_own() -> None:
    for chart in (RING, ODD, many(13), many(60)):
        cells = arrange_spots(chart)
        assert cells.keys() == {spot.id for spot in chart.spots}
        assert len(set(cells.values())) == len(cells)
        assert cells == arrange_spots(chart)


def test_nothing_stands_before_a_line_of_a_ring() -> None:
    drawn = "\n".join(chart_lines(RING, 80))
    assert all(f"Town {one}" in drawn for one in "abcdef")
    assert drawn.endswith("\nH hazard")
    assert len(re.findall(r"·H|H·| H ", drawn)) == 1


@pytest.mark.parametrize("chart", [RING, ODD, many(13)], ids=["ring", "odd", "row"])
def test_where_there_is_room_a_drawing_is_no_higher_and_names_are_whole(chart: Chart) -> None:
    width, height = chart_room(chart)
    drawn = list(chart_lines(chart, width))
    assert len(drawn) <= height
    assert all(
        spot.title in "\n".join(drawn) for spot in chart.spots if len(spot.title) <= 12 and spot.title.isprintable()
    )
    assert len(list(chart_lines(chart, 30))) >= len(drawn)


@pytest.mark.parametrize("width", [20, 40, 80, 110])
@pytest.mark.parametrize("chart", [RING, ODD, many(13), Chart((), ())], ids=["ring", "odd", "row", "nothing"])
def test_a_drawing_keeps_to_the_width(chart: Chart, width: int) -> None:
    assert max(map(len, chart_lines(chart, width)), default=0) <= width


def test_what_is_drawn_is_said_in_plain_words() -> None:
    told = list(chart_facts(RING))
    assert told[0] == "Town a: ann, 4 saved, a1 12 FP"
    assert "Town c - Town d: hazard" in told
    assert "Town a - Town f" in told
    assert render_pages(Page("Map", (RING,)), "text").splitlines()[2:] == told


@pytest.mark.parametrize("form", ["terminal", "text", "markdown", "json"])
def test_no_title_steers_the_terminal(form: str) -> None:
    shown = render_pages(Page("Map", (ODD,)), form)
    assert "\x1b[31m" not in shown
    assert "yyyy" in shown


def test_the_picture_is_xml_with_all_words() -> None:
    found = ElementTree.fromstring(chart_svg(RING))
    texts = ["".join(one.itertext()) for one in found.iter()]
    assert {f"Town {one}" for one in "abcdef"} <= set(texts)
    assert "hazard" in texts
    assert chart_svg(RING) == chart_svg(RING)
    strange = chart_svg(ODD)
    ElementTree.fromstring(strange)
    assert "<b>" not in strange and "<i>" not in strange


def test_a_group_keeps_its_colour() -> None:
    def colours(*owners: str) -> list[str]:
        spots = tuple(Spot(str(at), str(at), (), owner) for at, owner in enumerate(owners))
        return re.findall(r'fill="(#\w+)"', chart_svg(Chart(spots, (), ("ann", "bob", "cyd"))))

    ann, bob, cyd = colours("ann", "bob", "cyd")
    assert len({ann, bob, cyd}) == 3
    assert colours("cyd", "", "bob") == [cyd, bob]


def test_the_page_needs_nothing_else() -> None:
    page = charts_html(Page("War & peace", (RING, Para("ann 3 VP")), "week 2"))
    assert "<p>H hazard</p>" in page
    assert page.startswith("<!DOCTYPE html>")
    assert "War &amp; peace" in page and "<p>ann 3 VP</p>" in page and "<p>week 2</p>" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
