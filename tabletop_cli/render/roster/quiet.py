"""Texts that are pasted where other programs read them: names must call nobody, link nowhere and mark nothing up."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

GAP = "\u200b"  # zero width space: what it parts looks as before, and no program takes it for one word
# Mentions; the colon of https:// and of :smiles:; addresses without a scheme.
_CALLS = re.compile(r"@|(?<=[:;])(?=\S)|(?<=www\.)|(?<=\w\.)(?=[a-z]\w*/)", re.IGNORECASE)
T = TypeVar("T")


def quiet_text(text: str) -> str:
    """Text that calls nobody, shows no preview of a page and becomes no picture of a face."""
    return _CALLS.sub(lambda found: found[0] + GAP, text)


def quiet_record(value: T) -> T:
    """The same record, list or text with every text in it quiet."""
    found: T = _quiet_value(value)
    return found


def _quiet_value(value: object) -> Any:
    if isinstance(value, str):
        return quiet_text(value)
    if isinstance(value, tuple):
        return tuple(_quiet_value(one) for one in value)
    if isinstance(value, frozenset):
        return frozenset(_quiet_value(one) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{field.name: _quiet_value(getattr(value, field.name)) for field in fields(value)})
    return value
