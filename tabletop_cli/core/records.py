"""Dataclasses that are made when they are first used: a command pays for those that it needs.

For every dataclass the standard library writes methods as text and compiles them, which takes as long as reading two
hundred lines of a module. So a class waits, as it was written, until somebody makes an instance or asks for its
fields, and it is made without compiling. The standard library tells its fields; their methods are closures that do
the same as those that it would have written. Its own ``__init__`` is compiled for a class that is made often, where it
pays, and for a call that is wrong, which it explains.

To whoever uses it it is `dataclasses.dataclass`. What is rare (order, slots, fields only for ``__init__``, a parent
that is a dataclass of the standard library) is left to that at once.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError
from inspect import get_annotations
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING

from .data import Shaped

if TYPE_CHECKING:  # to a type checker they are those of the standard library
    from collections.abc import Callable, Iterable, Mapping
    from dataclasses import dataclass as dataclass
    from dataclasses import replace as replace
else:

    def dataclass(cls=None, /, **options):
        """`dataclasses.dataclass`, but made when it is first used."""
        if cls is None:
            return lambda cls: dataclass(cls, **options)
        if not options.keys() <= _COMMON or any(map(_stranger, cls.__mro__[1:])) or _has_more(cls):
            return dataclasses.dataclass(cls, **options)
        _Waiting(cls, **options)
        return cls

    def replace(record, /, **changes):
        """`dataclasses.replace`, for states, of which a battle makes thousands; here it takes a fifth of the time."""
        cls = type(record)
        names = _COPIED.get(cls)
        if names is None or not changes.keys() <= names.keys():
            return dataclasses.replace(record, **changes)
        before, copy = record.__dict__, object.__new__(cls)
        after = copy.__dict__
        for name in names:
            after[name] = before[name]
        after.update(changes)
        return copy


_COMMON = frozenset(("init", "eq", "frozen", "kw_only"))
_COPIED: dict[type[object], Mapping[str, object]] = {}  # the fields of classes that are nothing but their fields
_OFTEN = 200  # instances of a class: from here on a compiled ``__init__`` pays
_set = object.__setattr__


def _stranger(base: type[object]) -> bool:
    """Whether a parent is a dataclass of the standard library."""
    return "__dataclass_fields__" in vars(base) and "__record__" not in vars(base)


def _has_more(cls: type[object]) -> bool:
    """Whether a class has fields that are only for its ``__init__``."""
    return any("InitVar" in str(kind) for kind in getattr(cls, "__annotations__", {}).values())


class _Waiting:
    """Stands where the fields of a dataclass will be: whoever asks for them, or makes an instance, has it made."""

    def __init__(
        self, cls: Shaped, *, init: bool = True, eq: bool = True, frozen: bool = False, kw_only: bool = False
    ) -> None:
        self.cls, self.init, self.eq, self.frozen, self.kw_only = cls, init, eq, frozen, kw_only
        self.own = vars(cls).get("__init__")

        def make_and_init(instance: object, /, *given: object, **named: object) -> None:
            self.make()
            cls.__init__(instance, *given, **named)

        cls.__record__ = self
        cls.__signature__ = _SIGNATURE
        cls.__init__ = make_and_init
        cls.__dataclass_fields__ = self
        cls.__dataclass_params__ = _Params(eq=eq, frozen=frozen)

    def __get__(self, instance: object, owner: type[object]) -> Shaped:
        self.make()
        return self.cls.__dataclass_fields__

    def make(self) -> None:
        """Errors: TypeError for what cannot be a dataclass."""
        fields = self.all_fields()
        made = _Methods(self.cls, fields, self.frozen)
        del self.cls.__init__
        self.cls.__dataclass_fields__ = fields
        if self.own is not None:
            self.cls.__init__ = self.own
        elif self.init:
            self.cls.__init__ = made.make_init()
        for name, method in made.make_methods(eq=self.eq).items():
            setattr(self.cls, name, method)
        if self.own is None and self.init and not hasattr(self.cls, "__post_init__"):
            _COPIED.update({self.cls: fields} if all(one.init for one in fields.values()) else {})

    def all_fields(self) -> dict[str, Field[Shaped]]:
        """All fields by name, those of parents first; the class keeps their defaults."""
        found: dict[str, Field[Shaped]] = {}
        for base in reversed(self.cls.__mro__[1:]):
            if "__record__" in vars(base):
                found |= base.__dataclass_fields__
                if vars(base)["__record__"].frozen is not self.frozen:
                    raise TypeError(f"{base.__qualname__} and its child {self.cls.__qualname__}: one is not frozen")
        own = self.own_fields()
        for name in own:
            if isinstance(default := vars(self.cls).get(name), Field):
                if default.default is MISSING:
                    delattr(self.cls, name)
                else:
                    setattr(self.cls, name, default.default)
        return found | own

    def own_fields(self) -> dict[str, Field[Shaped]]:
        """The fields of the class itself, as the standard library finds them in one that has nothing else."""
        kinds = get_annotations(self.cls)
        values = {name: getattr(self.cls, name) for name in kinds if hasattr(self.cls, name)}
        strays = {name: value for name, value in vars(self.cls).items() if isinstance(value, Field)}
        body = {"__doc__": "bare", "__module__": self.cls.__module__, "__annotations__": dict(kinds)}
        bare = type(self.cls.__name__, (), {**strays, **values, **body})
        made: Shaped = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=self.kw_only)(bare)
        return {one.name: one for one in dataclasses.fields(made)}


class _Signature:
    """How a record is made, for `help` and `inspect.signature`: its fields with their types and defaults."""

    def __get__(self, instance: object, owner: Shaped) -> object:
        from inspect import signature  # only who reads about a class needs it

        fields = owner.__dataclass_fields__
        maker = next(cls for cls in owner.__mro__ if "__init__" in vars(cls))
        record = vars(maker).get("__record__")
        if instance is not None or record is None or record.own is not None:
            raise AttributeError("__signature__")
        made = signature(_Methods(maker, fields, record.frozen).compile_init())
        return made.replace(parameters=list(made.parameters.values())[1:])


_SIGNATURE = _Signature()


class _Params:
    """What the standard library keeps of a dataclass; it asks for it where a child is one of its own."""

    def __init__(self, *, eq: bool, frozen: bool) -> None:
        self.eq, self.frozen = eq, frozen

    def __get__(self, instance: object, owner: type[object]) -> Shaped:
        bare: Shaped = dataclasses.dataclass(eq=self.eq, frozen=self.frozen)(type("bare", (), {}))
        return bare.__dataclass_params__


class _Methods:
    """The methods of a dataclass, as closures."""

    def __init__(self, cls: Shaped, fields: Mapping[str, Field[Shaped]], frozen: bool) -> None:
        self.cls, self.fields, self.frozen = cls, fields, frozen
        self.positional = tuple(one.name for one in fields.values() if one.init and not one.kw_only)

    def make_methods(self, *, eq: bool) -> dict[str, Shaped]:
        """All but ``__init__``, without those that the class has written itself."""
        methods: dict[str, Shaped] = {"__repr__": _record_repr, "__match_args__": self.positional}
        own = vars(self.cls)
        if eq:
            methods["__eq__"] = _make_eq(_values_getter(one.name for one in self.fields.values() if one.compare))
        hashed = (one.name for one in self.fields.values() if (one.compare if one.hash is None else one.hash))
        if eq and ("__hash__" not in own or (own["__hash__"] is None and "__eq__" in own)):
            methods["__hash__"] = _make_hash(_values_getter(hashed)) if self.frozen else None
        methods = {name: method for name, method in methods.items() if name == "__hash__" or name not in own}
        if self.frozen and (there := own.keys() & {"__setattr__", "__delattr__"}):
            raise TypeError(f"Cannot overwrite attribute {min(there)} in class {self.cls.__name__}")
        return methods | ({"__setattr__": _refuse_change, "__delattr__": _refuse_change} if self.frozen else {})

    def make_init(self) -> Callable[..., None]:
        """An ``__init__`` that needs no compiling; called often, it has the compiled one take its place."""
        cls, names, positional = self.cls, tuple(self.fields), self.positional
        optional = [self.has_default(name) for name in positional]
        if optional != sorted(optional) or not all(one.init for one in self.fields.values()):
            return self.compile_init()
        defaults = {name: one.default for name, one in self.fields.items() if one.default is not MISSING}
        makers = {name: one.default_factory for name, one in self.fields.items() if callable(one.default_factory)}
        put, after, left = _set if self.frozen else setattr, hasattr(cls, "__post_init__"), _OFTEN

        def __init__(instance: Shaped, /, *given: object, **named: object) -> None:
            nonlocal left
            values = defaults | dict(zip(positional, given, strict=False)) | named
            for name in makers:
                if name not in values:
                    values[name] = makers[name]()
            twice = len(given) > len(positional) or not named.keys().isdisjoint(positional[: len(given)])
            if twice or values.keys() != self.fields.keys():
                self.compile_init()(instance, *given, **named)  # says what is wrong
            for name in names:
                put(instance, name, values[name])
            if after:
                instance.__post_init__()
            left -= 1
            if not left:
                cls.__init__ = self.compile_init()

        return __init__

    def has_default(self, name: str) -> bool:
        one = self.fields[name]
        return one.default is not MISSING or one.default_factory is not MISSING

    def compile_init(self) -> Callable[..., None]:
        """The ``__init__`` of the standard library. Errors: TypeError where it can make none."""
        body: dict[str, Shaped] = {"__doc__": "bare", "__module__": self.cls.__module__, **self.fields}
        body["__annotations__"] = {name: one.type for name, one in self.fields.items()}
        body["__qualname__"] = self.cls.__qualname__
        if hasattr(self.cls, "__post_init__"):
            body["__post_init__"] = self.cls.__post_init__
        bare: Shaped = type(self.cls.__name__, (), body)
        made: Callable[..., None] = dataclasses.dataclass(repr=False, eq=False, frozen=self.frozen)(bare).__init__
        return made


def _values_getter(names: Iterable[str]) -> Callable[[object], tuple[object, ...]]:
    """What gives the values of some fields, as a tuple."""
    wanted = tuple(names)
    if not wanted:
        return lambda record: ()
    get = attrgetter(*wanted)
    return get if len(wanted) > 1 else lambda record: (get(record),)


def _make_eq(values: Callable[[object], tuple[object, ...]]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _make_hash(values: Callable[[object], tuple[object, ...]]) -> Callable[[object], int]:
    def __hash__(self: object) -> int:
        return hash(values(self))

    return __hash__


def _refuse_change(self: Shaped, name: str, *value: object) -> None:
    """Nothing of a frozen record is set or deleted; a child that is no dataclass may have more than its fields."""
    if "__record__" in vars(type(self)) or name in type(self).__dataclass_fields__:
        raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
    if value:
        _set(self, name, *value)
    else:
        object.__delattr__(self, name)


@recursive_repr()
def _record_repr(record: Shaped) -> str:
    """For whoever looks for a fault; one for all classes, because nobody else sees it."""
    inside = ", ".join(f"{one.name}={getattr(record, one.name)!r}" for one in dataclasses.fields(record) if one.repr)
    return f"{type(record).__qualname__}({inside})"
