"""A series: several candidates in one job, and second looks at the best."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import cast

from judge.protocol.messages import Verdict
from judge.server.series import best

from .support import COMMAND, ROOT, SOFTMAX_CPP, ask_shared_patiently, on_task, with_native

SLOW = "for (int k = 0; k < 600; k++) for (int64_t i = 0; i < cols; i++) sum += expf(a[i] - most) * 1e-30f; "
BROKEN = SOFTMAX_CPP.replace("float sum = 0", "float sun = 0")


def look(speedup: "float | None", eager_us: float = 1000.0) -> Verdict:
    """A verdict with a speedup over a baseline of `eager_us` microseconds, and a noise band of 5 %."""
    measured = {"status": "ok", "speedup": {"median": speedup}, "baseline": {"medianUs": eager_us}, "noiseBand": 0.05}
    return cast(Verdict, {"status": "wrong"} if speedup is None else measured)


def series(job_id: str, natives: "list[str]", **more) -> dict:
    candidates = [{"language": "cpp", "files": with_native("kernel.cpp", native)} for native in natives]
    return on_task("series", job_id, candidates=candidates, tier="sweep", library="library-allowed", **more)


class SecondLooks(unittest.TestCase):
    def test_the_best_quarter_is_judged_again_without_failures_and_what_is_slower_than_the_first(self):
        again = {"tier": "search", "oneIn": 4, "most": 4}
        self.assertEqual(best([look(one) for one in (2, 1, 3, None, 2.5, 4, 2, 2)], again), [5, 2])
        self.assertEqual(best([look(one) for one in (2, 1, None, 1.9)], again), [])
        self.assertEqual(best([look(2), look(3), None, None], {**again, "oneIn": 1, "most": 1}), [1])

    def test_a_slow_minute_of_the_baseline_lifts_no_candidate_above_a_faster_one(self):
        again = {"tier": "search", "oneIn": 1, "most": 4}
        took = {1: 500.0, 2: 485.0, 3: 510.0}  # microseconds of the candidates; the third had a baseline that was 4 % slower
        looks = [look(2.0), *(look(eager / us, eager) for us, eager in zip(took.values(), (1000.0, 1000.0, 1040.0)))]
        self.assertGreater(looks[3]["speedup"]["median"], looks[1]["speedup"]["median"])
        self.assertEqual(best(looks, again), [2])
        self.assertEqual(best([look(2.0), look(2.1 * 1.5, 1500.0), look(2.0), look(2.2)], again), [1, 3])  # beyond the band both sides were slower


class OneJob(unittest.TestCase):
    def test_each_candidate_gets_its_verdict_the_best_a_second_one_and_none_is_begun_after_the_seconds(self):
        slow = SOFTMAX_CPP.replace("b[i] /= sum;", "b[i] /= sum;").replace("float sum = 0", "volatile float waste = 0; float sum = 0").replace("for (int64_t i = 0; i < cols; i++) b[i]", SLOW.replace("sum", "waste") + "for (int64_t i = 0; i < cols; i++) b[i]", 1)
        again = {"tier": "search", "oneIn": 1, "most": 4}
        whole = series("whole", [slow, SOFTMAX_CPP, BROKEN], again=again)
        cut = series("cut", [BROKEN, BROKEN, BROKEN, SOFTMAX_CPP, SOFTMAX_CPP, SOFTMAX_CPP], seconds=1e-3)
        replies = ask_shared_patiently([whole, cut])
        verdicts = replies["whole"]["verdicts"]
        self.assertEqual([one["status"] for one in verdicts], ["ok", "ok", "build_failed"])
        self.assertEqual([(one["candidate"], one["verdict"]["tier"]) for one in replies["whole"]["again"]], [(1, "search")])
        self.assertEqual({(one["tier"], one["profile"] is None) for one in verdicts[:2]}, {("sweep", True)})
        self.assertTrue(all(one["place"]["host"] and one["place"]["device"] for one in verdicts))
        self.assertIsNone(replies["cut"]["verdicts"][-1])
        self.assertIsNotNone(replies["cut"]["verdicts"][0])

    def test_a_spool_answers_it_as_one_file(self):
        with tempfile.TemporaryDirectory() as folder:
            pending = Path(folder, "pending")
            pending.mkdir()
            (pending / "s.json").write_text(json.dumps(series("s", [BROKEN, BROKEN.replace("most = a[0]", "most = 0")])))
            subprocess.run([*COMMAND, "--spool", folder], cwd=ROOT, check=True, timeout=300)
            (result,) = Path(folder, "results").iterdir()
            reply = json.loads(result.read_text())
        self.assertEqual((reply["kind"], [one["status"] for one in reply["verdicts"]], reply["again"]), ("series", ["build_failed"] * 2, []))
