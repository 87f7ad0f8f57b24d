"""What to do about a TOML file that cannot be parsed, by what the parser says of it."""

from __future__ import annotations

USUAL = "text values stand in quotes; tables of units begin with [[units]]"
HINTS = {  # by the beginning of what the parser says
    "Cannot overwrite a value": "this key stands twice: leave one of them; entries of a list begin with [[units]]",
    "Duplicate inline table key": "this key stands twice: leave one of them",
    "Cannot declare": "this table stands twice: entries of a list begin with two brackets, [[units]]",
    "Unclosed array": "a comma between two items is missing before this place, or the closing ]",
    "Unclosed inline table": "a comma between two pairs is missing before this place, or the closing }",
    "Expected ']": "close the brackets: [house] begins a table, [[units]] an entry of a list",
    "Expected newline": "each line has one KEY = VALUE; text values stand in quotes",
    "Expected '='": "write KEY = VALUE",
    "Invalid initial character for a key part": "a table in braces { } stands on one line",
    "Unterminated string": "close the quotes on the same line",
    "Illegal character '\\n'": "close the quotes on the same line",
    "Unescaped '\\'": "write a backslash twice: \\\\",
}


def hint_at(said: str) -> str:
    """Return what to do about what the parser said."""
    return next((hint for begin, hint in HINTS.items() if said.startswith(begin)), USUAL)
