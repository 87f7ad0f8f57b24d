"""JSON Schema documents (draft-07): what editors and independent validators read.

The parts come from the declarations (`facts.record_schema`, `HouseRules.schema`) and from catalogues; this module only
gives them their outer form, the same bytes every time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..data import Json, JsonMapping, Schema
from ..lists.problems import Problem

DRAFT = "http://json-schema.org/draft-07/schema#"


def schema_document(name: str, title: str, schema: JsonMapping) -> Schema:
    """A schema as a document of its own; `name` is its file name. Taplo wants an id that is absolute."""
    return {"$schema": DRAFT, "$id": f"urn:tabletop:{name}", "title": title, **schema}


def schema_text(schema: JsonMapping) -> str:
    """The text of a schema file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def table_schema(properties: JsonMapping, required: Sequence[str] = (), **more: Json) -> Schema:
    """A closed object: nothing but these properties."""
    plain: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**plain, **({"required": list(required)} if required else {}), **more}


def schema_when(field: str, value: Json, then: JsonMapping) -> Schema:
    """What holds when a field has a value: validators name the branch, as they cannot with oneOf."""
    test: Schema = {"const": value} if not isinstance(value, list) else {"enum": value}
    return {"if": {"properties": {field: test}, "required": [field]}, "then": dict(then)}


def with_description(schema: JsonMapping, text: str) -> Schema:
    """The same schema with a description for the editor."""
    return {**schema, "description": text}


def schema_problems(schema: JsonMapping, data: Json) -> list[Problem]:
    """What an independent validator says of the data: one problem a violation, with its place."""
    from jsonschema import Draft7Validator

    found = sorted(Draft7Validator(dict(schema)).iter_errors(data), key=lambda error: list(map(str, error.path)))
    return [Problem("schema", error.message[:300], "", tuple(error.absolute_path)) for error in found]
