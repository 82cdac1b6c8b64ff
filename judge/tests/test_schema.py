"""The protocol's schema: the Python validator covers all of it, refuses the same jobs as zod, and names the place of an error."""

import copy
import json
import shutil
import subprocess
import unittest

from judge.protocol import schema
from judge.protocol.jobs import malformation

from .support import ROOT, evaluation, on_task, python_only

_EVALUATE = evaluation("a", python_only("return x"))
_FILE = ["candidate", "files", 0]
_SPOILED: "list[tuple[list, object, str]]" = [
    (["protocol"], 1, "protocol is 1; this judge speaks 3"),
    (["id"], "a b", 'id is "a b"; it must match'),
    (["id"], "a\n", "id is .* it must match"),
    (["kind"], "dance", 'kind is "dance"; it must be probe, prepare, evaluate, series or gates'),
    (["kind"], None, "kind is null; it must be probe"),
    (["task"], "x", 'task is "x"; it must be an object'),
    (["task", "name"], "../x", "task.name is .* it must match"),
    (["target"], "tpu", 'target is "tpu"; it must be cuda or cpu'),
    (["precision"], 32, "precision is 32; it must be a string"),
    (["baselines"], ["eager"], r"baselines\[0\] is \"eager\"; it must be compile"),
    (["library"], [], "library is .*; it must be a string"),
    (["tier"], "last", "tier is .* sweep, search or promotion"),
    (["counters"], 1, "counters is 1; it must be a boolean"),
    (["require"], ["nan", "luck"], r'require\[1\] is "luck"; it must be nan, inf'),
    (["candidate", "files"], [], "candidate.files has 0 items"),
    ([*_FILE, "name"], "kernel.so", r"candidate.files\[0\].name is"),
    ([*_FILE, "text"], None, r"candidate.files\[0\].text is null"),
]
_FINE = [{"protocol": 3, "id": "p", "kind": "probe"}, on_task("prepare", "b"), _EVALUATE, {**_EVALUATE, "counters": True, "extra": [{"any": [1]}]}]


def spoiled(place: list, value: object) -> dict:
    """The evaluate job with another value at the given path."""
    job = copy.deepcopy(_EVALUATE)
    inner = job
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return job


class Validator(unittest.TestCase):
    def test_every_keyword_of_the_schema_is_one_that_the_validator_knows(self):
        def keywords(node: object) -> "set[str]":
            if isinstance(node, list):
                return set().union(*map(keywords, node))
            if not isinstance(node, dict):
                return set()
            named = set().union(*(keywords(each) for key in ("properties", "$defs") for each in node.get(key, {}).values()))
            others = {key: each for key, each in node.items() if key not in ("properties", "$defs", "default", "const", "enum")}
            return set(node) | named | set().union(*map(keywords, others.values()))

        self.assertEqual(keywords(schema.definitions() | {"properties": {}}) - schema.KEYWORDS - set(schema.definitions()), set())

    def test_errors_of_malformed_jobs_have_the_place_and_the_remedy(self):
        for place, value, words in _SPOILED:
            with self.subTest(place=place, value=value):
                self.assertRegex(malformation(spoiled(place, value)), words)

    def test_missing_fields_are_named_and_well_formed_jobs_pass(self):
        self.assertEqual([malformation(job) for job in _FINE], [""] * len(_FINE))
        for key in schema.definitions()["Job"]["oneOf"][2]["required"]:
            job = {name: value for name, value in _EVALUATE.items() if name != key}
            self.assertRegex(malformation(job), rf"{key} is (missing|None|null)")

    def test_verdicts_and_replies_are_validated_recursively(self):
        isolation = {"level": "L2", "ownUser": False, "noNetwork": False, "noNewPrivileges": True, "limits": True}
        verdict = {"status": "wrong", "isolation": isolation, "seconds": {"build": 0.5}, "inputs": "hidden", "problem": ""}
        self.assertEqual(schema.problem("Verdict", verdict), "")
        self.assertEqual(schema.problem("Reply", {"id": "a", "kind": "verdict", "verdict": verdict}), "")
        wrong = {**verdict, "seconds": {"lunch": 1}}
        self.assertRegex(schema.problem("Reply", {"id": "a", "kind": "verdict", "verdict": wrong}), "verdict.seconds")
        self.assertRegex(schema.problem("Verdict", {**verdict, "status": "fine"}), "status is .* build_failed")
        row = {"name": "run", "registers": None, "spillBytes": 0, "sharedBytes": None}
        self.assertEqual(schema.problem("CompiledKernel", row), "")
        self.assertRegex(schema.problem("CompiledKernel", {**row, "registers": "32"}), 'registers is "32"; it must be a number or null')
        self.assertRegex(schema.problem("Time", {"medianUs": 0, "lowUs": 1, "highUs": 1, "samples": 3}), "medianUs is 0; it is out of range")
        self.assertRegex(schema.problem("Time", {"medianUs": 1, "lowUs": 1, "highUs": float("nan"), "samples": 3}), "highUs is NaN")

    def test_zod_agrees_about_every_job_here(self):
        node = shutil.which("node", path=f"{ROOT}/node_modules/.bin") or self.skipTest("needs the project's node")
        jobs = [*_FINE, *(spoiled(place, value) for place, value, _words in _SPOILED)]
        script = "import { Job } from './src/domain/protocol.ts'; import { readFileSync } from 'node:fs';"
        script += "console.log(JSON.stringify(JSON.parse(readFileSync(0, 'utf8')).map((job) => Job.safeParse(job).success)));"
        done = subprocess.run([node, "--input-type=module", "-e", script], cwd=ROOT, input=json.dumps(jobs), capture_output=True, text=True, timeout=60)
        self.assertEqual(json.loads(done.stdout or "null"), [not malformation(job) for job in jobs], done.stderr)


if __name__ == "__main__":
    unittest.main()
