"""Rules of play: the situation they are about, what settles it, and how it is settled."""
