"""Every match that was played, turn by turn, in one SQLite file; statistics; the settings."""
