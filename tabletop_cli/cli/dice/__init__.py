"""Commands that roll dice and settle situations."""
