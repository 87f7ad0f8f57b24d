"""On paper: HTML to print, and PDF."""

from __future__ import annotations

from ...core.lists.sheet import Sheet, Source
from . import Options


def render(sheet: Sheet, source: Source, options: Options) -> list[str] | bytes:
    """HTML as one text, PDF as bytes. Errors: `TabletopError` without the library that makes PDF."""
    from ..paper import document_data
    from ..qr import qr_svg
    from .short import short_text

    plain = document_data(
        sheet,
        source,
        parts=options.usual,
        quick=options.quick,
        code=options.code,
        qr=qr_svg(short_text(sheet)) if options.code and "roster" in options.usual else "",
        turns=options.turns,
        actions=options.actions,
        turn_boxes=options.turn_boxes,
        odds=options.odds is True,
    )
    if options.form == "html":
        from ..paper.html import document_html
        from ..paper.room import APART, NONE, ON_SCREEN, plan_document

        plan = plan_document(plain, options.paper)
        if plain["odds"] and plan.odds == NONE:
            options.warn(ON_SCREEN)
        if plain["quick"] and not plan.tables:
            options.warn(APART)
        return [document_html(plain, options.paper)]
    from ..paper.pdf import document_pdf

    return document_pdf(plain, options.paper or "a4", options.warn)
