"""The oracle's client against a real runner that follows a script: at a chosen message it dies, leaves fields out, or lies.

Every kind of message is sent, also those that need a task with state, randomness, other arguments or KernelBench's column. Whatever the
runner does, the client raises Failure or Gone, or returns values of the right form.
"""

import functools
import json
import math
import os
import signal
import sys
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import torch

from judge.oracle.runner_link.client import RunnerClient
from judge.oracle.task.exported_inputs import Parameters
from judge.oracle.task.inputs import Inputs
from judge.oracle.task.reference import Reference
from judge.protocol.errors import Failure, Gone
from judge.runner.__main__ import HANDLERS, serve
from judge.sandbox.runner_process import runner_start
from judge.sandbox.suspension import Suspension
from judge.wire import packets

TASK = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.norm = nn.BatchNorm1d(features)
    def forward(self, x, scale):
        x.mul_(scale)
        return self.norm(x)
def get_inputs():
    return [torch.randn(8, 16), 2]
def get_init_inputs():
    return [16]
"""
CANDIDATE = TASK.replace("Model", "ModelNew")
PLAN = {"trials": 3, "warmUps": 1, "discarded": 1, "flushBytes": 4096, "least": 2, "seconds": 1.0}
LIES = (None, "x", [[1, {}]])
SECONDS = 60


class Runner:
    """A forked process with the real runner. `script(ask, answer)` returns the answer that is sent, or ends the process."""

    def __init__(self, folder: str, script: "Callable[[str, dict], dict]"):
        ours, theirs = packets.pair()
        self.pid = os.fork()
        if self.pid == 0:
            signal.alarm(SECONDS)
            os.chdir(folder)
            sys.path.insert(0, folder)
            ours.close()
            HANDLERS.update({ask: _scripted(ask, real, script) for ask, real in HANDLERS.items()})
            try:
                serve(theirs)
            finally:
                os._exit(0)
        theirs.close()
        self.channel, self.suspension = ours, Suspension(self.pid, None, None, False)
        ours.receive()  # it is ready

    def close(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def _scripted(ask: str, real, script):
    return lambda runner, message, fds: script(ask, real(runner, message, fds))


def laid_out(reference: Reference, folder: str, candidate: str) -> Parameters:
    """Writes what a Runner in `folder` needs to build the candidate. Returns the states that it can be given."""
    kept = Path(folder, "kept")
    kept.mkdir()
    Path(folder, "model_new.py").write_text(candidate)
    Path(folder, "start.json").write_text(json.dumps({**runner_start(("model_new", "ModelNew"), "cpu", "fp32", 1), "paths": []}))
    return Parameters(reference, kept)


class ScriptedRunner(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)  # a forked process cannot use the threads of this one
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.reference, cls.folder = Reference("state", TASK, "cpu", "fp32"), folder.name
        cls.parameters = laid_out(cls.reference, cls.folder, CANDIDATE)

    def driven(self, script: "Callable[[str, dict], dict]", is_profiled: bool) -> dict:
        """What the client returns for all kinds of messages. Raises Failure and Gone. The profile takes the longest."""
        runner = Runner(self.folder, script)
        reference = self.reference
        self.parameters.give(self.folder, 0)
        client = RunnerClient("candidate-1", runner.channel, reference, False, runner.suspension)
        client.lay_state = lambda which, values: self.parameters.give(self.folder, which, values)
        try:
            found = self.asked(client)
            return {**found, "profile": self.profile(client)} if is_profiled else found
        finally:
            client.close()
            runner.close()

    def asked(self, client: RunnerClient) -> dict:
        reference, found = self.reference, {}
        client.begin_load()
        client.finish_load()
        client.rpc.stage = "correctness"
        client.seed(5)
        client.train(False)
        client.train(True)
        inputs = reference.draw()
        found["inputs"] = [tensor.clone() for tensor in inputs]
        found["outputs"] = client.answered(Inputs(list(inputs), reference.input_skeleton))
        found["effects"] = client.effects([*(inputs[at] for at in reference.written), *(reference.model.state_dict()[name] for name in reference.updated)])
        client.reload(1)
        skeleton = json.loads(json.dumps(reference.input_skeleton).replace("2", "3"))
        found["tripled"] = client.answered(Inputs(list(inputs), skeleton))
        inputs = reference.draw()
        client.put([inputs])
        client.consume()
        found["consumed"] = client.outputs(client.give()[1], [inputs])
        client.rpc.stage = "timing"
        client.map(3)
        client.warm_ups = 0
        client.put_chain([functools.partial(reference.draw, seed) for seed in range(5)])
        client.wake()
        found["chain"] = client.timed(3, [0, 2])
        client.vanish()
        found["given"] = client.give()
        client.rpc.stage = "profile"
        client.put([reference.draw() for _ in range(3)])
        found["usage"] = client.usage()
        client.kernelbench(42)
        client.put([reference.draw()])
        found["clock"] = client.clock(PLAN)
        client.kernelbench(None)
        return found

    def profile(self, client: RunnerClient) -> dict:
        client.put([self.reference.draw() for _ in range(3)])
        return client.profile()

    def test_an_honest_runner_answers_every_kind_of_message(self):
        def seen(ask: str, answer: dict) -> dict:
            with open(Path(self.folder, "asked"), "a") as file:
                file.write(f"{ask}\n")
            return answer

        found = self.driven(seen, True)
        self.assertEqual(set(Path(self.folder, "asked").read_text().split()), set(HANDLERS) - {"wake"})  # a CPU is not woken
        self.assertTrue(torch.equal(found["effects"][0], 2 * found["inputs"][0]))  # the task doubles its first input in place
        self.assertFalse(torch.equal(found["outputs"][0], found["tripled"][0]))
        self.assertEqual([list(each.shape) for each in found["effects"]], [[8, 16], [16], [16], []])
        self.assertEqual((found["chain"].calls, len(found["given"][1]), len(found["clock"])), (3, 3, 3))
        self.assertGreater(found["profile"]["processor"]["threads"], 0)

    def test_a_runner_that_dies_at_any_message_is_gone(self):
        for ask in set(HANDLERS) - {"wake"}:
            def dies(asked: str, answer: dict, ask=ask) -> dict:
                return os._exit(0) if asked == ask else answer

            with self.subTest(ask), self.assertRaises(Gone):
                self.driven(dies, ask == "profile")

    def test_a_runner_that_reports_an_error_fails_and_tells_nothing_after_the_checks(self):
        for ask in set(HANDLERS) - {"wake"}:
            def fails(asked: str, answer: dict, ask=ask) -> dict:
                return {"error": "secret", "kind": "secret"} if asked == ask else answer

            with self.subTest(ask), self.assertRaises(Failure) as caught:
                self.driven(fails, ask == "profile")
            if ask in ("chain", "usage", "profile", "kernelbench", "clock"):
                self.assertNotIn("secret", json.dumps(caught.exception.fields))

    def test_fields_that_are_missing_or_false_give_values_of_the_right_form_or_an_error(self):
        for ask, field in (("call", "outputs"), ("say", "outputs"), ("clock", "milliseconds"), ("profile", "kernels"), ("profile", "processor"), ("profile", "native"), ("usage", "deviceUs")):
            for lie in LIES if ask == "call" else (..., *LIES):  # without the outputs of a call the oracle asks for them
                def lies(asked: str, answer: dict, ask=ask, field=field, lie=lie) -> dict:
                    changed = {key: value for key, value in answer.items() if key != field}
                    return answer if asked != ask else changed if lie is ... else {**changed, field: lie}

                with self.subTest(ask=ask, field=field, lie=lie):
                    self.check(field, lie, lies, ask == "profile")

    def check(self, field: str, lie, lies, is_profiled: bool) -> None:
        try:
            found = self.driven(lies, is_profiled)
        except (Failure, Gone):
            return
        self.assertTrue(all(isinstance(each, float) and 1e-4 < each < 1e6 for each in found["clock"]))
        self.assertTrue(all(each is None or (each >= 0 and math.isfinite(each)) for each in found["usage"].values()))
        json.dumps(found.get("profile"), allow_nan=False)
        self.assertNotEqual(field, "outputs", f"{lie!r} was accepted as the description of outputs")


if __name__ == "__main__":
    unittest.main()
