"""The start and the end of a judge: end of input, signals, and restart of the spool folder. No process stays behind."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from .support import COMMAND, ROOT, ask, evaluation, processes, python_only


NOT_UTF_8 = b'{"protocol": 3, "id": "\xff"}'


class Lifecycle(unittest.TestCase):
    def test_end_of_input_exits_0(self):
        self.assertEqual(ask([]), {})

    def test_a_signal_or_a_kill_leaves_no_child_behind(self):
        own = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, and so would the judge
        self.addCleanup(signal.signal, signal.SIGINT, own)
        for number, status in ((signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGKILL, -9)):
            with self.subTest(number):
                judge = subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                judge.stdin.write((json.dumps(evaluation("hangs", python_only("while True: pass"))) + "\n").encode())
                judge.stdin.flush()
                self.wait_for(lambda: len(processes(judge.pid)) >= 5, "two fork servers, oracle, baseline and candidate to start")
                judge.send_signal(number)
                self.assertEqual(judge.wait(60), status)
                judge.stdin.close()
                self.wait_for(lambda: not processes(judge.pid), "the children to end")

    def test_a_judge_ends_when_its_stdout_closes(self):
        judge = subprocess.Popen(COMMAND, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        judge.stdout.close()
        for at in range(3):
            judge.stdin.write((json.dumps({"protocol": 3, "id": str(at), "kind": "probe"}) + "\n").encode())
        judge.stdin.flush()
        self.assertEqual((judge.wait(60), judge.stderr.read()), (1, b""))
        judge.stdin.close()
        judge.stderr.close()

    def test_a_judge_started_with_sigint_ignored_keeps_answering(self):
        asked = subprocess.Popen(["sh", "-c", 'trap "" INT; exec "$@"', "sh", *COMMAND], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        probe = {"protocol": 3, "id": "a", "kind": "probe"}
        asked.stdin.write((json.dumps(probe) + "\n").encode())
        asked.stdin.flush()
        self.assertEqual(json.loads(asked.stdout.readline())["kind"], "host")
        asked.send_signal(signal.SIGINT)
        time.sleep(0.2)
        out, _ = asked.communicate((json.dumps({**probe, "id": "b"}) + "\n").encode(), timeout=60)
        self.assertEqual((asked.returncode, json.loads(out)["id"]), (0, "b"))

    def test_a_spool_is_drained_and_a_dead_judges_claim_is_taken_over(self):
        with tempfile.TemporaryDirectory() as folder:
            pending, claimed, results = (Path(folder, name) for name in ("pending", "claimed", "results"))
            for each in (pending, claimed):
                each.mkdir()
            probe = {"protocol": 3, "kind": "probe"}
            (pending / "fresh.json").write_text(json.dumps({**probe, "id": "fresh"}))
            (claimed / "stale.json").write_text(json.dumps({**probe, "id": "stale"}))
            (pending / "bytes.json").write_bytes(NOT_UTF_8)
            (claimed / "alive.json").write_text(json.dumps({**probe, "id": "alive"}))
            old = time.time() - 16 * 60
            os.utime(claimed / "stale.json", (old, old))
            done = subprocess.run([*COMMAND, "--spool", folder], cwd=ROOT, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual({path.name for path in results.iterdir()}, {"bytes.json", "fresh.json", "stale.json"})
            self.assertEqual(json.loads((results / "stale.json").read_text())["kind"], "host")
            self.assertEqual(json.loads((results / "bytes.json").read_text())["kind"], "rejected")
            self.assertEqual([path.name for path in claimed.iterdir()], ["alive.json"])

    def test_a_stopped_judge_returns_its_claims_to_the_spool(self):
        with tempfile.TemporaryDirectory() as folder:
            pending, claimed, results = (Path(folder, name) for name in ("pending", "claimed", "results"))
            pending.mkdir()
            (pending / "hangs.json").write_text(json.dumps(evaluation("hangs", python_only("while True: pass"))))
            judge = subprocess.Popen([*COMMAND, "--spool", folder], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.wait_for(lambda: len(processes(judge.pid)) >= 5, "two fork servers, oracle, baseline and candidate to start")
            self.assertEqual([path.name for path in claimed.iterdir()], ["hangs.json"])
            judge.terminate()
            self.assertEqual(judge.wait(60), 143)
            self.assertEqual([path.name for path in pending.iterdir()], ["hangs.json"])
            self.assertEqual([*claimed.iterdir(), *results.iterdir()], [])
            self.wait_for(lambda: not processes(judge.pid), "the children to end")

    def test_bytes_that_are_not_utf_8_are_rejected(self):
        for line in (NOT_UTF_8, '{"protocol": 3, "id": "\\ud800"}'):
            with self.subTest(line):
                reply = ask([line])["unknown"]
                self.assertEqual(reply["kind"], "rejected", reply)
                self.assertIn("not UTF-8", reply["reason"])

    def test_folders_of_dead_judges_are_removed(self):
        dead = subprocess.Popen(["true"])
        dead.wait()
        with tempfile.TemporaryDirectory() as folder:
            old, others = (Path(folder, f"kernelwright-judge-{pid}-abc") for pid in (dead.pid, os.getpid()))
            (old / "private").mkdir(parents=True)
            others.mkdir()
            ask([], TMPDIR=folder)
            self.assertEqual([path.name for path in Path(folder).iterdir()], [others.name])

    def wait_for(self, condition, what: str) -> None:
        deadline = time.monotonic() + 120  # a busy machine starts five processes slowly
        while not condition():
            self.assertLess(time.monotonic(), deadline, f"waited in vain for {what}: {processes()}")
            time.sleep(0.1)


if __name__ == "__main__":
    unittest.main()
