"""What a shell offers when Tab is pressed: systems and resolvers by name."""

from __future__ import annotations

from ..core import registry
from ..core.errors import TabletopError


def systems_like(incomplete: str) -> list[str]:
    """The systems that begin like this."""
    return [name for name in registry.system_ids() if name.startswith(incomplete)]


def listed_like(incomplete: str) -> list[str]:
    """The systems with army lists that begin like this."""
    return [one.id for one in registry.with_lists() if one.id.startswith(incomplete)]


def resolvers_like(system: str, incomplete: str) -> list[tuple[str, str]]:
    """The resolvers of a system that begin like this, with their titles; none for an unknown system."""
    try:
        found = registry.load(system)
    except TabletopError:
        return []
    return [(one.id, one.title) for one in found.resolvers.values() if one.id.startswith(incomplete)]
