"""The judge validates or refuses all data of a runner, a compiler or a profiler. Malformed data never ends the judge.

The tests mutate valid messages with a fixed seed: they remove, exchange or exaggerate parts.
"""

import contextlib
import copy
import json
import random
import socket
import threading
import time
import types
import unittest
from typing import Any, cast

import torch

from judge.build.compiler_log import ptxas_kernels, vectorizer_remarks
from judge.build.machine_code import code_of
from judge.oracle.numerics.output_contract import check_contract
from judge.oracle.runner_link import claims
from judge.oracle.runner_link.chains import Chain, Chains
from judge.oracle.runner_link.late_inputs import LateInputs
from judge.oracle.runner_link.rpc import Rpc
from judge.oracle.runner_link.self_reports import SelfReports
from judge.profile.ncu_report import counters_by_kernel
from judge.protocol.diagnostics import first_errors
from judge.protocol.errors import Failure, Gone
from judge.sandbox.suspension import Suspension
from judge.wire import packets
from judge.wire.control_page import DONE, END, FORWARDED, NAMED, PLACED, RETURNED, RETURNED_PACKET, SLOT_BITS, SLOT_MASK, words

ROUNDS, SEED = 4000, 20261122
REFUSALS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)  # the errors that `in_protocol` turns into Gone
MOST_BYTES = 200_000
EXTREMES = [None, True, False, 0, -1, 1 << 70, 10**400, 1.5, -0.0, float("inf"), float("-inf"), float("nan"), "", "x" * 5000, "\ud800", "\0", [], {}, [[]], {"": None}]
PROFILE = {
    "kernels": [["_Z4turnPKfPf", 2, 31.5, [128, 256, 32, 4096]], ["aten::relu", 1, 7.25, None]],
    "launches": [[3, 2]] * 2,
    "chained": [6, 4],
    "processor": {"threads": 2, "busyThreads": 1.5, "scaling": 1.2, "faults": 3.0},
    "native": [["row_sum", [["tensor", 140000000, 4096, True], ["int", 5], ["float", -1.5], ["null"]]]],
}
OUTPUTS = {"skeleton": {"t": 0}, "specs": [[[2, 3], "float32"]], "devices": ["cpu"], "contiguous": [True], "strides": [[3, 1]], "aliases": [False]}
REFERENCE = types.SimpleNamespace(output_skeleton={"t": 0}, output_specs=[[[2, 3], "float32"]], output_names=["the output"], device="cpu", output_strides=[[3, 1]], aliases=[False])


class Generator:
    """Mutants of JSON values and of texts."""

    def __init__(self):
        self.random = random.Random(SEED)

    def value(self, depth: int = 3) -> Any:
        kind = self.random.randrange(4 if depth else 2)
        if kind < 2:
            return copy.deepcopy(self.random.choice(EXTREMES))
        if kind == 2:
            return [self.value(depth - 1) for _ in range(self.random.randrange(5))]
        return {self.random.choice(["name", "kernels", "0", ""]): self.value(depth - 1) for _ in range(self.random.randrange(4))}

    def mutant(self, message: Any) -> Any:
        """The message with one to three changes."""
        holder = [copy.deepcopy(message)]
        for _ in range(self.random.randint(1, 3)):
            places = list(_places(holder))
            parent, key = self.random.choice(places)
            if self.random.random() < 0.3 and parent is not holder:
                del parent[key]
            elif self.random.random() < 0.2:
                parent[key] = [parent[key]] * self.random.choice([2, 100])
            else:
                parent[key] = self.value()
        return holder[0]

    def text(self, lines: "list[str]") -> str:
        """A tool's lines: reordered, cut or repeated, with extreme numbers and characters."""
        chosen = [self.random.choice(lines) for _ in range(self.random.randrange(12))]
        changed = [line[: self.random.randrange(len(line) + 1)] if self.random.random() < 0.3 else line for line in chosen]
        numbers = ["0", "-1", "9" * 30, "nan", "\u0663", '"', ",", "\0", "_Z" * 50]
        return "\n".join(line.replace(self.random.choice("0123456789"), self.random.choice(numbers)) if self.random.random() < 0.5 else line for line in changed)


