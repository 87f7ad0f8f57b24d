"""Adding to a list in the builder: what there is, what each costs and would break, how many, with which options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...core.data import Json, JsonObject
from ...core.declare.composed import ListOf
from ...core.declare.kinds import Text
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
    count = entry.get("count", 1)
    many = f"{count} x " if count != 1 else ""
    asker.tell(words.told(f"Added: {many}{ware.title}", words.trial_words(tried, draft.now.report.budget)))
    for setting in shelf.settings(entry):
        if _several(setting):
            Settings(draft, asker).set(setting, (*place, at))


def _ware(draft: Draft, asker: Asker, shelf: Shelf, place: Where) -> Ware:
    """What to add, each with what it costs and would break."""
    if not shelf.wares:
        hint = "choose what the army needs first, such as its faction, with e"
        raise TabletopError(f"there is nothing that could be added as a {shelf.one}", hint=hint)
    budget, answers = draft.now.report.budget, []
    for ware in shelf.wares:
        entry = dict(shelf.fresh(ware.entry, value_at(draft.data, place[:-1], ())))
        cost = words.trial_words(_completed(draft, shelf, entry, place), budget)
        detail = ", ".join(part for part in (cost, ware.help.partition(". ")[0]) if part)
        help_text = words.ware_help(draft.now.system, ware)
        answers.append(Answer(ware.id, ware.title, ware.id, detail, help=help_text))
    chosen = asker.choose(f"Which {shelf.one}?", answers)
    return next(ware for ware in shelf.wares if ware.id == chosen)


def _completed(draft: Draft, shelf: Shelf, entry: JsonObject, place: Where) -> Trial:
    """The trial of a new entry in which what must still be chosen is chosen as well as it can be."""
    tried = draft.try_out(Insert(place, entry))
    for setting in _open(shelf, entry):
        ways = [_given(entry, setting, pick.value) for pick in setting.values]
        trials = [(way, draft.try_out(Insert(place, way))) for way in ways]
        entry, tried = min(trials, key=lambda one: (one[1].refused is not None, len(one[1].broken), one[1].cost))
    return tried


def _open(shelf: Shelf, entry: Written) -> list[Setting]:
    """What a new entry must say and does not say yet."""
    found = shelf.settings(entry)
    return [one for one in found if one.needed and one.values and value_at(entry, one.key) is None]


def _with_needed(draft: Draft, asker: Asker, shelf: Shelf, entry: JsonObject, place: Where) -> JsonObject:
    """The entry with what it must say."""
    for setting in _open(shelf, entry):
        answers = []
        for pick in setting.values:
            cost = words.trial_words(
                draft.try_out(Insert(place, _given(entry, setting, pick.value))), draft.now.report.budget
            )
            help_text = words.pick_help(draft.now.system, setting, pick)
            answers.append(Answer(pick.value, pick.words, str(pick.value), cost, help=help_text))
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
    plain = draft.try_out(Insert(place, entry))
    fine: list[Answer] = []
    marked: list[Answer] = []
    for setting, value, label, help_text in _options(draft, shelf, entry):
        tried = draft.try_out(Insert(place, _given(entry, setting, value)))
        key = value if isinstance(value, str) else str(setting.key[-1])
        answer = Answer((setting.key, value), label, key, _difference(draft, tried, plain), help=help_text)
        (fine if _no_worse(tried, plain) else marked).append(answer)
    if not fine:
        return entry
    question = Question("options", "With options?", Text(), (*fine, *marked), many=True, default=[])
    for setting, value in _one_each(asker, question, shelf.settings(entry)):
        entry = _given(entry, setting, value)
    return entry


def _one_each(asker: Asker, question: Question, settings: Sequence[Setting]) -> list[tuple[Setting, Json]]:
    """The settings and values that are picked; of what can have only one, one."""
    while True:
        picked = asker.ask(question)
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


def _difference(draft: Draft, tried: Trial, plain: Trial) -> str:
    """What an option costs beside the entry without it."""
    return words.trial_words(replace(tried, cost=tried.cost - plain.cost), draft.now.report.budget)


def _no_worse(tried: Trial, plain: Trial) -> bool:
    return tried.refused is None and len(tried.broken) <= len(plain.broken)
