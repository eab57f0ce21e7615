"""Boards in a terminal: a view becomes a grid of coloured character cells."""
