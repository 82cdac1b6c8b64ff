"""Whose kernels a bundle's are, read off its source: names in, and no text that could hold the judge up or end it."""

import subprocess
import sys
import unittest

from judge.errors import Failure
from judge.policy import base_name, check_policy, is_foreign, named_kernels

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
    def test_functions_with_a_body_and_those_that_are_compiled_just_in_time_are_its_own(self):
        files = [{"name": "model_new.py", "text": _TRITON + f'source = """{_CUDA}"""'}]
        self.assertEqual(named_kernels(files, True), {"scale", "add", "row_sum"})
        self.assertEqual(named_kernels(files, False), {"row_sum"})

    def test_a_source_that_python_cannot_read_has_none_and_is_no_error(self):
        for text in ("\0", "-" * 200_000 + "1", "@" + "a." * 100_000 + "jit\ndef f(): pass", "(" * 300):
            self.assertEqual(named_kernels([{"name": "more.py", "text": text}], True), set())

    def test_a_long_source_takes_no_more_than_its_length(self):
        read = "from judge.policy import named_kernels; named_kernels([{'name': 'a.cu', 'text': TEXT}], True)"
        for text in ("'__global__ ' * 20000 + 'a(' * 20000", "'/* ' * 100000", "('__global__' + 'a' * 4000) * 100"):
            subprocess.run([sys.executable, "-c", read.replace("TEXT", text)], cwd=ROOT, check=True, timeout=60)

    def test_a_stub_under_a_librarys_name_does_not_make_the_librarys_kernel_its_own(self):
        compiled = {"gemv2T_kernel_val()", "nvjet_tst_128x128", "void scale<float>(float*)", "void cub::DeviceReduceKernel<int>(int*)"}
        for name in ("void at::native::gemv2T_kernel_val<4>(int)", "void gemv2T_kernel_val<int, float>(int)", "nvjet_tst_128x128"):
            self.assertTrue(is_foreign(name, set(), compiled), name)
        for name in ("void scale<float>(float*)", "void cub::DeviceReduceKernel<int>(int*)"):
            self.assertFalse(is_foreign(name, set(), compiled), name)

    def test_where_it_compiles_itself_a_bare_name_is_enough_but_not_in_a_librarys_namespace(self):
        self.assertFalse(is_foreign("void mine::scale<float>(float*)", {"scale"}, set()))
        self.assertTrue(is_foreign("void cutlass::Kernel2<cutlass_80_tensorop>(int)", {"Kernel2"}, set()))

    def test_on_a_cpu_making_room_for_the_result_is_nobodys_work_and_copying_it_is(self):
        job = {"library": "custom-only", "target": "cpu"}

        def profile(*names: str) -> dict:
            return {"kernels": [{"name": name, "us": 30.0} for name in names]}

        check_policy(job, profile("aten::empty", "aten::empty_like", "aten::empty_strided", "softmax"), 100.0)
        with self.assertRaises(Failure) as caught:
            check_policy(job, profile("aten::empty_like", "aten::copy_"), 100.0)
        self.assertIn("aten::copy_ (30 %)", caught.exception.fields["problem"])
        self.assertNotIn("empty_like", caught.exception.fields["problem"])

    def test_a_bare_name_has_no_type_namespace_template_or_parameters(self):
        self.assertEqual(base_name("void at::native::sum_kernel<float, (int)4>(float*)"), "sum_kernel")


if __name__ == "__main__":
    unittest.main()
