"""Commands about campaigns: those about battles, said of a campaign."""

from __future__ import annotations

from .commands import commands_of

app = commands_of("campaign", "Play a campaign, if the game system has one: begin, play, undo, replay, verify.")
