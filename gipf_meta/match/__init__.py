"""A match as a stack of sessions; turns, the players' clock, playback, games in their notation,
lessons being taken; pure."""
