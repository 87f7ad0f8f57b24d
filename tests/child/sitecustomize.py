"""The clock of every Python that a test starts: ahead of that of the machine by as much as `tests/pins.py` says.

Python imports this module before anything else where the folder is in PYTHONPATH. One child begins where another has
left off, so that a battle that several of them play grows no younger.
"""

from __future__ import annotations

import os
import time

if "TESTS_AHEAD" in os.environ:
    ahead, machine = float(os.environ["TESTS_AHEAD"]), time.time
    time.time = lambda: machine() + ahead
