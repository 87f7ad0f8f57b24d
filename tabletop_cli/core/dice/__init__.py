"""Dice: what rules ask for, who answers, exact chances, and fair streams of faces."""
