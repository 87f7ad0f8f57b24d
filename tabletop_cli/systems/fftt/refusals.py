"""How events of battles and campaigns are refused."""

from __future__ import annotations

from ...api import Refused, Shaped


def refuse(rule: str, reason: str, text: str = "", *also: str, **more: Shaped) -> Refused:
    """An event that the rules forbid now; `text` has the numbers that the reason's sentence has not.

    `also` are further rules that decided it; `more` is what machines are told besides.
    """
    return Refused(text, reason=reason, rule=rule, rules=(rule, *also), **more)
