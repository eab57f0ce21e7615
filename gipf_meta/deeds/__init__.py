"""What people may do in a room, and what each is told of it: deeds, answers, elements of scenes."""
