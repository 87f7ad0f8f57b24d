"""What people call the resolvers, and an example of each: ``resolvers.toml``."""

from pathlib import Path

from ...api import Titles

TITLES = Titles(Path(__file__).with_name("resolvers.toml"))
