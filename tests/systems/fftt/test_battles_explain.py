"""Each event of a battle says why: between them the steps name the rules that the worked battles are about."""

from __future__ import annotations

from tabletop_cli.core.batch import reply_to_request

from ..test_cases import Case, of_system

FOUGHT = [case for case in of_system("fftt") if case.request.get("do") == "battle" and case.expect.get("ok")]

# What is malformed, or wrong before the first event, has no steps; nobody is told a rule that changed nothing.
NOT_TOLD = {
    ("dice that are missing", "FFTT-TURN-1"),
    ("an event without dice has none", "FFTT-TURN-1"),
    ("malformed events change nothing", "FFTT-TURN-3"),
    ("an opponent that is none", "FFTT-SHOOT-5"),
    ("armies: ids through the entries, flanks first, the general outside", "FFTT-FLANK-1"),
    ("armies: ids through the entries, flanks first, the general outside", "FFTT-GEN-1"),
    ("a queen eats and lays; the egg hatches at the end of the next turn", "FFTT-R46"),
    ("light fire: wounds take effect together at its end", "FFTT-TURN-4"),
    ("action points are for the turn", "FFTT-AP-3"),
    ("four sides", "FFTT-SETUP-1"),
}


def cited(case: Case) -> set[str]:
    results = reply_to_request(case.request)["results"]
    return {rule for result in results for step in result.get("steps", []) for rule in step["rules"]}


def test_the_steps_of_a_battle_name_the_rules_that_decided() -> None:
    about = {(case.name, rule) for case in FOUGHT for rule in case.rules}
    untold = {(case.name, rule) for case in FOUGHT for rule in set(case.rules) - cited(case)}
    assert len(about) > 200
    assert untold <= NOT_TOLD
    assert about >= NOT_TOLD
