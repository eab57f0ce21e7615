"""Strength of bots in PÜNCT: random playouts, an evaluation by ways across the board, good turns.

Rules, notation and view need none of it; a new kind of turn needs code here, too: ``playout``,
``bot``.
"""
