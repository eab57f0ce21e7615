"""Finds, loads and checks plugins; writes a new one to start from."""
