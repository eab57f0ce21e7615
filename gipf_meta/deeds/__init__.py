"""The deeds of people in a room, and all messages about it: answers, elements of scenes,
thoughts."""
