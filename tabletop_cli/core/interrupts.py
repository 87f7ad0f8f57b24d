"""Whether somebody pressed Ctrl-C, or the code of a plugin raised what looks the same."""

from __future__ import annotations

from contextlib import suppress
from types import FrameType


class CtrlC(KeyboardInterrupt):
    """Somebody pressed Ctrl-C."""


def tell_apart() -> None:
    """From now on a Ctrl-C is a `CtrlC`; said before code runs that is not ours, for it costs an import."""
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # else whoever started us wants something else
        with suppress(ValueError):  # only the main thread may say so
            signal.signal(signal.SIGINT, _raise_ctrl_c)


def _raise_ctrl_c(number: int, frame: FrameType | None) -> None:
    raise CtrlC


def was_interrupted(stop: BaseException) -> bool:
    """Whether somebody wants this to end; where that cannot be told, every interrupt is one."""
    import signal

    if isinstance(stop, KeyboardInterrupt):
        return isinstance(stop, CtrlC) or signal.getsignal(signal.SIGINT) is not _raise_ctrl_c
    return False
