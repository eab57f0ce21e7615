"""What people do in rooms, a class a command: why it is refused, and what it does otherwise."""
