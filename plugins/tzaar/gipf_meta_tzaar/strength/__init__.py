"""Strength of bots in TZAAR: random playouts, a learned evaluation, a board for searches.

Rules, notation and view need none of it.
"""
