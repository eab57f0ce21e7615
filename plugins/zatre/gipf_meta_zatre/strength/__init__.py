"""Strength of bots in Zatre: games at random, and a judgement.

Rules, notation and view need none of it.
"""
