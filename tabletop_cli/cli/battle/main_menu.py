"""The main prompt in words: the keys of what is offered, the few that are always in sight, and what Enter does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from shutil import get_terminal_size

from ...core.play.lots import Lots
from ...core.play.offers import AGAIN_KEYS, Offer
from ...core.play.question import Answer
from ...core.records import dataclass
from ...prompts.screen import bar_lines
from .help import KEYS, LEVELS, command_words

RESERVED = "swluynq?%+="  # keys with one meaning in every game, which no offer may take
LINES = 2  # of the bar of keys
LONGEST = 40  # letters of what is told beside a key in the bar
SUFFIXES = 4  # answers of an event that are listed in the bar
MORE, HELP = "+ more", "? help"


@dataclass(frozen=True)
class Bar:
    """The keys in sight, with a word or two for each, and the offers among them."""

    items: tuple[str, ...]
    offers: tuple[Offer, ...]


def assign_keys(offers: Sequence[Offer]) -> list[Offer]:
    """The same offers with keys that clash with no command and with no other offer: capitals, or whole words, instead.

    No key is a place in the list, which changes with what else is possible. Of what is barred several may have been
    meant by the same key: the first tells the reasons of all.
    """
    taken = {*RESERVED, *(level.key for level in LEVELS)}
    result: list[Offer] = []
    barred: dict[str, int] = {}
    for offer in offers:
        if offer.barred and offer.key and barred.setdefault(offer.key, len(result)) < len(result):
            at = barred[offer.key]
            if offer.barred not in result[at].barred:
                also = f"{result[at].barred}. {offer.label}: {offer.barred}"
                result[at] = replace(result[at], barred=also)
        key = next((key for key in (offer.key, offer.key.upper(), offer.progress.do) if key and key not in taken), "")
        taken.add(key)
        result.append(replace(offer, key=key))
    return result


def free_commands(offers: Sequence[Offer], lots: Lots) -> list[Answer]:
    """The commands that are always there; one whose key an offer has is typed as its word."""
    taken = {offer.key for offer in offers}
    known = (*KEYS, *command_words(lots))
    return [replace(command, key="" if command.key in taken else command.key) for command in known]


def offer_answer(offer: Offer) -> Answer:
    """An offer as an answer of the main prompt."""
    return Answer(offer, offer.label, offer.key, offer_detail(offer), offer.barred)


def offer_detail(offer: Offer) -> str:
    """A few words beside an offer; whose it is stands in front where it is not the one on turn."""
    return f"{offer.side}: {offer.detail}" if offer.interrupt and offer.side else offer.detail


def key_bar(listed: Sequence[Offer]) -> Bar:
    """The keys that fit on two lines, in their order, without the rare ones."""
    often = [offer for offer in listed if offer.due or offer.interrupt or not offer.rare]
    groups = list(_groups_of(often))
    for many in range(len(groups), -1, -1):
        shown = [offer for group in groups[:many] for offer in group]
        more = (MORE,) if len(shown) < len(listed) else ()
        items = (*map(_item_text, groups[:many]), *more, HELP)
        if len(bar_lines(items, get_terminal_size().columns - 1)) <= LINES:
            return Bar(items, tuple(shown))
    return Bar((MORE, HELP), ())


def _groups_of(offers: Sequence[Offer]) -> Iterator[list[Offer]]:
    """The offers, those of one event together where each has an answer behind the event's letter."""
    groups: dict[tuple[str, str], list[Offer]] = {}
    for offer in offers:
        own = offer.key if offer.key in ("", *AGAIN_KEYS) or offer.key == offer.letter else offer.letter
        groups.setdefault((offer.progress.do, own), []).append(offer)
    yield from groups.values()


def _item_text(group: Sequence[Offer]) -> str:
    """``f fire``, or ``v bc1 bc2 activate`` for what begins with one letter; in full what may follow unasked."""
    first = group[0]
    if not first.brief:
        return f"{first.key} {first.label}".strip()
    told = (offer_detail(first), first.detail) if first.interrupt else ()  # whose it is now, and against whom
    for detail in told:
        if detail and len(detail) <= LONGEST:
            return f"{first.key} {first.brief} ({detail})"
    suffixes = [offer.key.removeprefix(first.letter) for offer in group if offer.key != first.letter]
    if not suffixes or not all(offer.key.startswith(first.letter) for offer in group):
        return f"{first.key} {first.brief}"
    listed = " ".join(suffixes) if len(suffixes) <= SUFFIXES else f"{suffixes[0]} .. {suffixes[-1]}"
    return f"{first.letter} {listed} {first.brief}"
