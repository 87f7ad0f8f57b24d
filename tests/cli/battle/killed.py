"""Run a command of the program and kill it as `kill -9` does, just before it runs a statement that writes to the store.

``python -m tests.cli.battle.killed NUMBER WORD...``: 1 is the first of these statements, transactions begin and end
with one; behind the last one it ends by itself.
"""

from __future__ import annotations

import os
import signal
import sys
from sqlite3 import Connection

from tabletop_cli.__main__ import main
from tabletop_cli.core.keep import database


def run(number: int, words: list[str]) -> int:
    """The exit code, if it comes to that."""
    left = number
    connect = database._connect

    def before(statement: str) -> None:
        nonlocal left
        left -= not statement.lstrip().startswith(("SELECT", "PRAGMA"))
        if left <= 0:
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)

    def watched(*given: object) -> Connection:
        connection = connect(*given)  # type: ignore[arg-type]
        connection.set_trace_callback(before)
        return connection

    database._connect = watched
    return main(words)


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
