"""A room: its state, the events that change it, the ledger that keeps them. Pure: no socket, no
file, no clock."""
