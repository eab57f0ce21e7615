"""Strength of bots in ZÈRTZ: games at random, and a judgement, both in machine words.

Rules, notation and view need none of it.
"""
