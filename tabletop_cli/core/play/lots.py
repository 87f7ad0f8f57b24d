"""What is left to chance in a game, as people call it: dice that are rolled, or cards that are drawn."""

from __future__ import annotations

from ..records import dataclass


@dataclass(frozen=True)
class Lots:
    """Words: all of them, one of them, that they have come, what another try is, and how to give them."""

    all: str
    one: str
    fell: str
    again: str
    help: str


DICE = Lots(
    "dice",
    "die",
    "had fallen",
    "a new roll",
    "Dice: Enter lets the program roll, or type 345, for a volley all at once; ! leaves all to the program; in the"
    " menu, faces alone do what Enter would do, with these dice.",
)
CARDS = Lots(
    "cards",
    "card",
    "had been drawn",
    "another draw",
    "Cards: Enter lets the program draw, or type the beginnings of their names; ! leaves all to the program.",
)
