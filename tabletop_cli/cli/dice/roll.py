"""`roll`: dice without any game, with the program's faces or one's own."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from ...core.dice import expression as language
from ...core.dice.handlers import Given, Rolling, program_dice
from ...core.dice.requests import Group
from ...core.page import Bars, Block, Facts, Page
from ...prompts.faces import parse_faces
from ..app import command_module, examples_text
from ..session import session_of

app = command_module()


@app.command(
    epilog=examples_text(
        "tabletop roll 3d6",
        'tabletop roll "4d6>=5"       how many of four dice show 5 or more; also 4d6 5+',
        'tabletop roll "2d6<=7"       whether the total is 7 or less; also 2d6 7-',
        "tabletop roll d20+3 --odds",
        "tabletop roll 3d6 --dice 416",
    )
)
def roll(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="EXPR", help="What to roll.")],
    odds: Annotated[bool, typer.Option("--odds", help="Show the exact odds instead of rolling.")] = False,
    dice: Annotated[
        str | None, typer.Option("--dice", metavar="FACES", help="Dice that you rolled at the table: 416 or '4 1 6'.")
    ] = None,
    form: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")] = "text",
) -> None:
    """Roll dice.

    Write N dice of S sides as NdS. Use + and - to add numbers and more dice. 4d6>=5 counts the dice that show 5 or
    more. With <=, with a number added, or in parentheses, as in (2d6)>=8, the total is tested. Put < and > in quotes,
    or the shell takes them for its own.
    """
    expression = language.parse_expression(" ".join(words))
    page = _odds_page(expression) if odds else _rolled_page(expression, dice)
    session_of(ctx).show(page, "json" if form == "json" else None)


def _odds_page(expression: language.Expression) -> Page:
    from ...core.quantities import format_ratio
    from ...render.number_text import allow_long_fractions

    chances = language.expression_odds(expression)
    allow_long_fractions()
    data = {"roll": expression.text, "outcomes": {name: format_ratio(chance) for name, chance in chances.items()}}
    return Page(expression.text, (Bars(tuple(chances.items()), rising=expression.numeric),), expression.meaning, data)


def _rolled_page(expression: language.Expression, typed: str | None) -> Page:
    groups = [Group("", term.n, term.sides) for term in expression.terms if term.sides > 1]
    handler: Rolling = program_dice() if typed is None else Given(parse_faces(typed, groups))
    result = language.roll_expression(expression, handler)
    faces = [face for one in handler.rolls for face in one.faces]
    rows: list[tuple[str, str]] = [("dice", " ".join(map(str, faces)))]
    if not expression.numeric:
        rows.append(("total", str(language.roll_total(expression, Given(faces)))))
        rows.append((expression.meaning, "yes" if result else "no"))
    else:
        rows.append((expression.meaning.removeprefix("the "), str(result)))
    blocks: tuple[Block, ...] = (Facts(tuple(rows)),)
    outcome = result if expression.numeric else bool(result)
    return Page("", blocks, data={"roll": expression.text, "dice": faces, "result": outcome})
