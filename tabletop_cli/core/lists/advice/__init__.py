"""Advice about a list: every legal way to spend what is left (`spending`), the shortest repairs (`repair`)."""
