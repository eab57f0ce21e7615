"""The program in a browser, for one person on this machine: the page, or the terminal."""
