"""The command `roster`: an army list to read, print or paste."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ...core.errors import Malformed, TooBig
from ...core.lists.army import sha256_of
from ...core.lists.edit import write_whole
from ...core.lists.scenario import is_scenario, load_scenario
from ...core.lists.sheet import Sheet, Source, conceal_sheet
from ...render.roster import PAPER, SHORT, SUFFIXES, TABLES, Options, render_roster
from ..app import PROGRAM, command_module, examples_text
from ..session import home_of, say, session_of, write
from .validate import Budget, open_army_at, parse_budget

if TYPE_CHECKING:
    from ...core.lists.open_list import Opened
    from ...core.page import Page

app = command_module()
STDOUT = Path("-")
TURNS = Options(form="").turns
BETWEEN = "----- end of message {} of {}: the next is below -----"  # on stdout, between messages for a chat

Format = Annotated[
    Literal["terminal", "text", "markdown", "discord", "bbcode", "csv", "json", "html", "pdf"] | None,
    typer.Option("--format", "-f", help="Output format (default: chosen for the terminal).", show_default=False),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Write to this file: .html .pdf .md .txt .bbcode .csv .json; - for stdout.",
    ),
]
CardsOnly = Annotated[bool, typer.Option("--cards", help="Only cards to cut out, one per unit (html, pdf).")]
SheetOnly = Annotated[bool, typer.Option("--sheet", help="Only the quick reference with the tables of play.")]
Conceal = Annotated[bool, typer.Option("--conceal", help="Leave out notes, and what the opponent must not see.")]
NoRules = Annotated[bool, typer.Option("--no-rules", help="Leave out the texts of special rules.")]
Short = Annotated[bool, typer.Option("--short", help="One line per unit, for a chat (text, discord).")]
Paper = Annotated[
    Literal["a4", "letter"] | None, typer.Option("--paper", help="Paper size of html and pdf.", show_default=False)
]
Code = Annotated[
    bool | None,
    typer.Option("--code/--no-code", help="The share code and its QR picture (html, pdf).", show_default=False),
]
Turns = Annotated[
    int | None, typer.Option("--turns", metavar="N", min=1, max=20, help="Boxes for N turns (html, pdf; default: 8).")
]
Actions = Annotated[
    int | None,
    typer.Option(
        "--actions", metavar="N", min=1, max=200, help="Boxes for the number of actions that you agreed on (td)."
    ),
]
OddsToo = Annotated[
    bool | None,
    typer.Option("--odds/--no-odds", help="A table of exact odds: what the list can do.", show_default=False),
]
TurnBoxes = Annotated[bool, typer.Option("--turn-boxes", help="Boxes for what units do in a turn (for a sleeve).")]


@app.command(
    epilog=examples_text(
        "tabletop roster armies/td/green-horde.toml",
        "tabletop roster armies/td/green-horde.toml -o horde.pdf           to print; or .html",
        "tabletop roster armies/td/green-horde.toml --cards -o cards.pdf   to cut out",
        "tabletop roster armies/td/green-horde.toml -f discord --conceal   to paste",
        "tabletop roster armies/td/green-horde.toml -f text --short        a line for each unit",
    )
)
def roster(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An army file, or a scenario.")],
    form: Format = None,
    out: Out = None,
    cards: CardsOnly = False,
    sheet: SheetOnly = False,
    conceal: Conceal = False,
    no_rules: NoRules = False,
    short: Short = False,
    paper: Paper = None,
    code: Code = None,
    turns: Turns = None,
    actions: Actions = None,
    turn_boxes: TurnBoxes = False,
    odds: OddsToo = None,
    budget: Budget = None,
) -> None:
    """Show, print or export an army list as a roster. It also says what is wrong with the list.

    The ending of the file decides the format. HTML and PDF contain the roster and the tables of play.
    """
    session = session_of(ctx)
    out = None if out == STDOUT else out
    _check_not_army(file, out)
    usual = session.usual_format if out is None else "" if form else _form_of(out)
    parts = (*(("cards",) if cards else ()), *(("quick",) if sheet else ()))
    asked = Options(
        form=form or usual,
        parts=parts,
        paper=paper or "",
        short=short,
        turns=turns or TURNS,
        actions=actions,
        turn_boxes=turn_boxes,
        odds=odds,
    )
    _check_options(asked, code, conceal, printing=out is None)
    _check_boxes(asked, turns)
    _check_ending(asked.form, out)
    if is_scenario(file):
        _write_out(_of_scenario(file, asked), out, file)
        return
    army = open_army_at(file, partial(home_of, session), parse_budget(budget))
    options = _complete_options(asked, army, code=False if conceal else code)
    source = replace(source_of(army), sha256="") if conceal else source_of(army)  # lists could be tried against it
    made = render_roster(_roster_sheet(army, options, conceal, no_rules), source, options)
    _write_out(made, out, file)
    if not army.report.legal:
        count = sum(problem.is_error for problem in army.report.problems)
        say(f"note: this list is not legal yet ({count} problem{'' if count == 1 else 's'}): tabletop validate {file}")


def _write_out(made: list[str] | bytes, out: Path | None, file: Path) -> None:
    if out is None:
        _print_roster(made)
    else:
        _write_files(made, out, file)


def _of_scenario(file: Path, asked: Options) -> list[str] | bytes:
    """A scenario on paper. Errors: `Malformed` for a format that shows no pages; those of reading it."""
    from ... import __version__

    if asked.form not in TABLES:
        raise Malformed(f"{file}: {asked.form} cannot show scenarios", hint=f"these do: {', '.join(TABLES)}")
    one = load_scenario(file)
    sheet = Sheet(system=one.system.id, system_name=one.system.name, name=one.name, points=None)
    source = Source(file.name, sha256_of(file.read_bytes()), program=f"{PROGRAM} {__version__}")
    return render_roster(sheet, source, replace(asked, parts=("quick",), quick=one.pages, warn=say))


def _form_of(out: Path) -> str:
    """The format that a file's ending stands for. Errors: `Malformed` for one that stands for none."""
    ending = out.suffix.lower()
    if ending and ending not in SUFFIXES:
        raise Malformed(
            f"-o {out}: no format has the ending {ending}", hint=f"known: {' '.join(SUFFIXES)}; or use --format"
        )
    return SUFFIXES.get(ending, "text")


