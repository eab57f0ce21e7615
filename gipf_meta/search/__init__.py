"""Search: what looks for a good decision by playing on, in any game."""
