"""A sentence has one place: whoever says something better changes few files, and `make golden` writes them.

Here the files are counted in which the words of an explanation stand, as `tests/reword.py` would find them changed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from statistics import mean

import pytest

from tests.shorthand import SENTENCES, sentences

ROOT = Path(__file__).parents[1]
SYSTEMS = sorted(path.name.split(".")[1] for path in SENTENCES.glob("sentences.*.txt"))
LEAST = 5  # words of a part of a sentence that is looked for: fewer stand elsewhere by chance
MOST = 4  # files beside the code, so that with it fewer than six change
OFTEN = 0.05  # of the sentences may stand in more files: those of army lists, and some that the log tells, too


@cache
def texts() -> tuple[str, ...]:
    """What tests and documents hold, by file."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*"), *(ROOT / "tests").rglob("*")]
    kinds = {".py", ".txt", ".md", ".json", ".jsonl", ".csv", ".toml", ".1"}
    return tuple(path.read_text(encoding="utf-8", errors="replace") for path in paths if path.suffix in kinds)


def parts(system: str) -> list[str]:
    """The longest part of each explanation of a system that has no number and no punctuation."""
    told = [re.sub(r" \[[^]]*\]$", "", line) for line in sentences(system)]
    longest = {max(re.split(r"[\d(),:;\[\]\"]+", text), key=len).strip() for text in told}
    return sorted(part for part in longest if part.count(" ") >= LEAST - 1)


@pytest.mark.medium
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_words_of_an_explanation_stand_in_few_files(system: str) -> None:
    found = {part: sum(part in text for text in texts()) for part in parts(system)}
    assert len(found) > 100
    assert min(found.values()) > 0
    assert mean(found.values()) < 2
    many = {part: n for part, n in found.items() if n > MOST}
    assert len(many) <= OFTEN * len(found), many


def labels(system: str) -> list[str]:
    """What dice are rolled for, where it has a number and nothing else is called so; without a number of dice."""
    rolls = [roll for line in sentences(system) if line.endswith("(typed)") for roll in line.split("; ")]
    found = {re.sub(r"^\d+ |: [\d ]+\(typed\)$", "", roll) for roll in rolls}
    return sorted(label for label in found if re.search(r" .*\d", label))


def test_the_label_of_a_roll_stands_in_few_files() -> None:
    found = {label: sum(label in text for text in texts()) for system in SYSTEMS for label in labels(system)}
    assert len(found) > 5
    assert {label: n for label, n in found.items() if not 0 < n <= MOST} == {}
