"""HTML as text that is escaped where a tag is made of it, so that nothing can be forgotten."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ...core.data import Shaped, ShapedObject

Plain = ShapedObject


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def tag(name: str, /, *inside: str | None, **attributes: str | bool) -> Markup:
    """An element; what is no `Markup` in it is escaped, as are its attributes. A false attribute is left out."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not False and value != ""
    )
    if name in ("input", "meta", "br"):
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{join(inside)}</{name}>")


def join(parts: Iterable[str | None], between: str = "") -> Markup:
    return Markup(between.join(one if isinstance(one, Markup) else escape(one, quote=False) for one in parts if one))


def text_markup(text: Shaped) -> Markup:
    """A text or its spans."""
    if isinstance(text, str):
        return join([text])
    return join(_span_markup(one) for one in text)


def _span_markup(one: Plain) -> Markup:
    text = one["t"]
    shown = tag("a", text, href=f"#{one['to']}") if one["to"] else join([text])
    match one["style"]:
        case "strong":
            return tag("b", shown)
        case "em":
            return tag("em", shown)
        case "blank":
            return tag("span", shown, class_="blank")
        case "tag" | "quiet":
            return tag("span", shown, class_=one["style"])
    return shown


def class_names(*names: str | bool) -> str:
    return " ".join(str(name) for name in names if name)
