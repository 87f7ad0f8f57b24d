"""What the people at a table have settled for all their battles: how much they read, and who rolls.

It is in a small TOML file in the folder of their battles, which they may edit: comments stay.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, get_args

from ...core.declare.kinds import did_you_mean
from ...core.errors import Malformed
from ...core.play.lots import Lots
from ...core.records import dataclass, replace

FILE = "table.toml"

Detail = Literal["short", "normal", "full"]
Roller = Literal["own", "program"]
DETAILS: tuple[Detail, ...] = get_args(Detail)
ROLLERS: tuple[Roller, ...] = get_args(Roller)


@dataclass(frozen=True)
class TableSettings:
    """`detail` is how much of a result is told unasked; `dice` says whether Enter lets the program roll.

    ``short`` tells what happened and what to do now, ``normal`` the reasons, too, and ``full`` every step with its
    rules.
    """

    detail: Detail = "normal"
    dice: Roller = "program"


_SETTLED = {
    "short": "From now on you read what happened and what to do now.",
    "normal": "From now on you read the reasons of a result, too.",
    "full": "From now on you read every step with its rules.",
}


def change_settings(settings: TableSettings, word: str, roller: str, lots: Lots) -> tuple[TableSettings, str]:
    """Change what a word of the main prompt says: a level of detail, or whose `lots` Enter takes; and what to tell."""
    for detail in DETAILS:
        if word == detail:
            return replace(settings, detail=detail), _SETTLED[detail]
    for one in ROLLERS:
        if roller == one:
            takes = "never takes" if one == "own" else "takes"
            return replace(settings, dice=one), f"From now on Enter {takes} the program's {lots.all}."
    return settings, f"{lots.all.capitalize()}: {settings.dice}. Type {lots.all} own or {lots.all} program."


def read_table_settings(home: Path) -> TableSettings:
    """Read the settings of a folder of battles; without a file they are the usual ones. Errors: `Malformed`."""
    path = home / FILE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return TableSettings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as broken:
        raise Malformed(f"cannot be read: {broken}", where=str(path), hint="correct or delete that file") from None
    choices = {"detail": DETAILS, "dice": ROLLERS}
    for key, value in data.items():
        if key not in choices:
            raise Malformed(f'"{key}" is not a setting', where=str(path), hint=did_you_mean(key, list(choices)))
        if value not in choices[key]:
            allowed = " or ".join(f'"{one}"' for one in choices[key])
            raise Malformed(f"{key} is {value!r}", where=str(path), hint=f"write {key} = {allowed}")
    return TableSettings(**data)


def save_table_settings(home: Path, settings: TableSettings) -> None:
    """Write what differs from the usual settings, or from the file. Errors: `TabletopError`; `Malformed` as above."""
    import tomlkit

    from ...core.lists.edit.saving import write_whole

    before, path = read_table_settings(home), home / FILE
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    document = tomlkit.parse(text)
    for key in ("detail", "dice"):
        if getattr(settings, key) != getattr(before, key):
            document[key] = getattr(settings, key)
    home.mkdir(parents=True, exist_ok=True)
    write_whole(path, tomlkit.dumps(document).encode())
