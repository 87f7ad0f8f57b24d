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
from ...core.lists.change import Insert, apply_changes, is_list, value_at
from ...core.lists.choices import join_values, require_one_each, write_value
from ...core.lists.draft import Draft
from ...core.lists.form import Setting, Shelf, Ware, Written
from ...core.lists.problems import Where
from ...core.lists.shelves import copies_in
from ...core.lists.trial import Trial
from ...core.play.question import Answer, Question
from ...prompts.asker import Asker, mistake_words
from . import builder_words as words
from .builder_settings import AWAY, Settings, can_be_none

COUNT: Where = ("count",)
Picked = tuple[Where, Json]  # the key of a setting, and a value of it


def add_entry(draft: Draft, asker: Asker, shelf: Shelf, table: Where) -> None:
    """Ask what to add to a list of some table, how many, and with which options; then add it."""
    place = (*table, *shelf.place)
    there = value_at(draft.data, place, ())
    at = len(there)
    ware = _ask_ware(draft, asker, shelf, (*place, at))
    entry = _with_count(asker, shelf, dict(shelf.fresh(ware.entry, there)))
    entry = _with_needed(draft, asker, shelf, entry, (*place, at))
    entry = _with_options(draft, asker, shelf, entry, (*place, at))
    change = Insert((*place, at), entry)
    tried = draft.try_out(change)
    draft.change(f"{ware.title} added", change)
    begun = _begun_with(shelf, entry)
    new = f"Added: {_new_entry_text(draft, ware, entry, change.place)}{f', with {begun}' if begun else ''}"
    asker.tell(words.sentence_with_note(new, words.cost_with_marks(tried, _list_budget(draft))))
    for setting in shelf.settings(entry):
        if _needs_several(setting):
            Settings(draft, asker).ask_and_write(setting, (*place, at))


def _list_budget(draft: Draft) -> Fraction | None:
    return draft.now.report.budget


def _new_entry_text(draft: Draft, ware: Ware, entry: Written, place: Where) -> str:
    """A new entry with its number and what was chosen: ``2 x Heavy machine gun``, ``Command Squad, Librarian``."""
    card = next((one for one in draft.now.sheet.cards if one.place == place), None)
    count = entry.get("count", 1)
    many = f"{count} x " if count != 1 else ""
    return ", ".join([f"{many}{ware.title}", *(card.options if card else ())])


def _begun_with(shelf: Shelf, entry: Written) -> str:
    """What a new entry has in the lists inside it: ``1 x Sergeant, 4 x Soldier``."""
    held = [(inner, one) for inner in shelf.inside(entry) for one in value_at(entry, inner.place, ())]
    return ", ".join(f"{copies_in([one])} x {inner.title_of(one)}" for inner, one in held)


def _ask_ware(draft: Draft, asker: Asker, shelf: Shelf, place: Where) -> Ware:
    """What to add, each with what it costs and would break."""
    if not shelf.wares:
        hint = "first press e and choose what the army needs, such as its faction"
        raise TabletopError(f"no {shelf.one} can be added yet", hint=hint)
    budget, answers = draft.now.report.budget, []
    for ware in shelf.wares:
        entry = dict(shelf.fresh(ware.entry, value_at(draft.data, place[:-1], ())))
        first, why = words.price_text(_complete_trial(draft, shelf, entry, place), budget)
        detail = ", ".join(part for part in (why, ware.help.partition(". ")[0]) if part)
        help_text = words.ware_help(draft.now.system, ware)
        answers.append(Answer(ware.id, ware.title, ware.id, detail, help=help_text, first=first))
    chosen = asker.choose(words.question_text(f"Which {shelf.one}?", draft.now.report), answers)
    return next(ware for ware in shelf.wares if ware.id == chosen)


