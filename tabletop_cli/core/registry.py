"""Finding game systems through entry points; listing them imports none, loading one imports no other.

Entry points are read straight from the ``entry_points.txt`` files beside installed packages, because importing
`importlib.metadata` costs four times a bare start of Python. It is asked only about what was not found that way
(packages in zip files, for instance).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from .data import Json
from .declare.kinds import brief_text, did_you_mean
from .errors import Misgiven, TabletopError, fault_words
from .interrupts import tell_apart, was_interrupted

if TYPE_CHECKING:
    from .system import System

GROUP = "tabletop.systems"
BROKEN = "broken-system"  # the code of errors that are the fault of a plugin
_ID = re.compile("[a-z][a-z0-9_-]{0,39}")  # it is typed in commands, and a folder of catalogues is called after it

_VERSION = re.compile("[0-9A-Za-z.+_-]{0,40}")  # it stands in every battle


@cache
def _targets_by_id() -> dict[str, str]:
    """The entry points of our group, as ``module:attribute`` by id; ours first, then the first on the path."""
    found: dict[str, str] = {}
    for name, value in _read_claims():
        if name not in found or (_is_ours(value) and not _is_ours(found[name])):
            found[name] = value
    return dict(sorted((found or _asked_of_metadata()).items()))


def _read_claims() -> list[tuple[str, str]]:
    """Every entry point of our group as it stands in a file."""
    return [claim for text in _entry_point_files() for claim in _parse_entries(text)]


def _is_ours(target: str) -> bool:
    """Whether an entry point leads into this package."""
    return target.partition(":")[0].strip().partition(".")[0] == __package__.partition(".")[0]


def left_out_errors() -> list[TabletopError]:
    """What claims the id of another system, and is therefore not used."""
    claims = dict.fromkeys(claim for claim in _read_claims() if _targets_by_id().get(claim[0]) != claim[1])
    return [
        TabletopError(
            f"a second game system with the id {name} is not used; {_targets_by_id()[name]} has this id",
            hint=f"it comes from {target}; uninstall that package, or ask its authors for another id",
            code=BROKEN,
        )
        for name, target in claims
    ]


def _entry_point_files() -> Iterator[str]:
    """The text of every ``entry_points.txt`` on the path that mentions our group."""
    for folder in dict.fromkeys(path or os.curdir for path in sys.path):
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
        except OSError:
            continue
        for name in names:
            try:
                with open(os.path.join(folder, name, "entry_points.txt"), encoding="utf-8") as file:  # noqa: PTH118, PTH123 - pathlib is dear here
                    text = file.read()
            except (OSError, UnicodeDecodeError):
                continue
            if f"[{GROUP}]" in text:
                yield text


def _parse_entries(text: str) -> Iterator[tuple[str, str]]:
    """Names and values in the section of our group."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line.strip("[]").strip()
        elif section == GROUP and "=" in line and not line.startswith(("#", ";")):
            name, _, value = line.partition("=")
            yield name.strip(), value.split("[")[0].strip()


def _asked_of_metadata() -> dict[str, str]:
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group=GROUP)}


def system_ids() -> tuple[str, ...]:
    """The ids of all installed systems, sorted."""
    return tuple(_targets_by_id())


@cache
def load(system_id: str) -> System:
    """One system. Errors: `TabletopError` for an unknown id or a plugin that does not load."""
    target = _targets_by_id().get(system_id) or _asked_of_metadata().get(system_id)
    if target is None:
        known = f"known: {', '.join(_targets_by_id())}"
        meant = did_you_mean(system_id, list(_targets_by_id()))
        raise TabletopError(
            f"unknown game system {brief_text(system_id)}",
            hint=f"{meant} {known}" if meant not in ("", known) else known,
            code="unknown-system",
        )
    if not _is_ours(target):
        tell_apart()
    try:
        return _load_target(system_id, target)
    except BaseException as broken:
        if was_interrupted(broken):
            raise
        raise TabletopError(
            f"the game system {system_id} cannot be loaded: {fault_words(broken)}",
            hint=f"it comes from {target}; update or uninstall that package",
            code=BROKEN,
        ) from broken


