"""Special rules of one's own on rosters: they stand on the cards of whatever has them, in every format."""

from __future__ import annotations

from dataclasses import replace

from ..declare.catalogue import Catalogue
from .sheet import Card, Sheet


def with_special(sheet: Sheet, catalogue: Catalogue) -> Sheet:
    """Return a sheet with the special rules of a catalogue: titles on the cards, texts among the sheet's rules.

    Rules of the whole army stand among the sheet's rules alone. A title that the book has already gets the rule's id.
    """
    if not catalogue.rules:
        return sheet
    taken = {name for name, _ in sheet.rules}
    titles = {
        one.id: f"{one.title} [{one.id}]" if one.title in taken else one.title for one in catalogue.rules.values()
    }
    used = dict.fromkeys(one.id for one in catalogue.army_rules)

    def with_rules(card: Card) -> Card:
        own = dict.fromkeys(rule.id for row in card.rows for rule in catalogue.rules_of(row))
        used.update(own)
        return replace(card, rules=(*card.rules, *(titles[one] for one in own)))

    cards, whole = tuple(map(with_rules, sheet.cards)), tuple(map(with_rules, sheet.whole))
    texts = tuple((titles[one.id], one.text) for one in catalogue.rules.values() if one.id in used)
    own, army = tuple(name for name, _ in texts), tuple(titles[one.id] for one in catalogue.army_rules)
    return replace(sheet, cards=cards, whole=whole, rules=(*sheet.rules, *texts), own_rules=own, army_rules=army)
