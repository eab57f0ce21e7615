"""Strength of bots in YINSH: games at random, a judgement that learns, a board for searches.

Rules, notation and view need none of it.
"""
