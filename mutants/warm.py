"""A plugin of pytest that collects once and then serves: `-p mutants.warm`, for a process started by `judging.py`.

A request on the pipe is a line of JSON: a file, its text with the fault, the tests to be run and a limit in seconds.
For each the process forks; the fork puts the changed code into the functions that it has already imported and runs
the tests. So nothing is imported or collected twice.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import resource
import select
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

PIPES = "MUTANTS_PIPES"  # two numbers: where requests come from, and where answers go
FOUND, SURVIVED, UNFIT = 1, 0, 2  # how a fork ends; what is unfit has to be judged by a process of its own
TOO_LONG = "too long"
PATIENCE = 900.0  # seconds for what waits for ever


class Server:
    """Runs no test itself; answers requests until there are no more."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        asked, answered = (int(one) for one in os.environ[PIPES].split())
        _import_all()
        items = {item.nodeid: item for item in session.items}
        gc.collect()
        functions = _functions()
        gc.freeze()
        with os.fdopen(asked, encoding="utf-8") as requests, os.fdopen(answered, "w", encoding="utf-8") as answers:
            print(json.dumps(list(items)), file=answers, flush=True)
            for line in requests:
                request = json.loads(line)
                chosen = [items[one] for one in request["tests"]]
                print(json.dumps(_forked(session, request, chosen, functions)), file=answers, flush=True)
        return True


def _import_all() -> None:
    import tabletop_cli

    for module in pkgutil.walk_packages(tabletop_cli.__path__, "tabletop_cli."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def _functions() -> dict[str, list[FunctionType]]:
    """Every function that was made so far, by its file. To look for them in a fork would copy all of the memory."""
    found: dict[str, list[FunctionType]] = {}
    for one in gc.get_objects():
        if type(one) is FunctionType:
            found.setdefault(one.__code__.co_filename, []).append(one)
    return found


def _forked(
    session: pytest.Session,
    request: dict[str, object],
    chosen: list[pytest.Item],
    functions: dict[str, list[FunctionType]],
) -> int | str:
    """How the fork ended, or that it took too long."""
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()
            in_time(int(str(request["limit"])))
            os._exit(_judged(session, request, chosen, functions))
        except BaseException:
            os._exit(UNFIT)
    waited = os.pidfd_open(pid)
    try:
        if not select.select([waited], [], [], PATIENCE)[0]:
            os.killpg(pid, signal.SIGKILL)
        ended = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return TOO_LONG if ended < 0 else ended
    finally:
        os.close(waited)


def in_time(seconds: int) -> None:
    """From here on this process has so many seconds of its own, however busy the machine is, and then it is ended."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def _judged(
    session: pytest.Session,
    request: dict[str, object],
    chosen: list[pytest.Item],
    functions: dict[str, list[FunctionType]],
) -> int:
    sys.dont_write_bytecode = True
    path = Path.cwd() / str(request["path"])
    old = path.read_text(encoding="utf-8")
    if not _changed(functions.get(str(path), []), str(path), old, str(request["text"])):
        return UNFIT
    reports = Reports()
    session.config.pluginmanager.register(reports)
    for item, after in zip(chosen, [*chosen[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if reports.failed:
            return FOUND
    return SURVIVED


class Reports:
    """Whether a test has failed."""

    failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed


def _changed(functions: list[FunctionType], path: str, before: str, after: str) -> bool:
    """Put the changed code into every function of a file that has the old; whether there was one."""
    old = {_key(code): code for code in _codes(compile(before, path, "exec"))}
    new = {_key(code): code for code in _codes(compile(after, path, "exec"))}
    done = False
    for one in functions:
        key = _key(one.__code__)
        if key in new and one.__code__ == old.get(key) != new[key]:
            one.__code__ = new[key]
            done = True
    return done


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Server(), "mutants-server")
