"""Finding game systems through entry points; listing them imports none, loading one imports no other."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from .errors import TabletopError
from .facts import did_you_mean, shown

if TYPE_CHECKING:
    from .system import System

GROUP = "tabletop.systems"


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def system_ids() -> tuple[str, ...]:
    """The ids of all installed systems, sorted."""
    return tuple(_found())


@cache
def load(system_id: str) -> System:
    """One system. Errors: `TabletopError` for an unknown id or a plugin that does not load."""
    point = _found().get(system_id)
    if point is None:
        known = list(_found())
        raise TabletopError(
            f"unknown game system {shown(system_id)}",
            hint=did_you_mean(system_id, known) or f"known: {', '.join(known)}",
            code="unknown-system",
        )
    try:
        system: System = point.load()
    except Exception as broken:
        raise TabletopError(
            f"the game system {system_id} does not load: {type(broken).__name__}: {broken}",
            hint=f"it comes from {point.value}; update or uninstall that package",
            code="broken-system",
        ) from broken
    return system
