"""What people and machines are told who ask for what cannot be: `golden/complaints.<system>.txt`.

Every kind of sentence that the cases lead to, with its code, the place that is blamed and what to do about it. The
cases themselves say which code it must be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop_cli.core.batch import reply_to_request
from tests.conftest import Golden

from .test_cases import SYSTEMS, Case, of_system


def complaints(case: Case) -> Iterator[dict[str, Any]]:
    """The errors in the reply to a case, and the problems of its army."""
    found = reply_to_request(case.request)
    if not found["ok"]:
        yield found["error"]
    yield from (result["error"] for result in found.get("results", ()) if "error" in result)
    yield from found.get("problems", ())


def is_wrong(case: Case) -> bool:
    """Whether something is blamed, as far as the case says so."""
    want = case.expect
    results = (result for result in want.get("results", ()) if isinstance(result, dict))
    return not want.get("ok", True) or "codes" in want or "problems" in want or any("error" in one for one in results)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_is_said_of_mistakes(system: str, golden: Golden) -> None:
    sentences: dict[tuple[str, ...], str] = {}
    for case in filter(is_wrong, of_system(system)):
        for one in complaints(case):
            where = one.get("where", one.get("place", ""))
            words = [one["code"], str(where), one["message"], one.get("hint") or ""]
            alike = tuple(re.sub(r"[\d/., ]+", "#", word) for word in words)
            sentences.setdefault(alike, f"{case.name}: {' | '.join(filter(None, words))}\n")
    assert len(sentences) > 50
    golden(f"complaints.{system}.txt", "".join(sentences[one] for one in sorted(sentences)))
