"""The conformance kit: what every game system promises, as checks that its tests call.

    from tabletop_cli.core.testing import check_system, play_out

    def test_my_system() -> None:
        check_system(SYSTEM)
        play_out(SYSTEM, setup, seed=1)

Every check raises an AssertionError that says what is wrong and where. The checks know no game: they compare what a
system declares with what it does. The brute force in here rolls every face one by one, and so judges the exact odds.
"""

from __future__ import annotations

from ..dice.brute_force import brute_force, check_brute_force, check_distribution
from .armies import begun_armies, check_armies, check_form, check_quick, check_sheet, load_list
from .citations import check_citations, check_reasons, literal_ids, record_classes
from .evenings import play_evening
from .kit import (
    check_declarations,
    check_events,
    check_house,
    check_house_of_armies,
    check_kind,
    check_reference,
    check_resolver,
    check_schemas,
    check_situation,
    check_system,
    fair_dice,
)
from .laptop import Evening
from .marks import check_marks
from .odds_check import check_prospects
from .playing_out import any_event, play_out
from .twins import Pair, Twins

__all__ = [
    "Evening",
    "Pair",
    "Twins",
    "any_event",
    "begun_armies",
    "brute_force",
    "check_armies",
    "check_brute_force",
    "check_citations",
    "check_declarations",
    "check_distribution",
    "check_events",
    "check_form",
    "check_house",
    "check_house_of_armies",
    "check_kind",
    "check_marks",
    "check_prospects",
    "check_quick",
    "check_reasons",
    "check_reference",
    "check_resolver",
    "check_schemas",
    "check_sheet",
    "check_situation",
    "check_system",
    "fair_dice",
    "literal_ids",
    "load_list",
    "play_evening",
    "play_out",
    "record_classes",
]
