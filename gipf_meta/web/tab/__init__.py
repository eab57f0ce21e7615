"""The program in a tab, without a server: rooms and desk in one worker, bots in others.

Everything here runs in Pyodide, and in CPython for tests: the objects of a browser are parameters.
"""
