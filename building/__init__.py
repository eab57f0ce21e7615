"""The build of wheels, of the compiled program and of the tab, and the start by ``make play``."""
