"""The built-in rulebooks. They come in through the same entry points as anybody's plugin."""
