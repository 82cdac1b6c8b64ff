"""A session and its oracle process: every answer of an oracle, its silence and its end. A thread plays the oracle over a real socket."""

import json
import os
import subprocess
import threading
import unittest
from types import SimpleNamespace
from unittest import mock

from judge.device.access import Device
from judge.protocol.errors import AlternativeLost, Broken, Failure, Gone, Rejected
from judge.server.baseline_start import starts
from judge.server import oracle_process
from judge.server.oracle_process import Killed, OracleProcess
from judge.server.preparation import prepare
from judge.server.sessions import Sessions
from judge.server.task_session import TaskSession
from judge.wire import packets

from .support import SOFTMAX, own_cache

LOST = {"gone": "candidate-a", "why": "it hung", "hidden": True, "shape": "wide"}
ANSWERS = [
    ({"failure": {"status": "unstable", "problem": "a race"}}, Failure, "a race", True),
    ({"rejected": "too large", "remedy": "smaller", "degenerate": False}, Rejected, "too large", True),
    (LOST, Gone, "it hung", True),
    ({"broken": "a dead context"}, Broken, "a dead context", False),
]
KILLED = {"killed": "by the kernel"}
NOW, LATER = 0.05, 20.0


class Scripted(unittest.TestCase):
    def oracle(self, *answers: "dict | None") -> OracleProcess:
        """An oracle that gives one answer to each request. None: it never answers. KILLED: it is killed instead."""
        self.requests: "list[dict]" = []
        oracle = OracleProcess.__new__(OracleProcess)
        oracle._channel, theirs = packets.pair()
        oracle._process = subprocess.Popen(["sleep", "60"])
        self.theirs = packets.Channel(theirs)
        thread = threading.Thread(target=self.play, args=(self.theirs, answers, oracle._process))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(oracle.close)
        return oracle

    def play(self, channel: packets.Channel, answers: tuple, process: subprocess.Popen) -> None:
        try:
            for answer in answers:
                self.requests.append(channel.receive())
                if answer is KILLED:
                    process.kill()
                    return
                if answer is not None:
                    channel.send(answer)
            channel.receive()
        except (EOFError, OSError):
            pass
        finally:
            channel.close()


class Oracle(Scripted):
    def test_an_answer_is_a_value_or_the_error_that_the_oracle_found(self):
        self.assertEqual(self.oracle({"ok": {"checked": 3}}).ask("check", "correctness", LATER, None, None, name="a"), {"checked": 3})
        for answer, error, words, lives in ANSWERS:
            with self.subTest(answer=answer):
                oracle = self.oracle(answer)
                with self.assertRaisesRegex(error, words):
                    oracle.ask("check", "correctness", LATER, None, None)
                self.assertEqual(oracle.alive, lives)

    def test_at_the_limit_the_runner_is_killed_and_the_oracle_lives_on(self):
        oracle = self.oracle(None, {"ok": 1})
        killed = []

        def kill() -> None:
            killed.append(True)
            self.theirs.send(LOST)  # the oracle notices the end of its runner

        with self.assertRaises(Failure) as caught:
            oracle.ask("time", "timing", NOW, kill, None)
        self.assertEqual(caught.exception.fields, {"status": "timeout", "stage": "timing", "limitSeconds": NOW})
        self.assertEqual((killed, oracle.alive), ([True], True))
        self.assertEqual(oracle.ask("drop", "timing", LATER, None, None, name="a"), 1)

    def test_an_oracle_that_is_stuck_by_itself_ends(self):
        oracle = self.oracle(None)
        with self.assertRaises(Failure):
            oracle.ask("facts", "start", NOW, None, None)
        self.assertFalse(oracle.alive)

    def test_the_end_of_the_oracle_breaks_the_job(self):
        oracle = self.oracle()
        oracle._channel.sock.shutdown(2)
        with mock.patch.object(oracle_process, "_LAST_BREATH", NOW), self.assertRaisesRegex(Broken, "ended unexpectedly"):
            oracle.ask("facts", "start", LATER, None, None)
        self.assertFalse(oracle.alive)

    def test_an_oracle_that_is_killed_by_somebody_else_is_told_from_one_that_dies(self):
        oracle = self.oracle(KILLED)
        with self.assertRaisesRegex(Killed, "the host may lack memory"):
            oracle.ask("facts", "start", LATER, None, None)
        self.assertFalse(oracle.alive)


