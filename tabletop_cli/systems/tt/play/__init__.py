"""Battles of tt: the state, the set-up, what each event does to the state, and what people are asked at the table."""
