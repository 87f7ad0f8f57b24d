"""Commands for the battle at the table."""