class Session(Scripted):
    def session(self, *answers: "dict | None") -> TaskSession:
        session = TaskSession.__new__(TaskSession)
        session.shapes, session.facts, session.lost_rivals = 1, {}, {}
        session._folder, session._noise = None, {"eager": {"medianUs": 1000.0}, "band": 0.05, "pairs": 5}
        session._oracle = self.oracle(*answers)
        self.closed = []
        session._baselines = {name: SimpleNamespace(name=name, close=lambda name=name: self.closed.append(name), crash=self.crash) for name in ("eager", "compile")}
        return session

    @staticmethod
    def crash(stage: str, why: str = "", told: bool = True) -> Failure:
        return Failure(status="crashed", stage=stage, problem=f"{why or 'exit 1'}, told: {told}")

    def test_the_end_of_the_candidate_is_its_crash_and_tells_nothing_of_hidden_inputs(self):
        session = self.session(LOST)
        with self.assertRaises(Failure) as caught:
            session.check(SimpleNamespace(name="candidate-a", crash=self.crash, kill=lambda: None), "search", compiles=True)
        self.assertEqual(caught.exception.fields, {"status": "crashed", "stage": "correctness", "problem": "it hung, told: False", "shape": "wide"})
        self.assertEqual((session.alive, self.closed), (True, []))

    def test_a_search_for_library_calls_that_fails_leaves_the_rest_of_the_baselines(self):
        own_cache(self)
        job = {"task": {"name": "softmax", "source": SOFTMAX}, "precision": "fp32", "baselines": [], "libraryCalls": True}
        host = {"torch": "2.13.0", "gpu": None, "driver": None, "cpu": "a cpu", "threads": 2}
        for answer in ({"broken": "the device is dead"}, {"failure": {"status": "unstable", "problem": "a race"}}, {"rejected": "large", "remedy": "", "degenerate": False}):
            with self.subTest(answer):
                session = self.session({"ok": {"operators": []}}, answer)
                with mock.patch("judge.server.sessions.TaskSession", return_value=session):
                    found = prepare(job, Device("cpu"), host, Sessions())
                self.assertEqual((found["operators"], found["libraryCalls"], found["eager"]), ([], [], {"medianUs": 1000.0}))
                self.assertEqual([request["ask"] for request in self.requests], ["operators", "library_calls"])

    def test_the_end_of_a_rival_is_named_and_the_session_goes_on(self):
        session = self.session({**LOST, "gone": "compile"})
        with self.assertRaises(AlternativeLost) as caught:
            session.operators()
        self.assertEqual((caught.exception.name, caught.exception.why, session.alive, self.closed), ("compile", "its runner was lost: it hung", True, []))

    def test_the_end_of_eager_closes_the_session(self):
        session = self.session({**LOST, "gone": "eager", "why": ""})
        with self.assertRaisesRegex(Broken, "the eager baseline's runner was lost: exit 1"):
            session.operators()
        self.assertEqual((session.alive, self.closed), (False, ["eager", "compile"]))


class Starts(unittest.TestCase):
    """What start.json tells the real process of each baseline."""

    def read(self, precision: str) -> "dict[str, dict]":
        session = TaskSession.__new__(TaskSession)
        session._task, session._precision, session._device = {"name": "softmax", "source": SOFTMAX}, precision, Device("cpu")
        session._host = {"torch": "2.13.0", "gpu": None, "threads": 1, "memoryBytes": 8 << 30}
        session._baselines = {}
        own_cache(self)
        try:
            session._start_baseline("eager")
            for name in ("compile", "max-autotune", "tf32"):
                session._start_baseline(name, name)
            return {name: json.loads((runner.folder.path / "start.json").read_text()) for name, runner in session._baselines.items()}
        finally:
            for runner in session._baselines.values():
                runner.close()

    def test_a_baseline_has_the_track_of_the_user_and_only_one_rival_has_its_own(self):
        for precision in ("fp32", "tf32", "bf16", "fp16"):
            with self.subTest(precision=precision):
                found = self.read(precision)
                own = precision == "tf32"
                self.assertEqual({name: start["tf32"] for name, start in found.items()}, {"eager": own, "compile": own, "max-autotune": own, "tf32": True})
                self.assertEqual(starts("cpu", precision, 1), found)


EXAMINED = {"facts": {}, "rare": [], "shapes": 1}
OPENED = {"ok": {"distributions": ["shipped", "tripled"]}}
DIES = {"broken": "a dead context"}
DONE = {"ok": {"random": False}}
MADE = {"ok": None}
LIVES = (OPENED, DONE, DONE, {"ok": EXAMINED}, MADE, {"ok": {}})
LEAVES_OUT = (OPENED, DONE, DONE, {"ok": EXAMINED}, {"ok": {}})


