"""The hub runs the open rooms: it handles commands, lets time pass, and sends messages to watchers.
It never blocks."""
