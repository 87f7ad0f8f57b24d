"""The clock of every Python that a test starts: it begins at the moment of all tests, see `tests/pins.py`, and goes on.

Python imports this module before anything else where the folder is in PYTHONPATH.
"""

from __future__ import annotations

import os
import time

if begins := os.environ.get("TESTS_BEGIN_AT"):
    ahead = float(begins) - time.time()
    machine = time.time
    time.time = lambda: machine() + ahead
