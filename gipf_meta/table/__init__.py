"""The one mutable object: a match, its players, a clock; bots' decisions; undo and redo."""
