"""Makes puzzles of games that were played: a pipeline that goes on where it was."""
