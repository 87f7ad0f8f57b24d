"""What is left to chance in a game, as people call it: dice that are rolled, or cards that are drawn."""

from __future__ import annotations

from ..records import dataclass, replace


@dataclass(frozen=True)
class Lots:
    """Words: all of them, one of them, that they have come, what another try is, how to give them, and what luck is."""

    all: str
    one: str
    fell: str
    again: str
    help: str
    luck: str = ""


DICE = Lots(
    "dice",
    "die",
    "had been rolled",
    "a new roll",
    "Dice: press Enter and the program rolls, or type yours, like 345; for a volley, type all at once. With ! the"
    " program rolls for the whole action. If you type only dice in the menu, Enter's action is done with them.",
)
LOW_DICE = replace(DICE, luck="In this game low is good: most rolls have to be a number or less.")
CARDS = Lots(
    "cards",
    "card",
    "had been drawn",
    "another draw",
    "Cards: press Enter and the program draws, or type how their names begin. With ! the program"
    " draws for the whole action.",
)
