"""Commands for machines: `schema` and `batch`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from ...core import registry
from ...core.data import JsonMapping, JsonObject
from ...core.declare.catalogue import CATALOGUE
from ...core.declare.facts import record_schema
from ...core.declare.kinds import brief_text, did_you_mean
from ...core.errors import Malformed, TabletopError
from ...core.games import BATTLE
from ...core.system import System
from ..app import command_module, examples_text
from ..complete import systems_like
from ..own_rows import CatalogueFiles, named_files, put_in_force
from ..session import say, write

app = command_module()
DRAFT = "http://json-schema.org/draft-07/schema#"
ROSTER = "roster"  # what `roster --format json` gives, the same for all systems


@app.command(
    epilog=examples_text(
        "tabletop schema td                            of army files",
        "tabletop schema tt --catalogue armies/tt/hollow-choir.catalogue.toml",
        "tabletop schema td event                      of the events of a battle",
        "tabletop schema td setup                      of the set-up of a battle, as scripts have it",
        "tabletop schema td resolver direct-fire       of a situation",
        "tabletop schema roster                        of rosters in JSON, for every system",
        "tabletop schema --write schemas               files for all systems",
    )
)
def schema(
    ctx: typer.Context,
    system: Annotated[
        str | None, typer.Argument(metavar="[SYSTEM]", help="A game system, or roster.", autocompletion=systems_like)
    ] = None,
    kind: Annotated[
        str, typer.Argument(metavar="[KIND]", help="army, catalogue, scenario, event, setup, or resolver NAME.")
    ] = "army",
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The resolver.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--write", metavar="DIR", help="Write the schemas of all systems, or of one, to this folder."),
    ] = None,
    catalogues: CatalogueFiles = None,
) -> None:
    """Print JSON Schemas (draft-07) of army files, catalogues, battles and situations, for editors and programs.

    If a system has a campaign, there are also campaign-event and campaign-setup. --catalogue adds the ids of your own
    rows to the schema of army files, so that an editor can complete them.
    """
    from ...render.jsonout import dump

    if folder is not None:
        write_schemas(folder, [registry.load(system)] if system else registry.sound_systems())
        return
    if system == ROSTER:
        write(dump(roster_schema()))
        return
    if system is None:
        raise Malformed("schema: which game system?", hint=f"known: {', '.join(registry.system_ids())}")
    found = registry.load(system)
    put_in_force(ctx, found, named_files(ctx, found, catalogues))
    write(dump(schema_of(found, kind, name)))


def schema_of(system: System, kind: str, name: str | None = None) -> JsonObject:
    """One schema of a system. Errors: `Malformed` for an unknown kind or resolver."""
    if kind == "resolver":
        return _with_title(_resolver_schema(system, name), f"{system.name}: situation of {name}")
    makers = _schema_makers(system)
    if kind == "army" and not system.has_lists:
        raise TabletopError(f"{system.name} has no army lists", hint=f"known: {', '.join(makers)}", code="no-lists")
    if kind not in makers:
        raise Malformed(f"there is no schema {brief_text(kind)}", hint=did_you_mean(kind, [*makers, "resolver"]))
    return _with_title(makers[kind](), f"{system.name}: {kind}")


def _schema_makers(system: System) -> dict[str, Callable[[], JsonObject]]:
    """What makes each schema of a system that is a file by `schema --write`."""
    from ...core.play.set_up import set_up_schema

    makers: dict[str, Callable[[], JsonObject]] = {}
    if system.has_lists:
        makers["army"] = lambda: system.muster.schema(system)
    if system.catalogue_schema_from is not None or system.own_tables is not None:
        makers["catalogue"] = system.catalogue_schema
    if system.scenario_from is not None:
        makers["scenario"] = lambda: system.scenarios.schema()
    for name, game in system.games.items():
        before = "" if name == BATTLE else f"{name}-"
        makers[f"{before}event"] = game.event_schema
        makers[f"{before}setup"] = partial(set_up_schema, game, system)
    return makers


def roster_schema() -> JsonObject:
    """The schema of rosters in JSON."""
    from ...render.roster.machine import roster_json_schema

    return _with_title(roster_json_schema(), "tabletop: roster")


def _with_title(found: JsonMapping, title: str) -> JsonObject:
    """A schema that says what it is, first."""
    return {"$schema": DRAFT, "title": title, **found}


def _resolver_schema(system: System, name: str | None) -> JsonObject:
    if name is None:
        raise Malformed("the schema of which resolver?", hint=f"known: {', '.join(system.resolvers)}")
    found = record_schema(system.find_resolver(name).odds_situation())
    found["properties"]["house"] = system.reference.house.schema()
    if system.own_tables is not None:
        found["properties"].setdefault(CATALOGUE, {"type": "object", "description": "a home-made catalogue"})
    return found


def write_schemas(folder: Path, systems: Sequence[System]) -> None:
    """The schemas of systems as files, ``td.army.schema.json`` and so on; a file that is right is left alone."""
    from ...render.jsonout import dump

    folder.mkdir(parents=True, exist_ok=True)
    found: dict[str, JsonObject] = {}
    for system in systems:
        try:
            with registry.plugins_named():
                found |= {f"{system.id}.{kind}": schema_of(system, kind) for kind in _schema_makers(system)}
        except TabletopError as broken:
            if len(systems) == 1:
                raise
            say(f"left out: {broken.message}")
    for name, made in {**found, ROSTER: roster_schema()}.items():
        path = folder / f"{name}.schema.json"
        text = dump(made)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            say(f"saved: {path}")


@app.command(
    epilog=examples_text(
        "cat requests.jsonl | tabletop batch      (on Windows: type requests.jsonl | tabletop batch)",
        "",
        "A line of requests.jsonl:",
        '{"do":"odds","system":"td","resolver":"rally","situation":{"experience":"regular","status":"pinned"}}',
    )
)
def batch() -> None:
    """Answer JSON requests, one per line on stdin, with one JSON reply per line on stdout, in order and at once.

    A request has "system" and "do": resolve, odds, validate, battle, or another game of the system, such as campaign.
    The reply repeats the "id". A bad line gets an error reply, and the next line is read.
    """
    from ..pipe import serve_stdin

    serve_stdin()