def _check_options(asked: Options, code: bool | None, conceal: bool, *, printing: bool) -> None:
    """Options that do not go together. Errors: `Malformed`."""
    form, on_paper = asked.form, "use html or pdf: -o roster.html, -o roster.pdf"
    if len(asked.parts) > 1:
        raise Malformed("--cards and --sheet do not go together", hint="choose one; for both, run the command twice")
    if form == "pdf" and printing and sys.stdout.isatty():
        raise Malformed("a terminal cannot show a PDF", hint="write it to a file: -o roster.pdf")
    if form not in PAPER and "cards" in asked.parts:
        raise Malformed(f"--cards: the format {form} has no cards", hint=on_paper)
    if form not in TABLES and "quick" in asked.parts:
        raise Malformed(f"--sheet: the format {form} has no tables of play", hint=f"these do: {', '.join(TABLES)}")
    if form not in PAPER and asked.paper:
        raise Malformed(f"--paper: the format {form} has no paper size", hint=on_paper)
    if form not in PAPER and code:
        raise Malformed(
            f"--code: the format {form} does not show the code", hint=f"{on_paper}; tabletop share FILE prints it"
        )
    if asked.short and (form not in SHORT or asked.parts):
        which = f"{form} has no lines of units" if form not in SHORT else "--sheet has no units"
        raise Malformed(f"--short: {which}", hint=f"these have: {', '.join(SHORT)}")
    if asked.odds and not asked.shows_odds:
        which = "a line for each unit" if asked.short else "--cards or --sheet" if asked.parts else asked.form
        raise Malformed(f"--odds: {which} has no table of odds", hint="use a whole roster, but not csv")
    if conceal and code:
        raise Malformed("--code shows the whole list, but --conceal hides a part of it", hint="leave one of them out")


