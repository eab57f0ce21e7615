"""Playing line by line: the menu, a match, saving, a lesson."""
