"""The judge keeps only a regular library file of bounded size from a build."""

import ast
import ctypes
import math
import re
import tempfile
import unittest
from pathlib import Path
from unittest.mock import patch

from judge.build import compiler, gxx
from judge.protocol.errors import Failure

from .support import ROOT

_SOURCE = 'extern "C" int run() { return 0; }\n'

_EXP = """
#include <cmath>
#include <cstdint>
extern "C" int exp_all(const float* x, float* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = std::exp(x[i]);
  return 0;
}
"""


class Building(unittest.TestCase):
    def test_a_library_that_is_too_large_is_refused_and_not_kept(self):
        with tempfile.TemporaryDirectory() as kept, patch.dict("os.environ", {"KERNELWRIGHT_CACHE": kept}):
            with patch.object(compiler, "_LIBRARY_BYTES", 1000), self.assertRaisesRegex(Failure, "1000 are allowed"):
                compiler.build("kernel.cpp", _SOURCE, None)
            self.assertEqual(list(Path(kept).rglob("libkernel.so")), [])
            self.assertTrue(compiler.build("kernel.cpp", _SOURCE, None).library.is_file())

    def test_the_oldest_builds_give_way(self):
        with tempfile.TemporaryDirectory() as kept, patch.dict("os.environ", {"KERNELWRIGHT_CACHE": kept}), patch.object(compiler, "_MOST_KEPT", 1):
            first, second = (compiler.build("kernel.cpp", _SOURCE.replace("0", number), None).library for number in "12")
            self.assertEqual((first.exists(), second.exists()), (False, True))

    def test_a_link_in_the_place_of_the_library_is_not_followed(self):
        with tempfile.TemporaryDirectory() as folder:
            link = Path(folder, "libkernel.so")
            link.symlink_to("/etc/passwd")
            with self.assertRaisesRegex(Failure, "no library came of it"):
                compiler._checked(link)

    def test_the_exported_file_compiles_as_the_judge_does(self):
        template = (ROOT / "src/tools/export/export.py.txt").read_text()
        compile_step, link_step = (ast.literal_eval(found) for found in re.findall(r'\["g\+\+".*?\]', template))
        names = {"kernel.cpp": "SOURCE", "kernel.o": "OBJECT", "libkernel.so": "TARGET"}
        self.assertEqual(compile_step, [names.get(word, word) for word in gxx.compile_command()])
        self.assertEqual(link_step, [names.get(word, word) for word in gxx.link_library_command()])

    def test_prompts_and_manual_state_the_flags_that_the_judge_compiles_with(self):
        nvcc = compiler._steps("kernel.cu", "9.0")[0]
        native = [word for word in nvcc if not word.startswith("-gencode") and word not in ("kernel.cu", "-o", "libkernel.so")]
        self.assertIn("-gencode=arch=compute_90a,code=sm_90a", nvcc)
        gxx_flags = [*gxx.FLAGS, *gxx.NATIVE]
        self.assertLessEqual(set(gxx_flags), set(gxx.compile_command()))
        prompts, manual = (ROOT / "prompts/phrases.md").read_text(), (ROOT / "docs/judge.md").read_text()
        for command in (native, ["g++", *gxx_flags]):
            self.assertEqual(re.findall(rf"`({re.escape(command[0])} .*?)`", prompts), [" ".join(command)])
            self.assertEqual(re.findall(rf"^\| {re.escape(command[0])} \| `(.*?)`", manual, re.MULTILINE), [" ".join(command[1:])])
        linked = [word for word in gxx.link_library_command() if word.startswith("-l")]
        self.assertEqual(linked, ["-lmvec", "-lm"])
        self.assertIn("Only libm and libmvec are linked.", prompts)

    def test_a_loop_over_exp_is_vectorized_and_keeps_nan_and_infinity(self):
        with tempfile.TemporaryDirectory() as kept, patch.dict("os.environ", {"KERNELWRIGHT_CACHE": kept}):
            built = compiler.build("kernel.cpp", _EXP, None)
            exp_all = ctypes.CDLL(str(built.library)).exp_all
        if Path("/usr/lib/x86_64-linux-gnu/libmvec.so.1").exists():
            self.assertTrue(any("loop vectorized" in remark for remark in built.remarks), built.remarks)
        given = [math.nan, math.inf, -math.inf, 0.0, -104.0, -88.0, 89.0, 1.0] * 8
        found = (ctypes.c_float * len(given))()
        exp_all((ctypes.c_float * len(given))(*given), found, ctypes.c_int64(len(given)))
        wanted = [math.nan, math.inf, 0.0, 1.0, 0.0, 6.0546e-39, math.inf, math.e]
        for got, want in zip(found, wanted * 8):
            self.assertTrue(math.isnan(got) if math.isnan(want) else math.isclose(got, want, rel_tol=1e-5), (got, want))


if __name__ == "__main__":
    unittest.main()
