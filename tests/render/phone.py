"""A phone for tests: pages in a headless Chromium of its size, with touch, that a script drives over DevTools' pipe.

Nothing is installed for it: Chromium takes commands as JSON with a zero byte behind each on descriptor 3, and answers
on 4.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from select import select
from typing import Any

from . import chromium


class Phone:
    """A page that is open; `run` evaluates JavaScript in it."""

    def __init__(self, ask: int, answer: int) -> None:
        self.ask, self.answer, self.number, self.session = ask, answer, 0, ""
        self.rest = b""

    def send(self, method: str, **values: Any) -> Any:
        """A command and its result. Errors: AssertionError where Chromium refuses it."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": values}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.ask, json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self.number:
                assert "error" not in said, said
                return said["result"]

    def _next(self) -> Any:
        while b"\0" not in self.rest:
            assert select([self.answer], [], [], chromium.PATIENCE)[0], "Chromium says nothing"
            more = os.read(self.answer, 65536)
            assert more, "Chromium has gone"
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def open(self, page: Path) -> None:
        """Open a page, or the same one anew, and wait until it is there."""
        self.send("Page.navigate", url="about:blank")
        self.send("Page.navigate", url=page.as_uri())
        for _ in range(200):
            if self.run("document.readyState === 'complete' && location.protocol === 'file:'"):
                return
        raise AssertionError("the page does not load")

    def printed(self, page: Path) -> bytes:
        """The page as it is printed on the paper that it asks for: a PDF."""
        self.open(page)
        return b64decode(self.send("Page.printToPDF", preferCSSPageSize=True)["data"])

    def wait(self, until: Callable[[], bool], said: str) -> None:
        """Try some times: a browser hands on what a page has stored a moment later."""
        for _ in range(5):
            if until():
                return
            time.sleep(1)
        raise AssertionError(said)

    def run(self, script: str) -> Any:
        """What an expression gives; a promise is waited for."""
        found = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def tap(self, selector: str) -> None:
        """Touch the middle of the first element that a selector names."""
        spot = self.run(
            f"(box => {{ box.scrollIntoView({{block: 'center'}}); const r = box.getBoundingClientRect();"
            f" return [r.x + r.width / 2, r.y + r.height / 2]; }})(document.querySelector({json.dumps(selector)}))"
        )
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": spot[0], "y": spot[1]}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        time.sleep(0.1)  # a touch becomes a click a moment later; pages without scripts have no clock to wait by


@contextmanager
def phone(width: int = 390, height: int = 844, *, scripts: bool = True) -> Iterator[Phone]:
    """A phone of some CSS pixels, with an empty profile; without `scripts` pages run none of theirs."""
    ask_out, ask = os.pipe()
    answer, answer_in = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        words = [chromium.found(), *chromium.FLAGS, f"--user-data-dir={home}", "--remote-debugging-pipe"]
        child = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{ask_out} 4>&{answer_in}; exec "$@"', "bash", *words],
            pass_fds=(ask_out, answer_in),
            env={**os.environ, "HOME": home},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(ask_out)
        os.close(answer_in)
        one = Phone(ask, answer)
        try:
            target = one.send("Target.createTarget", url="about:blank")["targetId"]
            one.session = one.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            one.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=2, mobile=True)
            one.send("Emulation.setTouchEmulationEnabled", enabled=True)
            one.send("Emulation.setScriptExecutionDisabled", value=not scripts)
            yield one
        finally:
            os.close(ask)
            os.close(answer)
            child.terminate()
            child.wait(chromium.PATIENCE)
