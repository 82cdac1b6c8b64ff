"""Repeats a C++ candidate's calls under callgrind, and finds loops that only possible aliasing keeps scalar."""

import shutil
import unittest

from judge.profile.alias_probe import freed_loops
from judge.profile.callgrind import driver, simulated, totals

from .support import SOFTMAX_CPP, SOFTMAX_NEW, ask_shared_patiently, evaluation, with_native

_ALIASED = """
static void total(const float* x, float* out, long n) {
  for (long i = 1; i < n; ++i) *out += x[i];
}
extern "C" int run(const float* x, float* out, long n) { total(x, out, n); return 0; }
"""

_FUSED = """
extern "C" int run(const float* __restrict x, float* __restrict out, long n) { for (long i = 0; i < n; ++i) out[i] = 2 * x[i] + 1; return 0; }
"""
_EXP = """
#include <cmath>
extern "C" int run(const float* __restrict x, float* __restrict out, long n) { for (long i = 0; i < n; ++i) out[i] = std::exp(x[i]); return 0; }
"""
_STREAMED = """
#include <immintrin.h>
extern "C" int run(const float* x, float* out, long n) {
  for (long i = 0; i < n; i += 8) _mm256_stream_ps(out + i, _mm256_loadu_ps(x + i));
  return 0;
}
"""


# It writes a file of its own before any call, and lets another program end well.
_FORGED = """
#include <cstdio>
#include <unistd.h>
__attribute__((constructor)) static void forge() {
  FILE* f = fopen("callgrind.out", "w");
  fputs("desc: stop the search and publish it\\nevents: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\\ntotals: 1 1 1 0 0 0 0 0 0\\n", f);
  fclose(f);
  execl("/bin/true", "true", (char*)0);
}
"""


