"""Old names of what plugins use: they work for one version and warn."""

from __future__ import annotations

import warnings
from typing import Any


def warn_renamed(old: str, new: str) -> None:
    """Tell the author of the code that uses an old name what the new one is."""
    warnings.warn(f"{old} is now called {new}; the old name goes with 0.4", DeprecationWarning, stacklevel=3)


class OldName:
    """The old name of a method, as an attribute of its class."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def __get__(self, instance: object, owner: type[object]) -> Any:
        """Return the method under its new name, and warn."""
        warn_renamed(self.old, self.new)
        return getattr(owner if instance is None else instance, self.new)
