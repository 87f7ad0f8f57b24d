"""What the cases are told: `golden/sentences.<system>.txt` its words, `<system>/golden/steps.<file>.txt` its order.

The words of every explanation and every roll stand once for a system, sorted by the rules that they cite, with the
files whose cases are told them; sentences that differ in nothing but their numbers count as one. Other golden files are
written in shorthand, see `tests/shorthand.py`, so whoever says something better changes one of them.

The steps of a file stand in the order of play, each sentence under the first case that is told it. So whoever takes an
explanation away, cites another rule, or lets one be told where it was not, sees it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tests.conftest import Golden

from .test_cases import CASES, HERE, SYSTEMS, Case, of_system

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
        for step in steps(reply_to_request(case.request)):
            if alike(step) not in told:
                new.setdefault(alike(step), step)
        if new:
            yield f"-- {case.name}"
            yield from map(written, new.values())
        told |= set(new)


def written(step: dict[str, Any]) -> str:
    return f"{step['text']} [{', '.join(step['rules'])}]" if step["rules"] else step["text"]


def sentences(cases: Sequence[Case]) -> Iterator[str]:
    """Return each sentence once, by its rules and its words, and below it the files whose cases are told it."""
    found: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    files: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for case in cases:
        for step in steps(reply_to_request(case.request)):
            words, *rules = alike(step)
            found[*rules, words].add(written(step))
            files[*rules, words].add(case.file)
    for key in sorted(found):
        yield min(found[key])
        yield f"    {', '.join(sorted(files[key]))}"


@pytest.mark.medium
@pytest.mark.first_golden
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_words_of_every_explanation(system: str, golden: Golden) -> None:
    golden(f"sentences.{system}.txt", "".join(f"{line}\n" for line in sentences(of_system(system))))


@pytest.mark.parametrize(("system", "file"), FILES)
def test_what_the_cases_are_told(system: str, file: str, golden: Golden) -> None:
    found = transcript([case for case in CASES if (case.system, case.file) == (system, file)])
    golden(HERE / system / "golden" / f"steps.{file}.txt", "".join(f"{line}\n" for line in found), words=False)
