"""Dataclasses that are made when they are first used: a command pays for those that it needs.

For every dataclass the standard library writes methods as text and compiles them, which takes as long as reading two
hundred lines of a module. That was half of what a short command did, and two thirds of the classes that it imports it
never uses. So a class waits, as it was written, until somebody makes an instance or asks for its fields; from then on
it is what `dataclasses.dataclass` has made of it.
"""

from __future__ import annotations

import dataclasses
from reprlib import recursive_repr
from typing import TYPE_CHECKING

from .data import Shaped

if TYPE_CHECKING:  # to a type checker they are those of the standard library
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, slots=False, **options):
        """`dataclasses.dataclass`, but made when it is first used; one with slots, which is a new class, at once."""
        if cls is None:
            return lambda cls: dataclass(cls, slots=slots, **options)
        if slots:
            return dataclasses.dataclass(cls, slots=slots, **options)
        _Waiting(cls, options)
        return cls


class _Waiting:
    """Stands where the fields of a dataclass will be: whoever asks for them, or makes an instance, has it made."""

    def __init__(self, cls: Shaped, options: dict[str, bool]) -> None:
        self._cls, self._options = cls, options
        self._own = vars(cls).get("__init__")

        def first(instance: object, /, *given: object, **named: object) -> None:
            self._make()
            cls.__init__(instance, *given, **named)

        cls.__init__ = first
        cls.__dataclass_fields__ = self

    def __get__(self, instance: object, owner: type[object]) -> Shaped:
        self._make()
        return self._cls.__dataclass_fields__

    def _make(self) -> None:
        """Errors: TypeError for what cannot be a dataclass."""
        del self._cls.__init__, self._cls.__dataclass_fields__
        if self._own is not None:
            self._cls.__init__ = self._own
        if "__repr__" not in vars(self._cls):
            self._cls.__repr__ = _shown
        dataclasses.dataclass(**self._options, repr=False)(self._cls)


@recursive_repr()
def _shown(record: Shaped) -> str:
    """For whoever looks for a fault; one for all classes, because nobody else sees it."""
    inside = ", ".join(f"{one.name}={getattr(record, one.name)!r}" for one in dataclasses.fields(record) if one.repr)
    return f"{type(record).__qualname__}({inside})"
