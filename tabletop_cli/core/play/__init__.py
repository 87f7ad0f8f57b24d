"""Battles: events, the log and its fold, and what is asked at the table."""
