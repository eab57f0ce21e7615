"""What leads to rooms and to a desk: a line within this process, a line to a host."""
