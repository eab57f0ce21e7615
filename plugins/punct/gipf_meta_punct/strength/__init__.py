"""Strength of bots in PÜNCT: games at random, a judgement by ways across the board, good turns.

Rules, notation and view need none of it.
"""
