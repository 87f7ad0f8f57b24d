"""Say something otherwise in a copy of this repository, write its golden files again, and see which files change.

    python -m tests.reword "dice at infantry, " "dice at foot soldiers, "                      runs every test
    python -m tests.reword "dice at infantry, " "dice at foot soldiers, " tests/transcripts    or those of some paths

The first words are replaced in the package, wherever they stand there. The tests are run twice, with `--golden` and
without. Exit code 1 where six files change or more, or the second run is not green. `test_one_place.py` counts the same
without a run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
FEW = 6  # files that change


def run_git(folder: Path, *words: str) -> str:
    command = ["git", "-c", "user.name=reword", "-c", "user.email=reword@localhost", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def copy_to(folder: Path) -> None:
    """Copy what git knows of this repository, as it is now."""
    for name in run_git(ROOT, "ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        source, target = ROOT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
            target.chmod(source.stat().st_mode)
    run_git(folder, "init", "-q")
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-qm", "before")


def reword(folder: Path, old: str, new: str) -> None:
    """Replace words in the package. Errors: `SystemExit` where they do not stand there."""
    found = 0
    for path in [*(folder / "tabletop_cli").rglob("*.py"), *(folder / "tabletop_cli").rglob("*.toml")]:
        text = path.read_text(encoding="utf-8")
        found += text.count(old)
        if old in text:
            path.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    if not found:
        raise SystemExit(f"{old!r} stands nowhere in the package")


def run_tests(folder: Path, *words: str) -> int:
    env = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", *words]
    return subprocess.run(command, cwd=folder, env=env, check=False).returncode


def main(old: str, new: str, *paths: str) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_to(folder)
        reword(folder, old, new)
        run_tests(folder, "--golden", *paths)
        print(run_git(folder, "diff", "--stat"))
        changed = run_git(folder, "diff", "--name-only").splitlines()
        green = run_tests(folder, *paths) == 0
        print(f"{len(changed)} files change; the tests are {'green' if green else 'red'} then")
        return int(len(changed) >= FEW or not green)


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    sys.exit(main(*sys.argv[1:]))
