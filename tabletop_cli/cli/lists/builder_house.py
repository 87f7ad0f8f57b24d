"""House rules in the builder: what each is about in words, how it is played now, and how it may be played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.data import Json
from ...core.declare.house import Blank, HouseRules, Switch
from ...core.declare.kinds import Whole
from ...core.declare.plain import as_typed
from ...core.errors import TabletopError
from ...core.lists.change import Drop, Put, value_at
from ...core.lists.draft import Draft
from ...core.lists.problems import Where
from ...core.play.question import NO_DEFAULT, Answer, Question
from ...core.system import System
from ...prompts.asker import Asker, mistake_words
from .builder_settings import AWAY, Typed


def choose_house_rule(draft: Draft, asker: Asker) -> None:
    """Choose a house rule, a switch or a value that the rulebook leaves blank, and say how it is played."""
    answers = list(_rule_rows(draft))
    if answers:
        _set_rule(draft, asker, str(asker.choose("Which house rule?", answers)))
    else:
        asker.tell("This game has no house rules.")


def _rule_rows(draft: Draft) -> Iterator[Answer]:
    """Every house rule by its title, with how it is played now; its key may be typed, too."""
    system, written = draft.now.system, draft.now.house
    rules, at = system.reference.house, 0
    for at, (name, switch) in enumerate(rules.switches.items(), 1):
        told = "\n".join(_value_with_meaning(switch, value) for value in switch.values)
        now = _value_with_meaning(switch, written[name])
        yield Answer(name, title_of(system, switch), str(at), now, help=f"house.{name}\n{told}")
    for blank in rules.blanks:
        for path in blank.paths:
            at += 1
            key = ".".join(path)
            value = blank.value_words(written.supplied_value(*path))
            yield Answer(key, blank_title(system, blank, path), str(at), value, help=f"house.{key}\n{blank.summary}")


def titles_under(system: System, table: str, keys: Sequence[str]) -> str:
    """Return house rules of a table as the menu names them: ``Heavy gun: reload, range``; without keys the table."""
    if not keys:
        return _with_capital(_with_spaces(table.rpartition(".")[2])) if table else ""
    titles = []
    for key in keys:
        name = f"{table}.{key}" if table else key
        switch = system.reference.house.switches.get(name)
        titles.append(title_of(system, switch) if switch else _with_spaces(key))
    rest = ", ".join(titles)
    return f"{_with_capital(_with_spaces(table.rpartition('.')[2]))}: {rest}" if table else _with_capital(rest)


def title_of(system: System, switch: Switch) -> str:
    """What a switch is about; the name too, where its ruling has several."""
    ruling = system.reference.rulings.get(switch.ruling)
    if ruling is None:
        return _with_spaces(switch.name)
    shared = [one for one in system.reference.house.switches.values() if one.ruling == switch.ruling]
    return f"{ruling.title} ({_with_spaces(switch.name)})" if len(shared) > 1 else ruling.title


def blank_title(system: System, blank: Blank, path: tuple[str, ...]) -> str:
    """What a blank is about, and for which thing: ``Light gun, direct fire dice``."""
    steps = blank.key.split(".")
    own = [step for step, name in zip(path, steps, strict=True) if name.startswith("<")]
    rest = [step for step, name in zip(path, steps, strict=True) if not name.startswith("<")]
    words = ", ".join(map(_with_spaces, [*own, *rest[-1:]]))
    return _with_capital(words)


def _with_capital(words: str) -> str:
    return words[0].upper() + words[1:]


def _with_spaces(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


def _value_with_meaning(switch: Switch, value: Json) -> str:
    """A value with its meaning: ``yes: A pinned model may reload.``"""
    meaning = switch.meaning_of(value)
    return f"{_house_value_text(value)}: {meaning}" if meaning else _house_value_text(value)


def _house_value_text(value: Json) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else as_typed(value)


def _set_rule(draft: Draft, asker: Asker, name: str) -> None:
    """Ask for the value of a house rule and write it; the printed one takes the key away."""
    system = draft.now.system
    rules = system.reference.house
    place: Where = ("house", *name.split("."))
    there = value_at(draft.data, place)
    switch = rules.switches.get(name)
    if switch is not None:
        title = title_of(system, switch)
        value = _ask_switch(asker, switch, title, there)
    else:
        blank = rules.blank_of[rules.path_of(name)]
        title = blank_title(system, blank, rules.path_of(name))
        value = _ask_blank(asker, rules, name, title, there)
    if value == there and type(value) is type(there):
        return
    change = Drop(place) if value is None else Put(place, value)
    tried = draft.try_out(change)
    if tried.refused is not None:
        raise tried.refused
    draft.change(f"house rule: {title}", change)
    asker.tell(f"{title}: {_choice_text(switch, value)}")


def _choice_text(switch: Switch | None, value: Json) -> str:
    if switch is None:
        return "blank" if value is None else _house_value_text(value)
    return (
        f"as printed, {_value_with_meaning(switch, switch.default)}"
        if value is None
        else _value_with_meaning(switch, value)
    )


def _ask_blank(asker: Asker, rules: HouseRules, name: str, title: str, there: Json) -> Json:
    """A value that the rulebook leaves blank, None for blank."""
    default = NO_DEFAULT if there is None else as_typed(there)
    kind = Typed(f"{rules.blank_of[rules.path_of(name)].kind.words}; {AWAY} for blank")
    while True:
        word = str(asker.ask(Question("", f"{title}?", kind, default=default)))
        if word == AWAY:
            return None
        try:
            return value_at(rules.parse_table(name, word), rules.path_of(name))
        except TabletopError as wrong:
            asker.say_wrong(mistake_words(wrong))


def _ask_switch(asker: Asker, switch: Switch, title: str, there: Json) -> Json:
    """The value of a switch, None for the printed one."""
    now = switch.default if there is None else there
    if switch.open:
        value = asker.ask(Question("", f"{title}?", Whole(0), default=now))
    else:
        answers = [
            Answer(
                one,
                _house_value_text(one),
                ("y" if one else "n") if isinstance(one, bool) else "",
                switch.meaning_of(one),
            )
            for one in switch.values
        ]
        value = asker.choose(f"{title}?", answers, now)
    return None if value == switch.default and type(value) is type(switch.default) else value
