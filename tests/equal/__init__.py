"""The same seed plays the same everywhere."""
