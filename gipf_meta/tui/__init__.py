"""The interface in the terminal: Textual, and nothing of it below."""
