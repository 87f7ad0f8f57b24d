"""What is said once: facts and their kinds, schemas, house rules, and the texts of a rulebook."""
