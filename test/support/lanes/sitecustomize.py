"""Put on PYTHONPATH of a judge, this writes down every time that a device's lane was held: process, device, from, to.

Python imports it before the judge. The judge's own lock does the locking; here it is only watched. LANES_LOG names the file.
"""

import importlib.abc
import importlib.util
import json
import os
import sys
import time


class Watched:
    """A lane's lock that tells when it was held."""

    def __init__(self, lock, device):
        self.lock, self.device = lock, device

    def __enter__(self):
        self.lock.acquire()
        self.since = time.monotonic()

    def __exit__(self, *_):
        line = json.dumps({"judge": os.getpid(), "device": self.device, "from": self.since, "to": time.monotonic()})
        with open(os.environ["LANES_LOG"], "a") as log:
            log.write(line + "\n")
        self.lock.release()


class Finder(importlib.abc.MetaPathFinder):
    """Wraps judge.lanes when the judge imports it."""

    def find_spec(self, name, path=None, target=None):
        if name != "judge.lanes":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def execute(module):
            run(module)
            measuring = module.Lanes.measuring
            module.Lanes.measuring = lambda lanes, device: Watched(measuring(lanes, device), device.target)

        spec.loader.exec_module = execute
        return spec


if "LANES_LOG" in os.environ:
    sys.meta_path.insert(0, Finder())
