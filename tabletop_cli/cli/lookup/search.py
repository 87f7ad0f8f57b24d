"""Looking things up by id or by words: in the reference of a rulebook, and in the rows of its catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core.declare.kinds import did_you_mean
from ...core.declare.reference import Reference, Rule, Ruling
from ...core.errors import TabletopError
from ...core.page import Block, Boxes, Facts, Heading, Page, Para, Table
from ...core.system import System
from ...render import rule_pages as shown

PASSAGE = 70  # characters around what was found


def look_up(system: System, asked: str) -> Page:
    """The rule, ruling or switch of this id, all rulings, or what holds the words.

    Errors: `TabletopError` ``unknown-rule``.
    """
    reference = system.reference
    folded = asked.casefold()
    if folded in ("rulings", "ruling") and reference.rulings:
        return shown.rulings_page(system)
    texts: list[Rule | Ruling] = [*reference.rules.values(), *reference.rulings.values()]
    for known in texts:
        if known.id.casefold() in (folded, f"{system.id}-{folded}"):
            return _rule_or_ruling_page(reference, known)
    for switch in reference.house.switches.values():
        if switch.name.casefold() == folded.replace("-", "_"):
            return shown.switch_page(reference, switch)
    return _search_page(reference, asked)


def _rule_or_ruling_page(reference: Reference, known: Rule | Ruling) -> Page:
    return shown.rule_page(known) if isinstance(known, Rule) else shown.ruling_page(reference, known)


def _search_page(reference: Reference, asked: str) -> Page:
    words = asked.casefold().split()
    hits = [hit for hit in _searchable_texts(reference) if all(word in " ".join(hit).casefold() for word in words)]
    if not hits:
        ids = [*reference.rules, *reference.rulings, *reference.house.switches]
        raise TabletopError(
            f"no rule found for {asked!r}",
            hint=did_you_mean(asked.upper(), ids)
            or did_you_mean(asked, _title_words(reference))
            or "use fewer or other words",
            code="unknown-rule",
        )
    if len(hits) == 1 and (only := reference.rules.get(hits[0][0]) or reference.rulings.get(hits[0][0])):
        return _rule_or_ruling_page(reference, only)
    hits.sort(key=lambda hit: not all(word in " ".join(hit[:3]).casefold() for word in words))
    return shown.found_page(asked, ((name, title, _passage_around(text, words)) for name, title, _, text in hits))


def _searchable_texts(reference: Reference) -> Iterator[tuple[str, str, str, str]]:
    """Id, title, topic and text of all that can be looked up."""
    for rule in reference.rules.values():
        yield rule.id, rule.title, rule.topic, " ".join(filter(None, (rule.text, rule.ask, rule.remember)))
    for ruling in reference.rulings.values():
        yield ruling.id, ruling.title, "", f"{ruling.question} {ruling.text}"
    for switch in reference.house.switches.values():
        yield switch.name, f"switch of {switch.ruling}", "", " ".join(switch.means.values())


def _passage_around(text: str, words: Sequence[str]) -> str:
    """The part of a text around the first of the words, cut at spaces."""
    flat = " ".join(text.split())
    at = min((place for word in words if (place := flat.casefold().find(word)) >= 0), default=0)
    start = flat.rfind(" ", 0, max(0, at - PASSAGE // 3)) + 1
    end = len(flat) if start + PASSAGE >= len(flat) else flat.rfind(" ", at + 1, start + PASSAGE)
    end = end if end > at else min(len(flat), at + PASSAGE)
    return ("... " if start else "") + flat[start:end].strip() + (" ..." if end < len(flat) else "")


def _title_words(reference: Reference) -> list[str]:
    """The words of all titles, for near misses."""
    words = {word.strip(",.?:()").casefold() for _, title, *_ in _searchable_texts(reference) for word in title.split()}
    return sorted(word for word in words if len(word) > 3)


def only_matching(pages: Sequence[Page], asked: str) -> list[Page]:
    """The rows, facts and paragraphs that hold all the words; pages whose title does stay whole.

    Ids with hyphens are words, too: a page of ``space-marines`` is that of the Space Marines.

    Errors: `TabletopError` ``unknown-unit`` with near names.
    """
    words = _folded_text(asked).split()
    kept = [page for whole in pages if (page := _matching_page(whole, words)) is not None]
    if not kept:
        raise TabletopError(
            f"nothing found in the catalogue for {asked!r}", hint=_near_hint(asked, pages), code="unknown-unit"
        )
    return kept


def _folded_text(text: str) -> str:
    return text.casefold().replace("-", " ")


def _near_hint(asked: str, pages: Sequence[Page]) -> str:
    return did_you_mean(asked, _row_names(pages)) or "to see the whole catalogue, leave the words out"


def _matching_page(page: Page, words: Sequence[str]) -> Page | None:
    def has_words(*texts: str) -> bool:
        text = _folded_text(" ".join(texts))
        return all(word in text for word in words)

    if has_words(page.title):
        return page
    blocks: list[Block] = []
    for block in page.blocks:
        match block:
            case Table() if has_words(block.title):
                blocks.append(block)
            case Table():
                rows = tuple(row for row in block.rows if has_words(block.title, *row))
                blocks += [replace(block, rows=rows)] if rows else []
            case Facts():
                pairs = tuple(pair for pair in block.rows if has_words(*pair))
                blocks += [Facts(pairs)] if pairs else []
            case Para(text) if has_words(text):
                blocks.append(block)
            case Boxes(name) if has_words(name):
                blocks.append(block)
            case Heading() | _:
                continue
    return replace(page, blocks=tuple(blocks), data={}) if blocks else None


def _row_names(pages: Sequence[Page]) -> list[str]:
    """What rows and pages are called."""
    rows = [row[0] for page in pages for block in page.blocks if isinstance(block, Table | Facts) for row in block.rows]
    return [*dict.fromkeys([*rows, *(page.title for page in pages)])]
