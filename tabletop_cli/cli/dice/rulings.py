"""Commands that settle one situation: `resolve` with dice, `odds` exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

import typer

from ...core import registry
from ...core.data import JsonMapping
from ...core.declare.kinds import brief_text, did_you_mean
from ...core.dice.handlers import Given, Prompt, Rolling, Typed, program_dice
from ...core.dice.requests import AnyRequest, Face
from ...core.errors import Malformed, TabletopError
from ...core.page import Bars, Facts, Page
from ...core.quantities import format_ratio
from ...core.rule.resolve import Ruled, find_resolvable, odds_of, settle_situation
from ...core.rule.resolver import AnyResolver
from ...core.rule.situation import Situation
from ...core.system import System
from ..app import command_module, examples_text
from ..complete import resolvers_like, systems_like
from ..own_rows import named_files, put_in_force
from ..session import Session, at_terminal, home_of, say, session_of, write
from .arguments import CATALOGUE_OPTION, Words, as_words, missing_facts, situation_data, take_apart

if TYPE_CHECKING:
    from ...core.play import settling
    from ...core.play.seen_dice import Throw
    from ...prompts.lines import Lines

app = command_module()
E = TypeVar("E")  # how it ends: a ruling, or odds
OWN_OPTIONS = {"ignore_unknown_options": True, "allow_interspersed_args": False, "help_option_names": []}


def _complete_places(ctx: typer.Context, args: list[str], incomplete: str) -> list[str] | list[tuple[str, str]]:
    places = ctx.params.get("words") or []
    return resolvers_like(places[0], incomplete) if len(places) == 1 else systems_like(incomplete) if not places else []


Given_ = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SYSTEM RESOLVER [--FACT VALUE]...",
        help="What to resolve, and its facts.",
        autocompletion=_complete_places,
    ),
]


class Asked(NamedTuple):
    """What a command line asks for."""

    system: System
    resolver: AnyResolver
    words: Words
    format: str


@app.command(
    context_settings=OWN_OPTIONS,
    epilog=examples_text(
        "tabletop resolve td                        the resolvers of td",
        "tabletop resolve td direct-fire --help     the facts of one",
        "tabletop resolve td direct-fire --weapon hmg --target.terrain rough",
        "tabletop resolve td direct-fire weapon=hmg --dice 5 2 6 4",
    ),
)
def resolve(ctx: typer.Context, words: Given_ = None) -> None:
    """Resolve one situation without a battle.

    The program rolls, or you give your dice: --dice 345, --dice 3 4 5, or --dice ask. Give facts as options (--weapon
    hmg), as words (weapon=hmg) or as --json '{...}'. On a terminal you are asked for what is missing. Every step of the
    answer names its rules. Exit code 1: not allowed.
    """
    asked = _read_request(ctx, words or [], "resolve", ("text", "json"))
    if asked is None:
        return
    dice = _choose_dice(asked.words.options.get("--dice"))
    ruled = _with_own_rows(ctx, asked, lambda: _settle_or_ask(asked, dice))
    session_of(ctx).show(_ruled_page(asked, ruled), "json" if asked.format == "json" else None)
    if not ruled.legal:
        raise typer.Exit(1)


@app.command(
    context_settings=OWN_OPTIONS,
    epilog=examples_text(
        "tabletop odds td direct-fire --weapon hmg --target.terrain rough",
        "tabletop odds td direct-fire --weapon hmg --vary target.terrain=open,rough",
        "tabletop odds td cc-fight attacker.cc=6 --vary defender.cc=4..8 --format csv",
    ),
)
def odds(ctx: typer.Context, words: Given_ = None) -> None:
    """Show the exact odds of a situation, as bars, percentages and fractions.

    Give facts as for resolve. --vary FACT=a,b,c compares values of one fact in a table; 4..8 is a range. If a value
    contains commas, separate the values with semicolons.
    """
    asked = _read_request(ctx, words or [], "odds", ("text", "json", "csv"))
    if asked is None:
        return
    if asked.resolver.odds is None:
        raise Malformed(
            f"{asked.resolver.id} rolls no dice, so it has no odds",
            hint=f"tabletop resolve {asked.system.id} {asked.resolver.id}",
            code="no-odds",
        )
    _with_own_rows(ctx, asked, lambda: _show_odds_or_table(session_of(ctx), asked))


def _show_odds_or_table(session: Session, asked: Asked) -> None:
    if (vary := asked.words.options.get("--vary")) is None:
        _show_odds(session, asked)
        return
    from .vary import print_comparison

    print_comparison(session, asked.system, asked.resolver, asked.words, vary, asked.format)


def _read_request(ctx: typer.Context, args: Sequence[str], command: str, formats: Sequence[str]) -> Asked | None:
    """What is asked for; None when the answer was help."""
    words = take_apart(args)
    if not words.places:
        if not words.help:
            raise Malformed(f"{command}: which game system?", hint=f"known: {', '.join(registry.system_ids())}")
        write(ctx.get_help())
        return None
    system = registry.load(words.places[0])
    from ...render import declaration

    if len(words.places) == 1:
        session_of(ctx).show(declaration.resolvers_page(system, command))
        return None
    resolver = (
        find_resolvable(system, words.places[1]) if command == "resolve" else system.find_resolver(words.places[1])
    )
    if words.help:
        typed = " ".join(("tabletop", command, system.id, resolver.id, *as_words(resolver.example)))
        session_of(ctx).show(declaration.help_page(system, resolver, command, typed, _OPTIONS[command]))
        return None
    form = words.options.get("--format", formats[0])
    if form not in formats:
        raise Malformed(f"--format: {brief_text(form)} is not known", hint=did_you_mean(form, list(formats)))
    if wrong := sorted(words.options.keys() & {"resolve": {"--vary"}, "odds": {"--dice"}}[command]):
        raise Malformed(f"{command} has no option {wrong[0]}", hint=f"tabletop {command} --help")
    named = [value for name, value in words.every if name == CATALOGUE_OPTION]
    put_in_force(ctx, system, named_files(ctx, system, named))
    return Asked(system, resolver, words, form)


def _with_own_rows(ctx: typer.Context, asked: Asked, settle: Callable[[], E]) -> E:
    """How it ends; where facts name what the rulebook lacks, by the file of the player's own folder that has it."""
    try:
        return settle()
    except Malformed:
        if CATALOGUE_OPTION in asked.words.options:
            raise
        from ...core.lists.catalogues import find_by_ids

        facts = [text or "" for _, text in asked.words.facts]
        typed = " ".join([*facts, *(asked.words.options.get(name, "") for name in ("--vary", "--json"))])
        found = find_by_ids(asked.system, _WORD.findall(typed), home_of(session_of(ctx)))
        if found is None:
            raise
    put_in_force(ctx, asked.system, [found])
    say(f"from {found.file} in your own folder")
    return settle()


