"""The command `house`: the house rules of an army or house file, to see and to set."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ...core.data import Json
from ...core.declare.kinds import brief_text, did_you_mean
from ...core.declare.plain import as_typed
from ...core.errors import Malformed, TabletopError
from ...core.lists.army import load_file
from ...core.lists.change import same_value, value_at
from ...core.lists.edit import lock_list, save, with_value
from ...core.lists.open_list import system_of
from ...core.page import BLANK, Block, Page, Para, Table
from ..app import command_module, examples_text
from ..session import PageFormat, say, session_of

if TYPE_CHECKING:
    from ...core.declare.house import Blank, House, HouseRules

app = command_module()


@app.command(
    epilog=examples_text(
        "tabletop house armies/td/green-horde.toml",
        "tabletop house armies/td/tank-platoon.toml guns.heavy-gun.reload=1 close_combat=variant-2",
        "tabletop house armies/td/tank-platoon.toml close_combat=",
    )
)
def house(
    ctx: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="FILE", help="An army file.")],
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY=VALUE...]", help="What to set; KEY= removes a rule.")
    ] = None,
    form: PageFormat = None,
) -> None:
    """Show or set the house rules of an army list: switches of rulings, and numbers that the rulebook leaves blank.

    The comments and layout of the file stay. If a key or value is wrong, nothing changes.
    """
    with lock_list(path, say):
        file = load_file(path)
        rules = system_of(file).reference.house
        text = file.text
        given: dict[str, Json] = {}
        for setting in settings or ():
            key, value = house_value(rules, setting)
            if not same_value(given.setdefault(key, value), value):
                raise Malformed(f"{key} is set twice", hint="give one of them", code="set-twice")
            text = with_value(text, ["house", *key.split(".")], value)
        if text != file.text:
            save(path, text)
            say(f"saved: {path}")
    current = rules.read(load_file(path).data.get("house"))
    session_of(ctx).show(_house_page(rules, current, path, given), form)


def house_value(rules: HouseRules, setting: str) -> tuple[str, Json]:
    """The key and the value of one setting, checked as in a file. Errors: `TabletopError`."""
    key, equals, word = setting.partition("=")
    if not equals:
        raise TabletopError(f"{brief_text(setting)} sets nothing", hint="write KEY=VALUE, or KEY= to remove it")
    key = ".".join(rules.path_of(key))
    if key not in rules.keys:
        raise TabletopError(f"unknown house rule {brief_text(key)}", hint=_key_hint(key, rules.keys), code="bad-house")
    return key, value_at(rules.parse_table(key, word), rules.path_of(key)) if word else None


def _key_hint(key: str, known: Sequence[str]) -> str:
    meant = did_you_mean(key, known)
    return f"{meant}{'; ' if meant else ''}tabletop house FILE lists them"


def _house_page(rules: HouseRules, current: House, path: Path, given: Collection[str]) -> Page:
    """All house rules of a list, or those that were given: nobody looks for one among sixty."""
    switches = tuple(
        (name, as_typed(current[name]), "the players" if name in current.switches else "the ruling", switch.ruling)
        for name, switch in rules.switches.items()
        if not given or name in given
    )
    blanks = tuple(
        (".".join(place), _blank_text(blank, current.supplied_value(*place)))
        for blank in rules.blanks
        for place in blank.paths
        if not given or ".".join(place) in given
    )
    tables = (
        Table(("switch", "value", "decided by", "ruling"), switches, "Switches of rulings"),
        Table(("what", "value"), blanks, "What the rulebook leaves blank"),
    )
    told: list[Block] = [table for table in tables if table.rows] or [Para("This game has no house rules.")]
    note = Para("A battle does not use these by itself: begin it with --house and this file.", "note")
    return Page(f"House rules of {path}", (*told, note), data={"house": current.as_dict()})


def _blank_text(blank: Blank, value: Json) -> str:
    """What players agreed on, or what they may agree on."""
    return f"{BLANK}: {blank.kind.words}" if value is None else blank.value_words(value)
