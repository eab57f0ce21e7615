"""The interface of the terminal in a browser, for one person on this machine."""
