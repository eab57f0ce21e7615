"""The ways to rooms and to a desk: a line within this process, and a line to a host."""
