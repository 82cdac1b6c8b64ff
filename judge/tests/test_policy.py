"""The library policy: which kernels a bundle defines itself, read from its source. Hostile sources cannot delay or end the judge."""

import subprocess
import sys
import unittest

from judge.profile.library_policy import base_name, check_policy, is_foreign, named_kernels
from judge.protocol.errors import Failure

from .support import ROOT

_CUDA = """
// __global__ void commented(float* x) {}
/* __global__ void commented_too(float* x) {} */
template <typename T>
__global__ void __launch_bounds__(256, 2) scale(T* x, long n) { if (n) x[0] = T(f(n)); }
__global__ void declared(float* x);
static __global__ void
add(const float* x) {}
"""
_TRITON = """
import triton
@triton.jit
def row_sum(x, y): pass
def helper(x): pass
"""


class OwnKernels(unittest.TestCase):
    def test_functions_with_a_body_and_jit_functions_count_as_own_kernels(self):
        files = [{"name": "model_new.py", "text": _TRITON + f'source = """{_CUDA}"""'}]
        self.assertEqual(named_kernels(files, True), {"scale", "add", "row_sum"})
        self.assertEqual(named_kernels(files, False), {"row_sum"})

    def test_a_source_with_a_syntax_error_has_no_own_kernels(self):
        for text in ("\0", "-" * 200_000 + "1", "@" + "a." * 100_000 + "jit\ndef f(): pass", "(" * 300):
            self.assertEqual(named_kernels([{"name": "more.py", "text": text}], True), set())

    def test_a_long_hostile_source_is_read_in_linear_time(self):
        read = "from judge.profile.library_policy import named_kernels; named_kernels([{'name': 'a.cu', 'text': TEXT}], True)"
        for text in ("'__global__ ' * 20000 + 'a(' * 20000", "'/* ' * 100000", "('__global__' + 'a' * 4000) * 100"):
            subprocess.run([sys.executable, "-c", read.replace("TEXT", text)], cwd=ROOT, check=True, timeout=60)

    def test_an_own_kernel_with_a_librarys_name_does_not_cover_the_librarys_kernel(self):
        compiled = {"gemv2T_kernel_val()", "nvjet_tst_128x128", "void scale<float>(float*)", "void cub::DeviceReduceKernel<int>(int*)"}
        for name in ("void at::native::gemv2T_kernel_val<4>(int)", "void gemv2T_kernel_val<int, float>(int)", "nvjet_tst_128x128"):
            self.assertTrue(is_foreign(name, set(), compiled), name)
        for name in ("void scale<float>(float*)", "void cub::DeviceReduceKernel<int>(int*)"):
            self.assertFalse(is_foreign(name, set(), compiled), name)

    def test_a_jit_kernel_is_matched_by_base_name_outside_library_namespaces(self):
        self.assertFalse(is_foreign("void mine::scale<float>(float*)", {"scale"}, set()))
        self.assertTrue(is_foreign("void cutlass::Kernel2<cutlass_80_tensorop>(int)", {"Kernel2"}, set()))

    def test_on_a_cpu_allocating_the_output_is_allowed_and_copying_it_is_not(self):
        job = {"library": "custom-only", "target": "cpu"}

        def profile(*names: str) -> dict:
            return {"kernels": [{"name": name, "us": 30.0} for name in names]}

        check_policy(job, profile("aten::empty", "aten::empty_like", "aten::empty_strided", "softmax"), 100.0)
        with self.assertRaises(Failure) as caught:
            check_policy(job, profile("aten::empty_like", "aten::copy_"), 100.0)
        self.assertIn("aten::copy_ (30 %)", caught.exception.fields["problem"])
        self.assertNotIn("empty_like", caught.exception.fields["problem"])

    def test_an_empty_trace_violates_the_policy(self):
        for target in ("cpu", "cuda"):
            with self.assertRaisesRegex(Failure, "could not be seen"):
                check_policy({"library": "custom-only", "target": target}, {"kernels": []}, 100.0)

    def test_a_base_name_excludes_type_namespace_template_and_parameters(self):
        self.assertEqual(base_name("void at::native::sum_kernel<float, (int)4>(float*)"), "sum_kernel")


if __name__ == "__main__":
    unittest.main()
