"""Records each time a judge holds a device: process, device, start and end. Put this folder on the judge's PYTHONPATH.

Python imports it before the judge. It only observes the judge's lock. LANES_LOG names the file.
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
        self.lock.__enter__()
        self.since = time.monotonic()

    def __exit__(self, *_):
        line = json.dumps({"judge": os.getpid(), "device": self.device, "from": self.since, "to": time.monotonic()})
        with open(os.environ["LANES_LOG"], "a") as log:
            log.write(line + "\n")
        self.lock.__exit__(None, None, None)


class Finder(importlib.abc.MetaPathFinder):
    """Wraps judge.device.access when the judge imports it."""

    def find_spec(self, name, path=None, target=None):
        if name != "judge.device.access":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        run = spec.loader.exec_module

        def execute(module):
            run(module)
            create = module.Device.__init__

            def watched(device, *given):
                create(device, *given)
                device.measuring = Watched(device.measuring, device.target)

            module.Device.__init__ = watched

        spec.loader.exec_module = execute
        return spec


if "LANES_LOG" in os.environ:
    sys.meta_path.insert(0, Finder())
