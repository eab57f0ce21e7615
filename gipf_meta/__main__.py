"""``python -m gipf_meta`` and the ``gipf-meta`` command."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line and leaves with its exit status."""
    try:
        from gipf_meta.base.garbage import collect_seldom, skip_last_collection
        from gipf_meta.base.stops import tell_ctrl_c_apart
        from gipf_meta.base.timelimit import turn_on
        from gipf_meta.cli import run

        collect_seldom()
        tell_ctrl_c_apart()
        turn_on()
        status = run(sys.argv[1:])
        skip_last_collection()
    except KeyboardInterrupt:
        status = 2
    sys.exit(status)


if __name__ == "__main__":
    main()
