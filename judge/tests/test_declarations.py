"""A call of a kernel's function is compared with its declaration. What no kernel can mean is refused with its reason."""

import tempfile
import unittest
from pathlib import Path

import torch

from judge.runner.declarations import Declarations

_CPP = """
// int scale(float wrong);
extern "C" int scale(const float* __restrict__ x, float* out, int64_t n, float factor) { return 0; }
extern "C" {
int half_of(const double *x, std::int64_t n,
            double /* not float */ factor);
int half_of(const double *x, std::int64_t n, double factor) { return 0; }
int packed(const uint16_t* x, const float4* y, void* z, unsigned int n) { return 0; }
int none() { return 0; }
}
static int twice(int n) { return 2 * n; }
static int twice(float n) { return 2; }
"""
_CU = 'extern "C" int scale(const float* x, int n, cudaStream_t stream) { return 0; }\nextern "C" int plain(const float* x, int n, void* stream) { return 0; }'


class Arguments(unittest.TestCase):
    def problem(self, function: str, *arguments, name: str = "kernel.cpp", text: str = _CPP) -> str:
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, name)
            source.write_text(text)
            examine = Declarations(source).of(function)
        self.assertIsNotNone(examine)
        try:
            examine(arguments)
        except TypeError as error:
            return str(error)
        return ""

    def test_right_calls_pass(self):
        x = torch.zeros(4)
        self.assertEqual(self.problem("scale", x, x, 4, 0.5), "")
        self.assertEqual(self.problem("scale", x, None, True, 0.5), "")
        self.assertEqual(self.problem("packed", x.bfloat16(), x, x, 4), "")
        self.assertEqual(self.problem("scale", torch.zeros(4, dtype=torch.complex64), x, 4, 0.5), "")
        self.assertEqual(self.problem("none"), "")
        for kind, dtype in (("unsigned char", torch.uint8), ("short int", torch.int16), ("unsigned int", torch.int32), ("long long", torch.int64), ("bool", torch.bool)):
            self.assertEqual(self.problem("one", torch.zeros(4, dtype=dtype), text=f"int one({kind}* x) {{"), "")

    def test_wrong_calls_are_named(self):
        x = torch.zeros(4)
        self.assertEqual(self.problem("scale", x, x, 4), "scale takes 4 arguments in kernel.cpp, and 3 are given")
        self.assertIn("argument 3 is `float factor` in kernel.cpp, but an argument of type int is given", self.problem("scale", x, x, 4, 0))
        self.assertIn("argument 2 is `int64_t n` in kernel.cpp, but a Python float is given", self.problem("scale", x, x, 4.0, 0.5))
        self.assertIn("the call passes a 32-bit float: declare it as float", self.problem("half_of", x.double(), 4, 0.5))
        self.assertIn("the tensor holds bfloat16, which is smaller", self.problem("scale", x.bfloat16(), x, 4, 0.5))
        self.assertIn("the tensor holds float32, which is smaller", self.problem("half_of", x, 4, 0.5))

    def test_the_stream_comes_by_itself(self):
        x = torch.zeros(4)
        for function in ("scale", "plain"):
            self.assertEqual(self.problem(function, x, 4, name="kernel.cu", text=_CU), "")
            self.assertIn("1 are given", self.problem(function, x, name="kernel.cu", text=_CU))

    def test_what_cannot_be_read_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "kernel.cpp")
            source.write_text(_CPP + '#define ENTRY extern "C" int\nENTRY made(float x) { return 0; }\n')
            self.assertIsNone(Declarations(source).of("twice"))
            self.assertIsNone(Declarations(source).of("made"))
            self.assertIsNone(Declarations(source).of("missing"))


if __name__ == "__main__":
    unittest.main()
