"""What a rule forbids inside an event is refused with its reason; everything else goes through."""

from __future__ import annotations

import pytest

from tabletop_cli.core.errors import Refused
from tabletop_cli.core.rule.legal import legal
from tabletop_cli.core.rule.resolver import Illegal


def test_what_is_legal_goes_through() -> None:
    assert legal(("a", 0)) == ("a", 0)
    assert legal(None) is None


def test_what_is_not_is_refused_for_its_reason() -> None:
    with pytest.raises(Refused, match="3 cm, 2 at most") as no:
        legal(Illegal("too-wide", "DITCH-1", text="3 cm, 2 at most.", also=("DITCH-2",)))
    assert (no.value.reason, no.value.rule, no.value.rules) == ("too-wide", "DITCH-1", ("DITCH-1", "DITCH-2"))
