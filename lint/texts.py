"""Measure the texts that people read against docs/dev/texts.md.

    python -m lint.texts            figures of each part, and the limits that are passed; exit code 1 if one is
    python -m lint.texts --list     every sentence that counts against a limit, with its part, measure and place

docs         README, the pages for players, the newest section of the CHANGELOG; developers: CONTRIBUTING and docs/dev
program      strings and help texts of the package; rules: the texts in its TOML files
long         share, in percent, of sentences over 25 words; all other measures are hits in 1,000 sentences
relative     a relative clause as the subject; stands: also "is told", "as far as", "in force"
neither      also "nor" and "nothing but"; loose: "so" or "for" as a loose because
passive      without "by"; back: "take back" for undo; throw: for roll
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from . import read_terms

LONG = 25  # words that a sentence may have
MEASURES = ("long", "relative", "stands", "neither", "loose", "passive", "back", "throw")
LIMITS = {  # a ratchet: they only fall; the goals are in docs/dev/texts.md
    "docs": dict(zip(MEASURES, (5, 5, 5, 3, 3, 40, 0, 2), strict=True)),
    "developers": dict(zip(MEASURES, (23, 38, 56, 3, 3, 218, 3, 5), strict=True)),
    "program": dict(zip(MEASURES, (2, 5, 5, 3, 8, 85, 0, 2), strict=True)),
    "rules": dict(zip(MEASURES, (3, 5, 5, 4, 6, 85, 0, 2), strict=True)),
}
PARTICIPLES = r"(?:\w+ed|told|said|shown|taken|given|kept|left|asked|made|put|found|written)"
HABITS = {
    "relative": r"(?:^|[.:;] )(?:Who|Whoever|Whatever|What)\b[^.?:;]{0,60}\b(?:is|are|has|gets|stands|does|wants)\b"
    r"(?![^.]*\?)",
    "stands": r"\b(?:stands?|stood|is told|are told|as far as|in force|of itself)\b",
    "neither": r"\b(?:neither|nor|nothing but|none but)\b",
    "loose": r", (?:for|so) (?:who|what|which|it|they|there)\b",
    "passive": rf"\b(?:is|are|was|were|be) {PARTICIPLES}\b(?! by)",
    "back": r"\b(?:take|takes|taking|taken|took|bring|brings|brought) (?:\w+ ){0,3}back\b",
    "throw": r"\bthr(?:ow|ows|own|owing|ew)\b",
}
SEARCHES = {measure: re.compile(pattern) for measure, pattern in HABITS.items()}
TERMS = {owner: re.compile(rf"\b(?:{'|'.join(terms)})", re.IGNORECASE) for owner, terms in read_terms().items()}
NO_SENTENCES = ("|", "#", "![", "<img")  # how lines of tables, headings and pictures begin


class Text(NamedTuple):
    """A text that people read, and where it is."""

    words: str
    place: str


def hide_terms(text: Text) -> str:
    """Return a text with X for code and for the terms of its rulebook, and without addresses."""
    words = re.sub(r"`[^`]*`", "X", text.words)
    words = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", words)
    rooms = re.split(r"\W+", text.place)
    for owner, terms in TERMS.items():
        if owner == "all" or owner in rooms:
            words = terms.sub("X", words)
    return words


def split_sentences(words: str) -> list[str]:
    """Return the sentences of more than two words; a paragraph and an item of a list end one."""
    parts = re.split(r"(?<=[.?!])\s+|\n\s*\n|\n\s*(?:[-*]|\d+\.) ", words)
    return [" ".join(one.split()) for one in parts if len(one.split()) > 2]


def page_text(path: Path, root: Path) -> Text:
    """Return the text of a Markdown page without code, tables, headings and pictures."""
    words = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    if path.name == "CHANGELOG.md":  # what is past stays as it was said
        words = "\n## ".join(words.split("\n## ")[:2])
    lines = ("" if line.lstrip().startswith(NO_SENTENCES) else line for line in words.splitlines())
    return Text("\n".join(lines), str(path.relative_to(root)))


def is_help(node: ast.AST) -> bool:
    """Return whether a function is a command, whose docstring is its help."""
    marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(".command" in ast.unparse(mark) for mark in marks)


def find_docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the docstrings that only developers read."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and not is_help(node):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                yield first.value


def literal_texts(path: Path, root: Path) -> Iterator[Text]:
    """Yield the strings of a module that hold two words; the values in an f-string become X."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    unread = {id(one) for one in find_docstrings(tree)}
    unread |= {id(value) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            words = "".join(str(one.value) if isinstance(one, ast.Constant) else "X" for one in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
            words = node.value
        else:
            continue
        if re.search(r"[a-z] [a-z]", words):
            yield Text(words, f"{path.relative_to(root)}:{node.lineno}")


def table_texts(value: object) -> Iterator[str]:
    """Yield the texts of more than three words in a value of a TOML file."""
    if isinstance(value, str):
        if value.count(" ") > 2:
            yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from table_texts(item)


def read_parts(root: Path, package: str) -> dict[str, list[Text]]:
    """Return the texts of each part of a project."""
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").glob("*.md"))]
    guides = [root / "CONTRIBUTING.md", *sorted((root / "docs" / "dev").glob("*.md"))]
    code, tables = (sorted((root / package).rglob(f"*.{end}")) for end in ("py", "toml"))
    return {
        "docs": [page_text(path, root) for path in pages if path.exists()],
        "developers": [page_text(path, root) for path in guides if path.exists()],
        "program": [text for path in code for text in literal_texts(path, root)],
        "rules": [
            Text(words, str(path.relative_to(root)))
            for path in tables
            for words in table_texts(tomllib.loads(path.read_text(encoding="utf-8")))
        ],
    }


def judge_part(texts: list[Text]) -> tuple[dict[str, int], dict[str, list[Text]]]:
    """Return the figure of each measure, and the sentences that count against it."""
    sentences = [Text(one, text.place) for text in texts for one in split_sentences(hide_terms(text))]
    found = {"long": [one for one in sentences if len(one.words.split()) > LONG]}
    for measure, search in SEARCHES.items():
        found[measure] = [one for one in sentences if search.search(one.words)]
    figures = {
        measure: round((100 if measure == "long" else 1000) * len(hits) / max(1, len(sentences)))
        for measure, hits in found.items()
    }
    return figures, found


def main() -> int:
    """Print the figures of each part. Return 1 if one of them passes its limit."""
    passed = False
    for part, texts in read_parts(Path(__file__).parents[1], "tabletop_cli").items():
        figures, found = judge_part(texts)
        if "--list" in sys.argv:
            for measure, hits in found.items():
                for one in hits:
                    print(f"{part}\t{measure}\t{one.place}\t{one.words}")
        for measure, figure in figures.items():
            limit = LIMITS[part][measure]
            print(f"{part:10} {measure:8} {figure:4}, at most {limit}{'' if figure <= limit else '   TOO MANY'}")
            passed |= figure > limit
    return 1 if passed else 0


if __name__ == "__main__":
    sys.exit(main())
