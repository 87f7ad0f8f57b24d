"""Where a small fault can be put into a module: comparisons, numbers, `not`, `and`, `or`, whole statements."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


@dataclass(frozen=True)
class Site:
    """A fault: the file, its line, what stood there and what stands there now, and the whole text with it."""

    path: Path
    line: int
    kind: str
    before: str
    after: str
    text: str
    explains: bool = False

    @property
    def words(self) -> str:
        return f"{self.path}:{self.line}  {self.kind}:  {_short(self.before)}  ->  {_short(self.after)}"


def _short(code: str) -> str:
    one_line = " ".join(code.split())
    return one_line if len(one_line) <= 70 else one_line[:67] + "..."


def sites(root: Path, path: Path) -> list[Site]:
    """Every fault that can be put into the functions of a file, which is named from `root`."""
    source = (root / path).read_text(encoding="utf-8")
    found = []
    for node in _inside_functions(ast.parse(source)):
        for kind, other in _faults(node):
            before = ast.get_source_segment(source, node) or ""
            after = ast.unparse(other)
            if isinstance(node, ast.expr):
                after = f"({after})"
            text = _spliced(source, node, after)
            explains = ".explain(" in before
            found.append(Site(path, node.lineno, kind, before, after, text, explains))
    return found


def _inside_functions(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    """What stands in the bodies of functions, but for what only types and texts consist of."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)]
    nested = {inner for one in functions for inner in ast.walk(one) if inner is not one}
    for function in functions:
        if function not in nested:
            for statement in function.body:
                yield from _walked(statement)


def _walked(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    if isinstance(node, ast.JoinedStr | ast.arguments):
        return
    if isinstance(node, ast.expr | ast.stmt):
        yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, ast.AST):
                yield from _walked(one)


def _faults(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(ops=[op]) if type(op) in FLIPPED:
            yield "comparison", _changed(node, lambda one: setattr(one, "ops", [FLIPPED[type(op)]()]))
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            yield "number", ast.Constant(value + 1)
            yield "number", ast.Constant(value - 1)
        case ast.UnaryOp(op=ast.Not()):
            yield "not", node.operand
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield "and, or", _changed(node, lambda one: setattr(one, "op", other))
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Raise():
            yield "statement", ast.Pass()


def _changed(node: ast.AST, change: Callable[[ast.AST], None]) -> ast.AST:
    other = copy.deepcopy(node)
    change(other)
    return other


def _spliced(source: str, node: ast.expr | ast.stmt, after: str) -> str:
    """The source with other words for a node; columns count bytes."""
    lines = source.encode().splitlines(keepends=True)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first, last = node.lineno - 1, node.end_lineno - 1
    head, tail = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
    return b"".join([*lines[:first], head + after.encode() + tail, *lines[last + 1 :]]).decode()
