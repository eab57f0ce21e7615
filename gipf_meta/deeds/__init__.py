"""Deeds of people in a room, and all that is said of it: answers, elements of scenes, thoughts."""