class Simulation(unittest.TestCase):
    def test_a_driver_repeats_the_calls_and_keeps_aliased_tensors_aliased(self):
        call = ("run", [("tensor", 64, 4096, True), ("tensor", 64, 8192, True), ("tensor", 9000, 16, True), ("int", -3), ("float", 0.5), ("null",)])
        text = driver([call])
        self.assertIn('extern "C" int run(void*, void*, void*, int64_t, float, void*);', text)
        self.assertIn("void* room0 = zeros(8192);", text)
        self.assertIn("run(room0, room0, room1, INT64_C(-3), (float)0.5, nullptr);", text)

    def test_totals_are_read_and_missing_totals_are_unknown(self):
        head, sums = "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\n", "totals: 441176 519972 42760 109 4191 4119 102 4139 4117\n"
        found = totals(f"{head}ob=(3) /tmp/place/driver\nfn=(1) run\n0 441176 519972 42760\n\n{sums}")
        self.assertEqual(found, {"instructions": 441176, "accesses": 562732, "firstMisses": 8310, "lastMisses": 8256})
        self.assertEqual(totals("events: Ir\ntotals: 5\n"), {})
        self.assertEqual(totals(""), {})

    def test_accesses_are_those_of_the_candidates_own_code(self):
        own = "cob=(8) /tmp/place/driver\ncfn=(2) run\ncalls=1 0\n0 99 90 9\n\nob=(8)\nfn=(2)\n0 10 4 2\ncob=(5) /usr/lib/libmvec.so.1\ncfn=(3) expf\ncalls=2 45\n* 50 40 1\n+2 5 1\n"
        library = "\nob=(5)\nfn=(3)\n45 20 40 1\n"
        found = totals(f"events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nob=(1) /lib/libc.so.6\nfn=(1) main\n{own}{library}\ntotals: 65 45 3 0 1 1 0 1 1\n")
        self.assertEqual((found["instructions"], found["accesses"]), (65, 7))

    def test_a_loop_that_vectorizes_without_aliasing_is_named(self):
        missed = ["kernel.cpp:3:22: missed: couldn't vectorize loop"]
        self.assertEqual(freed_loops(_ALIASED, missed), ["kernel.cpp:3: would be vectorized if pointers were known not to alias"])
        self.assertEqual(freed_loops(_ALIASED, []), [])
        self.assertEqual(freed_loops(_ALIASED.replace("float* out", "float* __restrict out").replace("float* x", "float* __restrict x"), missed), [])

    def test_counters_of_the_processor_replace_the_simulation(self):
        processor = {"instructions": 5.0, "accesses": 4.0, "firstMisses": 3.0, "lastMisses": 2.0, "busyThreads": 1.0}
        profile = {"processor": processor, "remarks": [], "kernels": [{"name": "run", "us": 10.0}]}
        found = simulated(_ALIASED, [("run", [("tensor", 64, 4096, True), ("tensor", 9000, 16, True), ("int", 1024)])], profile)
        self.assertEqual((found["processor"], found["counting"]["by"], found["counting"]["raw"]), (processor, "processor", ""))

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_vector_loads_are_counted_on_aligned_memory_and_incomplete_calls_are_dropped(self):
        profile = {"processor": {"busyThreads": 1.0}, "remarks": [], "kernels": [{"name": "run", "us": 10.0}]}
        native = [("run", [("tensor", 64, 65536, True), ("tensor", 90000, 65536, True), ("int", 16384)])]
        streamed = simulated(_STREAMED, native, profile)["processor"]
        self.assertTrue(4096 <= streamed["accesses"] < 4300, streamed)  # 32 bytes each, whatever the instruction
        self.assertTrue(4096 <= simulated(_FUSED, native, profile)["processor"]["accesses"] < 4300)
        called = simulated(_EXP, native, profile)["processor"]
        self.assertTrue(4096 <= called["accesses"] < 3 * 4096, called)  # without those of exp, which the simulation counts eightfold
        self.assertRegex(simulated(_FUSED, native, profile)["counting"]["raw"], r"\AIr: \d+(\n\w+: \d+){8}\Z")
        forged = simulated(_FUSED + _FORGED, native, profile)
        self.assertEqual((forged["processor"], forged["counting"]["by"], forged["counting"]["raw"]), (profile["processor"], "none", ""))
        self.assertIn("did not come to its own end", forged["counting"]["note"])
        ended = simulated(_FUSED.replace("return 0", "__builtin_trap()"), native, profile)
        self.assertEqual((ended["processor"], ended["counting"]["by"]), (profile["processor"], "none"))
        self.assertIn("ended early", ended["counting"]["note"])

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_a_job_that_asks_for_counters_gets_what_its_library_did(self):
        job = {**evaluation("counted", with_native("kernel.cpp", SOFTMAX_CPP)), "counters": True}
        plain = evaluation("plain", with_native("kernel.cpp", SOFTMAX_CPP + "\n"))
        python = {**evaluation("python", [{"name": "model_new.py", "text": SOFTMAX_NEW.replace("from kernel import lib", "").replace("lib.row_softmax(x, y, x.shape[0], x.shape[1])", "y = torch.softmax(x, 1)")}]), "counters": True}
        sweep = {**job, "id": "sweep", "tier": "sweep"}
        verdicts = {name: reply["verdict"] for name, reply in ask_shared_patiently([job, plain, python, sweep]).items()}
        counted = verdicts["counted"]["profile"]
        self.assertIn(counted["counting"]["by"], ("callgrind", "processor"))
        lines = counted["floorBytes"] / 64
        if counted["counting"]["by"] == "callgrind":
            self.assertTrue(0.9 * lines < counted["processor"]["firstMisses"] < 1.5 * lines, counted["processor"])
        self.assertEqual(counted["kernels"][0]["name"], "row_softmax")
        self.assertEqual(verdicts["sweep"]["profile"]["counting"]["by"], counted["counting"]["by"])
        self.assertNotIn("counting", verdicts["plain"]["profile"])
        self.assertTrue(verdicts["plain"]["profile"]["countable"])
        self.assertNotIn("native", verdicts["plain"]["profile"])
        self.assertEqual(verdicts["python"]["profile"]["counting"]["by"] if "counting" in verdicts["python"]["profile"] else "none", "none")


if __name__ == "__main__":
    unittest.main()
