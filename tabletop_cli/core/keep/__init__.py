"""What must not get lost: the database of battles, and battles as files."""
