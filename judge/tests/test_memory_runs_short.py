"""What becomes of a job whose oracle or baseline runs out of memory after the task was open. The task says when that is."""

import tempfile
import unittest
from pathlib import Path

from .support import RIGHT_HOWEVER_BUSY, SOFTMAX, SOFTMAX_CPP, Running, evaluation, on_task, python_only, with_native

# In the oracle alone: only it computes in float64.
_SHORT = """
import pathlib
_flag = pathlib.Path({flag!r})

class Model(Model):
    def forward(self, x):
        if x.dtype == torch.float64 and _flag.exists() and _flag.read_text() != "never":
            if _flag.read_text() == "once":
                _flag.unlink()
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 7.00 GiB. GPU 0 has a total capacity of 79.2 GiB")
        return super().forward(x)
"""
# It wants more memory than any host has.
_GREEDY = "torch.empty(1 << 50)\nreturn torch.softmax(x, dim=1)"


# With a large number of classes it asks for more memory than any host has, and operators of its own name speak of allocations.
_COUNTED = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x, classes):
        counts = torch.zeros(x.shape[0], classes)
        if classes < 8:
            raise RuntimeError("Expected at least 8 classes (while checking arguments for counted_allocate_outputs)")
        return counts.scatter_add(1, x, torch.ones(x.shape))
def get_inputs():
    return [torch.randint(0, 16, (64, 64)), 16]
def get_init_inputs():
    return []
"""
_COUNTED_AGAIN = "return torch.nn.functional.one_hot(x, classes).sum(1).float()"


class OutOfMemory(unittest.TestCase):
    def judged(self, flag: str, files: "list[dict]") -> dict:
        """The reply to an evaluation. From the end of the preparation on, memory is short `once` or `always`."""
        with tempfile.TemporaryDirectory() as folder, Running() as judge:
            path = Path(folder, "flag")
            source = SOFTMAX + _SHORT.format(flag=str(path))
            self.assertEqual(judge.reply(on_task("prepare", "prepared", source))["kind"], "prepared")
            path.write_text(flag)
            reply = judge.reply(evaluation("candidate", files, source))
            self.assertEqual(path.exists(), flag != "once")
            return reply

    def test_a_job_whose_oracle_lacks_memory_once_is_judged_again(self):
        reply = self.judged("once", with_native("kernel.cpp", SOFTMAX_CPP))
        self.assertEqual(reply["kind"], "verdict", reply)
        self.assertNotEqual(reply["verdict"]["status"], "crashed")

    def test_a_job_whose_oracle_always_lacks_memory_is_rejected(self):
        reply = self.judged("always", with_native("kernel.cpp", SOFTMAX_CPP))
        self.assertEqual(reply["kind"], "rejected", reply)
        self.assertIn("to judge it takes more memory than the cpu device has free (it tried to allocate 7.00 GiB", reply["reason"])
        self.assertIn("smaller", reply["remedy"])

    def test_a_number_that_asks_for_more_than_the_whole_memory_is_refused_and_not_the_task(self):
        with Running() as judge:
            reply = judge.reply(evaluation("counted", python_only(_COUNTED_AGAIN, arguments="x, classes"), _COUNTED))
        self.assertEqual(reply["kind"], "verdict", reply)
        self.assertIn(reply["verdict"]["status"], RIGHT_HOWEVER_BUSY)

    def test_a_candidate_that_wants_too_much_memory_fails(self):
        reply = self.judged("never", python_only(_GREEDY))
        self.assertEqual((reply["kind"], reply["verdict"]["status"]), ("verdict", "crashed"), reply)


if __name__ == "__main__":
    unittest.main()
