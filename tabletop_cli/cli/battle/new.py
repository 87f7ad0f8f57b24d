"""`battle new`: from the words of the command line, and answers where some are missing, to a battle."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...core import registry
from ...core.clock import now
from ...core.data import Json, JsonMapping, JsonObject
from ...core.declare.kinds import Text
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import load_file
from ...core.lists.catalogues import named_catalogues
from ...core.lists.scenario import is_scenario, load_scenario
from ...core.page import Block, Facts, Heading, Page, Para, Table
from ...core.play.battle import Battle
from ...core.play.game import AnyGame
from ...core.play.question import Answer, Question
from ...render.folded import fold_line
from ...render.steps import value_text as in_plain_words
from ..dice.arguments import CATALOGUE_OPTION, Words, take_apart
from ..session import Session, home_of, say
from . import pages as battle_pages
from .setup import SetupDraft, Slot, read_setup
from .store import open_store

if TYPE_CHECKING:
    from ...core.keep.store import Store
    from ...core.play.seats import Seat
    from ...core.system import System
    from ...prompts.asker import Asker

_ANOTHER = "another file"
_MOST_PLACES = 100  # the system and its army files
_TYPED = {"-n": "--name", **{one: one for one in ("--name", "--house", "--set", "--setup", CATALOGUE_OPTION)}}
OPTIONS = (
    ("-n, --name NAME", "name of the battle"),
    ("--house FILE|KEY=VALUE", "house rules; can be repeated"),
    (f"{CATALOGUE_OPTION} FILE", "home-made units and weapons for both sides, instead of their own; can be repeated"),
    ("--setup FILE", "a whole set-up (JSON or TOML) or a scenario; other options override it"),
    ("--set FACT=VALUE", "the same as --FACT VALUE"),
)


def begin_game(session: Session, kind: str, args: Sequence[str]) -> bool:
    """Begin a battle, or another kind of game, and show it; or show help. False where general help is wanted.

    Errors: `Malformed` for a set-up that does not work, `StoreError`.
    """
    from ...prompts.asker import Back, Cancelled, Stopped
    from .commands import is_interactive, make_asker

    words = take_apart(args, _TYPED, _MOST_PLACES)
    if words.help and not words.places:
        return False
    person = make_asker(session) if is_interactive() else None
    try:
        system = registry.load(words.places[0] if words.places else _system_id(kind, person))
        game = system.game_named(kind)
        if words.help:
            session.show(help_page(system, game, kind))
            return True
        draft = _draft_setup(system, game, words, home_of(session))
        draft.complete(person.ask if person else None, _army_asker(person, system) if person else None)
    except (Back, Cancelled, Stopped):
        raise TabletopError(f"no {kind} was begun", code="given-up") from None
    except KeyboardInterrupt:
        say(f"no {kind} was begun")
        raise
    for remark in draft.remarks():
        _say_note(remark)
    with open_store(session) as store:
        name = words.options.get("--name") or _free_name(store, draft)
        battle = Battle.create(store, system, name, draft.final_setup(), now(), kind)
        session.show(battle_pages.opening_page(battle))
    say(f"play it: tabletop {kind} play {battle.header.name}")
    return True


def _say_note(text: str) -> None:
    """A remark; on a terminal in lines that break between words."""
    say(fold_line(f"note: {text}", sys.stderr))


def _system_id(kind: str, person: Asker | None) -> str:
    known = [one for one in registry.sound_systems() if kind in one.games]
    if person is None or not known:
        ids = ", ".join(one.id for one in known)
        raise Malformed(
            "which game system?", hint=f"known: {ids}" if known else f"no installed system has a {kind}", code="usage"
        )
    answers = [Answer(one.id, one.name, one.id) for one in known]
    return str(person.choose("Which game system?", answers, default=known[0].id))


def _draft_setup(system: System, game: AnyGame, words: Words, home: Path) -> SetupDraft:
    """What the command line says, from the general to the particular."""
    whole = words.options.get("--setup")
    named = [value for name, value in words.every if name == CATALOGUE_OPTION]
    over = named_catalogues(system, named, home) if named else ()
    draft = SetupDraft(system, game, _set_up(Path(whole), system) if whole else None, home, over)
    first = [one for one in words.facts if draft.lists_seats(one[0])]
    for name, text in first:
        draft.set_fact(name, text)
    draft.seat_armies([Path(one) for one in words.places[1:]])
    draft.add_house_rules([value for name, value in words.every if name == "--house"])
    for name, text in sorted((one for one in words.facts if one not in first), key=lambda fact: fact[0].count(".")):
        draft.set_fact(name, text)
    for name, value in words.every:
        if name == "--set":
            fact, equals, text = value.partition("=")
            if not equals:
                raise Malformed(f"--set {value} has no =", hint="write --set NAME=VALUE")
            draft.set_fact(fact, text)
    return draft


def _set_up(path: Path, system: System) -> JsonObject:
    """The set-up of a file, or what a scenario file says of one. Errors: `TabletopError`."""
    return load_scenario(path, system).set_up if is_scenario(path) else read_setup(path)


# --- help ---


def help_page(system: System, game: AnyGame, kind: str) -> Page:
    """The help of `new` for one system: the seats, and the facts of its set-up, which are options."""
    draft = SetupDraft(system, game)
    seats, slots = draft.seats, [slot for slot in draft.slots if slot.path != "house"]
    needed = " ".join("ARMY" for seat in seats if seat.free and seat.required)
    more = "[ARMY]..." if any(seat.free and not seat.required for seat in seats) else ""
    start = f"tabletop {kind} new {system.id}"
    blocks: tuple[Block, ...] = (
        Para(f"Usage: {_join_nonempty(start, needed, more, '[--FACT VALUE]...')}"),
        Para(
            f"Sides: {', '.join(dict.fromkeys(seat.id for seat in seats))}."
            if seats
            else "The sides are part of the set-up."
        ),
        Heading("Facts"),
        Table(("fact", "value", "default", "question"), tuple(_fact_rows(slots))),
        *(Para(_SHORT.format(slot.last, slot.side)) for slot in slots[:1] if slot.side),
        Para(f"House rules: --house.NAME VALUE; tabletop rules {system.id} lists the switches."),
        Heading("Options"),
        Facts(OPTIONS),
        Heading("Example"),
        Para(f"  {_join_nonempty(start, needed, _example_options(slots))}"),
    )
    return Page(f"{kind} new {system.id}", blocks, "", {"facts": [slot.path for slot in slots]})


_SHORT = "You can shorten a name from the front: --{0} sets it for every side, --{1}.{0} for one side."


def _join_nonempty(*words: str) -> str:
    return " ".join(word for word in words if word)


def _fact_rows(slots: Sequence[Slot]) -> Iterator[tuple[str, ...]]:
    for slot in slots:
        fact = slot.fact
        plain = None if fact.required or fact.default is None else fact.kind.plain(fact.default)
        default = "needed" if slot.needed else "" if fact.required else in_plain_words(plain)
        yield slot.path, fact.kind.words, default, _join_nonempty(fact.question, f"({fact.help})" if fact.help else "")


def _example_options(slots: Sequence[Slot]) -> str:
    return " ".join(f"--{name} ..." for name in dict.fromkeys(slot.last for slot in slots if slot.needed))


def _army_asker(person: Asker, system: System) -> Callable[[Seat], Path]:
    """Asks for the army file of a side: one of those at hand, or a path."""
    from ...core.examples import example_armies

    def ask_for_army(seat: Seat) -> Path:
        known = {path: _army_data(path) for path in example_armies(system.id)}
        answers = [
            Answer(str(path), path.stem, "", "cannot be read" if data is None else str(data.get("name", "")))
            for path, data in known.items()
            if data is None or seat.suits(data)
        ]
        answers.append(Answer(_ANOTHER, _ANOTHER, "f", "type the path of the file"))
        chosen = _ANOTHER
        if len(answers) > 1:
            chosen = person.ask(Question("army", seat.which, Text(), tuple(answers), side=seat.id))
        if chosen == _ANOTHER:
            chosen = person.ask_path("Army file:", seat.id)
        return Path(chosen).expanduser()

    return ask_for_army


def _army_data(path: Path) -> JsonMapping | None:
    """An army; None for a file that cannot be read."""
    try:
        return load_file(path).data
    except TabletopError:
        return None


def _free_name(store: Store, draft: SetupDraft) -> str:
    """A name that is easy to type, from the army files; with a number where it is taken."""
    stems = [re.sub(r"[^a-z0-9]+", "-", army.path.stem.casefold()).strip("-") for army in draft.armies]
    name = "-v-".join(stem for stem in stems if stem)[:60] or draft.system.id
    taken = {one.header.name.casefold() for one in store.list_battles()}
    names: list[Json] = [name, *(f"{name}-{n}" for n in range(2, len(taken) + 3))]
    return str(next(one for one in names if one not in taken))
