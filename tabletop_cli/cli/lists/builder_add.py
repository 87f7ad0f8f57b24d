"""Adding to a list in the builder: what there is, what each costs and would break, how many, with which options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import cast

from ...core.data import Json, JsonObject
from ...core.declare.composed import ListOf
from ...core.declare.kinds import Text, Whole
from ...core.errors import TabletopError
from ...core.lists.change import Insert, applied, value_at
from ...core.lists.choices import joined, require_one_each, written
from ...core.lists.draft import Draft
from ...core.lists.form import Setting, Shelf, Ware, Written
from ...core.lists.problems import Where
from ...core.lists.trial import Trial
from ...core.play.question import Answer, Question
from ...prompts.asker import Asker, mistake_words
from . import builder_words as words
from .builder_settings import Settings

COUNT: Where = ("count",)
Picked = tuple[Where, Json]  # the key of a setting, and a value of it


def add(draft: Draft, asker: Asker, shelf: Shelf, table: Where) -> None:
    """Ask what to add to a list of some table, how many, and with which options; then add it."""
    place = (*table, *shelf.place)
    there = value_at(draft.data, place, ())
    at = len(there)
    ware = _ware(draft, asker, shelf, (*place, at))
    entry = _counted(asker, shelf, dict(shelf.fresh(ware.entry, there)))
    entry = _with_needed(draft, asker, shelf, entry, (*place, at))
    entry = _with_options(draft, asker, shelf, entry, (*place, at))
    change = Insert((*place, at), entry)
    tried = draft.try_out(change)
    draft.change(f"{ware.title} added", change)
    asker.tell(words.told(f"Added: {_new(draft, ware, entry, change.place)}", words.told_cost(tried, _budget(draft))))
    for setting in shelf.settings(entry):
        if _several(setting):
            Settings(draft, asker).set(setting, (*place, at))


def _budget(draft: Draft) -> Fraction | None:
    return draft.now.report.budget


def _new(draft: Draft, ware: Ware, entry: Written, place: Where) -> str:
    """A new entry with its number and what was chosen: ``2 x Heavy machine gun``, ``Command Squad, Librarian``."""
    card = next((one for one in draft.now.sheet.cards if one.place == place), None)
    count = entry.get("count", 1)
    many = f"{count} x " if count != 1 else ""
    return ", ".join([f"{many}{ware.title}", *(card.options if card else ())])


def _ware(draft: Draft, asker: Asker, shelf: Shelf, place: Where) -> Ware:
    """What to add, each with what it costs and would break."""
    if not shelf.wares:
        hint = "choose what the army needs first, such as its faction, with e"
        raise TabletopError(f"there is nothing that could be added as a {shelf.one}", hint=hint)
    budget, answers = draft.now.report.budget, []
    for ware in shelf.wares:
        entry = dict(shelf.fresh(ware.entry, value_at(draft.data, place[:-1], ())))
        first, why = words.priced(_completed(draft, shelf, entry, place), budget)
        detail = ", ".join(part for part in (why, ware.help.partition(". ")[0]) if part)
        help_text = words.ware_help(draft.now.system, ware)
        answers.append(Answer(ware.id, ware.title, ware.id, detail, help=help_text, first=first))
    chosen = asker.choose(words.asked(f"Which {shelf.one}?", draft.now.report), answers)
    return next(ware for ware in shelf.wares if ware.id == chosen)


def _completed(draft: Draft, shelf: Shelf, entry: JsonObject, place: Where) -> Trial:
    """The trial of a new entry in which what must still be chosen is chosen as well as it can be.

    A number that will be typed is a small one here: that it is missing is no fault of the entry.
    """
    for setting in _open(shelf, entry):
        if isinstance(setting.kind, Whole) and setting.needed:
            entry = _given(entry, setting, max(1, setting.kind.minimum or 0))
    tried = draft.try_out(Insert(place, entry))
    for setting in (one for one in _open(shelf, entry) if one.values):
        ways = [_given(entry, setting, pick.value) for pick in setting.values]
        trials = [(way, draft.try_out(Insert(place, way))) for way in ways]
        entry, tried = min(trials, key=lambda one: (one[1].refused is not None, len(one[1].broken), one[1].cost))
    return tried


def _open(shelf: Shelf, entry: Written) -> list[Setting]:
    """What a new entry must say and does not say yet."""
    found = shelf.settings(entry)
    return [one for one in found if (one.needed or one.asked) and value_at(entry, one.key) is None]


def _with_needed(draft: Draft, asker: Asker, shelf: Shelf, entry: JsonObject, place: Where) -> JsonObject:
    """The entry with what it must say."""
    for setting in _open(shelf, entry):
        if not setting.values:
            value = Settings(draft, asker).typed(setting, None)
            entry = entry if value is None else _given(entry, setting, value)
            continue
        trials = [(pick, draft.try_out(Insert(place, _given(entry, setting, pick.value)))) for pick in setting.values]
        least = min(tried.cost for _, tried in trials)  # the entry itself is paid for already
        answers = []
        for pick, tried in trials:
            more = replace(tried, cost=tried.cost - least)
            first, why = words.priced(more, _budget(draft), zero="no more points")
            help_text = words.pick_help(draft.now.system, setting, pick)
            answers.append(Answer(pick.value, pick.words, str(pick.value), why, help=help_text, first=first))
        entry = _given(entry, setting, asker.choose(f"{setting.title}?", answers))
    return entry


def _counted(asker: Asker, shelf: Shelf, entry: JsonObject) -> JsonObject:
    """The entry with its count, where it may have one."""
    for setting in shelf.settings(entry):
        if setting.key == COUNT:
            count = asker.ask(Question("count", "How many?", setting.kind, default=1))
            return {**entry, "count": count} if count != entry.get("count", 1) else entry
    return entry


def _with_options(draft: Draft, asker: Asker, shelf: Shelf, entry: JsonObject, place: Where) -> JsonObject:
    """The entry with the options that were picked; those that may be picked come first, the others are marked."""
    settings = shelf.settings(entry)
    plain = draft.try_out(Insert(place, entry))
    fine: list[Answer] = []
    marked: list[Answer] = []
    for setting, value, label, help_text in _options(draft, shelf, entry):
        tried = draft.try_out(Insert(place, _given(entry, setting, value)))
        key = value if isinstance(value, str) else str(setting.key[-1])
        answer = Answer((setting.key, value), label, key, help=help_text)
        (fine if _no_worse(tried, plain) else marked).append(_told(draft, answer, tried, plain))
    if not fine:
        return entry
    question = Question("options", "With options?", Text(), (*fine, *marked), many=True, default=[])

    def beside(chosen: Sequence[Answer]) -> list[Answer]:
        """The options with what each costs and breaks beside those that are marked, or as one of them."""
        return [_beside(draft, settings, entry, place, one, chosen) for one in question.answers]

    for setting, value in _one_each(asker, question, settings, beside):
        entry = _given(entry, setting, value)
    return entry


def _beside(
    draft: Draft, settings: Sequence[Setting], entry: JsonObject, place: Where, one: Answer, chosen: Sequence[Answer]
) -> Answer:
    """An option with what it costs and breaks beside others that are chosen."""
    for other in chosen:
        if other.value != one.value:
            entry = _picked(settings, entry, other)
    plain, tried = (draft.try_out(Insert(place, made)) for made in (entry, _picked(settings, entry, one)))
    return _told(draft, one, tried, plain)


def _told(draft: Draft, one: Answer, tried: Trial, plain: Trial) -> Answer:
    """An option with what it costs and breaks beside the entry without it."""
    harm = tuple(problem for problem in tried.broken if problem not in plain.broken)
    more = replace(tried, broken=harm, cost=tried.cost - plain.cost)
    first, why = words.priced(more, _budget(draft))
    return replace(one, first=first, detail=why)


def _picked(settings: Sequence[Setting], entry: JsonObject, answer: Answer) -> JsonObject:
    """The entry with the option that an answer stands for."""
    key, value = cast(Picked, answer.value)
    return _given(entry, next(one for one in settings if one.key == key), value)


def _one_each(
    asker: Asker, question: Question, settings: Sequence[Setting], beside: Callable[[Sequence[Answer]], list[Answer]]
) -> list[tuple[Setting, Json]]:
    """The settings and values that are picked; of what can have only one, one."""
    while True:
        picked = asker.ask(question, marked=beside)
        chosen = [(setting, value) for key, value in picked for setting in settings if setting.key == key]
        try:
            require_one_each(chosen)
            return chosen
        except TabletopError as wrong:
            asker.wrong(mistake_words(wrong))


def _options(draft: Draft, shelf: Shelf, entry: Written) -> list[tuple[Setting, Json, str, str]]:
    """Every pick that is not taken yet: its setting, value, words and help."""
    found = []
    for setting in shelf.settings(entry):
        chosen = setting.needed and value_at(entry, setting.key) is not None
        if chosen or not setting.short or _several(setting) or setting.key == COUNT:
            continue
        now = value_at(entry, setting.key, setting.default)
        held = now if isinstance(now, list | tuple) else [now]
        for pick in setting.values:
            if pick.value is False or (pick.value in held and not setting.repeat):
                continue
            label = setting.title if pick.value is True else pick.words
            help_text = words.pick_help(draft.now.system, setting, pick)
            found.append((setting, pick.value, label, help_text))
    return found


def _several(setting: Setting) -> bool:
    """Whether several picks belong together, so that they are asked for together."""
    return isinstance(setting.kind, ListOf) and setting.kind.minimum > 1


def _given(entry: JsonObject, setting: Setting, value: Json) -> JsonObject:
    """The entry with one more pick of a setting."""
    return applied(entry, *written(setting, entry, joined(setting, entry, value)))


def _no_worse(tried: Trial, plain: Trial) -> bool:
    return tried.refused is None and len(tried.broken) <= len(plain.broken)
