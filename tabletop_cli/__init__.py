"""tabletop: the companion beside a real table - armies, turns, dice, odds and a log that loses nothing."""

__version__ = "0.3.0"
PROGRAM = "tabletop"  # what people type
