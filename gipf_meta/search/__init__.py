"""Search: finds a good decision by playing on, in any game."""
