"""Strength of bots in TAMSK: games at random, and a judgement.

Rules, notation and view need none of it.
"""
