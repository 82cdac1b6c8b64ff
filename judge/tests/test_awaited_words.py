"""The oracle waits for a word of the control page. A runner that has made its calls answers right after it has written the word."""

import json
import unittest

from judge.oracle.runner_link.rpc import Rpc
from judge.protocol.errors import Gone
from judge.sandbox.suspension import Suspension
from judge.wire import packets

DONE, NUMBER = 0, 7


class Page:
    """The word changes when the oracle has read it `reads` times."""

    def __init__(self, reads: float):
        self._left = reads

    def __getitem__(self, _at: int) -> int:
        self._left -= 1
        return NUMBER if self._left < 0 else NUMBER - 1


class Words(unittest.TestCase):
    def waiting(self) -> Rpc:
        """A link whose runner has already answered."""
        ours, theirs = packets.pair()
        self.addCleanup(ours.close)
        self.addCleanup(theirs.close)
        rpc = Rpc("candidate", ours, Suspension(2**22 - 1, None, None, False), is_baseline=False, spin=True)
        rpc.begin({"ask": "chain"})
        nonce = json.loads(theirs.recv(packets.PACKET_BYTES))["nonce"]
        theirs.send(json.dumps({"nonce": nonce, "made": 3}).encode())
        return rpc

    def test_an_answer_that_arrives_between_two_readings_of_the_word_is_kept(self):
        for reads in (0, 1, 4000, 4001):  # before, during and right after the readings that precede one look at the socket
            rpc = self.waiting()
            rpc.await_word(Page(reads), DONE, NUMBER)
            self.assertEqual(rpc.finish()["made"], 3)

    def test_an_answer_without_the_word_is_refused(self):
        rpc = self.waiting()
        with self.assertRaises(Gone):
            rpc.await_word(Page(1e9), DONE, NUMBER)


if __name__ == "__main__":
    unittest.main()
