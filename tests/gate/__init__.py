"""The law of the gate: any fault of a game, in any method, is reported in a sentence."""
