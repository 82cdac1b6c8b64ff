"""One judge judges one candidate per verdict, on one small task. The tests check the content of each verdict."""

import unittest

from .support import SOFTMAX_CPP, ask_shared_patiently, evaluation, processes, python_only, with_native

RIGHT = "return torch.softmax(x, dim=1)"

CANDIDATES = {
    "ok": with_native("kernel.cpp", SOFTMAX_CPP),
    "broken": with_native("kernel.cpp", SOFTMAX_CPP.replace("float sum = 0", "float sun = 0")),
    "wrong": with_native("kernel.cpp", SOFTMAX_CPP.replace("b[i] /= sum", "b[i] /= (r == 7 && i == 3 ? 2 * sum : sum)")),
    "zeros": python_only("return torch.zeros_like(x)"),
    "hidden": python_only("return torch.softmax(x, dim=1) if x.min() >= 0 else x.clone()"),
    "imprecise": python_only("return torch.softmax(x.bfloat16().float(), dim=1)"),
    "imprecise-hidden": python_only("return torch.softmax(x if x.min() >= 0 else x.bfloat16().float(), dim=1)"),
    "segfault": with_native("kernel.cpp", SOFTMAX_CPP.replace("float sum = 0", "*(volatile int*)8 = 1; float sum = 0")),
    "status": with_native("kernel.cpp", SOFTMAX_CPP.replace("return 0;", "return 700;")),
    "raises": python_only("return x @ x"),
    "dtype": python_only("return torch.softmax(x, dim=1).double()"),
    "shape": python_only("return torch.softmax(x, dim=1)[:, :5]"),
    "strided": python_only("return torch.softmax(x, dim=1).t().contiguous().t()"),
    "nest": python_only("return [torch.softmax(x, dim=1)]"),
    "mutates": python_only("y = torch.softmax(x, dim=1)\nx.zero_()\nreturn y"),
    "aliases": python_only("x.copy_(torch.softmax(x, dim=1))\nreturn x"),
    "nothing": [{"name": "model_new.py", "text": "class Other: pass"}],
    "syntax": [{"name": "model_new.py", "text": "def ("}],
    "exits": python_only("import os\nos._exit(0)"),
    "subclass": python_only("return torch.softmax(x, dim=1).as_subclass(Lazy)", "class Lazy(torch.Tensor): pass"),
    "own": [{"name": "model_new.py", "text": "x = 1"}, {"name": "kernel.py", "text": "lib = None"}],
    "hides": [{"name": "model_new.py", "text": "x = 1"}, {"name": "json.py", "text": ""}],
    # A mean of 50 is one of special rows alone: a value that overflows may also lie in a hidden distribution.
    "overflows": python_only("e = torch.exp(x)\nreturn torch.where(x.mean(1, keepdim=True) > 50, e / e.sum(1, keepdim=True), torch.softmax(x, dim=1))"),
    "drops-nan": python_only("return torch.softmax(torch.where(x != x, torch.zeros_like(x), x), dim=1)"),
    "leaves": python_only("subprocess.Popen(['sleep', '4242'], start_new_session=True)\nreturn torch.softmax(x, dim=1)", "import subprocess"),
}


