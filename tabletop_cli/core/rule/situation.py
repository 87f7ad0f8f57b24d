"""The base of what a rule is asked about."""

from __future__ import annotations

from ..declare.house import House
from ..records import dataclass


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Base of all situations: facts that players know, and the house rules they play by."""

    house: House
