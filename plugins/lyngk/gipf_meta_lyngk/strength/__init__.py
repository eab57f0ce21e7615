"""Strength of bots in LYNGK: random playouts on a board of their own, a learned evaluation.

Rules, notation and view need none of it.
"""
