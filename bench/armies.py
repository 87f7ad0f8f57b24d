"""A thousand army lists, validated against merely parsed; a million ways to spend points, counted."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from tabletop_cli.cli.lists.validate import check_file, find_files
from tabletop_cli.core import registry
from tabletop_cli.core.lists.advice.goods import goods_of
from tabletop_cli.core.lists.advice.spending import Spending
from tabletop_cli.core.lists.army import check_army, load_file
from tabletop_cli.core.lists.open_list import open_army
from tabletop_cli.render.problems import Findings, as_text

from .measure import fastest, ms, show, times

EXAMPLES = Path(__file__).parents[1] / "armies" / "td"
LISTS = 1_000
SPENT = 16  # points; a million ways and more


def run() -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = _thousand(Path(folder))
        system = registry.load("td")

        def parse() -> None:
            for file in files:
                tomllib.loads(file.read_text(encoding="utf-8"))

        def validate() -> None:
            for file in files:
                army = load_file(file)
                army.problems_with_lines(check_army(system, army.data).problems)

        data = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]

        def checking() -> None:
            for army in data:
                check_army(system, army)

        def reporting() -> None:
            as_text(Findings([check_file(path, hashed=True) for path in find_files([Path(folder)])]))

        validate()  # the catalogue is read once
        parsed, validated, checked = fastest(parse), fastest(validate), fastest(checking)
        reported = fastest(reporting)
    rows = [
        ("read and parsed only (tomllib)", ms(parsed), times(1)),
        ("validated: read, parsed, checked", ms(validated), times(validated / parsed)),
        ("the checking alone", ms(checked), times(checked / parsed)),
        ("the folder as `validate` does it: found, checked, hashed, told", ms(reported), times(reported / parsed)),
    ]
    show(f"Armies: {LISTS:,} lists with nothing wrong", rows, "tomllib")
    suggest()


def suggest() -> None:
    """A million ways to spend points, counted, against the checking of the list once."""
    army = open_army(EXAMPLES / "battle-group.toml")
    budget = army.report.sum + SPENT
    goods = goods_of(army.system, army.data, army.report)
    assert goods is not None
    ways = Spending(goods, Fraction(SPENT), budget=int(budget)).ways

    def checking() -> None:
        for _ in range(100):
            check_army(army.system, army.data)

    def counting() -> None:
        assert Spending(goods, Fraction(SPENT), budget=int(budget)).ways == ways

    checked, counted = fastest(checking) / 100, fastest(counting)
    rows = [
        ("the list checked once", ms(checked), times(1)),
        (f"{ways:,} ways to spend {SPENT} points counted", ms(counted), times(counted / checked)),
    ]
    show("Suggestions: ways to spend points", rows, "one check")


def _thousand(folder: Path) -> Sequence[Path]:
    """The example armies without any finding, over and over, each with a name of its own."""
    armies = [load_file(path) for path in sorted(EXAMPLES.glob("*.toml"))]
    texts = [army.text for army in armies if not check_army(registry.load("td"), army.data).problems]
    files = [folder / f"list-{number:04}.toml" for number in range(LISTS)]
    for number, file in enumerate(files):
        file.write_text(texts[number % len(texts)].replace('name = "', f'name = "{number} ', 1), encoding="utf-8")
    return files
