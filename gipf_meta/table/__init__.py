"""The one mutable object: a match, its players, a clock; plans of bots, undo and redo."""
