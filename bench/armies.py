"""A thousand army lists, validated against merely parsed."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from tabletop_cli.core import registry
from tabletop_cli.core.army import check, load_file

from .measure import fastest, ms, show, times

EXAMPLES = Path(__file__).parents[1] / "armies" / "td"
LISTS = 1_000


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
                army.place(check(system, army.data).problems)

        data = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]

        def checking() -> None:
            for army in data:
                check(system, army)

        validate()  # the catalogue is read once
        parsed, validated, checked = fastest(parse), fastest(validate), fastest(checking)
    rows = [
        ("read and parsed only (tomllib)", ms(parsed), times(1)),
        ("validated: read, parsed, checked", ms(validated), times(validated / parsed)),
        ("the checking alone", ms(checked), times(checked / parsed)),
    ]
    show(f"Armies: {LISTS:,} lists with nothing wrong", rows, "tomllib")


def _thousand(folder: Path) -> Sequence[Path]:
    """The example armies without any finding, over and over, each with a name of its own."""
    armies = [load_file(path) for path in sorted(EXAMPLES.glob("*.toml"))]
    texts = [army.text for army in armies if not check(registry.load("td"), army.data).problems]
    files = [folder / f"list-{number:04}.toml" for number in range(LISTS)]
    for number, file in enumerate(files):
        file.write_text(texts[number % len(texts)].replace('name = "', f'name = "{number} ', 1), encoding="utf-8")
    return files
