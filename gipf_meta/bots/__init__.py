"""Players that know no game by name, and the worth of duels for them."""
