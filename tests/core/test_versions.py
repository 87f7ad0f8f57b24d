"""Versions of the program, older and newer."""

from __future__ import annotations

import pytest

from tabletop_cli import __version__
from tabletop_cli.core.versions import is_newer, version_with, version_words

IN_ORDER = ("0.1.0", "0.2.dev3", "0.2.0a1", "0.2.0b2", "0.2.0rc1", "0.2.0", "0.2.0.post1", "0.2.1", "0.10", "1.0.0")


@pytest.mark.parametrize("at", range(len(IN_ORDER)), ids=IN_ORDER)
def test_what_came_out_later_is_newer(at: int) -> None:
    found = [is_newer(other, IN_ORDER[at]) for other in IN_ORDER]
    assert found == [number > at for number in range(len(IN_ORDER))]


@pytest.mark.parametrize("same", ["0.2", "0.2.0.0", "0.2.0+ubuntu1"])
def test_zeros_at_the_end_and_a_build_make_no_other_version(same: str) -> None:
    assert not is_newer(same, "0.2.0") and not is_newer("0.2.0", same)


def test_this_version_is_not_newer_than_itself() -> None:
    assert not is_newer(__version__) and is_newer(f"{__version__}.1")


@pytest.mark.parametrize("text", ["", "latest", "1..2", "٣.0", "9" * 5000])
def test_a_text_that_is_no_version_is_none_that_this_program_knows(text: str) -> None:
    assert is_newer(text)


def test_of_a_system_with_versions_of_its_own_the_newer_one_counts() -> None:
    first, second = f"{__version__}+1", f"{__version__}+2"
    assert is_newer(second, first) and not is_newer(first, second)
    assert not is_newer(first, first) and not is_newer(f"{__version__}+spring", f"{__version__}+spring")
    assert not is_newer(second, __version__) and not is_newer(__version__, first), "only one of them names its own"


def test_versions_are_told_in_words() -> None:
    assert version_words("0.2.0", "Coin Duel") == "0.2.0"
    assert version_words(version_with("1.2"), "Coin Duel") == f"1.2 of Coin Duel (tabletop {__version__})"
    assert version_with("") == __version__
