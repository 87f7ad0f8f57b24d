"""The commands `new` and `edit`: an army list is begun, or gone on with, in the builder."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated
from unicodedata import combining, normalize

import typer

from ...core import registry
from ...core.clock import today
from ...core.data import Json, JsonMapping, JsonObject
from ...core.declare.catalogue import CATALOGUE
from ...core.declare.kinds import Text, brief_text, did_you_mean
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import check_army
from ...core.lists.change import apply_changes, value_at
from ...core.lists.choices import assign_setting, key_of, parse_value, write_value
from ...core.lists.edit import require_place, require_writable, save
from ...core.lists.edit.fresh import format_file
from ...core.lists.form import Setting
from ...core.lists.hints import advised_values
from ...core.lists.open_list import MOST_VALUES, needed_settings
from ...core.lists.problems import Where
from ...core.lists.references import HomeMade, merge_files
from ...core.lists.trial import errors_of
from ...core.play.question import NO_DEFAULT, Answer, Question
from ...core.system import System
from ...prompts.asker import Asker, Back, Cancelled, Stopped, mistake_words
from ..app import command_module, examples_text
from ..battle.commands import make_asker
from ..complete import listed_like
from ..own_rows import CatalogueFiles, named_files
from ..session import Session, home_of, say, session_of
from .builder_settings import Typed
from .names import name_from_stem, propose_name
from .own_catalogues import ask_for_catalogue, find_catalogue, names_for, require_once, set_catalogues, split_settings
from .validate import draft_at, require_army_name

app = command_module()
NAME, BUDGET = ("name",), ("budget",)


@app.command(
    epilog=examples_text(
        "tabletop new td",
        'tabletop new td horde.toml --name "The Horde" --budget 8',
        'tabletop new td horde.toml --name "The Horde" --empty',
        "tabletop new du my.scenario.toml --scenario --list armies/du/weir-ossel.toml --list armies/du/weir-tarn.toml",
    )
)
def new(
    ctx: typer.Context,
    system: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM]", help="The game system, such as td.", autocompletion=listed_like)
    ] = None,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="File for the list (default: made from its name).")
    ] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", help="Name of the army.")] = None,
    budget: Annotated[str | None, typer.Option("--budget", metavar="POINTS", help="The agreed points.")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set another field, such as faction=eldar.")
    ] = None,
    empty: Annotated[bool, typer.Option("--empty", help="Only write the file, ask nothing.")] = False,
    scenario: Annotated[bool, typer.Option("--scenario", help="Write a scenario instead of a list.")] = False,
    lists: Annotated[
        list[Path] | None, typer.Option("--list", metavar="LIST", help="The list of a side, for --scenario; twice.")
    ] = None,
    catalogues: CatalogueFiles = None,
) -> None:
    """Begin an army list and build it: see your points, what you can choose and what it costs. You can undo every step.

    The file is saved at every step. Illegal choices are marked, but you may make them. --catalogue adds units of your
    own. Keep that file beside the list, or in the folder catalogues/SYSTEM of your data folder.

    --scenario asks for a scenario of your own, if the system has such questions: its map, its goal and its tokens.
    """
    session = session_of(ctx)
    somebody = make_asker(session)
    if scenario:
        _new_scenario(system, file, lists or (), somebody)
        return
    if file is not None:
        _require_new(file)
    try:
        known = registry.load(system or _which_system(somebody, empty))
        files, others = split_settings(settings or ())
        named = require_once(files, catalogues) or find_catalogue(known, others, home_of(session))
        made = named_files(ctx, known, named)
        if not made and not empty:
            made = ask_for_catalogue(known, home_of(session), somebody)
        given, keys = _given_settings(known, name, budget, others, made)
        called = _suggest_name(known, file)
        if not empty and file is None:  # the name decides where it is kept: that is settled before all else is asked
            given = _new_list_data(known, given, keys, somebody, called, (NAME,))
            file = _free_path(_path_of_list(given), somebody)
        data = _new_list_data(known, given, keys, None if empty else somebody, called)
    except (Back, Cancelled, Stopped):
        say("nothing was saved")
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        say("nothing was saved")
        raise

    def data_at(path: Path) -> JsonMapping:
        return {**data, CATALOGUE: names_for(known, made, path, home_of(session))} if made else data

    path = _save_new(data_at, file or _path_of_list(data), None if empty else somebody)
    if empty:
        say(f"saved: {path}; go on with: tabletop edit {path}")
    else:
        _run_builder(path, session, somebody)


def _new_scenario(system: str | None, file: Path | None, lists: Sequence[Path], somebody: Asker) -> None:
    from .new_scenario import write_scenario

    try:
        write_scenario(registry.load(system or _which_system(somebody, False)), file, lists, somebody)
    except (Back, Cancelled, Stopped):
        say("nothing was saved")
        raise typer.Exit(1) from None


@app.command(
    epilog=examples_text("tabletop edit armies/td/green-horde.toml", "tabletop --plain edit armies/td/green-horde.toml")
)
def edit(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file (TOML or JSON).")],
    catalogues: CatalogueFiles = None,
) -> None:
    """Go on building an army list: add, change, remove and reorder. You can undo every step, and comments stay.

    The file is saved at every step. Illegal choices are marked, but you may make them. --catalogue is written into the
    list.
    """
    session = session_of(ctx)
    require_writable(file)
    if catalogues:
        say(set_catalogues(file, catalogues, session))
    _run_builder(file, session, make_asker(session))


def _run_builder(path: Path, session: Session, somebody: Asker) -> None:
    from .builder import Builder

    Builder(draft_at(path, home_of(session)), somebody, session).run()


def _which_system(somebody: Asker, empty: bool) -> str:
    known = registry.systems_with_lists()
    if empty or not known:
        ids = ", ".join(one.id for one in known)
        hint = f"tabletop new SYSTEM, with one of {ids}" if known else "no installed system has army lists"
        raise Malformed("which game system?", hint=hint)
    answers = [Answer(one.id, one.name, one.id) for one in known]
    return str(somebody.choose("Which game?", answers, answers[0].value if len(answers) == 1 else NO_DEFAULT))


# --- what a new list says ---


def _given_settings(
    system: System, name: str | None, budget: str | None, others: Sequence[str], made: Sequence[HomeMade] = ()
) -> tuple[JsonObject, frozenset[Where]]:
    """What the command line says of the new list, and the keys of that, which may be at their defaults.

    The rows of files that were `made` stand in it as long as somebody chooses. Errors: `Malformed` for what no such
    list has.
    """
    data: JsonObject = {"system": system.id}
    if made:
        data[CATALOGUE] = merge_files(system, made)
    pairs: list[tuple[str, str | None]] = [("name", name), ("budget", budget)]
    for word in others:
        field, equals, typed = word.partition("=")
        if not equals:
            raise Malformed(f"--set {brief_text(word)} sets nothing", hint="write KEY=VALUE")
        pairs.append((field, typed))
    said: dict[str, str] = {}
    for key, value in pairs:
        if value is not None:
            if said.setdefault(key, value) != value:
                both = f"{brief_text(said[key])} and {brief_text(value)}"
                raise Malformed(f"{key} is set twice: {both}", hint="give one of them", code="set-twice")
            data = _with_setting(system, data, key, value)
    return data, frozenset(tuple(key.split(".")) for key in said)


def _with_setting(system: System, data: JsonMapping, key: str, value: str) -> JsonObject:
    settings = system.muster.form(data, system).settings
    known = {".".join(map(str, one.key)): one for one in settings}
    if key not in known:
        raise Malformed(f"an army of {system.id} has no {brief_text(key)}", hint=did_you_mean(key, list(known)))
    setting = known[key]
    return apply_changes(data, *assign_setting(setting, data, value))


def _new_list_data(
    system: System,
    data: JsonObject,
    given: frozenset[Where],
    somebody: Asker | None,
    called: str,
    only: Sequence[Where] = (),
) -> JsonObject:
    """The data of the new list: what is given, what is asked, and empty lists for its entries; or `only` some keys.

    What is `given` is not asked. `called` is the name that is proposed. Going back asks the question before again.
    Errors: `Back` at the first one.
    """
    asked: list[tuple[int, JsonObject]] = []  # the questions so far, each with the data as it was then
    at = 0
    while at < len(settings := system.muster.form(data, system).settings):
        setting, before = settings[at], data
        at += 1
        open_ = setting.needed or setting.asked or setting.key in (NAME, BUDGET)
        settled = setting.key in given or value_at(data, setting.key) is not None
        if settled or not (setting.follows or (open_ and somebody)):
            continue
        if only and setting.key not in only:
            continue
        if setting.follows or somebody is None:
            value = setting.default
        else:
            try:
                value = _ask_setting(setting, somebody, called, _proposed_value(system, data, setting))
            except Back:
                if not asked:
                    raise
                at, data = asked.pop()
                continue
            asked.append((at - 1, before))
        if value is not None:
            data = apply_changes(data, *write_value(setting, data, value))
    if only:
        return data
    if missing := needed_settings(system.muster.form(data, system), data):
        raise _missing_error(system, missing)
    return {**data, **_empty_lists(system, data)}


def _empty_lists(system: System, data: JsonMapping) -> JsonObject:
    """The list of entries that a new army has: the first one, and nothing in it."""
    return {str(one.place[0]): [] for one in system.muster.form(data, system).shelves[:1]}


def _proposed_value(system: System, data: JsonMapping, setting: Setting) -> Json:
    """What Enter takes for a setting that is typed: its default; where it may not be left out, what a repair writes.

    None where it may be left out, `NO_DEFAULT` where nobody knows a value.
    """
    if setting.default is not None or setting.values:
        return setting.default
    if setting.needed:
        return NO_DEFAULT
    try:
        report = check_army(system, {**data, **_empty_lists(system, data)})
    except TabletopError:
        return None  # another key is missing still
    wrong = [problem for problem in errors_of(report) if problem.where == setting.key]
    hints = [pair for problem in wrong for pairs in advised_values(problem.hint) for pair in pairs]
    values = [parse_value(setting, text) for key, text in hints if key == key_of(setting)]
    return values[0] if values else NO_DEFAULT if wrong else None


def _missing_error(system: System, settings: Sequence[Setting]) -> Malformed:
    """What the command line has to say, as nobody is asked."""
    ways = [
        f"--set {' or '.join(f'{key_of(one)}={pick.value}' for pick in one.values[:MOST_VALUES])}"
        if one.values
        else f"--set {key_of(one)}=..., {one.kind.words}"
        for one in settings
    ]
    needs = f"this list for {system.id} still needs: {', '.join(one.title.lower() for one in settings)}"
    return Malformed(needs, hint=f"add {'; '.join(ways)}", code="missing-setting")


def _suggest_name(system: System, file: Path | None) -> str:
    """The name that Enter takes: that of the file, else one whose file is not there yet."""
    if file is not None and (name := name_from_stem(file.stem)):
        return name
    return propose_name(system.id, today(), lambda name: not _path_of_list({"name": name}).exists())


def _ask_setting(setting: Setting, somebody: Asker, called: str, proposed: Json) -> Json:
    """The value of a setting of the new list; None where it is left open, as `proposed` says that it may be."""
    if setting.key == NAME:
        return somebody.ask(Question("name", "What is the army called?", Text(), default=called))
    if setting.values:
        answers = tuple(Answer(pick.value, pick.words, str(pick.value), pick.help) for pick in setting.values)
        given = NO_DEFAULT if proposed is None else proposed
        question = Question("", f"{setting.title}?", setting.kind, answers, default=given)
        return somebody.ask(question, lambda: setting.help)
    known = proposed not in (None, NO_DEFAULT)
    enter = str(setting.kind.plain(proposed)) if known else NO_DEFAULT if proposed is NO_DEFAULT else "none"
    while True:
        question = Question("", f"{setting.title}?", Typed(setting.kind.words), default=enter)
        typed = str(somebody.ask(question, lambda: setting.help))
        if known and typed == enter:
            return setting.kind.plain(proposed)
        if typed in ("none", "-") and (proposed is None or setting.default is not None):
            return None
        try:
            value = setting.kind.from_words(typed, setting.title.lower())
            if value is not None or proposed is None:
                return value
            somebody.say_wrong(f"This list needs a value here: {setting.title.lower()}.")
        except TabletopError as wrong:
            somebody.say_wrong(mistake_words(wrong))


def _path_of_list(data: JsonMapping) -> Path:
    """Where the new list is kept, by its name."""
    slug = re.sub(r"[^a-z0-9]+", "-", _without_accents(str(data.get("name", ""))).casefold()).strip("-")[:60] or "army"
    return Path(f"{slug}.toml")


def _free_path(path: Path, somebody: Asker) -> Path:
    """A file that is not there yet: by the name of the army, else as somebody says. Errors: of `Asker.ask`."""
    proposed = path
    while True:
        try:
            _require_new(path)
            return path
        except TabletopError as wrong:
            somebody.say_wrong(mistake_words(wrong))
        path = Path(str(somebody.ask(Question("file", "Which file?", Text(), default=str(free_name(proposed))))))


def _save_new(written: Callable[[Path], JsonMapping], path: Path, somebody: Asker | None) -> Path:
    """Write the new list, where that fails under another name that somebody gives; return where it is.

    `written` gives the list at a path. Whoever names none gets the list on stdout, so that no answer is lost.
    """
    while True:
        data = written(path)
        text = _as_json(data) if path.suffix.lower() == ".json" else format_file(data)
        try:
            _require_new(path)
            save(path, text)
            return path
        except TabletopError as wrong:
            if somebody is None:
                raise
            somebody.say_wrong(mistake_words(wrong))
        usual = _path_of_list(data)
        proposed = free_name(usual) if usual.exists() or usual == path else usual
        try:
            path = Path(str(somebody.ask(Question("file", "Which file?", Text(), default=str(proposed)))))
        except (Back, Cancelled, Stopped, KeyboardInterrupt):
            typer.echo(text, nl=False)
            say("NOT SAVED: your list is printed above, so that you can save it yourself")
            raise typer.Exit(1) from None


def free_name(path: Path) -> Path:
    """``horde-2.toml`` beside horde.toml: the first such name that is not there."""
    stem = re.sub(r"-\d+\Z", "", path.stem)
    return next(one for at in count(2) if not (one := path.with_name(f"{stem}-{at}{path.suffix}")).exists())


def _without_accents(name: str) -> str:
    """A name without the marks on its letters: évil is evil."""
    return "".join(letter for letter in normalize("NFKD", name) if not combining(letter))


def _require_new(path: Path) -> None:
    """Errors: `TabletopError` for a file that is there already, for a folder that is not, or that takes no files."""
    require_army_name(path)
    if os.path.lexists(path):
        hint = f"to go on with it: tabletop edit {path}; or choose another file"
        raise Malformed(f"{path} already exists", hint=hint, where=str(path), code="exists")
    if not path.parent.is_dir():
        raise Malformed(f"{path}: there is no folder {path.parent}", hint="create the folder first", where=str(path))
    require_place(path)


def _as_json(data: JsonMapping) -> str:
    from ...render.jsonout import dump

    return dump(data)
