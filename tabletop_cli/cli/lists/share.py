"""The commands `share` and `import`: an army list as one word that can be pasted anywhere, and back."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from ...core.data import JsonMapping
from ...core.declare.catalogue import CATALOGUE
from ...core.declare.kinds import brief_text
from ...core.errors import Malformed, TabletopError, TooBig
from ...core.lists.army import ArmyFile, load_file
from ...core.lists.change import same_value
from ...core.lists.edit import JSON, save, write_whole
from ...core.lists.open_list import Opened, open_text, system_of
from ...core.lists.share import LONGEST, code_of, data_of
from ..app import command_module, examples_text
from ..session import at_terminal, home_of, say, session_of, write
from .validate import require_army_name

app = command_module()
MOST_IN_A_MESSAGE = 2_000  # letters, of the strictest chat
PICTURES = (".svg", ".png")
UNNAMED = Path("imported.toml")  # what errors call a list that has no file yet


@app.command(
    epilog=examples_text(
        "tabletop share armies/td/green-horde.toml",
        "tabletop share armies/td/green-horde.toml --qr",
        "tabletop share armies/td/green-horde.toml --qr-file horde.svg",
    )
)
def share(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file.")],
    qr: Annotated[bool, typer.Option("--qr", help="Also show the code as a QR picture.")] = False,
    qr_file: Annotated[
        Path | None, typer.Option("--qr-file", metavar="FILE", help="Save the QR picture: .svg or .png.")
    ] = None,
    no_catalogue: Annotated[
        bool, typer.Option("--no-catalogue", help="Leave out home-made rows, because the other player has the file.")
    ] = False,
) -> None:
    """Turn an army list into a short code for a chat. To read the code: tabletop import.

    The code contains the whole list with its house rules. From a home-made catalogue it takes the rows and special
    rules that the list uses. It contains no comments and no notes.
    """
    army, home = load_file(file), home_of(session_of(ctx))
    sent = army.data if no_catalogue else _to_send(army, home)
    code = code_of(sent)
    picture = _picture_bytes(code, qr_file, file) if qr_file else b""
    drawn = _terminal_picture(code, plain=session_of(ctx).plain) if qr else ""
    if qr_file:
        write_whole(qr_file, picture)
        say(f"saved: {qr_file}")
    write(code)
    if drawn:
        write(drawn)
    for note in (*_share_notes(army, home, file, sent), *_length_notes(code)):
        say(f"note: {note}")


def _to_send(army: ArmyFile, home: Path) -> JsonMapping:
    """The data of an army with what is home-made in it; as they are where that cannot be read, which is told later."""
    from ...core.lists.catalogues import data_to_send

    try:
        return data_to_send(system_of(army), army, home)
    except TabletopError:
        return army.data


@app.command(
    name="import", epilog=examples_text("tabletop import CODE horde.toml", "echo CODE | tabletop import - horde.toml")
)
def import_(
    ctx: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="The code from tabletop share; - for stdin.")],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="Save it here, as .toml or .json (default: only show it).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
) -> None:
    """Read an army list from its code: show it, or save it as a file.

    Home-made rows go into NAME.catalogue.toml beside it. Spaces, line breaks and quotes in or around the code do not
    matter. A damaged code is not accepted.
    """
    if file is not None:
        require_army_name(file)
        _require_free(file, force)
    sent = data_of(_read_code(code))
    data = dict(sent)
    suffix = file.suffix.lower() if file else UNNAMED.suffix
    own = data.get(CATALOGUE)
    if file is not None and isinstance(own, Mapping):
        beside = file.with_name(f"{file.stem}.{CATALOGUE}{suffix}")
        _require_free(beside, force)
        data[CATALOGUE] = beside.name
        text, rows = as_file(data, suffix), as_file(own, suffix)
        save(beside, rows)
        say(f"saved: {beside}")
    else:
        text = as_file(data, suffix)
    if file is None:
        write(text)
    else:
        save(file, text)
        say(f"saved: {file}")
    army = ArmyFile(file or UNNAMED, text, data)
    for note in _share_notes(army, home_of(session_of(ctx)), file, sent, fine=True):
        say(note)


def _require_free(file: Path, force: bool) -> None:
    """Errors: `TabletopError` for a file that is there already, unless it may be written over."""
    if (file.exists() or file.is_symlink()) and not force:
        raise TabletopError(f"{file} already exists", hint="choose another file, or replace this one with --force")


def as_file(data: JsonMapping, suffix: str) -> str:
    """The text of a file with this data, TOML or JSON, which steers no terminal and reads back as the same data.

    Errors: `Malformed` for what the format cannot hold.
    """
    other = ".toml" if suffix == JSON else JSON
    try:
        text = _file_text(data, suffix)
        back = json.loads(text) if suffix == JSON else tomllib.loads(text)
    except (TabletopError, TypeError, ValueError) as wrong:
        what = wrong.message if isinstance(wrong, TabletopError) else "JSON cannot hold dates and times"
        raise Malformed(
            f"the list cannot be saved in this format: {what}", hint=f"use a file that ends in {other}"
        ) from None
    if not same_value(back, data):
        raise Malformed("in this format the list would change", hint=f"use a file that ends in {other}")
    return text


def _file_text(data: JsonMapping, suffix: str) -> str:
    from ...core.lists.edit.fresh import format_file
    from ...render.safe import json_safe

    return json_safe(json.dumps(data, indent=2, ensure_ascii=False) + "\n" if suffix == JSON else format_file(data))


def _read_code(code: str) -> str:
    """The code as it was given, or from stdin. Errors: `TabletopError`."""
    if code == "-":
        if at_terminal():
            say("paste the code, then press Enter and Ctrl-D")
        try:
            return sys.stdin.read(2 * LONGEST + 1)
        except UnicodeDecodeError:
            raise Malformed("the input is not text", hint="send the code as UTF-8 text", code="bad-code") from None
    if code.lower().endswith((".toml", ".json", ".txt")):
        raise Malformed(
            f"{brief_text(code)} is not a code",
            hint=f"to read a code from a file: tabletop import - < {brief_text(code)}",
        )
    return code


# --- what there is to say about a list


def _share_notes(
    army: ArmyFile, home: Path, file: Path | None, sent: JsonMapping, *, fine: bool = False
) -> Iterator[str]:
    """What somebody who sends or gets a list must know: whether it is legal, which other files it needs.

    `sent` are the data that travel.
    """
    try:
        found = open_text(army, home)
    except TabletopError as wrong:
        hint = f" ({' '.join(wrong.hint.split())})" if wrong.hint else ""
        yield f"this list cannot be checked here: {wrong.message}{hint}"
        return
    yield from (f"{note}: it is not in the code, so send it too" for note in _needed_files(found, sent))
    count = sum(problem.is_error for problem in found.report.problems)
    if count:
        check = f": tabletop validate {file}" if file else ""
        yield f"this list is not legal yet ({count} problem{'' if count == 1 else 's'}){check}"
    elif fine:
        yield f"a legal list of {found.system.name}"


def _needed_files(found: Opened, sent: JsonMapping) -> Iterator[str]:
    """Home-made files that the list needs and that do not travel with it."""
    if found.used and not isinstance(sent.get(CATALOGUE), Mapping):
        names = " and ".join(brief_text(one.file) for one in found.home_made)
        yield f"this list needs {names if CATALOGUE in sent else 'a catalogue in your own folder'}"


def _length_notes(code: str) -> Iterator[str]:
    if len(code) > MOST_IN_A_MESSAGE:
        yield f"{len(code):,} letters: some chats allow only {MOST_IN_A_MESSAGE:,} in a message; send the file there"


# --- pictures


def _terminal_picture(code: str, *, plain: bool) -> str:
    """The picture for this terminal. Errors: `TooBig`."""
    from shutil import get_terminal_size

    from ...render import qr

    drawn = qr.qr_text(code, colour=not plain)
    if not drawn:
        raise _no_picture(code)
    if qr.qr_width(code) > get_terminal_size().columns:
        say(f"note: the picture is {qr.qr_width(code)} columns wide; make the window wider, or save it with --qr-file")
    if plain:
        say("note: without colour the picture only works on a dark background; --qr-file saves one for any background")
    return drawn


def _picture_bytes(code: str, out: Path, army: Path) -> bytes:
    """The bytes of a picture file. Errors: `Malformed` for another kind of file, `TooBig`."""
    from ...render import qr

    if out.suffix.lower() not in PICTURES:
        raise Malformed(f"{out}: a picture ends in {' or '.join(PICTURES)}", hint="use one of these endings")
    if out.exists() and out.samefile(army):
        raise Malformed(f"{out} is the army file itself", hint="choose another file", where=str(out))
    picture = qr.qr_picture(code, out.suffix.lower())
    if not picture:
        raise _no_picture(code)
    return picture


def _no_picture(code: str) -> TooBig:
    from ...render.qr import MOST

    said = f"this code has {len(code):,} letters, but a QR picture holds only {MOST:,}"
    return TooBig(said, hint="send the code as text, or the file itself")
