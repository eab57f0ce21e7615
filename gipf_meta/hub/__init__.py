"""The hub: runs the open rooms, lets time pass in them, and tells those who watch. Waits for nothing."""
