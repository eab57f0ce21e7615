"""One module for each step; each names the one before it."""
