"""Jobs without a candidate: probe and prepare. Also unusable tasks, malformed jobs, and nvcc without a GPU."""

import json
import shutil
import subprocess
import unittest

from judge.protocol import limits

from .support import ROOT, SOFTMAX, SOFTMAX_CPP, ask_shared, ask_shared_patiently, evaluation, on_task, with_native

CU = """
#include <cstdint>
#include <cuda_runtime.h>
__global__ void twice(const float* x, float* y, int64_t n) {
  int64_t i = blockIdx.x * (int64_t)blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
extern "C" int launch(const float* x, float* y, int64_t n, cudaStream_t stream) {
  twice<<<(n + 255) / 256, 256, 0, stream>>>(x, y, n);
  return (int)cudaGetLastError();
}
"""
PARAMETERS = """
import torch, torch.nn as nn
class Model(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.linear, self.drop = nn.Linear(width, 8), nn.Dropout(0.5)
    def forward(self, x, scale):
        return self.drop(self.linear(x)) * scale, x.argmax(dim=1)
def get_inputs():
    return [torch.randn(16, 32), 2.0]
def get_init_inputs():
    return [32]
"""
OWN_PARAMETERS = PARAMETERS.replace("class Model(", "class ModelNew(")


class Jobs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.replies = ask_shared(
            [
                {"protocol": 3, "id": "probe", "kind": "probe"},
                {**on_task("prepare", "prepare"), "baselines": ["compile", "tf32"]},
                on_task("prepare", "no_model", "x = 1"),
                on_task("prepare", "raises", SOFTMAX.replace("torch.softmax(x, dim=1)", "x @ x")),
                on_task("prepare", "huge", SOFTMAX.replace("128, 512", "1 << 20, 1 << 20")),
                on_task("prepare", "random", SOFTMAX.replace("torch.softmax(x, dim=1)", "x + torch.rand_like(x)")),
                on_task("prepare", "constant", SOFTMAX.replace("torch.softmax(x, dim=1)", "torch.ones_like(x)")),
                on_task("prepare", "no_gpu", target="cuda"),
                evaluation("cu_broken", with_native("kernel.cu", CU.replace("int64_t n)", "int65_t n)", 1)), target="cuda", language="cuda"),
                evaluation("cu", with_native("kernel.cu", CU), target="cuda", language="cuda"),
                evaluation("language", with_native("kernel.cpp", SOFTMAX_CPP), target="cpu", language="triton"),
                "{not json",
                '{"protocol": 3, "id": "kindless", "kind": "dance"}',
            ]
        )
        cls.replies |= ask_shared_patiently([evaluation("parameters", [{"name": "model_new.py", "text": OWN_PARAMETERS}], PARAMETERS)])

    def rejected(self, name: str, words: str) -> None:
        reply = self.replies[name]
        self.assertEqual(reply["kind"], "rejected", reply)
        self.assertRegex(reply["reason"], words)
        self.assertTrue(reply["remedy"])

    def test_a_probe_describes_the_host(self):
        host = self.replies["probe"]["host"]
        self.assertGreaterEqual(host["cores"], host["threads"])
        self.assertIn(host["isolation"]["level"], ("L3", "L2"))

    def test_prepare_measures_the_baseline_and_the_floor(self):
        baselines = self.replies["prepare"]["baselines"]
        self.assertEqual(baselines["inputs"], [{"name": "x", "shape": [128, 512], "dtype": "float32"}])
        self.assertEqual(baselines["floorBytes"], 2 * 128 * 512 * 4)
        self.assertEqual([rival["name"] for rival in baselines["rivals"]], ["compile", "tf32"])
        self.assertTrue(all(rival["time"] or rival["note"] for rival in baselines["rivals"]))
        self.assertIn("aten::_softmax", [row["name"] for row in baselines["operators"]])

    def test_unusable_tasks_are_rejected_with_a_remedy(self):
        self.rejected("no_model", "defines no Model")
        self.rejected("raises", "mat1 and mat2")
        self.rejected("huge", r"more memory than the cpu device has free \(it tried to allocate \d+ bytes, [\d.]+ GiB are left")
        self.rejected("random", "different outputs for the same input")
        self.rejected("constant", "hardly depends on its input")

    def test_only_a_task_with_a_trivial_answer_is_rejected_as_degenerate(self):
        degenerate = [name for name, reply in self.replies.items() if reply.get("degenerate")]
        self.assertEqual(degenerate, ["constant"])

    def test_malformed_jobs_are_rejected(self):
        self.rejected("unknown", "not JSON")
        self.rejected("kindless", "dance")
        self.rejected("language", "triton does not run on the cpu target")

    def test_tasks_with_parameters_dropout_or_plain_inputs_are_judged(self):
        verdict = self.replies["parameters"]["verdict"]
        self.assertEqual(verdict["status"], "ok", verdict)
        self.assertEqual(verdict["parameters"], "loaded")

    @unittest.skipUnless(shutil.which("nvcc"), "needs nvcc")
    def test_a_cu_file_is_built_even_without_a_gpu(self):
        verdict = self.replies["cu_broken"]["verdict"]
        self.assertEqual((verdict["status"], verdict["compiler"]), ("build_failed", "nvcc"))
        self.assertRegex(verdict["diagnostics"], r"kernel.cu\(\d+\): error: .*int65_t")
        if self.replies["probe"]["host"]["gpu"] is None:
            self.rejected("cu", "no CUDA device")
            self.rejected("no_gpu", "no CUDA device")

    def test_every_reply_satisfies_the_protocol(self):
        node = shutil.which("node", path=f"{ROOT}/node_modules/.bin") or self.skipTest("needs the project's node")
        script = "import { Reply } from './src/domain/protocol.ts'; import { readFileSync } from 'node:fs';"
        script += "for (const line of readFileSync(0, 'utf8').trim().split('\\n')) Reply.parse(JSON.parse(line));"
        lines = "\n".join(json.dumps(reply) for reply in self.replies.values())
        done = subprocess.run([node, "--input-type=module", "-e", script], cwd=ROOT, input=lines, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)


class Limits(unittest.TestCase):
    def test_the_limit_of_the_checks_follows_from_the_reference(self):
        self.assertEqual([limits.correctness([seconds]) for seconds in (0, 0.01, 1, float("inf"))], [30, 50, 120, 120])
        self.assertEqual(limits.correctness([0.01, 0.02, 1]), 50 + 70 + 120)


if __name__ == "__main__":
    unittest.main()