def _check_boxes(asked: Options, turns: int | None) -> None:
    """Errors: `Malformed` where boxes for paper are asked of what is no paper."""
    said = (("--turns", turns), ("--actions", asked.actions), ("--turn-boxes", asked.turn_boxes))
    wanted = [option for option, value in said if value]
    if wanted and asked.form not in PAPER:
        hint = "use html or pdf: -o roster.html, -o roster.pdf"
        raise Malformed(f"{wanted[0]}: the format {asked.form} has no boxes", hint=hint)


def _check_ending(form: str, out: Path | None) -> None:
    """Errors: `Malformed` where a file's ending belongs to another format; .txt and .md are right for other texts."""
    ending = out.suffix.lower() if out else ""
    own = SUFFIXES.get(ending, form)
    alike = {"text": ("terminal", "markdown", "discord", "bbcode"), "markdown": ("discord",)}
    if form != own and form not in alike.get(own, ()):
        usual = next((ending for ending, name in SUFFIXES.items() if name == form), ".txt")
        hint = f"leave out --format, or name it {out and out.with_suffix(usual)}"
        raise Malformed(f"-o {out}: {ending} means {own}, but --format says {form}", hint=hint)


def _roster_sheet(army: Opened, options: Options, conceal: bool, no_rules: bool) -> Sheet:
    """The list as people want it on paper, with what it can do where that is shown."""
    sheet = replace(army.sheet, prospects=army.prospects) if options.shows_odds else army.sheet
    sheet = conceal_sheet(sheet) if conceal else sheet
    return replace(sheet, rules=()) if no_rules else sheet


def source_of(army: Opened) -> Source:
    """Where a roster comes from: with it, paper and file can be compared."""
    from ... import __version__

    return Source(army.file.path.name, army.file.sha256, army.data_version, f"{PROGRAM} {__version__}")


def _complete_options(asked: Options, army: Opened, *, code: bool | None) -> Options:
    """The options with the tables of play and the share code, where they are shown."""
    quick: tuple[Page, ...] = ()
    if "quick" in asked.usual:
        house = army.data.get("house", {})
        quick = army.system.make_quick_pages(army.system.read_house(house, "army.house"))
    with_code = asked.form in PAPER and code is not False
    return replace(asked, quick=quick, code=_code_of(army, needed=code is True) if with_code else "", warn=say)


def _code_of(army: Opened, *, needed: bool) -> str:
    """The share code; none where it would be too long, unless it is asked for. Errors: `TooBig`."""
    from ...core.lists.share import code_of

    try:
        return code_of(army.file.data)
    except TooBig as wrong:
        if needed:
            raise
        say(f"note: without a share code: {wrong.message}")
        return ""


def _print_roster(made: list[str] | bytes) -> None:
    """Print a roster; messages for a chat are parted by a line."""
    if isinstance(made, bytes):
        sys.stdout.buffer.write(made)
        sys.stdout.flush()
        return
    for at, text in enumerate(made, 1):
        write(text)
        if at < len(made):
            write(BETWEEN.format(at, len(made)))


def _write_files(made: list[str] | bytes, out: Path, army: Path) -> None:
    """Write a roster; of several messages each becomes a file. Errors: `TabletopError`, before anything is written."""
    parts = [made] if isinstance(made, bytes) else [text.encode() for text in made]
    paths = [out] if len(parts) == 1 else [out.with_name(f"{out.stem}.{n + 1}{out.suffix}") for n in range(len(parts))]
    _check_not_army(army, *paths)
    for path, part in zip(paths, parts, strict=True):
        write_whole(path, part)
        say(f"saved: {path}")


def _check_not_army(army: Path, *paths: Path | None) -> None:
    """Errors: `Malformed` where a roster would take the place of the army itself."""
    for path in paths:
        if path and path.exists() and army.exists() and path.samefile(army):
            raise Malformed(f"{path} is the army file itself", hint="choose another file", where=str(path))
