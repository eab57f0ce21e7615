"""Tests of this game that play it in the terminal drive the application as its own tests do."""

from tests.tui.conftest import driven, library

__all__ = ["driven", "library"]
