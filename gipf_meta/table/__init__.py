"""The one mutable object: a match, its players, a clock; what bots think and plan; undo, redo."""
