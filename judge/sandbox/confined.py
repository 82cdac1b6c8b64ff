"""`python -I -S confined.py PLAN COMMAND...`: runs a command confined. `... --probe`: prints what works here, as JSON.

For compilers, and for runners where no fork server can be had. The plan is JSON, see `confine.planned`.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # isolated Python leaves it out

from judge.sandbox import confine  # noqa: E402


if __name__ == "__main__":
    if sys.argv[1] == "--probe":
        print(json.dumps(confine.probe()))
    else:
        confine.confine(json.loads(sys.argv[1]))
        os.execvp(sys.argv[2], sys.argv[2:])
