"""The law of the gate: whatever a game does wrong, in whatever method, is told in a sentence."""
