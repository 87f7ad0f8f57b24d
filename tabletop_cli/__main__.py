"""The way in, and the only place where an error becomes text on stderr and an exit code.

Exit codes: 0 fine, 1 the answer is no, 2 the input or the usage is wrong, 130 interrupted, 141 nobody reads our output.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence

from .core.errors import TabletopError

INTERRUPTED = 130
NOBODY_READS = 141
MOST_FAULTS = 50  # of one file that are told at once
LONGEST_LINE = 2_000  # letters of one line of a message
CYCLES_AFTER = 50_000  # new objects; a short command makes fewer, and none of them is in anybody's way


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; nothing but that code comes out, whatever happens inside."""
    args = sys.argv[1:] if argv is None else list(argv)
    _look_for_cycles_less()
    _open_what_is_closed()
    _escape_what_cannot_be_shown()
    digits = sys.get_int_max_str_digits()
    try:
        code = _dispatch(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _discard_output()
        return NOBODY_READS
    except Exception as wrong:
        return _report_error(wrong)
    except BaseException as stop:  # Ctrl-C, the end of a shell's completion, or what a plugin takes for either
        return _stop_code(stop)
    finally:
        sys.set_int_max_str_digits(digits)  # exact odds lift it


def _dispatch(args: list[str]) -> int:
    if args == ["batch"]:  # machines start it often: the command line framework is not needed for it
        from .cli.pipe import serve_stdin

        return serve_stdin()
    from .cli.app import run

    return run(args)


def _look_for_cycles_less() -> None:
    """Python looks for unused cycles of objects after every 700 new ones, and twice at its end, for nothing here."""
    gc.set_threshold(CYCLES_AFTER)
    atexit.register(gc.freeze)  # what is there at the end goes with the process


def _open_what_is_closed() -> None:
    """Streams that were closed before we began (``>&-``): Python has None for them.

    From stdin nothing comes, messages go nowhere, and data for stdout finds that nobody reads it, as at a broken pipe.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(_put_at_number(0, os.open(os.devnull, os.O_RDONLY)))
    if sys.stdout is None:
        reader, writer = os.pipe()
        os.close(reader)
        sys.stdout = os.fdopen(_put_at_number(1, writer), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(_put_at_number(2, os.open(os.devnull, os.O_WRONLY)), "w", encoding="utf-8")


def _put_at_number(number: int, opened: int) -> int:
    """The same file under the number of its stream, if that is free: else the next file would get it."""
    try:
        os.fstat(number)
    except OSError:
        os.dup2(opened, number)
        os.close(opened)
        return number
    return opened


def _escape_what_cannot_be_shown() -> None:
    """What the terminal's encoding lacks is written out as an escape instead of failing.

    Data for files and other programs is UTF-8, as HTML and JSON say that they are: Windows would take another code for
    it. Whoever wants another one says so with PYTHONIOENCODING.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    if hasattr(sys.stdout, "reconfigure") and not sys.stdout.isatty() and not os.environ.get("PYTHONIOENCODING"):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # the encoding alone would set errors back


def _stop_code(stop: BaseException) -> int:
    """The exit code where somebody stops the program, or the code of a plugin tries to."""
    from .core.interrupts import was_interrupted
    from .core.registry import blame_plugin

    if not was_interrupted(stop) and (plugin := blame_plugin(stop)):
        return _report_error(plugin)
    if isinstance(stop, SystemExit):
        raise stop
    return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else _report_error(stop)


def _discard_output() -> None:
    """Keep Python from complaining about the closed pipe at its exit."""
    from contextlib import suppress

    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_error(wrong: BaseException) -> int:
    """Say what went wrong on stderr; the exit code."""
    from contextlib import suppress

    from .render.folded import fold_line
    from .render.safe import one_line

    message, hint, code = _error_words(wrong)
    lines = [f"error: {_cut_line(one_line(message))}"] if message else []
    lines += [f"  {_cut_line(one_line(line))}" for line in hint.splitlines()]
    lines = [fold_line(line, sys.stderr, deeper="  ") for line in lines]
    if os.environ.get("TABLETOP_DEBUG") == "1":
        import traceback

        lines += [one_line(line) for part in traceback.format_exception(wrong) for line in part.splitlines()]
    with suppress(OSError):
        sys.stderr.write("\n".join([*lines, ""]))
    return code


def _cut_line(line: str) -> str:
    """A line of bounded length; its middle gives way: the place stands at its beginning, the reason at its end."""
    half = LONGEST_LINE // 2
    return line if len(line) <= LONGEST_LINE else f"{line[:half]} ... {line[-half:]}"


def _error_words(wrong: BaseException) -> tuple[str, str, int]:
    """Message, hint and exit code of an error."""
    if isinstance(wrong, TabletopError):
        place = f"{wrong.where}: " if wrong.where and wrong.where not in wrong.message else ""
        others = wrong.extra.get("also", ())  # further faults of the same file
        also = [f"also {one['message']}" for one in others[:MOST_FAULTS]]
        more = f"and {len(others) - len(also):,} more" if len(others) > len(also) else ""
        return place + wrong.message, "\n".join(filter(None, (wrong.hint, *also, more))), wrong.exit_code
    if isinstance(wrong, OSError):
        place = f"{wrong.filename}: " if wrong.filename else ""
        return f"{place}{wrong.strerror or wrong}", "", 2
    if "tabletop_cli.cli.app" in sys.modules:
        from .cli.app import usage_words

        if words := usage_words(wrong):
            return *words, 2
    from .core.registry import DEBUG, fault_of

    fault = fault_of(wrong, f"please report it with the command that you typed; {DEBUG}")
    return fault.message, fault.hint, fault.exit_code


if __name__ == "__main__":
    sys.exit(main())
