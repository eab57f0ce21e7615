"""What a game is to the host: its rules, capabilities, view, options, tags, lessons, the hooks."""
