"""The tables of the catalogue, for files of one's own."""

from ...api import Schema, Tables
from .profiles import ACTIONS, CLASSES, EXPERT_ROWS
from .texts import REFERENCE

FILES: Schema = {"type": ["string", "array", "object"], "minLength": 1}  # what names them
TABLES = Tables("du", (CLASSES, ACTIONS, EXPERT_ROWS), rules=lambda: REFERENCE.rules)
