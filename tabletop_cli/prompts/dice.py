"""Asking for dice: Enter lets the program roll, digits are what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..core.dice.cards import Cards
from ..core.dice.owners import OwnedDice
from ..core.dice.requests import AnyRequest, Face, Group
from ..core.dice.typed import ONE_DIGIT, how_many
from ..core.errors import BadDice
from .asker import BACK, CANCEL, EXPLAIN, Asker, Back, Cancelled
from .bound import COLON
from .faces import labelled_groups, parse_faces, roll_title
from .screen import View

PROGRAM = ("", "r", "roll")
PROGRAM_FOR_ALL = ("!",)
ENTER = "the program rolls"
ENTER_CARDS = "the program draws"
HINT = "or type your own"
HINT_OWN = "type your own; r and the program rolls"
OWN_DICE = "You roll your own dice: type their faces, or r and the program rolls."
COUNTING = "The first dice are on the table, so they count. Press u to undo them afterwards."
ONE_BY_ONE = ("g", "groups")
ODDS = "%"

UNDO = ("u", "y")  # keys of the main prompt that people type here, too

Faces = tuple[Face | None, ...]
Takes = Callable[[Sequence[Face]], int]


class _Again(Exception):
    """Whoever types the groups of a roll takes them back, before the roll counts."""


class DicePrompt:
    """The dice of one event, roll by roll; `battle.do` calls it with each request.

    Until the first die is on the table, whoever is asked may go back or give up (`Back`, `Cancelled`); after that the
    dice count. `!` leaves this roll and all that follow to the program. Where several groups of dice fall together,
    each may be typed or left to the program: None stands for its dice.
    """

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._rest_by_program = False
        self._from_ahead: list[str] = []  # numbers that were typed ahead, after the first
        self._waiting: Faces = ()  # typed with the dice before: of the shots that follow in a volley
        self.on_table = False
        self.show_odds: Callable[[], object] = lambda: None  # all the odds of this roll, where somebody asks

    def __call__(
        self, request: AnyRequest, takes: Takes | None = None, hands: Sequence[OwnedDice] = ()
    ) -> Faces | None:
        """The faces of a roll; None leaves it to the program.

        `takes(faces)` says how many of more faces this roll and the next ones take: a volley may be typed at once.
        `hands` are the dice by whose they are, where that is known.
        """
        title, groups = roll_title(request, hands), labelled_groups(request, hands)
        faces = None if self._rest_by_program else self._take_waiting(title, groups)
        if not faces and not self._rest_by_program:
            faces = self._ask_faces(title, groups, takes)
        self.on_table = True
        return faces

    @property
    def waiting(self) -> bool:
        """Whether faces were typed ahead for the next roll."""
        return bool(self._waiting)

    def _view(self, title: str, enter: str) -> View:
        """What is shown of a roll; where people roll their own dice, Enter rolls none."""
        own = self._asker.own_dice
        return View(title, default=None if own else enter, hint=HINT_OWN if own else HINT)

    def _take_waiting(self, title: str, groups: Sequence[Group]) -> Faces:
        """Faces that were typed before, for this roll."""
        needed = sum(group.n for group in groups)
        faces, self._waiting = self._waiting[:needed], self._waiting[needed:]
        if faces:
            self._asker.tell(f"{title} {' '.join(map(str, faces))}")
        return faces

    def _ask_faces(self, title: str, groups: list[Group], takes: Takes | None) -> Faces | None:
        drawn = all(isinstance(group, Cards) for group in groups)
        view = self._view(title, ENTER_CARDS if drawn else ENTER)
        for note in (group.note for group in groups if isinstance(group, Cards) and group.note):
            self._asker.tell(note)
        while True:
            word = self._asker.read_dice(view).removeprefix(COLON).lstrip()  # a colon says that dice follow, as here
            word = self._with_numbers_ahead(word, groups[0])
            if not word and self._asker.own_dice:
                self._asker.tell(OWN_DICE)
                continue
            if _is_the_card(word, groups):
                return self._read_typed_faces(word, groups, takes)
            if word in PROGRAM_FOR_ALL:
                self._rest_by_program = True
            if word in (*PROGRAM, *PROGRAM_FOR_ALL):
                return None
            if word in EXPLAIN:
                self._asker.tell(_dice_help(groups))
            elif word == ODDS:
                self.show_odds()
            elif not self._given_up(word):
                try:
                    one_by_one = word in ONE_BY_ONE and len(groups) > 1
                    return self._one_by_one(groups) if one_by_one else self._read_typed_faces(word, groups, takes)
                except BadDice as wrong:
                    self._no_dice(word, wrong)
                except _Again:
                    self._asker.drop_ahead()

    def _with_numbers_ahead(self, word: str, group: Group) -> str:
        """A number with those typed ahead after it: dice with many sides take a word each, others as many as roll."""
        if isinstance(group, Cards) or not word.isdecimal():
            return word
        few = group.sides <= ONE_DIGIT
        self._from_ahead = self._asker.ahead.take_numbers(group.n - len(word) if few else None)
        return " ".join([word, *self._from_ahead])

    def _given_up(self, word: str) -> bool:
        """Whether this word asks for a way out that is closed. Errors: `Back`, `Cancelled` while it is open."""
        if word not in (*BACK, *CANCEL):
            return False
        if self.on_table:
            self._asker.say_wrong(COUNTING)
            return True
        self._asker.drop_ahead()
        raise Back if word in BACK else Cancelled

    def _read_typed_faces(self, word: str, groups: list[Group], takes: Takes | None) -> Faces:
        """The faces, typed all at once or group by group, perhaps with those of the rolls that follow."""
        alike = len(groups) == 1 and not isinstance(groups[0], Cards)  # the next cards come from another deck
        if takes and alike and (more := self._with_those_that_follow(word, groups[0], takes)):
            return more
        first, later = groups[0], groups[1:]
        if not later or how_many(word, first) != first.n:
            return parse_faces(word, groups)
        return (*parse_faces(word, [first]), *self._one_by_one(later))

    def _with_those_that_follow(self, word: str, group: Group, takes: Takes) -> Faces:
        """The faces of a roll, where those of the next ones were typed with them; empty where they were not."""
        typed = how_many(word, group)
        if typed <= group.n:
            return ()
        faces = parse_faces(word, [replace(group, n=typed)])
        used = takes(faces)
        if typed - used <= len(self._from_ahead):  # the others answer what is asked next
            self._asker.ahead.put_back(map(str, faces[max(used, group.n) :]))
        elif used <= group.n:
            return ()
        elif used < typed:
            self._asker.tell(f"Not needed: {' '.join(map(str, faces[used:]))}")
        self._waiting = faces[group.n : used]
        return faces[: group.n]

    def _one_by_one(self, groups: list[Group]) -> Faces:
        """Errors: `_Again`."""
        faces: Faces = ()
        for group in groups:
            faces += self._ask_group(group)
        return faces

    def _ask_group(self, group: Group) -> Faces:
        """The faces of one group. Errors: `_Again` for a way back: the whole roll is asked for again."""
        view = self._view(f"{group.label or 'more dice'} {group.words}:", ENTER)
        while True:
            word = self._asker.read_dice(view)
            if not word and self._asker.own_dice:
                self._asker.tell(OWN_DICE)
                continue
            if word in PROGRAM and not _is_the_card(word, [group]):
                return (None,) * group.n
            if word in (*BACK, *CANCEL):
                raise _Again
            try:
                return parse_faces(word, [group])
            except BadDice as wrong:
                self._no_dice(word, wrong)

    def _no_dice(self, word: str, wrong: BadDice) -> None:
        """What was typed are no dice: a wish, something to look up, or a mistake. Errors: `Wished`."""
        self._asker.grant_wish(word)
        if word in UNDO:
            self._asker.say_wrong(COUNTING if self.on_table else "Nothing is rolled yet: b goes back, x cancels.")
        elif not self._asker.aside(word):
            self._asker.say_wrong(f"{wrong.message}. {wrong.hint}".strip())


def _is_the_card(word: str, groups: Sequence[Group]) -> bool:
    """Whether a word is the one card that is wanted, letter by letter; it may be called ``x``, or ``r``."""
    one = groups[0]
    return len(groups) == 1 and one.n == 1 and isinstance(one, Cards) and word in dict(one.deck)


def _dice_help(groups: list[Group]) -> str:
    if all(isinstance(group, Cards) for group in groups):
        return (
            "Press Enter and the program draws; ! and it draws for the rest of the action, too. Or draw at the table"
            " and type the names of the cards, or how they begin. Until a card is drawn, b goes back and x cancels."
        )
    # What a single roll is for stands in the question; of several rolls the help says which comes first.
    order = ", then ".join(f"{group.words} {group.label if groups[1:] else ''}".strip() for group in groups)
    together = " all at once, or the first ones and then the others" if len(groups) > 1 else ""
    many = any(not isinstance(group, Cards) and group.sides > ONE_DIGIT for group in groups)
    like = "3 14 5, with spaces" if many else "345 or 3 4 5"
    together += "; g asks for them one by one" if len(groups) > 1 else ""
    return (
        f"Press Enter and the program rolls; ! and it rolls for the rest of the action, too. Or roll at the table"
        f" ({order}) and type the faces{together}, like {like}. Until a die is rolled, b goes back and x cancels."
    )
