"""A match as a stack of sessions; turns, clocks, playback, written games, lessons. Pure."""
