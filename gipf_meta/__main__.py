"""``python -m gipf_meta`` and the ``gipf-meta`` command."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Runs the command line and leaves with its exit status."""
    try:
        # states hold no cycles, and a search makes so many of them that looking for cycles among
        # every 700 costs a tenth of its time
        gc.set_threshold(20_000)
        from gipf_meta.base.stops import tell_ctrl_c_apart
        from gipf_meta.base.timelimit import turn_on
        from gipf_meta.cli import run

        tell_ctrl_c_apart()
        turn_on()
        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 2
    sys.exit(status)


if __name__ == "__main__":
    main()
