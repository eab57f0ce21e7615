"""The name and the version of this program."""

from typing import Final

NAME: Final = "GIPF Meta"
"""The name that people read; packages and commands are written ``gipf-meta``."""

__version__ = "0.2.0"
