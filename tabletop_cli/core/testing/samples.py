"""Values that a JSON Schema allows, made from the schema: to try what a kind does with what it says it takes."""

from __future__ import annotations

from collections.abc import Iterator

from ..data import Json, JsonObject, Schema

MOST = 12  # of the samples of one schema


def schema_samples(schema: Schema) -> list[Json]:
    """A few values of a schema as our kinds write them: every word, every branch, the least of each table."""
    found: list[Json] = []
    for value in _sample_values(schema):
        if len(found) == MOST:
            break
        if value not in found:
            found.append(value)
    return found


def _sample_values(schema: Schema) -> Iterator[Json]:
    if "const" in schema:
        yield schema["const"]
    elif "enum" in schema:
        yield from schema["enum"]
    elif "anyOf" in schema:
        for one in schema["anyOf"]:
            yield from _sample_values(one)
    else:
        kinds = schema.get("type", ())
        for kind in (kinds,) if isinstance(kinds, str) else kinds:
            yield from _of_type(kind, schema)


def _of_type(kind: str, schema: Schema) -> Iterator[Json]:
    low = schema.get("minimum", 0)
    if kind == "null":
        yield None
    elif kind == "boolean":
        yield from (True, False)
    elif kind == "integer":
        yield from (low, low + 1)
    elif kind == "number":
        yield from (low, low + 1, low + 0.5)
    elif kind == "string":
        yield "3/2" if "pattern" in schema else "alpha-1"
    elif kind == "array":
        for item in _sample_values(schema.get("items", {})):
            yield [item] * max(1, schema.get("minItems", 0))
        yield []
    elif kind == "object":
        yield from _sample_tables(schema)


def _sample_tables(schema: Schema) -> Iterator[JsonObject]:
    """Tables with what they need, one for each word that decides what else they need; then with one thing more."""
    needed, fields = schema.get("required", []), schema.get("properties", {})
    least = {key: next(_sample_values(fields[key]), None) for key in needed}
    cases = [(branch["if"]["properties"], branch["then"]) for branch in schema.get("allOf", ()) if "if" in branch]
    for tested, then in cases:
        chosen = {key: next(_sample_values(one)) for key, one in tested.items()}
        for table in _sample_tables(then):
            yield {**least, **table, **chosen}
    if not cases:
        yield least
        for key in fields.keys() - least.keys():
            for value in _sample_values(fields[key]):
                yield {**least, key: value}
    if isinstance(more := schema.get("additionalProperties"), dict):
        for value in _sample_values(more):
            yield {**least, "alpha-1": value}
