"""Army lists: reading, checking, choosing, changing, comparing and sharing them."""