_WORD = re.compile(r"[a-z0-9-]+")  # as ids are written
_COMMON = (
    ("--json '{...}'", "facts as JSON; options override it"),
    (f"{CATALOGUE_OPTION} FILE", "home-made units and weapons; can be repeated"),
)
_OPTIONS = {
    "resolve": (
        ("--dice FACES", "dice that you rolled: 345, or 3 4 5, or ask"),
        *_COMMON,
        ("-f, --format", "text or json"),
    ),
    "odds": (
        ("--vary FACT=a,b,c", "a table for several values of one fact; 1..6 is a range"),
        *_COMMON,
        ("-f, --format", "text, json or csv"),
    ),
}


def _settle_or_ask(asked: Asked, dice: Rolling) -> Ruled:
    """The ruling. What is missing is asked for as the rule reads it, between the dice too, where somebody is there."""
    cls, system = asked.resolver.situation, asked.system
    data = situation_data(cls, system.reference.house, asked.words)
    if not _must_ask(asked, cls, data):
        found = system.read_situation(cls, data, "")
        return settle_situation(asked.resolver, found, dice, system.reference, system.illegal_names_rule)
    from ...core.play.settling import next_to_settle

    ruled = _ask_missing(asked, cls, data, lambda facts: next_to_settle(system, asked.resolver, facts), dice)
    if ruled.legal and isinstance(dice, Given):
        dice.finish()
    return ruled


def _chances_or_ask(asked: Asked) -> dict[str, Fraction]:
    """The odds. What is missing is asked for as the rule reads it, whatever the dice, where somebody is there."""
    cls, system = asked.resolver.odds_situation(), asked.system
    data = situation_data(cls, system.reference.house, asked.words)
    if not _must_ask(asked, cls, data):
        return odds_of(system, asked.resolver, system.read_situation(cls, data, ""))
    from ...core.play.settling import next_for_odds

    return _ask_missing(asked, cls, data, lambda facts: next_for_odds(system, asked.resolver, facts))


def _must_ask(asked: Asked, cls: type[Situation], data: JsonMapping) -> bool:
    """Whether facts are missing that cannot be left out. Errors: `Malformed` where nobody can be asked for them."""
    lacking = missing_facts(cls, data)
    if lacking and not at_terminal():
        raise Malformed(
            f"{asked.resolver.id} needs {', '.join(lacking)}",
            hint=f"tabletop resolve {asked.system.id} {asked.resolver.id} --help lists the facts",
            code="bad-situation",
        )
    return bool(lacking)