class Verdicts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        looks = [{**evaluation(f"sweep-{name}", CANDIDATES[name]), "tier": "sweep"} for name in ("ok", "hidden")]
        looks.append({**evaluation("required", CANDIDATES["drops-nan"]), "require": ["nan"], "rareChecks": False})
        looks.append({**evaluation("as-a-search", CANDIDATES["drops-nan"]), "rareChecks": False})
        looks.append({**evaluation("explained", CANDIDATES["overflows"]), "explain": True})
        cls.replies = ask_shared_patiently([*(evaluation(name, files) for name, files in CANDIDATES.items()), *looks])

    def verdict(self, name: str, status: str) -> dict:
        reply = self.replies[name]
        self.assertEqual(reply["kind"], "verdict", reply)
        self.assertEqual(reply["verdict"]["status"], status, reply["verdict"])
        return reply["verdict"]

    def test_a_right_candidate_has_a_time_and_all_its_timed_calls_were_checked(self):
        verdict = self.verdict("ok", "ok")
        self.assertGreater(verdict["candidate"]["medianUs"], 0)
        self.assertLessEqual(verdict["speedup"]["low"], verdict["speedup"]["median"])
        self.assertGreater(verdict["checkedCalls"], 2 * verdict["speedup"]["samples"])  # two chains per block, and the calls before timing
        self.assertLessEqual(verdict["errorShare"], 1)
        self.assertLessEqual(verdict["publicErrorShare"], verdict["errorShare"])
        self.assertTrue(any("kernel.cpp" in remark for remark in verdict["profile"]["remarks"]))

    def test_a_kernel_that_overflows_on_large_values_is_wrong_and_the_message_has_no_values(self):
        verdict = self.verdict("overflows", "wrong")
        self.assertEqual(verdict["inputs"], "hidden")
        self.assertIn("special rows", verdict["problem"])
        self.assertNotIn("expected", verdict["problem"])

    def test_a_person_may_see_on_which_fresh_draws_a_kernel_is_wrong(self):
        self.assertNotIn("explanation", self.verdict("overflows", "wrong"))
        verdict = self.verdict("explained", "wrong")
        self.assertEqual(verdict["problem"], self.verdict("overflows", "wrong")["problem"])
        found = {each["check"]: each for each in verdict["explanation"]}
        self.assertEqual((found["rows of kind plus"]["got"], len(found["rows of kind plus"]["element"])), ("nan", 2))
        self.assertNotIn("rows of kind zeros", found)
        self.assertNotIn("distribution shipped", found)
        self.assertNotIn("public inputs", found)

    def test_unproven_conditions_are_named_and_can_be_required(self):
        self.assertEqual(self.verdict("drops-nan", "ok")["unproven"], ["nan"])
        self.assertEqual(self.verdict("ok", "ok")["unproven"], ["strides"])  # it refuses what is not contiguous
        self.assertRegex(self.verdict("required", "wrong")["problem"], "nan")

    def test_a_search_does_not_look_for_unproven_conditions(self):
        self.assertNotIn("unproven", self.verdict("as-a-search", "ok"))

    def test_the_sweep_tier_is_shorter_and_equally_strict(self):
        verdict = self.verdict("sweep-ok", "ok")
        self.assertEqual((verdict["tier"], verdict["profile"]), ("sweep", None))
        self.assertLess(verdict["speedup"]["samples"], self.verdict("ok", "ok")["speedup"]["samples"])
        self.assertEqual(self.verdict("sweep-hidden", "wrong")["inputs"], "hidden")

    def test_a_compiler_error_is_shown_without_private_paths(self):
        verdict = self.verdict("broken", "build_failed")
        self.assertEqual(verdict["compiler"], "g++")
        self.assertRegex(verdict["diagnostics"], r"^kernel.cpp:\d+:\d+: error: .sum. was not declared")
        self.assertNotIn("/tmp", verdict["diagnostics"])

    def test_one_wrong_element_is_found_and_placed(self):
        verdict = self.verdict("wrong", "wrong")
        self.assertEqual(verdict["inputs"], "public")
        self.assertIn("1 of 65536 elements", verdict["problem"])
        self.assertIn("[7, 3]", verdict["problem"])

    def test_zeros_are_named(self):
        self.assertIn("all zeros", self.verdict("zeros", "wrong")["problem"])

    def test_lower_precision_than_the_track_is_wrong(self):
        self.assertRegex(self.verdict("imprecise", "precision_violation")["problem"], r"another formula.*Worst at \[\d+, \d+\]: expected")

    def test_a_precision_violation_on_hidden_inputs_has_no_numbers(self):
        verdict = self.verdict("imprecise-hidden", "precision_violation")
        self.assertEqual(verdict["inputs"], "hidden")
        self.assertNotRegex(verdict["problem"], r"\d|formula")

    def test_a_failure_on_hidden_inputs_reveals_only_the_group(self):
        verdict = self.verdict("hidden", "wrong")
        self.assertEqual(verdict["inputs"], "hidden")
        self.assertNotRegex(verdict["problem"], r"\d")

    def test_a_segfault_names_the_signal_and_the_stage(self):
        verdict = self.verdict("segfault", "crashed")
        self.assertEqual(verdict["stage"], "correctness")
        self.assertIn("SIGSEGV", verdict["problem"])

    def test_an_exit_status_and_an_exception_quote_the_candidates_own_lines(self):
        self.assertIn("row_softmax returned 700", self.verdict("status", "crashed")["problem"])
        self.assertIn("model_new.py:", self.verdict("raises", "crashed")["problem"])

    def test_an_early_exit_with_status_0_is_a_crash(self):
        self.assertIn("status 0", self.verdict("exits", "crashed")["problem"])

    def test_broken_contracts_say_what_is_wanted(self):
        for name, words in {
            "dtype": "dtype float64; the reference returns float32",
            "shape": r"shape \[128, 5\]; the reference returns \[128, 512\]",
            "strided": r"strides \[1, 128\]; return a contiguous tensor: .contiguous\(\)",
            "nest": "arranged",
            "mutates": "changed its input",
            "aliases": "input",
            "nothing": "no class ModelNew",
            "syntax": "SyntaxError",
            "own": "kernel.py is the judge's own file",
            "hides": "json.py would hide a module",
            "subclass": "Lazy",
        }.items():
            with self.subTest(name):
                self.assertRegex(self.verdict(name, "contract_failed")["problem"], words)

    def test_processes_started_during_timing_are_killed_and_violate_the_policy(self):
        if not self.replies["leaves"]["verdict"]["isolation"]["ownUser"]:
            self.skipTest("without a user of its own, a process in a new session cannot be found")
        self.verdict("leaves", "policy_violation")
        self.assertEqual([line for line in processes() if "4242" in line], [])


if __name__ == "__main__":
    unittest.main()
