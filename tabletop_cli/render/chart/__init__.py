"""Charts, such as maps: where their spots are drawn, as text and as a picture."""
