"""Choosing values in the builder: one setting after the other, of the army or of an entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from ...core.data import Json
from ...core.declare.composed import ListOf
from ...core.declare.kinds import Text, Whole, YesNo
from ...core.errors import TabletopError
from ...core.lists.change import Change, value_at
from ...core.lists.choices import follow_up_changes, join_values, key_of, parse_value, write_value
from ...core.lists.draft import Draft
from ...core.lists.form import Setting
from ...core.lists.problems import Where
from ...core.lists.shelves import shelf_at
from ...core.play.question import NO_DEFAULT, Answer, Question
from ...core.records import dataclass
from ...prompts.asker import Asker, mistake_words
from . import builder_words as words

AWAY = "-"  # typed instead of a text, it takes what is written away


@dataclass(frozen=True)
class Typed(Text):
    """A text that somebody types; `wanted` says what, the setting's own kind reads it."""

    wanted: str = "text"

    @property
    def words(self) -> str:
        return self.wanted


def can_be_none(setting: Setting) -> bool:
    """Whether a setting of which one value is chosen may also have none."""
    known = [pick.value for pick in setting.values]
    return bool(known) and not (setting.many or setting.needed) and setting.default is None and None not in known


def row_keys(settings: Sequence[Setting]) -> dict[Where, str]:
    """Return what is typed for the settings of a table: the last words of their keys, or the whole ones of several."""
    last = Counter(one.key[-1] for one in settings)
    return {
        one.key: str(one.key[-1]) if last[one.key[-1]] == 1 or len(one.key) == 1 else key_of(one) for one in settings
    }