def _complete_trial(draft: Draft, shelf: Shelf, entry: JsonObject, place: Where) -> Trial:
    """The trial of a new entry in which what must still be chosen is chosen as well as it can be.

    A number that will be typed is a small one here: that it is missing is no fault of the entry.
    """
    for setting in _open_settings(shelf, entry):
        if isinstance(setting.kind, Whole) and setting.needed:
            entry = _with_pick(entry, setting, max(1, setting.kind.minimum or 0))
    tried = draft.try_out(Insert(place, entry))
    for setting in (one for one in _open_settings(shelf, entry) if one.values):
        ways = [_with_pick(entry, setting, pick.value) for pick in setting.values]
        trials = [(way, draft.try_out(Insert(place, way))) for way in ways]
        entry, tried = min(trials, key=lambda one: (one[1].refused is not None, len(one[1].broken), one[1].cost))
    return tried


def _open_settings(shelf: Shelf, entry: Written) -> list[Setting]:
    """What a new entry must say and does not say yet."""
    found = shelf.settings(entry)
    return [one for one in found if (one.needed or one.asked) and value_at(entry, one.key) is None]


def _with_needed(draft: Draft, asker: Asker, shelf: Shelf, entry: JsonObject, place: Where) -> JsonObject:
    """The entry with what it must say."""
    for setting in _open_settings(shelf, entry):
        if not setting.values:
            value = Settings(draft, asker).ask_typed_value(setting, None)
            entry = entry if value is None else _with_pick(entry, setting, value)
            continue
        trials = [
            (pick, draft.try_out(Insert(place, _with_pick(entry, setting, pick.value)))) for pick in setting.values
        ]
        least = min(tried.cost for _, tried in trials)  # the entry itself is paid for already
        answers = []
        for pick, tried in trials:
            more = replace(tried, cost=tried.cost - least)
            first, why = words.price_text(more, _list_budget(draft), zero="no more points")
            help_text = words.pick_help(draft.now.system, setting, pick)
            answers.append(Answer(pick.value, pick.words, str(pick.value), why, help=help_text, first=first))
        entry = _with_pick(entry, setting, asker.choose(f"{setting.title}?", answers))
    return entry


def _with_count(asker: Asker, shelf: Shelf, entry: JsonObject) -> JsonObject:
    """The entry with its count, where it may have one."""
    for setting in shelf.settings(entry):
        if setting.key == COUNT:
            count = asker.ask(Question("count", "How many?", setting.kind, default=1))
            return {**entry, "count": count} if count != entry.get("count", 1) else entry
    return entry


def _with_options(draft: Draft, asker: Asker, shelf: Shelf, entry: JsonObject, place: Where) -> JsonObject:
    """The entry with the options that were picked; those that may be picked come first, the others are marked.

    What it is begun with is ticked already.
    """
    choice = Choice(draft, shelf.settings(entry), entry, place)
    fine: list[Answer] = []
    marked: list[Answer] = []
    for answer in _option_answers(draft, shelf, entry):
        told = choice.option_answer(answer, choice.begun)
        (fine if choice.is_fine(answer) else marked).append(told)
    if not fine:
        return entry
    answers = (*fine, *marked)
    if setting := choice.only_one_of(answers):
        either = (*answers, Answer(None, "none", AWAY))
        chosen = asker.ask(Question("options", f"{setting.title}?", answers=either, default=None))
        return choice.entry_with([] if chosen is None else [chosen])
    question = Question("options", "With options?", Text(), answers, many=True, default=choice.begun, standing=True)

    def answers_beside(chosen: Sequence[Answer]) -> list[Answer]:
        """The options with what each costs and breaks beside those that are marked, or as one of them."""
        return [choice.option_answer(one, [cast(Picked, other.value) for other in chosen]) for one in question.answers]

    return choice.entry_with(_one_each(asker, question, choice, answers_beside))


