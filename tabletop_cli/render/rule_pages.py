"""The reference of a rulebook as pages: rules, rulings, and the switches with what each value means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..core.data import Json, JsonObject
from ..core.declare.house import Blank, Switch
from ..core.declare.plain import as_typed
from ..core.declare.reference import Reference, Rule, Ruling
from ..core.page import Block, Facts, Heading, Page, Para, Table
from ..core.system import System
from .steps import value_text

KINDS = {
    "army": "army building",
    "compute": "worked out by the program",
    "track": "kept by the program",
    "ask": "asked at the table",
    "tell": "up to the players",
}


def system_page(system: System) -> Page:
    """What a system is: who wrote it, its licence, what is covered."""
    about = system.reference.about
    rows = [
        ("id", system.id),
        ("version", system.version),
        ("authors", ", ".join(about.get("authors", ()))),
        ("licence", str(about.get("licence", ""))),
        ("credits", str(about.get("credits", ""))),
        ("covers", str(about.get("covers", ""))),
        ("resolvers", ", ".join(system.resolvers)),
    ]
    version = {"version": system.version} if system.version else {}
    data = {"id": system.id, **version, **about, "resolvers": list(system.resolvers)}
    blocks: list[Block] = [Para(str(about.get("summary", "")))] if about.get("summary") else []
    return Page(system.name, (*blocks, Facts(tuple(row for row in rows if row[1]))), data=data)


def index_page(system: System) -> Page:
    """Every rule, ruling and switch by id and title."""
    reference = system.reference
    topics: dict[str, list[tuple[str, ...]]] = {}
    for rule in reference.rules.values():
        topics.setdefault(rule.topic, []).append((rule.id, rule.title))
    tables: list[Block] = [Table(("rule", "title"), tuple(rows), topic) for topic, rows in topics.items()]
    rulings = tuple((one.id, one.title) for one in reference.rulings.values())
    tables.append(Table(("ruling", "title"), rulings, "Rulings"))
    tables.append(_switch_table(reference))
    data = {
        "rules": [rule_data(rule) for rule in reference.rules.values()],
        "rulings": [ruling_data(ruling) for ruling in reference.rulings.values()],
        "switches": [switch_data(switch) for switch in reference.house.switches.values()],
    }
    return Page(system.name, tuple(tables), f"tabletop rules {system.id} ID, or words to look for", data)


def _switch_table(reference: Reference) -> Table:
    rows = tuple(
        (one.name, ", ".join(map(as_typed, one.values)) + (" or any other" if one.open else ""), one.ruling)
        for one in reference.house.switches.values()
    )
    return Table(("switch", "values, default first", "ruling"), rows, "House-rule switches")


def rule_page(rule: Rule) -> Page:
    """One rule in full."""
    blocks: list[Block] = [Para(rule.text)]
    extra = [("at the table", rule.ask), ("remember", rule.remember)]
    if rows := tuple(row for row in extra if row[1]):
        blocks.append(Facts(rows))
    return Page(f"{rule.id}  {rule.title}", tuple(blocks), _rule_subtitle(rule), rule_data(rule))


def _rule_subtitle(rule: Rule) -> str:
    return ", ".join(part for part in (rule.topic, KINDS.get(rule.kind, rule.kind)) if part)


def ruling_page(reference: Reference, ruling: Ruling) -> Page:
    """One ruling: the question, how it is played here, and the switch that decides otherwise."""
    blocks: list[Block] = [Para(ruling.question), Para(ruling.text)]
    if ruling.rules:
        blocks.append(Facts((("rules", ", ".join(ruling.rules)),)))
    switches = [one for one in reference.house.switches.values() if one.ruling == ruling.id]
    blanks = [one for one in reference.house.blanks if one.ruling == ruling.id]
    blocks += [block for switch in switches for block in _switch_blocks(switch)]
    blocks += _blank_blocks(blanks)
    data = ruling_data(ruling) | {"switches": [switch_data(one) for one in switches]}
    return Page(f"{ruling.id}  {ruling.title}", tuple(blocks), "ruling", data)


def rulings_page(system: System) -> Page:
    """Every ruling in full: what the book leaves open, and how it is played here."""
    blocks: list[Block] = []
    for ruling in system.reference.rulings.values():
        switches = [one.name for one in system.reference.house.switches.values() if one.ruling == ruling.id]
        about = (("rules", ", ".join(ruling.rules)), ("switches", ", ".join(switches)))
        blocks += [Heading(f"{ruling.id}  {ruling.title}", 3), Para(ruling.question), Para(ruling.text)]
        blocks.append(Facts(tuple(row for row in about if row[1])))
    data = {"rulings": [ruling_data(ruling) for ruling in system.reference.rulings.values()]}
    return Page(f"{system.name}: rulings", tuple(blocks), data=data)


def switch_page(reference: Reference, switch: Switch) -> Page:
    """One switch with its values."""
    ruling = reference.rulings.get(switch.ruling)
    asked = (Para(ruling.question),) if ruling else ()
    title = f"{switch.ruling}, {ruling.title}" if ruling else switch.ruling
    return Page(switch.name, (*asked, *_switch_blocks(switch)), title, switch_data(switch))


def _switch_blocks(switch: Switch) -> Iterator[Block]:
    yield Heading(f"Switch {switch.name}", 3)
    rows = [
        (as_typed(value) + (" (default)" if at == 0 else ""), switch.means.get(as_typed(value), ""))
        for at, value in enumerate(switch.values)
    ]
    if switch.open:
        rows.append(("any other whole number", "agree on one"))
    yield Table(("value", "meaning"), tuple(rows))
    other = switch.values[-1] if len(switch.values) > 1 else switch.default
    if switch.game:
        begun = f"tabletop {switch.game} new ... --house.{switch.name} {as_typed(other)}"
        yield Para(f"When the {switch.game} begins: {begun}", "note")
    else:
        yield Para(f"In an army file, under [house]: {switch.name} = {toml_text(other)}", "note")


def _blank_blocks(blanks: list[Blank]) -> list[Block]:
    if not blanks:
        return []
    rows = tuple((blank.key, blank.kind.words, _blank_names(blank), blank.summary) for blank in blanks)
    return [Table(("key under [house]", "value", "for", "what it is"), rows, "What the rulebook leaves blank")]


def _blank_names(blank: Blank) -> str:
    """What the placeholders of a key stand for: ``light, heavy``; of several, each with its name."""
    if len(blank.names) == 1:
        return ", ".join(*blank.names.values())
    return "; ".join(f"{placeholder}: {', '.join(those)}" for placeholder, those in blank.names.items())


def toml_text(value: Json) -> str:
    return f'"{value}"' if isinstance(value, str) else as_typed(value)


def found_page(what: str, found: Iterable[tuple[str, str, str]]) -> Page:
    """What a search found: id, title, the passage around the words."""
    rows = tuple(found)
    data = {"found": [{"id": row[0], "title": row[1], "passage": row[2]} for row in rows]}
    return Page(f"{len(rows)} found for: {what}", (Table(("id", "title", "passage"), rows),), data=data)


def rule_data(rule: Rule) -> JsonObject:
    return {
        "id": rule.id,
        "title": rule.title,
        "topic": rule.topic,
        "kind": rule.kind,
        "text": rule.text,
        "ask": rule.ask,
        "remember": rule.remember,
    }


def ruling_data(ruling: Ruling) -> JsonObject:
    return {
        "id": ruling.id,
        "title": ruling.title,
        "question": ruling.question,
        "text": ruling.text,
        "rules": list(ruling.rules),
    }


def switch_data(switch: Switch) -> JsonObject:
    return {
        "switch": switch.name,
        "ruling": switch.ruling,
        "values": list(switch.values),
        "default": switch.default,
        "open": switch.open,
        "means": {key: value_text(text) for key, text in switch.means.items()},
    }
