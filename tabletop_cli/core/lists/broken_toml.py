"""What to do about a TOML file that cannot be parsed, by what the parser says of it."""

from __future__ import annotations

USUAL = "put text values in quotes; begin each unit with [[units]]"
HINTS = {  # by the beginning of what the parser says
    "Cannot overwrite a value": "this key is there twice: keep one of them; begin each entry of a list with [[units]]",
    "Duplicate inline table key": "this key is there twice: keep one of them",
    "Cannot declare": "this table is there twice: begin each entry of a list with two brackets, [[units]]",
    "Unclosed array": "before this place, a comma between two items or the closing ] is missing",
    "Unclosed inline table": "before this place, a comma between two pairs or the closing } is missing",
    "Expected ']": "close the brackets: [house] begins a table, [[units]] an entry of a list",
    "Expected newline": "write one KEY = VALUE per line; put text values in quotes",
    "Expected '='": "write KEY = VALUE",
    "Invalid initial character for a key part": "write a table in braces { } on one line",
    "Unterminated string": "close the quotes on the same line",
    "Illegal character '\\n'": "close the quotes on the same line",
    "Unescaped '\\'": "write a backslash twice: \\\\",
}


def hint_at(said: str) -> str:
    """Return what to do about what the parser said."""
    return next((hint for begin, hint in HINTS.items() if said.startswith(begin)), USUAL)
