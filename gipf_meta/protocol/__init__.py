"""What a game is to the host: its methods, its capabilities, the view, options, tags, lessons,
the hooks."""
