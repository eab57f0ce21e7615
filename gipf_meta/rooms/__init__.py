"""A room: its state, the events that change it, and the ledger that stores these events. Pure code:
no socket, no file, no clock.

Some words: the *game on top* is the duel that is played, or the game of the match where no duel is.
The *moments* of a match are its positions, one after each decision, numbered from 0. *Time acts* in
a game whose rules measure time, as by sand; a *clock* limits the players' time in any game. A
*person* has an id, and may hold the seats of several *players*. ``docs/architecture.md``, *Words*,
has the others.
"""
