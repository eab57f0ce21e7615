"""The interface of the terminal in a browser: a process for each tab."""