class Opening(Scripted):
    """Sessions of one task, one after the other, as several judges open it."""

    def setUp(self):
        own_cache(self)

    def opened(self, *lives: "tuple[dict, ...]") -> "list[dict]":
        """The requests of one opening. Each of `lives` is what one oracle answers."""
        asked, left = [], list(lives)

        class Opened(TaskSession):
            def _restart(session) -> str:
                session._oracle = self.oracle(*left.pop(0))
                asked.append(self.requests)
                return "task.py"

            def _start_baseline(session, *_names) -> None:
                pass

            def _await_eager(session) -> None:
                pass

        session = Opened({"name": "mine", "source": "class Model: ..."}, "fp32", SimpleNamespace(target="cpu"), {"torch": "2", "cpu": "a cpu", "gpu": None, "threads": 1})
        session.close()
        self.assertEqual(left, [])
        return [request for requests in asked for request in requests]

    def test_a_task_is_opened_by_what_was_decided_at_first(self):
        usual = (OPENED, DONE, DONE, {"ok": EXAMINED}, MADE, {"ok": {"random": False}})
        self.assertEqual(self.opened(usual)[0]["decided"], {})
        self.assertEqual(self.opened(usual)[0]["decided"], {"random": False})

    def test_a_draw_is_left_out_after_it_ended_two_oracles(self):
        found = self.opened((OPENED, DONE, DIES), (OPENED, DONE, DIES), LEAVES_OUT)
        self.assertEqual([each["broken"] for each in found if each["ask"] == "open"], [[], [], ["tripled"]])
        self.assertEqual([each["ask"] for each in found].count("skip"), 1)

    def test_a_later_draw_counts_like_the_first_one(self):
        dies_later = (OPENED, DONE, DONE, {"ok": EXAMINED}, DIES)
        found = self.opened((OPENED, DONE, DIES), dies_later, LEAVES_OUT)
        self.assertEqual([each["broken"] for each in found if each["ask"] == "open"], [[], [], ["tripled"]])

    def test_what_ends_oracles_though_all_was_decided_is_left_out_from_then_on(self):
        self.opened(LIVES)
        found = self.opened((OPENED, DONE, DIES), (OPENED, DONE, DIES), LEAVES_OUT)
        self.assertEqual([each["broken"] for each in found if each["ask"] == "open"], [[], [], ["tripled"]])
        self.assertEqual(self.opened(LEAVES_OUT)[0]["broken"], ["tripled"])

    def test_a_draw_on_which_oracles_are_killed_by_somebody_else_is_left_out_this_time_alone(self):
        killed = (OPENED, DONE, KILLED)
        for again in ("first", "later"):
            with self.subTest(again):
                found = self.opened(killed, killed, LEAVES_OUT)
                self.assertEqual([each["broken"] for each in found if each["ask"] == "open"], [[], [], ["tripled"]])
        self.assertEqual(self.opened(LIVES)[0]["broken"], [])

    def test_extremes_that_end_oracles_are_left_out(self):
        opened = {"ok": {"distributions": ["shipped", "extremes"]}}
        dies, without = (opened, DONE, DIES), (opened, DONE, DONE, {"ok": EXAMINED}, {"ok": {}})
        found = self.opened(dies, dies, without)
        self.assertEqual([each for each in found if each["ask"] == "skip"], [{"ask": "skip", "distribution": "extremes", "note": "it ends the process of the reference, or breaks its device"}])

    def test_an_oracle_after_a_death_knows_what_was_decided_before(self):
        found = self.opened((OPENED, DONE, DIES), LIVES)
        self.assertEqual([each["decided"] for each in found if each["ask"] == "open"], [{}, {"random": False}])

    def test_one_death_leaves_nothing_out(self):
        found = self.opened((OPENED, DONE, DIES), LIVES)
        self.assertNotIn("skip", [each["ask"] for each in found])

    def test_a_refusal_is_kept_too(self):
        refused = {"rejected": "the task cannot be judged", "remedy": "change it", "degenerate": True}
        for decided in ({}, {"shipped": "vacuous"}):
            with self.assertRaisesRegex(Rejected, "cannot be judged"):
                self.opened((OPENED, DONE, DONE, refused, {"ok": {"shipped": "vacuous"}}))
            self.assertEqual(self.requests[0]["decided"], decided)


if __name__ == "__main__":
    unittest.main()
