"""Notices for people who do not sit at the board: the ways by which they come, and how each is
delivered once."""
