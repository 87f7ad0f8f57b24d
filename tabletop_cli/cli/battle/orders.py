"""A line at the main prompt as people say it: who does what, in the order of speech (``13 fires b1-2 forest``)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.data import Json
from ...core.errors import Malformed
from ...core.play.asking import Making
from ...core.play.battle import Battle
from ...core.play.game import AnyGame
from ...core.play.offers import Offer
from ...core.play.progress import Progress
from ...core.play.question import Question
from ...core.records import dataclass, replace
from ...prompts.match import NoMatch, match_answer
from ...prompts.meant import choose_several, picks_of
from .help import KEYS

_TOGETHER = re.compile(r"(\d[\d,-]*)([A-Za-z])(\d.*)?")  # 13f12: a key of one letter between numbers of ids
LETTERS = 3  # a verb of so many letters is found anywhere in a line, and names what may follow an event


@dataclass(frozen=True)
class Listed:
    """What may be begun at a main prompt, and the keys that are no names: of events, commands and rows."""

    offers: Sequence[Offer] = ()
    keys: Sequence[str] = ()

    def read_order(self, line: str, game: AnyGame) -> Order | None:
        """A line that begins with whoever acts, or with a verb in words; None for all others."""
        first = line.partition(" ")[0]
        command = len(first) > 1 and any(str(one.value).startswith(first.casefold()) for one in KEYS)
        return (
            None
            if first in ("", *self.keys) or first.startswith("?") or command
            else read_order(line, self.offers, game)
        )

    def begins(self, line: str, game: AnyGame) -> bool:
        """Whether a line begins something: a key with words after it, or one that is read as an order."""
        return (" " in line and line.partition(" ")[0] in self.keys) or self.read_order(line, game) is not None


@dataclass(frozen=True)
class Order:
    """A line that begins an event: what is offered, whoever was named before the verb, and all other words."""

    offer: Offer
    who: str
    rest: str


def read_order(line: str, offers: Sequence[Offer], game: AnyGame) -> Order | None:
    """Read a line with whoever acts before the verb, or with a verb in words; None for all that a key begins."""
    words = line.split()
    if words and (together := _TOGETHER.fullmatch(words[0])) and _offer_of(together[2], offers, game):
        words = [one for one in (*together.groups(), *words[1:]) if one]
    for at in (0, 1):
        if at < len(words) and (offer := _offer_of(words[at], offers, game)) is not None:
            return Order(offer, *_who_and_rest(words, at))
    for at, word in enumerate(words):
        if word == ":":
            break
        if len(word) >= LETTERS and (offer := _offer_of(word, offers, game)) is not None:
            return Order(offer, "", " ".join([*words[:at], *words[at + 1 :]]))
    return None


def named_offer(offers: Sequence[Offer], words: Sequence[str]) -> Offer | None:
    """What may follow an event, if the words typed behind that one begin with it: ``p cap inspire ca``."""
    word = words[0].casefold() if words and len(words[0]) >= LETTERS else None
    return next((offer for offer in offers if word and offer.label.casefold().startswith(word)), None)


def _who_and_rest(words: Sequence[str], at: int) -> tuple[str, str]:
    """Whoever stands before the verb, and the words after it; a word without number or dash may be for any question."""
    who, rest = " ".join(words[:at]), " ".join(words[at + 1 :])
    return ("", f"{who} {rest}".strip()) if len(who) >= LETTERS and who.isalpha() else (who, rest)


def _offer_of(word: str, offers: Sequence[Offer], game: AnyGame) -> Offer | None:
    """What a word begins: a key as it is written, or a verb; of several that one which is possible."""
    said = word.casefold()
    found = [one for one in offers if one.key == word] or [one for one in offers if said in verbs_of(one, game)]
    return next((one for one in found if not one.barred), found[0] if found else None)


def verbs_of(offer: Offer, game: AnyGame) -> tuple[str, ...]:
    """The verbs that begin what is offered: those of its event, or its own name as an entry of the menu."""
    kind = game.events.get(offer.progress.do)
    if kind is None or offer.entry:
        name = offer.label.casefold()
        return name, f"{name}s"
    return tuple(kind.words)


def begin_order(battle: Battle, offer: Offer, who: str) -> tuple[Progress, Question, Json]:
    """What is offered, done by whoever was named; and the question which that has answered, with the value.

    Errors: `Malformed` where nobody is called so, several are, or not now; `Refused` where a rule says no.
    """
    making = Making(battle.system, battle.game, battle.state)
    asked = find_first_question(making, battle, offer.progress.do)
    if asked is None:
        raise Malformed(f"{offer.label}: nobody is named for this", hint="begin with the verb")
    begun, question = asked
    value = _value_of(who, question)
    progress = making.answer_question(begun, value)
    for name, answer in offer.progress.answers.items():
        if name not in progress.answers:
            progress = progress.with_answer_at((name,), answer)
    if (no := making.find_refusal(progress)) is not None:
        raise no
    return progress, question, value


def find_actors(battle: Battle, offer: Offer, who: str) -> list[Json]:
    """Those who are named before a verb, where each of them acts by itself; empty where one acts, or all together.

    Errors: `Gap` where some of a range cannot act now; as `Making.advance`.
    """
    if not is_several(who):
        return []
    asked = find_first_question(Making(battle.system, battle.game, battle.state), battle, offer.progress.do)
    if asked is None or asked[1].many or any(answer.value == who for answer in asked[1].answers):
        return []
    question = asked[1]
    own = [answer for answer in question.answers if answer.value in question.own] or question.answers
    try:
        return choose_several(own, who)
    except NoMatch as wrong:
        raise Malformed(str(wrong)) from None


def is_several(who: str) -> bool:
    """Whether a word looks like several ids: ``9-12``, ``a1,a4``."""
    return re.search(r"^\d+-\d+$|,", who) is not None


def find_first_question(making: Making, battle: Battle, do: str) -> tuple[Progress, Question] | None:
    """What an event asks first that names things on the table, such as who does it, and the event before it.

    None where that is nothing, or a secret. Errors: as `Making.advance`.
    """
    begun, wanted, settled = making.advance(Progress(do))
    for before in (*(one.before for one in settled), *([begun] if isinstance(wanted, Question) else [])):
        question = making.full_question(before)
        ids = [answer.value for answer in question.answers if isinstance(answer.value, str)]
        found = {one: battle.game.rows_of(battle.state, one) for one in ids}
        own = tuple(one for one, rows in found.items() if rows is not None and rows[0] == question.whose)
        if question.secret:
            return None
        if before is begun or any(rows is not None for rows in found.values()):
            return before, replace(question, own=own)
    return None


def _value_of(who: str, question: Question) -> Json:
    """Whoever is named, as the answer to the first question of an event. Errors: `Malformed`."""
    if question.many and (picks := picks_of(question.answers, who)):
        return picks
    own = [answer for answer in question.answers if answer.value in question.own] or question.answers
    try:
        found = match_answer(who, own)
    except NoMatch as wrong:
        raise Malformed(str(wrong)) from None
    return [found.value] if question.many else found.value


def order_text(battle: Battle, progress: Progress) -> str:
    """An event that is begun, for a question about it: ``Fire by a1-2``."""
    title = battle.game.events[progress.do].title
    ids = (one for one in progress.answers.values() if isinstance(one, str))
    first = next((one for one in ids if battle.game.rows_of(battle.state, one) is not None), "")
    return f"{title} by {battle.game.answer_name(battle.state, first)}" if first else title
