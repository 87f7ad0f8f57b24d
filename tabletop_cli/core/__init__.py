"""The mechanism: dice, odds, declarations, armies, battles. It knows no game and imports no user interface."""
