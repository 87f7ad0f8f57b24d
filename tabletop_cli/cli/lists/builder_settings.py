"""Choosing values in the builder: one setting after the other, of the army, of an entry, or a house rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ...core.data import Json
from ...core.declare.composed import ListOf
from ...core.declare.house import HouseRules, Switch
from ...core.declare.kinds import Text, Whole, YesNo
from ...core.declare.plain import as_typed
from ...core.errors import TabletopError
from ...core.lists.change import Change, Drop, Put, value_at
from ...core.lists.choices import joined, parsed, written
from ...core.lists.draft import Draft
from ...core.lists.form import Setting
from ...core.lists.problems import Where
from ...core.play.question import NO_DEFAULT, Answer, Question
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


class Settings:
    """Asks for values and writes them into the draft."""

    def __init__(self, draft: Draft, asker: Asker) -> None:
        self._draft = draft
        self._asker = asker

    def choose(self, text: str, settings: Callable[[], Sequence[Setting]], place: Where) -> None:
        """Choose one of the settings of a table, then its value."""
        chosen = self._asker.choose(text, [self.row(one, place) for one in settings()])
        self.set(chosen, place)

    def row(self, setting: Setting, place: Where) -> Answer:
        """A setting as a row of a menu: its title, and what it is at."""
        table = value_at(self._draft.data, place, {})
        help_text = words.told_of(self._draft.now.system, setting.title, setting.help, setting.rules)
        return Answer(setting, setting.title, "", words.value_words(setting, table), help=help_text)

    def set(self, setting: Setting, place: Where) -> None:
        """Ask for the value of a setting and write it."""
        value = self._asked(setting, place)
        changes = self._changes(setting, place, value)
        if not changes:
            return
        tried = self._draft.try_out(*changes)
        if tried.refused is not None:
            raise tried.refused
        self._draft.change(f"{setting.title.lower()}: {words.picked(setting, value)}", *changes)
        told = words.trial_words(tried, self._draft.now.report.budget, zero="")
        self._asker.tell(f"{setting.title}: {words.picked(setting, value)}{', ' if told else ''}{told}")

    def _changes(self, setting: Setting, place: Where, value: Json) -> tuple[Change, ...]:
        """What writes a value; nothing where that is what stands there."""
        return written(setting, value_at(self._draft.data, place, {}), value, place)

    def _asked(self, setting: Setting, place: Where) -> Json:
        """The value that is wanted, in its plain form."""
        now = value_at(value_at(self._draft.data, place, {}), setting.key, setting.default)
        if not setting.values:
            return self._typed(setting, now)
        kind = setting.kind
        answers = tuple(self._pick(setting, place, pick.value) for pick in setting.values)
        if can_be_none(setting):
            none = "nothing chosen; what stood here is taken away"
            answers += (Answer(None, "none", AWAY, self._cost(setting, place, None), help=none),)
        if isinstance(kind, ListOf) and setting.repeat:
            return self._repeated(setting, answers, now)
        default = now if self._can_be_default(now, setting) else NO_DEFAULT
        asked = replace(kind, minimum=0) if isinstance(kind, ListOf) else kind
        text = f"{setting.title}?"
        return self._asker.ask(Question("", text, asked, answers, setting.many, default, standing=True))

    def _can_be_default(self, now: Json, setting: Setting) -> bool:
        values = [pick.value for pick in setting.values]
        wanted = now if isinstance(now, list | tuple) else [now]
        if now is None and can_be_none(setting):
            return True
        return all(one in values for one in wanted) and (setting.many or now is not None)

    def _repeated(self, setting: Setting, answers: tuple[Answer, ...], now: Json) -> list[Json]:
        """A list in which the same may stand several times: how many of each."""
        held = list(now) if isinstance(now, list | tuple) else []
        found: list[Json] = []
        for answer in answers:
            text = f"How many: {answer.label}?" + (f" ({answer.detail})" if answer.detail else "")
            many = self._asker.ask(Question("", text, Whole(0, 99), default=held.count(answer.value)))
            found += [answer.value] * int(many)
        return found

    def _typed(self, setting: Setting, now: Json) -> Json:
        """A value that is typed; a hyphen takes it away."""
        away = not setting.needed
        usual = "none" if setting.default is None else words.picked(setting, setting.default)
        wanted = f"{setting.kind.words}; {AWAY} for {usual}" if away else setting.kind.words
        default = NO_DEFAULT if now is None else str(now)
        if self._asker.has_ahead:
            self._asker.type_ahead([" ".join(self._asker.drop_ahead())])  # names and fractions have several words
        while True:
            given = self._asker.ask(Question("", f"{setting.title}?", Typed(wanted), default=default))
            if away and given == AWAY:
                return setting.default
            try:
                return parsed(setting, str(given))
            except TabletopError as wrong:
                self._asker.wrong(mistake_words(wrong))

    def _pick(self, setting: Setting, place: Where, value: Json) -> Answer:
        """A value as an answer, with what it costs and breaks."""
        pick = next(one for one in setting.values if one.value == value and type(one.value) is type(value))
        help_text = words.pick_help(self._draft.now.system, setting, pick)
        key = value if isinstance(value, str) else ("y" if value else "n") if isinstance(setting.kind, YesNo) else ""
        return Answer(value, pick.words, key, self._cost(setting, place, value), help=help_text)

    def _cost(self, setting: Setting, place: Where, value: Json) -> str:
        """What choosing a value costs and breaks, nothing for what stands there or needs others beside it."""
        if isinstance(setting.kind, ListOf) and setting.kind.minimum > 1:
            return ""
        table = value_at(self._draft.data, place, {})
        changes = written(setting, table, joined(setting, table, value), place)
        if not changes:
            return "" if setting.many else "as it is"
        tried = self._draft.try_out(*changes)
        same = "free" if setting.many else "same points"
        return words.trial_words(tried, self._draft.now.report.budget, zero=same)

    # --- house rules ---

    def house(self, name: str) -> None:
        """Ask for the value of a house rule and write it; the printed one takes the key away."""
        house = self._draft.now.system.reference.house
        place: Where = ("house", *name.split("."))
        there = value_at(self._draft.data, place)
        switch = house.switches.get(name)
        value = self._blank(house, name, there) if switch is None else self._switch(switch, there)
        if value == there and type(value) is type(there):
            return
        change = Drop(place) if value is None else Put(place, value)
        tried = self._draft.try_out(change)
        if tried.refused is not None:
            raise tried.refused
        self._draft.change(f"house rule {name}", change)
        self._asker.tell(f"{name}: {'as printed' if value is None else as_typed(value)}")

    def _blank(self, house: HouseRules, name: str, there: Json) -> Json:
        """A value that the rulebook leaves blank, None for blank."""
        default = NO_DEFAULT if there is None else as_typed(there)
        kind = Typed(f"{house.blank_of[house.path_of(name)].kind.words}; {AWAY} for blank")
        while True:
            word = str(self._asker.ask(Question("", f"{name}?", kind, default=default)))
            if word == AWAY:
                return None
            try:
                return value_at(house.assigned(name, word), house.path_of(name))
            except TabletopError as wrong:
                self._asker.wrong(mistake_words(wrong))

    def _switch(self, switch: Switch, there: Json) -> Json:
        """The value of a switch, None for the printed one."""
        now = switch.default if there is None else there
        if switch.open:
            value = self._asker.ask(Question("", f"{switch.name}?", Whole(0), default=now))
        else:
            answers = [Answer(one, as_typed(one), detail=switch.means.get(as_typed(one), "")) for one in switch.values]
            value = self._asker.choose(f"{switch.name}?", answers, now)
        return None if value == switch.default and type(value) is type(switch.default) else value
