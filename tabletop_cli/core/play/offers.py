"""What may be done now: every kind of event is begun, and offered where it can be finished."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..data import ShapedMapping
from ..errors import Refused
from ..records import dataclass
from ..system import System
from .asking import Done, Making
from .game import AnyEventKind, AnyGame
from .progress import Progress

AGAIN_KEYS = (".", ",")  # the first is Enter, too


@dataclass(frozen=True)
class Offer:
    """Something that may be done now, or (`barred`) why not: the event as far as it is settled, words for the menu.

    `side` is who would do it, empty for everybody. An `interrupt` is possible only until the next action begins; what
    is `due` must happen before anything else can; the `usual` is what Enter does; `confirm` is asked before
    it is done; `rolls` tells whether dice may be needed; an `entry` is one of several answers to a question, with words
    of its own. `key` is the event's letter, and after it the key of the answer where several stand in the menu;
    `letter` is the event's alone, and `brief` its title in a word or two. What is `rare` is listed only for those who
    ask for more. It is `elsewhere` where another step is for it, see `Game`.
    """

    progress: Progress
    label: str
    key: str
    detail: str = ""
    side: str = ""
    interrupt: bool = False
    due: bool = False
    usual: bool = False
    confirm: str = ""
    barred: str = ""
    rolls: bool = True
    brief: str = ""
    letter: str = ""
    rare: bool = False
    elsewhere: bool = False
    entry: bool = False


def find_offers(system: System, game: AnyGame, state: object, side: str | None = None) -> list[Offer]:
    """Everything that may be done now, in the order of the vocabulary, and everything else with its reason.

    Its words are those for a side; without one, for everybody.
    """
    making, seen = Making(system, game, state), game.seen_by(state, side)
    found = [
        offer for kind in game.events.values() for offer in _offers_of_kind(kind, making, system, game, state, seen)
    ]
    here = {offer.key for offer in found if not offer.elsewhere}
    found = [offer for offer in found if not (offer.elsewhere and offer.key in here)]  # its key means something now
    left = [offer for offer in found if not (offer.barred or offer.confirm)]
    if len(left) == 1 and game.events[left[0].progress.do].goes_on:
        return [replace(offer, due=True) if offer is left[0] else offer for offer in found]
    return found


def find_due_secret(system: System, game: AnyGame, state: object, side: str) -> Progress | None:
    """What is due now, if it begins with a question or a roll for the eyes of a side alone."""
    due = [offer.progress for offer in find_offers(system, game, state) if offer.due and not offer.barred]
    if len(due) != 1:
        return None
    _, wanted, _ = Making(system, game, state).advance(due[0])
    return due[0] if not isinstance(wanted, Done) and wanted.secret and wanted.whose == side else None


def _offers_of_kind(
    kind: AnyEventKind, making: Making, system: System, game: AnyGame, state: object, seen: object
) -> Iterator[Offer]:
    """The offers of one kind: one, or one for each answer that belongs into the main menu."""
    yield from _usual_offers(kind, making, game, state, seen)
    found = list(making.begun_events(Progress(kind.id)))
    free = [one for one in found if one.no is None]
    is_due = kind.due if isinstance(kind.due, bool) else kind.due(state)
    for one in [one for one in found if one.entry is not None] or free or found[:1]:
        words = f": {one.label}" if len(free) > 1 and one.label else ""
        detail = kind.detail if isinstance(kind.detail, str) else (kind.detail(seen) if one.no is None else "")
        entry = one.entry
        yield Offer(
            progress=one.progress,
            label=f"{kind.title}{words}" if entry is None else entry.label,
            key=kind.key + (one.key if words else "") if entry is None else entry.key,
            detail=detail if entry is None else entry.detail,
            side=one.side,
            interrupt=kind.interrupt,
            due=is_due,
            usual=kind.usual(state) == {},
            confirm=kind.confirm,
            barred="" if one.no is None else game.why_not(system, seen, one.no),
            rolls=kind.rolls,
            brief=_brief_text(entry.label) if entry else kind.brief or _brief_text(kind.title),
            letter=kind.key if entry is None else entry.key,
            rare=kind.rare,
            elsewhere=isinstance(one.no, Refused) and one.no.reason == game.elsewhere != "",
            entry=entry is not None,
        )


def _brief_text(title: str) -> str:
    """A title where it is one of several in a line: in small letters, up to its colon."""
    return (title[0].lower() + title[1:]).partition(":")[0] if title else ""


def offered_again(system: System, game: AnyGame, state: object, event: ShapedMapping) -> Iterator[Offer]:
    """What people may want to do after an event with a single key, as far as it is possible now."""
    for key, (again, words) in zip(AGAIN_KEYS, game.again(state, event), strict=False):
        progress = Progress(str(again["do"]), {name: value for name, value in again.items() if name != "do"})
        if Making(system, game, state).find_refusal(progress) is None:
            yield Offer(progress, words, key)


def _usual_offers(kind: AnyEventKind, making: Making, game: AnyGame, state: object, seen: object) -> Iterator[Offer]:
    """What Enter does, where some of its answers go without saying: an offer of its own, if it can be finished."""
    answers = kind.usual(state)
    if not answers:
        return
    for one in making.begun_events(Progress(kind.id, answers)):
        if one.no is None:
            label = game.menu_text(seen, Progress(kind.id, answers))
            yield Offer(one.progress, label, "", side=one.side, interrupt=kind.interrupt, usual=True)
            return