def _places(parent):
    for key in list(parent) if isinstance(parent, dict) else range(len(parent)):
        yield parent, key
        if isinstance(parent[key], (dict, list)):
            yield from _places(parent[key])


class Claims(unittest.TestCase):
    def setUp(self):
        self.generator = Generator()

    def refused_or(self, read, message: Any) -> Any:
        """The result of `read` as strict JSON of bounded size. None if `read` refuses the message."""
        try:
            found = read(message)
        except (*REFUSALS, Failure):
            return None
        self.assertLess(len(json.dumps(found, allow_nan=False)), MOST_BYTES)
        return found

    def test_a_profile_is_valid_or_refused(self):
        kept = 0
        for _ in range(ROUNDS):
            mutant = self.generator.mutant(PROFILE)
            for on_cpu in (True, False):
                found = self.refused_or(lambda message, on_cpu=on_cpu: claims.profile_of(message, on_cpu), mutant)
                kept += found is not None
                for row in (found or {"kernels": []})["kernels"]:
                    self.assertIsInstance(row["name"], str)
                    self.assertTrue(0.0 <= row["us"] < float("inf") and 0.0 <= row["share"] <= 1.0 + 1e-9, row)
        self.assertGreater(kept, ROUNDS // 10)

    def test_launches_are_whole_numbers_for_every_kind_of_call_or_refused(self):
        for _ in range(ROUNDS):
            mutant = self.generator.mutant(PROFILE)
            found = self.refused_or(lambda message: claims.launches_of(message, 2), mutant)
            if found:
                singles, chained = found
                self.assertEqual([len(part) for part in (*singles, chained)], [2] * 3)
                self.assertTrue(all(isinstance(each, int) and each >= 0 for part in (*singles, chained) for each in part))

    def test_a_trace_that_is_missing_or_partial_is_refused(self):
        for name in ("launches", "chained"):
            for claim in (None, [], [3], [3, 2, 1], [-1, 2], ["x", 2], 5, {}, [float("nan"), 1]):
                told = [PROFILE["launches"][0], claim] if name == "launches" else claim
                with self.subTest(name, claim=claim), self.assertRaises(REFUSALS):
                    claims.launches_of({**PROFILE, name: told}, 2)
            with self.subTest(name), self.assertRaises(REFUSALS):
                claims.launches_of({key: value for key, value in PROFILE.items() if key != name}, 2)
        for claim in (None, [], 5, {}, [[3, 2]] * 3, [[3, 2]], [3, 2]):
            with self.subTest(launches=claim), self.assertRaises(REFUSALS):
                claims.launches_of({**PROFILE, "launches": claim}, 2)
        self.assertEqual(claims.launches_of({"launches": [[3, 2]], "chained": None}, 1), ([[3, 2]], []))

    def test_outputs_are_the_references_or_refused(self):
        for _ in range(ROUNDS):
            self.refused_or(lambda message: check_contract(message, REFERENCE), self.generator.mutant(OUTPUTS))
        check_contract(OUTPUTS, REFERENCE)


class Answers(unittest.TestCase):
    def test_any_answer_of_a_runner_is_accepted_or_raises_failure_or_gone(self):
        generator, seen = Generator(), set()
        for _ in range(ROUNDS // 10):
            ours, theirs = packets.pair()
            rpc = Rpc("candidate", ours, Suspension(2**22 - 1, None, None, False), False, False)
            rpc.stage = generator.random.choice(["start", "correctness", "timing", "profile"])
            answering = threading.Thread(target=self.answer, args=(theirs, generator))
            answering.start()
            try:
                seen.add(type(rpc.ask({"ask": "say"})))
            except (Gone, Failure) as error:
                seen.add(type(error))
                if isinstance(error, Failure) and rpc.stage in ("timing", "profile"):
                    self.assertNotIn("secret", json.dumps(error.fields))
            answering.join()
            ours.close()
        self.assertEqual(seen, {dict, Gone, Failure})

    @staticmethod
    def answer(sock: socket.socket, generator: Generator) -> None:
        with sock:
            nonce = json.loads(sock.recv(packets.PACKET_BYTES))["nonce"]
            whole = {"nonce": nonce, **generator.random.choice([OUTPUTS, {"error": "secret", "kind": "secret"}, {}])}
            data = json.dumps(generator.mutant(whole) if generator.random.random() < 0.8 else whole).encode()
            bytes_of = [data, data[: generator.random.randrange(len(data) + 1)], generator.random.randbytes(50), b"", b"[" * 60_000]
            sock.send(generator.random.choices(bytes_of, [8, 1, 1, 1, 1])[0])


class Reports(unittest.TestCase):
    """The reports `usage`, `clock` and `profile`. The oracle keeps finite numbers in their range, or refuses the whole answer."""

    PLAN = {"trials": 5}
    ANSWERS = {"usage": {"peakBytes": 4096, "deviceUs": 31.5}, "clock": {"milliseconds": [0.5, 0.25, 1.0]}, "profile": PROFILE}

    def reports(self, target: str):
        """An object with the methods of `SelfReports`, the generator of its answers, and the runner's end of its link."""
        ours, theirs = packets.pair()
        self.addCleanup(ours.close)
        self.addCleanup(theirs.close)
        found = SelfReports()
        found.rpc = Rpc("candidate", ours, Suspension(2**22 - 1, None, None, False), False, False)
        found._reference, found._count = cast(Any, types.SimpleNamespace(device=target)), 2
        found.shared = types.SimpleNamespace(late=types.SimpleNamespace(release=lambda: None))
        return found, theirs

    def answered(self, reports, theirs, ask: str, answer: Any) -> Any:
        """The result of one request to which the runner sends `answer`. None if it is refused."""
        def reply() -> None:
            message = json.loads(theirs.recv(packets.PACKET_BYTES))
            theirs.send(json.dumps({**answer, "nonce": message["nonce"]} if isinstance(answer, dict) else answer).encode())

        replying = threading.Thread(target=reply)
        replying.start()
        try:
            return {"usage": reports.usage, "profile": reports.profile, "clock": lambda: reports.clock(self.PLAN)}[ask]()
        except (Gone, Failure):
            return None
        finally:
            replying.join()

    def test_mutated_reports_give_plausible_numbers_or_are_refused(self):
        generator, kept = Generator(), dict.fromkeys(self.ANSWERS, 0)
        for target in ("cuda", "cpu"):
            reports, theirs = self.reports(target)
            for ask, answer in self.ANSWERS.items():
                for _ in range(ROUNDS // 20):
                    found = self.answered(reports, theirs, ask, generator.mutant(answer))
                    kept[ask] += found is not None
                    self.assertLess(len(json.dumps(found, allow_nan=False)), MOST_BYTES)
                    if ask == "clock":
                        self.assertTrue(all(1e-4 < each < 1e6 for each in found or []) and len(found or []) <= 5, found)
                    if ask == "usage":
                        self.assertTrue(all(each is None or each >= 0 for each in (found or {}).values()), found)
        self.assertGreater(min(kept.values()), ROUNDS // 100)

    def test_a_profile_on_a_gpu_needs_the_launches_of_a_single_call_and_of_calls_in_a_row(self):
        reports, theirs = self.reports("cuda")
        self.assertIsNotNone(self.answered(reports, theirs, "profile", PROFILE))
        for change in ({"launches": None}, {"chained": None}, {"launches": [[0, 0]] * 2}, {"chained": [3, 2]}, {"launches": [3, 2]}):
            self.assertIsNone(self.answered(reports, theirs, "profile", {**PROFILE, **change}), change)


class Words(unittest.TestCase):
    """A runner that writes any numbers into the control page, and answers or hangs up at some time."""

    SLOTS = 3

    def chained(self, generator: Generator, spin: bool) -> "Chain | Exception":
        ours, theirs = packets.pair()
        late = LateInputs(torch.zeros(3 * 256, dtype=torch.uint8), [(0, 64)], self.SLOTS, 256)
        chains = Chains(Rpc("candidate", ours, Suspension(2**22 - 1, None, None, False), False, spin), late, spin, generator.random.choice([None, [0, 2, 1]]))
        read = threading.Event()
        writing = threading.Thread(target=self.write, args=(theirs, words(chains.page), generator, spin, read))
        writing.start()
        try:
            late.hide()
            chain = chains.run([0], [0, 1, 2], "")
            chains.finish()
            return chain
        except (Gone, Failure) as error:
            return error
        finally:
            read.set()
            ours.close()  # a writer whose packets nobody reads any more would wait for ever
            writing.join()
            chains.close()
            late.close()

    @staticmethod
    def write(theirs: socket.socket, page: memoryview, generator: Generator, spin: bool, read: threading.Event) -> None:
        """Mostly does what a runner must do, until `read` is set. `rate`: the share of steps at which it writes or sends anything else."""
        draw, packet = generator.random, b"" if spin else RETURNED_PACKET
        rate, last = draw.choice([0.0, 0.02, 0.3]), time.monotonic() + draw.choice([0.05, 2.0])
        with theirs, contextlib.suppress(OSError):
            nonce = json.loads(theirs.recv(packets.PACKET_BYTES))["nonce"]
            while not read.is_set() and time.monotonic() < last and page[NAMED] & SLOT_MASK != END:
                page[FORWARDED] = page[RETURNED] = page[DONE] = page[NAMED] >> SLOT_BITS
                if draw.random() < rate:
                    page[draw.choice([RETURNED, DONE, NAMED, FORWARDED, PLACED])] = draw.choice([0, 3, END, draw.getrandbits(64)])
                    packet = draw.choice([packet, b"x", b"{}"])
                if packet:
                    theirs.send(packet)
                time.sleep(1e-5)
            page[FORWARDED] = page[RETURNED] = page[DONE] = page[NAMED] >> SLOT_BITS
            if packet:
                theirs.send(packet)
            theirs.send(json.dumps({"nonce": nonce}).encode() if draw.random() < 0.8 else b"{")

    def test_any_words_end_in_a_chain_or_in_an_error_of_the_runner(self):
        generator, seen = Generator(), set()
        for spin in (False, True):
            for _ in range(ROUNDS // 80):
                found = self.chained(generator, spin)
                seen.add(type(found))
                if isinstance(found, Chain):
                    self.assertEqual(found.calls, self.SLOTS)
                    self.assertTrue(0 <= found.host <= found.seconds < 60, found)
        self.assertEqual(seen, {Chain, Gone})


PTXAS = ["ptxas info    : Compiling entry function '_Z4turnPKfPf' for 'sm_90a'", "    0 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads"]
PTXAS += ["ptxas info    : Used 32 registers, used 1 barriers, 4096+16 bytes smem", "kernel.cu(3): error: expected a \";\"", "kernel.cpp:7:3: missed: couldn't vectorize loop"]
SASS = ["\tFunction : _Z4turnPKfPf", "        /*0010*/                   LDG.E.128.CONSTANT R4, [R2.64] ;", "        /*00f0*/                   BRA 0x10 ;", "        /*0020*/  HGMMA.64x8x8.F32 R0 ;"]
NCU = ['"ID","Kernel Name","Metric"', '"","","%"', '"0","_Z4turnPKfPf","93.5"', "==ERROR== The application returned 1", '"0","x","nan"', '"9999999999999999999999","","-1"']


LOOPS = ["kernel.cpp:2:3: optimized: loop vectorized using 32 byte vectors", "kernel.cpp:1:1: missed: couldn't vectorize loop", "for (;;) {", "do", "} while (x);", "else", "if (x) /*", 'f() { R"(', "auto g = [&](int) {", "#define x '{\\"]


def remarks_of_itself(said: str) -> "list[str]":
    """The remarks in a text about that text."""
    return vectorizer_remarks(said, said)


class Tools(unittest.TestCase):
    def test_tool_output_on_hostile_sources_is_parsed_or_dropped(self):
        generator = Generator()
        for read, lines in ((ptxas_kernels, PTXAS), (remarks_of_itself, PTXAS), (remarks_of_itself, LOOPS), (first_errors, PTXAS), (code_of, SASS), (counters_by_kernel, NCU)):
            for _ in range(ROUNDS // 200 if read in (ptxas_kernels, counters_by_kernel) else ROUNDS):
                json.dumps(read(generator.text(lines)), allow_nan=False)


if __name__ == "__main__":
    unittest.main()
