"""``python -m gipf_meta`` and the ``gipf-meta`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and leaves with its exit status."""
    from gipf_meta.cli import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
