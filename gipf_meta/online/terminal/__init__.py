"""The interface in a terminal, at a host: its lobby, and the matches that are played there."""
