"""Commands that look something up: rules, catalogue, systems."""
