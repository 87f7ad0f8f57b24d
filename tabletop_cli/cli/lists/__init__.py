"""Commands for army lists."""
