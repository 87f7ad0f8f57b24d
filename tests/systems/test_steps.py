"""What the cases of each file are told, in the order of play: `<system>/golden/steps.<file>.txt`.

Each sentence stands once for a file, with its rules, under the first case that is told it; sentences that differ in
nothing but their numbers count as one. So whoever takes an explanation away, cites another rule, or lets one be told
where it was not, sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tabletop_cli.core.batch import reply
from tests.conftest import Golden

from .test_cases import CASES, HERE, Case

FILES = sorted({(case.system, case.file) for case in CASES})


def steps(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All that a reply explains: of a situation, of every event of a battle, and the problems of an army."""
    yield from answer.get("steps", ())
    for result in answer.get("results", ()):
        yield from result.get("steps", ())
    for problem in answer.get("problems", ()):
        yield {"text": problem["message"], "rules": [problem["code"]]}


def alike(step: dict[str, Any]) -> tuple[str, ...]:
    return re.sub(r"[\d/., ]+", "#", step["text"]), *step["rules"]


def transcript(cases: Sequence[Case]) -> Iterator[str]:
    """A line for each case that is told something new, and one for each new sentence."""
    told: set[tuple[str, ...]] = set()
    for case in cases:
        new: dict[tuple[str, ...], dict[str, Any]] = {}
        for step in steps(reply(case.request)):
            if alike(step) not in told:
                new.setdefault(alike(step), step)
        if new:
            yield f"-- {case.name}"
            yield from (f"{step['text']} [{', '.join(step['rules'])}]" for step in new.values())
        told |= set(new)


@pytest.mark.parametrize(("system", "file"), FILES)
def test_what_the_cases_are_told(system: str, file: str, golden: Golden) -> None:
    found = transcript([case for case in CASES if (case.system, case.file) == (system, file)])
    golden(HERE / system / "golden" / f"steps.{file}.txt", "".join(f"{line}\n" for line in found))
