"""How far long work is: a bar for those who watch, plain counting where bars are not wanted, else nothing."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import typer

MANY = 20  # things from which on progress is shown
T = TypeVar("T")


def track_progress(things: Sequence[T], doing: str, *, plain: bool) -> Iterator[T]:
    """The same things, one by one; how far we are stands on stderr where there are many and somebody watches."""
    if len(things) < MANY or not sys.stderr.isatty():
        return iter(things)
    return _print_counts(things, doing) if plain else _show_bar(things, doing)


def plain_progress(ctx: typer.Context) -> bool:
    """Whether bars are not wanted; unlike results, progress goes to stderr, and may be drawn when stdout is a file."""
    return bool(ctx.find_root().params.get("plain")) or os.environ.get("TERM") == "dumb"


def _print_counts(things: Sequence[T], doing: str) -> Iterator[T]:
    """A line a tenth: nothing is drawn over."""
    step = max(len(things) // 10, 1)
    for at, thing in enumerate(things):
        if at % step == 0:
            sys.stderr.write(f"{doing}: {at} of {len(things)}\n")
            sys.stderr.flush()
        yield thing


def _show_bar(things: Sequence[T], doing: str) -> Iterator[T]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(things)
