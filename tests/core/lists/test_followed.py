"""What follows from the rest of a list is written along with it, for as long as nobody has written something else."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop_cli.core.declare.kinds import Whole
from tabletop_cli.core.lists.change import Change, Drop, Put
from tabletop_cli.core.lists.choices import change_of, follow_up_changes
from tabletop_cli.core.lists.form import Form, Setting

FENCES = Setting(key=("fences",), title="Fences", kind=Whole())


def form(garden: Any) -> Form:
    """A garden has a post more than fences."""
    fences = garden.get("fences")
    posts = None if fences is None else fences + 1
    return Form(settings=(FENCES, Setting(key=("posts",), title="Posts", kind=Whole(), default=posts, follows=True)))


@pytest.mark.parametrize(
    ("garden", "change", "wanted"),
    [
        ({}, Put(("fences",), 3), [Put(("posts",), 4)]),
        ({"fences": 3, "posts": 4}, Put(("fences",), 5), [Put(("posts",), 6)]),
        ({"fences": 3, "posts": 9}, Put(("fences",), 5), []),
        ({"fences": 3, "posts": 6}, Put(("fences",), 5), []),
        ({"fences": 3, "posts": 4}, Put(("posts",), 7), []),
        ({"fences": 3}, Put(("fences",), 3), [Put(("posts",), 4)]),
        ({"fences": 3, "posts": 4}, Drop(("fences",)), []),
        ({"fences": 3, "posts": 4}, Put(("name",), "x"), []),
    ],
)
def test_it_follows_unless_somebody_has_decided(garden: Any, change: Change, wanted: list[Put]) -> None:
    assert [put for _, put in follow_up_changes(form, garden, [change])] == wanted


def test_its_default_is_written_and_not_left_out() -> None:
    posts = form({"fences": 3}).settings[1]
    assert change_of(posts, (), 4) == Put(("posts",), 4)
    assert change_of(posts, (), None) == Drop(("posts",))
