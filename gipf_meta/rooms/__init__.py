"""A room: its state, the events that change it, and the ledger that stores these events. Pure code:
no socket, no file, no clock."""
