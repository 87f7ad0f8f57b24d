"""The folder of a player's own data: battles, home-made catalogues, locks."""

from __future__ import annotations

import os
from pathlib import Path


def usual_home() -> Path:
    """TABLETOP_HOME, else where the platform keeps such data. It need not be there yet."""
    if folder := os.environ.get("TABLETOP_HOME"):
        return Path(folder)
    from platformdirs import user_data_path

    return user_data_path("tabletop", appauthor=False)
