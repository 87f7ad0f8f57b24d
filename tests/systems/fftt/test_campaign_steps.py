"""Whatever an event of a campaign decides, it says why: its steps name the rules, allowed or refused."""

from __future__ import annotations

from typing import Any

from tabletop_cli.core.batch import reply_to_request

from ..test_cases import of_system

CASES = [case for case in of_system("fftt") if case.request.get("do") == "campaign"]


def test_the_steps_of_events_name_the_rules_that_decided() -> None:
    """Of every case in which something was decided, allowed or refused, each rule that it is about stands in a step."""
    about, untold = 0, []
    for case in CASES:
        results: Any = reply_to_request(case.request).get("results", [])
        steps = [step for result in results for step in result.get("steps", [])]
        if steps:
            about += len(case.rules)
            cited = {rule for step in steps for rule in step["rules"]}
            untold += [(case.name, rule) for rule in case.rules if rule not in cited]
    assert about > 300
    assert untold == []
