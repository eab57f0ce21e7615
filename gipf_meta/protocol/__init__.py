"""The protocol between games and the host: a game's methods, capabilities, the view, options,
tags, lessons, the hooks."""
