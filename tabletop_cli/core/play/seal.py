"""The seal on the seed: who could know the program's dice beforehand.

Once people have seen the seed, they can compute all of the program's dice that follow. So the log says when the seed
was shown, and what was played after that entry is marked wherever people see it.

An exported file holds the seed, too, but nobody has seen it by that: whoever opens the file could look, just as whoever
keeps the battle could. So an entry says that there is such a file, `verify` remarks once on it, and nothing is marked.

Whoever keeps the battle on their machine could look at the seed at any time. So the other player may give a word, any
text, before the first dice fall; it stands in the log, and from then on the dice are made from both, so that neither
chose them: the seed was drawn and its commitment shown before the word was known, and the word is the other player's.
The key of the dice is then the first 16 bytes of HMAC-SHA256(key = the seed, message = ``tabletop:word:`` and the word
in UTF-8).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..dice.stream import SEED_BYTES
from ..errors import No
from ..keep.export import BattleHeader
from ..keep.store import Store
from .hash_chain import link_after
from .log import LogEntry
from .lots import Lots

if TYPE_CHECKING:
    from .battle import Battle

SEED, FILE = "seed", "file"  # where people see the seed: before their eyes, or in a file, if they open it
LONGEST_WORD = 100  # letters


def dice_key(seed: bytes, word: str | None) -> bytes:
    """The key of the dice: the seed, or what it and the word give."""
    if word is None:
        return seed
    import hmac

    return hmac.digest(seed, b"tabletop:word:" + word.encode(), "sha256")[:SEED_BYTES]


def check_word(battle: Battle, word: str) -> None:
    """Whether a word may still be given. Errors: `No` for what is none, a second one, and one that comes too late."""
    if not _is_word(word):
        raise No(f"a word has 1 to {LONGEST_WORD} letters that can be seen", code="no-word")
    if battle.fold.word is not None:
        raise No(f"this {battle.header.kind} already has its word", code="sealed")
    if battle.header.stream < 2:
        raise No(f"this {battle.header.kind} was begun with a version that had no words for the seed", code="too-late")
    lots = battle.game.lots
    for entry in battle.entries():
        if known := _could_choose(lots, entry):
            raise No(
                f"{known} already, so somebody who knows the seed could choose the word to fit",
                hint=f"give the word right at the beginning, before the first {lots.all}",
                code="too-late",
            )


def _could_choose(lots: Lots, entry: LogEntry) -> str:
    """Return why a word after this entry could be chosen by somebody who knows the dice, in words; empty for most."""
    if entry.rolls:
        return f"{lots.all} {lots.fell}"
    if entry.inside is not None:
        return "a battle inside it had begun"
    return {SEED: "the seed was shown", FILE: "the seed was in an exported file"}.get(entry.shown or "", "")


def _is_word(word: str) -> bool:
    return bool(word.strip()) and word.isprintable() and len(word) <= LONGEST_WORD


def word_findings(header: BattleHeader, lots: Lots, entries: Iterable[LogEntry]) -> Iterator[str]:
    """Which words of a log were not given as `check_word` wants it, in words: each of them made other dice."""
    given, late = False, ""
    for entry in entries:
        late = late or _could_choose(lots, entry)
        if entry.word is None:
            continue
        if given:
            yield f"entry {entry.n} gives a second word, which changed the {lots.all}"
        elif late:
            yield f"entry {entry.n} gives a word after {late}"
        if not _is_word(entry.word) or header.stream < 2:
            yield f"entry {entry.n} gives a word that is not allowed"
        given = True


def seed_shown(store: Store, battle_id: str, after: int = 0) -> int | None:
    """The number of the first entry, after one, that says that the seed was shown; None while it is sealed."""
    for number, line in enumerate(store.event_lines(battle_id, after), after + 1):
        if _is_shown_line(line, SEED):
            return number
    return None


def _is_shown_line(line: str, shown: str) -> bool:
    """Whether a line of a log, which may be damaged otherwise, says where people see the seed."""
    return f'"shown":"{shown}"' in line and LogEntry.from_line(line).shown == shown


def show_seed(store: Store, header: BattleHeader, now: str) -> LogEntry | None:
    """Write into the log that people see the seed now; None where it says so already. It needs no game system.

    Errors: `StoreError`; nothing is written then.
    """
    return None if seed_shown(store, header.id) is not None else _append_shown_entry(store, header, now, SEED)


def hand_over(store: Store, header: BattleHeader, now: str) -> LogEntry | None:
    """Write into the log that the seed goes into a file; None where the newest entry says so, or the seed was shown.

    It needs no game system. Errors: `StoreError`; nothing is written then.
    """
    newest = store.event_lines(header.id, max(0, store.count_events(header.id) - 1))
    if seed_shown(store, header.id) is not None or any(_is_shown_line(line, FILE) for line in newest):
        return None
    return _append_shown_entry(store, header, now, FILE)


def _append_shown_entry(store: Store, header: BattleHeader, now: str, shown: str) -> LogEntry:
    count = store.count_events(header.id)
    entry = LogEntry(count + 1, now, shown=shown, prev=link_after(store, header, count))
    store.append_event(header.id, entry.n, entry.as_line(), finishes=False)
    return entry


def file_remarks(lots: Lots, entries: Iterable[LogEntry]) -> Iterator[str]:
    """Say after which entries the program rolled dice that a file could tell before, in a sentence, if there are any.

    It is no fault: a battle that goes on elsewhere has to take its seed along.
    """
    files: list[int] = []
    followed = 0  # how many of them
    for entry in entries:
        if entry.shown == SEED:
            break
        if entry.shown == FILE:
            files.append(entry.n)
        if any(roll.by == "program" for roll in entry.rolls):
            followed = len(files)
    if followed:
        named = f"entry {files[0]}" if followed == 1 else f"entries {', '.join(map(str, files[:followed]))}"
        yield (
            f"it was exported with its seed, see {named}: anyone with that file could look up the later"
            f" {lots.all}, like the owner of this battle"
        )
