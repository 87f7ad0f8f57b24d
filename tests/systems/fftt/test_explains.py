"""What fftt says of its decisions besides what every system says: see `test_explains.py` beside this folder."""

from __future__ import annotations

from tabletop_cli.core import registry
from tabletop_cli.core.batch import reply_to_request

from ..test_cases import Case, of_system

RESOLVED = [case for case in of_system("fftt") if case.request.get("do") == "resolve" and case.expect.get("ok")]


def cited(case: Case) -> set[str]:
    return {rule for step in reply_to_request(case.request)["steps"] for rule in step["rules"]}


def test_every_rule_that_a_resolver_is_about_decides_in_some_case() -> None:
    named: dict[str, set[str]] = {}
    for case in RESOLVED:
        named.setdefault(case.request["resolver"], {"FFTT-CC-9"}).update(cited(case))  # CC-9 is about odds alone
    system = registry.load("fftt")
    assert {
        name: set(system.find_resolver(name).rules) - named[name] for name in system.resolvers if name in named
    } == {name: set() for name in system.resolvers}
