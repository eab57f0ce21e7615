"""The interface in the terminal, made with Textual, which only this package imports."""
