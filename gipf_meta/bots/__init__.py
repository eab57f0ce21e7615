"""Players that know no game by name, and what a duel is worth to them."""