def _load_target(system_id: str, target: str) -> System:
    """What an entry point leads to. Errors: whatever its code raises, and `TypeError` for what is no such system."""
    from .system import System

    if not _ID.fullmatch(system_id):
        raise TypeError(f"{brief_text(system_id)} is not an id: use up to 40 small letters, digits, - and _")
    module, _, attribute = target.partition(":")
    found: Json = import_module(module.strip())
    for name in attribute.strip().split("."):
        found = getattr(found, name)
    if not isinstance(found, System):
        raise TypeError(f"{target} is a {type(found).__name__}, not a System")
    if _is_ours(target):
        return found
    from .watched import watch_system

    _check_system(system_id, found)
    _STRANGERS.append(system_id)
    return watch_system(found)


def _check_system(system_id: str, found: System) -> None:
    """Whether a system of others is what everybody takes it for, so that not each command has to ask."""
    from .declare.reference import Reference
    from .system import OwnTables

    wanted: Mapping[str, type] = {
        "name": str, "reference": Reference, "resolvers": Mapping, "other_games": Mapping
    }  # fmt: skip
    if found.id != system_id:
        raise TypeError(f"its own id is {brief_text(found.id)}")
    for field, kind in wanted.items():
        if not isinstance(value := getattr(found, field), kind):
            raise TypeError(f"its {field} is a {type(value).__name__}, not a {kind.__name__}")
    if not isinstance(found.version, str) or not _VERSION.fullmatch(found.version):
        raise TypeError(f"its version is {brief_text(found.version)}: letters, digits, and . - + _, at most 40")
    if not isinstance(found.own_tables, OwnTables | None):
        raise TypeError(f"its own_tables are a {type(found.own_tables).__name__}, but must be home_made(...)")
    if not callable(found.game_from):
        raise TypeError("its game_from is not a function")


def sound_systems() -> list[System]:
    """The installed systems that load; one that does not is in nobody's way."""
    found = []
    for system_id in system_ids():
        with suppress(TabletopError):
            found.append(load(system_id))
    return found


def systems_with_lists() -> list[System]:
    """The installed systems that load and have army lists."""
    return [system for system in sound_systems() if system.has_lists]


def blame_plugin(fault: BaseException) -> TabletopError | None:
    """An exception that nobody foresaw, as a fault of the plugin in whose code it was raised; None for our own code."""
    for system_id, target in _targets_by_id().items():
        package = target.partition(":")[0].strip().partition(".")[0]
        if not _is_ours(target) and _has_run(package, fault):
            return TabletopError(
                f"this is a fault in the game system {system_id}: {fault_words(fault)}",
                hint=f"it comes from {target}: please tell its authors; {DEBUG}",
                code=BROKEN,
            )
    return None


def fault_of(fault: BaseException, hint: str) -> TabletopError:
    """An exception that nobody foresaw, as an error: a plugin's, or ours, of which `hint` says what to report.

    Where a plugin was used, it may be its fault, too: what its functions give is used far from them.
    """
    if (plugin := blame_plugin(fault)) is not None:
        return plugin
    used = {one: _targets_by_id()[one] for one in _STRANGERS if one in _targets_by_id()}
    if not used:
        return TabletopError(f"this is a fault in tabletop: {fault_words(fault)}", hint=hint, code="fault")
    where = ", ".join(f"{one} from {target}" for one, target in used.items())
    told = f"this is a fault in tabletop, or in the game system {' or '.join(used)}: {fault_words(fault)}"
    return TabletopError(told, hint=f"please tell the authors of {where}; {DEBUG}", code=BROKEN)


DEBUG = "TABLETOP_DEBUG=1 shows where it happened"
_STRANGERS: list[str] = []  # the systems of others that were loaded


@contextmanager
def plugins_named() -> Iterator[None]:
    """What goes on inside may fail in the code of a plugin: that is a `TabletopError` that names it."""
    try:
        yield
    except TabletopError:
        raise
    except BaseException as fault:
        if was_interrupted(fault) or (plugin := blame_plugin(fault)) is None:
            raise
        raise plugin from fault


def _has_run(package: str, fault: BaseException) -> bool:
    """Whether code of a package was running, was being imported or has given what is wrong."""
    return any(name == package or name.startswith(f"{package}.") for name in _modules_behind(fault))


def _modules_behind(fault: BaseException) -> Iterator[str]:
    """The names of the modules that have led to an exception."""
    from .system import import_from_package

    if isinstance(fault, Misgiven):
        yield fault.by if isinstance(fault.by, str) else str(getattr(fault.by, "__module__", ""))
    trace = fault.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        yield str(frame.f_globals.get("__name__", ""))
        if frame.f_code is import_from_package.__code__:
            yield str(frame.f_locals["package"])
        trace = trace.tb_next
