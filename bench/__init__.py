"""How fast the program is, as ratios that are measured in one run and so mean the same on any machine.

`make bench` prints them. Nothing here passes or fails: a ratio that has grown is a question to the last change.
"""
