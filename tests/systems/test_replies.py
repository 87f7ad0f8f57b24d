"""What stands in a reply and what does not: `golden/replies.<system>.txt`.

A case names what it wants to see, and more may stand there. Here stand the keys of every kind of outcome and result,
each set of keys once, with the first case that leads to it: nobody adds one by mistake, or leaves one out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tests.conftest import Golden

from .test_cases import SYSTEMS, Case, of_system

COMMON = {"steps", "ok"}


def told(case: Case) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a reply says, by the resolver or the event that it says it of."""
    found = reply_to_request(case.request)
    if isinstance(outcome := found.get("outcome"), dict):
        yield f"{case.request['resolver']}", outcome
    events = case.request.get("events") or []
    for event, result in zip(events, found.get("results", ()), strict=False):
        if isinstance(event, dict):
            yield f"{case.request['do']}: {event.get('do')}", result


def keys(answer: dict[str, Any]) -> str:
    """The keys of a table, and which of them say nothing."""
    found = (f"{key} (null)" if value is None else key for key, value in answer.items() if key not in COMMON)
    return ", ".join(sorted(found))


@pytest.mark.medium
@pytest.mark.parametrize("system", SYSTEMS)
def test_what_stands_in_replies(system: str, golden: Golden) -> None:
    seen: dict[tuple[str, str], str] = {}
    for case in of_system(system):
        if case.expect.get("ok", True) and case.request.get("do") != "odds":
            for what, answer in told(case):
                seen.setdefault((what, keys(answer)), case.name)
    lines = [f"{what} | {words} | {name}\n" for (what, words), name in sorted(seen.items())]
    golden(f"replies.{system}.txt", "".join(lines))
