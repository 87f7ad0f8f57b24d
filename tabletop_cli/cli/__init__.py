"""The command line: parse, call, render. One file per group of commands; no rules of any game."""