class Settings:
    """Asks for values and writes them into the draft."""

    def __init__(self, draft: Draft, asker: Asker) -> None:
        self._draft = draft
        self._asker = asker

    def choose(self, text: str, settings: Callable[[], Sequence[Setting]], place: Where) -> None:
        """Choose one of the settings of a table, then its value."""
        self.ask_and_write(self._asker.choose(text, self.setting_rows(settings(), place)), place)

    def setting_rows(self, settings: Sequence[Setting], place: Where) -> list[Answer]:
        """The settings of a table as rows of a menu."""
        keys = row_keys(settings)
        return [self._setting_row(one, place, keys[one.key]) for one in settings]

    def _setting_row(self, setting: Setting, place: Where, key: str) -> Answer:
        """A setting as a row of a menu: its title, and what it is at."""
        table = value_at(self._draft.data, place, {})
        help_text = words.full_help(self._draft.now.system, setting.title, setting.help, setting.rules)
        return Answer(setting, setting.title, key, words.value_words(setting, table), help=help_text)

    def ask_and_write(self, setting: Setting, place: Where) -> None:
        """Ask for the value of a setting and write it."""
        value = self._ask_value(setting, place)
        changes = self._value_changes(setting, place, value)
        if not changes:
            return
        system = self._draft.now.system
        others = list(follow_up_changes(lambda army: system.muster.form(army, system), self._draft.data, changes))
        changes = (*changes, *(change for _, change in others))
        tried = self._draft.try_out(*changes)
        if tried.refused is not None:
            raise tried.refused
        whose = self._owner_prefix(place)
        self._draft.change(f"{whose}{setting.title.lower()}: {words.picks_text(setting, value)}", *changes)
        told = words.trial_words(tried, self._draft.now.report.budget, zero="")
        self._asker.tell(f"{setting.title}: {words.picks_text(setting, value)}{', ' if told else ''}{told}")
        for one, change in others:
            self._asker.tell(f"{one.title}: {words.picks_text(one, change.value)}, set along with it")

    def _owner_prefix(self, place: Where) -> str:
        """The entry that a setting is about, for undo; nothing for the army's own."""
        shelf = shelf_at(self._draft.now.form, self._draft.data, place[:-1]) if place else None
        return f"{shelf.title_of(value_at(self._draft.data, place))}, " if shelf else ""

    def _value_changes(self, setting: Setting, place: Where, value: Json) -> tuple[Change, ...]:
        """What writes a value; nothing where that is what stands there."""
        return write_value(setting, value_at(self._draft.data, place, {}), value, place)

    def _ask_value(self, setting: Setting, place: Where) -> Json:
        """The value that is wanted, in its plain form."""
        now = value_at(value_at(self._draft.data, place, {}), setting.key, setting.default)
        if not setting.values:
            return self.ask_typed_value(setting, now)
        kind = setting.kind
        answers = tuple(self._pick_answer(setting, place, pick.value) for pick in setting.values)
        if can_be_none(setting):
            first, why = self._choice_cost(setting, place, None)
            answers += (Answer(None, "none", AWAY, why, help="Removes the value.", first=first),)
        if isinstance(kind, ListOf) and setting.repeat:
            return self._ask_counts(setting, answers, now)
        default = now if self._can_be_default(now, setting) else NO_DEFAULT
        asked = replace(kind, minimum=0) if isinstance(kind, ListOf) else kind
        text = f"{setting.title}?"
        question = Question("", text, asked, answers, setting.many, default, standing=True)
        return self._asker.ask(question, lambda: setting.help)

    def _can_be_default(self, now: Json, setting: Setting) -> bool:
        values = [pick.value for pick in setting.values]
        wanted = now if isinstance(now, list | tuple) else [now]
        if now is None and can_be_none(setting):
            return True
        return all(one in values for one in wanted) and (setting.many or now is not None)

    def _ask_counts(self, setting: Setting, answers: tuple[Answer, ...], now: Json) -> list[Json]:
        """A list in which the same may stand several times: how many of each."""
        held = list(now) if isinstance(now, list | tuple) else []
        found: list[Json] = []
        for answer in answers:
            told = ", ".join(part for part in (answer.first, answer.detail) if part)
            there = held.count(answer.value)
            more = f"one more: {told}" if there and told else told
            text = f"How many: {answer.label}?" + (f" ({more})" if more else "")
            many = self._asker.ask(Question("", text, Whole(0, 99), default=there))
            found += [answer.value] * int(many)
        return found

    def ask_typed_value(self, setting: Setting, now: Json) -> Json:
        """A value that is typed; a hyphen takes it away."""
        away = not setting.needed
        usual = "none" if setting.default is None else words.picks_text(setting, setting.default)
        wanted = f"{setting.kind.words.removesuffix(', or none')}; {AWAY} for {usual}" if away else setting.kind.words
        open_ = usual if away else NO_DEFAULT
        default = open_ if now is None else setting.kind.to_words(now) or str(now)
        if self._asker.has_ahead and not isinstance(setting.kind, Whole):
            self._asker.type_ahead([" ".join(self._asker.drop_ahead())])  # names and fractions have several words
        while True:
            standing = isinstance(setting.kind, Text)  # a name is mended more often than made anew
            question = Question("", f"{setting.title}?", Typed(wanted), default=default, standing=standing)
            given = self._asker.ask(question, lambda: setting.help)
            if away and (given == AWAY or (now is None and given == usual)):
                return setting.default
            try:
                return parse_value(setting, str(given))
            except TabletopError as wrong:
                self._asker.say_wrong(mistake_words(wrong))

    def _pick_answer(self, setting: Setting, place: Where, value: Json) -> Answer:
        """A value as an answer, with what it costs and breaks."""
        pick = next(one for one in setting.values if one.value == value and type(one.value) is type(value))
        help_text = words.pick_help(self._draft.now.system, setting, pick)
        key = value if isinstance(value, str) else ("y" if value else "n") if isinstance(setting.kind, YesNo) else ""
        first, why = self._choice_cost(setting, place, value)
        return Answer(value, pick.words, key, why, help=help_text, first=first)

    def _choice_cost(self, setting: Setting, place: Where, value: Json) -> tuple[str, str]:
        """What choosing a value costs and breaks, nothing for what stands there or needs others beside it; and why."""
        if isinstance(setting.kind, ListOf) and setting.kind.minimum > 1:
            return "", ""
        table = value_at(self._draft.data, place, {})
        held = value_at(table, setting.key, setting.default)
        if setting.many and not setting.repeat and isinstance(held, list | tuple) and value in held:
            rest = write_value(setting, table, [one for one in held if one != value], place)
            saved = words.cost_words(self._draft.try_out(*rest), "same points")
            return f"chosen; without it {saved}" if saved else "taken", ""
        changes = write_value(setting, table, join_values(setting, table, value), place)
        if not changes:
            return "unchanged", ""
        tried = self._draft.try_out(*changes)
        same = "free" if setting.many else "same points"
        return words.price_text(tried, self._draft.now.report.budget, zero=same)