class Choice:
    """Options of a new entry that is not in the list yet: what they make of it, and what each costs and breaks."""

    def __init__(self, draft: Draft, settings: Sequence[Setting], entry: JsonObject, place: Where) -> None:
        self.settings = {one.key: one for one in settings}
        self.begun: list[Picked] = []  # the options that it has before anybody chooses
        self._draft, self._entry, self._place = draft, entry, place
        for one in settings:
            held = value_at(entry, one.key)
            if _is_option(one, entry) and one.many and is_list(held):
                self.begun += [(one.key, value) for value in dict.fromkeys(held)]

    def only_one_of(self, answers: Sequence[Answer]) -> Setting | None:
        """The setting of which all answers are values and only one can be chosen; None where several can."""
        keys = {cast(Picked, one.value)[0] for one in answers}
        setting = self.settings[next(iter(keys))]
        return setting if len(keys) == 1 and len(answers) > 1 and can_be_none(setting) else None

    def entry_with(self, chosen: Sequence[Picked]) -> JsonObject:
        """The entry with these options, and of those that it was begun with only these."""
        entry = self._entry
        for key in dict.fromkeys(key for key, _ in (*self.begun, *chosen)):
            setting, values = self.settings[key], [value for other, value in chosen if other == key]
            held = value_at(entry, key) if setting.many else ()
            kept = [value for value in held if value in values] if is_list(held) else []
            value = [*kept, *(one for one in values if one not in kept)] if setting.many else values[-1]
            entry = apply_changes(entry, *write_value(setting, entry, value))
        return entry

    def is_fine(self, one: Answer) -> bool:
        """Whether an option breaks nothing beside those that the entry is begun with."""
        plain, tried = self._try_option(one, self.begun)
        return tried.refused is None and len(tried.broken) <= len(plain.broken)

    def _try_option(self, one: Answer, chosen: Sequence[Picked]) -> tuple[Trial, Trial]:
        """The trials of the entry without and with an option, beside others that are chosen."""
        without = [other for other in chosen if other != one.value]
        both = (without, [*without, cast(Picked, one.value)])
        plain, tried = (self._draft.try_out(Insert(self._place, self.entry_with(picked))) for picked in both)
        return plain, tried

    def option_answer(self, one: Answer, chosen: Sequence[Picked]) -> Answer:
        """An option with what it costs and breaks beside others that are chosen."""
        plain, tried = self._try_option(one, chosen)
        harm = tuple(problem for problem in tried.broken if problem not in plain.broken)
        first, why = words.price_text(
            replace(tried, broken=harm, cost=tried.cost - plain.cost), _list_budget(self._draft)
        )
        return replace(one, first=first, detail=why)


def _one_each(
    asker: Asker, question: Question, choice: Choice, beside: Callable[[Sequence[Answer]], list[Answer]]
) -> list[Picked]:
    """The settings and values that are picked; of what can have only one, one."""
    while True:
        picked: list[Picked] = list(asker.ask(question, marked=beside))
        try:
            require_one_each((choice.settings[key], value) for key, value in picked)
            return picked
        except TabletopError as wrong:
            asker.say_wrong(mistake_words(wrong))


def _is_option(setting: Setting, entry: Written) -> bool:
    """Whether a setting is chosen among the options of a new entry."""
    said = setting.needed and value_at(entry, setting.key) is not None
    return not (said or not setting.short or _needs_several(setting) or setting.key == COUNT)


def _option_answers(draft: Draft, shelf: Shelf, entry: Written) -> list[Answer]:
    """Every pick of an option; of what can have only one value those that it does not have."""
    found = []
    for setting in (one for one in shelf.settings(entry) if _is_option(one, entry)):
        now = value_at(entry, setting.key, setting.default)
        for pick in setting.values:
            if pick.value is False or (pick.value == now and not setting.many):
                continue
            key = pick.value if isinstance(pick.value, str) else str(setting.key[-1])
            help_text = words.pick_help(draft.now.system, setting, pick)
            label = setting.title if pick.value is True else pick.words
            found.append(Answer((setting.key, pick.value), label, key, help=help_text))
    return found


def _needs_several(setting: Setting) -> bool:
    """Whether several picks belong together, so that they are asked for together."""
    return isinstance(setting.kind, ListOf) and setting.kind.minimum > 1


def _with_pick(entry: JsonObject, setting: Setting, value: Json) -> JsonObject:
    """The entry with one more pick of a setting."""
    return apply_changes(entry, *write_value(setting, entry, join_values(setting, entry, value)))
