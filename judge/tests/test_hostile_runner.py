"""A hostile runner follows a script: at a chosen message it dies, leaves data out, lies or sends garbage. The verdict is never `ok`.

The candidate replaces the answers in its own process. Server, oracle, client and runner are the real ones.
"""

import json
import unittest

from .support import PATIENCE, RIGHT_HOWEVER_BUSY, Running, evaluation

TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def forward(self, x):
        return torch.relu(x) + 0.5 * x
def get_inputs():
    return [torch.randn(32, 32)]
def get_init_inputs():
    return []
"""

FAKE = """
import os, socket, sys, time
import torch, torch.nn as nn
ASKED, NTH, ACT = {script!r}
LATE = {late}
handlers, channel, count = sys.modules["__main__"].HANDLERS, socket.socket(fileno=3), [0]
first, chain = [], handlers["chain"]
def timed(runner, message, fds):
    first.append(chain)
    return chain(runner, message, fds)
handlers["chain"] = timed
def say(data):
    channel.send(data)
    time.sleep(1000)
def without(answer, name):
    return {{key: value for key, value in answer.items() if key != name}}
ACTS = {{
    "dies": lambda answer: os._exit(0),
    "is killed": lambda answer: os.kill(os.getpid(), 9),
    "is killed by a signal without a name": lambda answer: os.kill(os.getpid(), 35),
    "hangs": lambda answer: time.sleep(1000),
    "hangs up": lambda answer: (os.close(3), time.sleep(1000)),
    "says nonsense": lambda answer: say(b"\\xff\\xfe{{"),
    "says nothing": lambda answer: say(b" "),
    "says no object": lambda answer: say(b"[]"),
    "says a deep list": lambda answer: say(b"[" * 60000),
    "says a truncated object": lambda answer: say(b'{{"nonce": "'),
    "says too much": lambda answer: channel.setsockopt(1, 7, 1 << 22) or say(b'{{"x": "' + b"x" * (1 << 19)),
    "answers another question": lambda answer: {{**answer, "nonce": "0" * 16}},
    "answers twice": lambda answer: channel.send(b'{{"nonce": "1"}}') and answer,
    "raises": lambda answer: 1 / 0,
    "says it failed": lambda answer: {{"error": ["x"], "kind": {{}}}},
}}
for name in ("outputs", "kernels", "processor", "native"):
    ACTS["leaves out " + name] = lambda answer, name=name: without(answer, name)
    for kind, value in (("null", None), ("a number", -1), ("a text", "x"), ("a list", [[]]), ("an object", {{"x": 1}}), ("many", [[1]] * 1000)):
        ACTS["has " + kind + " for " + name] = lambda answer, name=name, value=value: {{**answer, name: value}}
def scripted(real):
    def answer(runner, message, fds):
        found = real(runner, message, fds)
        count[0] += NTH != LATE or bool(first)
        return ACTS[ACT](found) if count[0] == abs(NTH) else found
    return answer
if ASKED:
    handlers[ASKED] = scripted(handlers[ASKED])
class ModelNew(nn.Module):
    def forward(self, x):
        return torch.relu(x) + 0.5 * x
"""

# A kernel that loads 16 bytes at a time: an error of its device, as a misaligned load is, lasts until the process ends.
LOST_DEVICE = """
import sys, torch, torch.nn as nn
handlers = sys.modules["__main__"].HANDLERS
def lost(*_request):
    raise RuntimeError("misaligned address")
class ModelNew(nn.Module):
    def forward(self, x):
        if x.data_ptr() % 16:
            handlers.update(dict.fromkeys(handlers, lost))
            lost()
        return torch.relu(x) + 0.5 * x
"""

EVERY = ("map", "take", "call", "chain", "consume", "give", "say", "usage", "profile")  # the requests to a stateless candidate on the cpu target
BREAKS = ("dies", "says nonsense", "answers another question")
MORE = ("is killed", "is killed by a signal without a name", "hangs", "hangs up", "says nothing", "says no object", "says a deep list", "says a truncated object", "says too much", "answers twice", "raises", "says it failed")
FORMS = ("has null for", "has a number for", "has a text for", "has a list for", "has an object for", "has many for")
LATE = -1  # the first message of its kind after the first chain: timing has begun
UNTOLD = ("crashed", "contract_failed", "timing_disagrees")


def _scripts() -> "list[tuple[str, int, str]]":
    found = [(asked, 1, act) for asked in EVERY for act in BREAKS]
    found += [("call", 1, act) for act in MORE] + [("call", 1, f"{how} outputs") for how in FORMS] + [("say", 1, "leaves out outputs")]
    found += [("call", LATE, "dies"), ("say", LATE, "leaves out outputs"), ("profile", 1, "hangs"), ("profile", 1, "raises")]
    return [*found, ("profile", 1, "leaves out kernels"), ("profile", 1, "leaves out processor"), ("profile", 1, "has null for native")]


class HostileRunner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scripts = _scripts()
        jobs = [cls.job(f"hostile-{at}", script) for at, script in enumerate(cls.scripts)]
        with Running(KERNELWRIGHT_LIMIT_SCALE="0.1") as judge:
            for job in jobs:
                judge.send(job)
            replies = [json.loads(judge.process.stdout.readline()) for _ in jobs]
            cls.lost = judge.ask_patiently(evaluation("lost", [{"name": "model_new.py", "text": LOST_DEVICE}], TASK))
            cls.honest = judge.ask_patiently(cls.job("honest", ("", 0, "")))
            cls.replies = {reply["id"]: reply for reply in replies}
            for job, (_asked, _nth, act) in zip(jobs, cls.scripts):
                for _again in range(PATIENCE if act == "hangs" else 0):  # other work on the machine may spoil its time before it hangs
                    if cls.replies[job["id"]].get("verdict", {}).get("status") == "timing_disagrees":
                        cls.replies[job["id"]] = judge.reply(job)

    @staticmethod
    def job(name: str, script: tuple) -> dict:
        return evaluation(name, [{"name": "model_new.py", "text": FAKE.format(script=script, late=LATE)}], TASK)

    def test_every_protocol_violation_gets_a_failing_verdict(self):
        for at, script in enumerate(self.scripts):
            reply = self.replies[f"hostile-{at}"]
            with self.subTest(script):
                self.assertEqual(reply["kind"], "verdict", reply)
                wanted = ("timeout",) if script[2] == "hangs" else (*UNTOLD, "timeout")  # the limits are a tenth here: a busy machine exceeds them
                self.assertIn(reply["verdict"]["status"], wanted, reply)

    def test_a_device_that_is_lost_in_a_rare_case_leaves_the_case_unproven(self):
        self.assertIn(self.lost.get("status"), RIGHT_HOWEVER_BUSY, self.lost)
        if self.lost["status"] == "ok":
            self.assertIn("offset", self.lost["unproven"])

    def test_the_judge_still_works_after_all_violations(self):
        self.assertIn(self.honest.get("status"), RIGHT_HOWEVER_BUSY, self.honest)


if __name__ == "__main__":
    unittest.main()
