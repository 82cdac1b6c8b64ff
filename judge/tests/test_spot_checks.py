"""Which timed outputs of a whole model are compared."""

import unittest

from judge.whole.arms import ArmProcess
from judge.whole.timed import timed


class Still(ArmProcess):
    """A process that answers at once."""

    def __init__(self):
        pass

    def ask(self, name, *given):
        return None


class SpotChecks(unittest.TestCase):
    def test_the_inputs_lie_in_other_slots_at_each_comparison(self):
        for _measurement in range(8):  # four shifts that are drawn one by one differ in a tenth of the measurements
            shifts: "list[int]" = []
            timed({"original": Still(), "ours": Still()}, lambda shift, _last, shifts=shifts: shifts.append(shift % 4))
            self.assertEqual(sorted(shifts), [0, 1, 2, 3])


if __name__ == "__main__":
    unittest.main()
