"""Screens that are no board, written once: every page that knows their parts can show them."""
