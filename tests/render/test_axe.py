"""Pages judged by axe-core, which looks for what keeps people from reading them: contrast, names, order, structure.

`make axe` fetches it from npm into `.axe`; where it is not there these tests are skipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.core.lists.share import code_of
from tabletop_cli.core.lists.sheet import Sheet, Source
from tabletop_cli.core.page import Boxes, Facts, Lines, Page, Para, Table
from tabletop_cli.render.paper import document_data, sheets_data
from tabletop_cli.render.paper.html import document_html, sheets_html
from tabletop_cli.render.qr import qr_svg
from tests.needs import AXE, needs
from tests.render.phone import phone
from tests.sheets import ILLEGAL

ROOT = Path(__file__).parents[2]
SYSTEMS = {
    "du": "du/gate-ossel",
    "fftt": "fftt/patient-foundry",
    "td": "td/battle-group",
    "tgf": "tgf/thunder-battery",
    "tt": "tt/marines-crusade",
}
pytestmark = [pytest.mark.slow, needs("chromium", "axe-core")]
RUN = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(one =>
    one.id + ": " + one.nodes.map(node => node.html.slice(0, 160)).slice(0, 3).join(" | ")))"""


def faults(page: str, folder: Path, *, dark: bool = False, wide: bool = False) -> list[Any]:
    """What axe-core finds in a page, on a phone or on a desk."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    with phone(*((1280, 900) if wide else (390, 844))) as one:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        one.send("Emulation.setEmulatedMedia", features=[scheme])
        one.open(file)
        one.run(AXE.read_text("utf-8"))
        return list(one.run(RUN))


def of_system(system: str) -> str:
    opened = open_army(ROOT / "armies" / f"{SYSTEMS[system]}.toml")
    quick = opened.system.make_quick_pages(opened.army.house)
    code = code_of(opened.file.data)
    parts = ("roster", "cards", "quick")
    return document_html(
        document_data(opened.sheet, Source("a.toml", "f" * 64), parts=parts, quick=quick, code=code, qr=qr_svg(code))
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_found_on_a_roster(system: str, tmp_path: Path) -> None:
    assert faults(of_system(system), tmp_path) == []


def test_nothing_is_found_in_the_dark_or_on_a_desk(tmp_path: Path) -> None:
    assert faults(of_system("td"), tmp_path, dark=True) == []
    assert faults(of_system("tt"), tmp_path, wide=True) == []


@pytest.mark.parametrize("part", ["cards", "quick"])
def test_nothing_is_found_on_a_part_alone(part: str, tmp_path: Path) -> None:
    opened = open_army(ROOT / "armies" / f"{SYSTEMS['td']}.toml")
    quick = opened.system.make_quick_pages(opened.army.house)
    assert faults(document_html(document_data(opened.sheet, Source(), parts=(part,), quick=quick)), tmp_path) == []


@pytest.mark.parametrize("sheet", [ILLEGAL, Sheet(system="td", system_name="Truffles", name="")], ids=["bad", "bare"])
def test_nothing_is_found_on_a_list_that_is_wrong_or_empty(sheet: Sheet, tmp_path: Path) -> None:
    assert faults(document_html(document_data(sheet, Source())), tmp_path) == []


def test_nothing_is_found_on_a_sheet_to_fill_in(tmp_path: Path) -> None:
    blocks = (Para("Note"), Facts((("a", "b"),)), Table(("who", "what"), (("A", "1"),)), Lines("Notes", 3))
    page = Page("Week 1", (*blocks, Boxes("stores", 1, 3)), "of the river")
    assert faults(sheets_html(sheets_data((page,), "The river", "tabletop")), tmp_path) == []


def test_a_fault_would_be_found(tmp_path: Path) -> None:
    page = of_system("td").replace("<h1>", '<img src=""><h1 style="color: #ddd">')
    found = " ".join(map(str, faults(page, tmp_path)))
    assert "image-alt" in found and "color-contrast" in found
