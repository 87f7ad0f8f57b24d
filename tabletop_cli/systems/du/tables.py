"""The tables of the catalogue, for files of one's own."""

from ...api import Tables
from .profiles import ACTIONS, CLASSES, EXPERT_ROWS
from .texts import REFERENCE

TABLES = Tables("du", (CLASSES, ACTIONS, EXPERT_ROWS), rules=lambda: REFERENCE.rules)