def _ask_missing(
    asked: Asked,
    cls: type[Situation],
    data: JsonMapping,
    advance: Callable[[settling.Facts], settling.Open | Throw | E],
    dice: Rolling | None = None,
) -> E:
    """How it ends when a person has given what is missing. Errors: `TabletopError` where they leave."""
    from ...core.play.settling import Facts
    from ...prompts.asker import Back, Cancelled, Stopped
    from ..ask import ask_facts

    try:
        facts, end = ask_facts(Facts(data), advance, _make_asker(), dice)
    except (Back, Cancelled, Stopped):
        raise TabletopError("nothing was resolved: a question was left open", code="no-answer") from None
    if not missing_facts(cls, facts.given):
        asked.system.read_situation(cls, facts.given, "")
    say(f"the same again: {asked.system.id} {asked.resolver.id} {' '.join(as_words(facts.given))}")
    return end


def _choose_dice(typed: str | None) -> Rolling:
    """The program's dice, the ones typed, or a person to be asked roll by roll."""
    roller = program_dice()
    if typed is None:
        return roller
    if typed.strip().lower() == "ask":
        from ...prompts.dice import DicePrompt

        return Typed(_or_leave(DicePrompt(_make_asker())), lambda sides: _roll_die(roller, sides))
    return Given(typed)


def _or_leave(prompt: Prompt) -> Prompt:
    """The same prompt, with a clear word when whoever is asked leaves."""
    from ...prompts.asker import Back, Cancelled, Stopped

    def ask_or_leave(request: AnyRequest) -> Sequence[Face | None] | None:
        try:
            return prompt(request)
        except (Back, Cancelled, Stopped):
            raise TabletopError("nothing was resolved: the dice were not rolled", code="no-answer") from None

    return ask_or_leave


def _make_asker() -> Lines:
    """Questions go to stderr as plain lines, so that the ruling alone is on stdout."""
    import sys

    from ...prompts.lines import Lines

    return Lines(sys.stdin, sys.stderr)


def _roll_die(roller: Rolling, sides: int) -> int:
    from ...core.dice.requests import Faces

    return int(roller.faces(Faces(1, sides))[0][0])


def _ruled_page(asked: Asked, ruled: Ruled) -> Page:
    """The explanation, then the outcome."""
    from ...render.steps import step_blocks

    data = {
        "system": asked.system.id,
        "resolver": asked.resolver.id,
        "outcome": ruled.outcome,
        "steps": [step.as_dict() for step in ruled.steps],
        "dice": ruled.faces,
        "dice_used": len(ruled.faces),
    }
    told = ruled.steps if ruled.legal else ruled.steps[:-1]  # the last step of a refusal is its outcome in words
    blocks = (*step_blocks(told), _outcome_block(ruled))
    return Page(asked.resolver.title, blocks, data=data)


def _outcome_block(ruled: Ruled) -> Facts:
    from ...render.steps import outcome_facts

    if ruled.legal:
        return outcome_facts(ruled.outcome)
    why = ruled.steps[-1]
    cited = f" [{', '.join(why.rules)}]" if why.rules else ""
    rest = {key: value for key, value in ruled.outcome.items() if key not in ("legal", "reason", "rule")}
    more = outcome_facts(rest).rows if rest else ()
    return Facts((("not allowed", f"{why.text}{cited}"), *more))


def _show_odds(session: Session, asked: Asked) -> None:
    from ...render.number_text import allow_long_fractions

    chances = _chances_or_ask(asked)
    allow_long_fractions()
    if asked.format == "csv":
        from ...render.table import as_csv

        write(as_csv(("outcome", "chance", "percent"), odds_rows(chances)))
        return
    data = {"system": asked.system.id, "resolver": asked.resolver.id, "outcomes": as_texts(chances)}
    odds = asked.resolver.odds
    rising, titled = (odds.rising, odds.with_titles(chances)) if odds else (False, chances)
    page = Page(asked.resolver.title, (Bars(tuple(titled.items()), rising=rising),), data=data)
    session.show(page, "json" if asked.format == "json" else None)


def as_texts(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: format_ratio(chance) for name, chance in chances.items()}


def odds_rows(chances: Mapping[str, Fraction]) -> list[tuple[str, ...]]:
    """Rows for a spreadsheet: outcome, exact fraction, percent."""
    from ...render.number_text import format_chance

    return [(name, format_ratio(chance), format_chance(chance)) for name, chance in chances.items()]
