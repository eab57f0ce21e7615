"""Tables that several people reach: commands in, events out. Pure: no socket, no file, no clock."""
