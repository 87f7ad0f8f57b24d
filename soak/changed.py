"""One byte of an exported battle changed: `verify` says so, or the file is none any more."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tabletop_cli.__main__ import main
from tabletop_cli.cli.battle.store import open_battle, open_store
from tabletop_cli.cli.session import Session
from tabletop_cli.core.play.viewpoint import View

ROOT = Path(__file__).parents[1]
CHANGES = 500
ARMIES = [str(ROOT / "armies/td" / f"{name}.toml") for name in ("green-horde", "veteran-raiders")]
SHOT = ("direct-fire", "by=a", "model=a1-1", "target=b1-1", "facts.terrain=rough")


def run(share: float, seed: int) -> Iterator[tuple[str, int, int]]:
    """Changes of one byte anywhere from the set-up on, against letters that were noted before."""
    chance = random.Random(seed)
    _quiet("battle", "new", "td", *ARMIES, "--actions", "40", "--name", "friday")
    _quiet("battle", "seal", "friday", "badger")
    for number in range(4):
        _quiet("battle", "do", "friday", "move", "by=a", f"model=a1-{number + 1}", "path=border")
        _quiet("battle", "note", "friday", f"the pond counts as forest {number}")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "friday.jsonl"
        _quiet("battle", "export", "friday", "-o", str(file))
        with open_store(Session()) as store:
            noted = View(open_battle(store, "friday")).to_note or ""
        whole = file.read_bytes()
        if _quiet("battle", "verify", str(file), "--noted", noted) != 0:
            raise SystemExit("the file does not verify as it is")
        setup_at, lines_at = whole.index(b'"setup"'), whole.index(b"\n") + 1
        many = max(1, round(CHANGES * share))
        unseen = 0
        for _ in range(many):
            at = chance.randrange(setup_at, len(whole))
            byte = bytes([chance.choice([one for one in range(256) if one != whole[at]])])
            file.write_bytes(whole[:at] + byte + whole[at + 1 :])
            if _quiet("battle", "verify", str(file), "--noted", noted) == 0:
                unseen += 1
                print(f"  unseen: {whole[max(0, at - 30) : at + 30]!r} -> {byte!r}", file=sys.stderr)
        yield "bytes of an exported log changed, not noticed", many, unseen
        unseen = 0
        ends = [at for at, byte in enumerate(whole) if byte == 10 and at >= lines_at - 1][:-1]
        for at in ends:
            file.write_bytes(whole[: at + 1])
            unseen += _quiet("battle", "verify", str(file), "--noted", noted) == 0
        yield "ends cut off, not noticed", len(ends), unseen


def _quiet(*words: str) -> int:
    """The exit code of a command that says nothing; in this process, which is a hundred times faster."""
    import contextlib
    import io

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return main(list(words))
