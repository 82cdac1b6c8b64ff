"""Which of g++'s remarks about loops remain: those of loops that neither are vectorized nor hold a vectorized loop."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from judge.build import gxx
from judge.build.compiler_log import vectorizer_remarks
from judge.build.loop_nesting import Nesting

_NESTED = """#include <cmath>
extern "C" int run(const float* __restrict x, float* __restrict out, long batch, long times, long channels) {
#pragma omp parallel for collapse(2)
  for (long b = 0; b < batch; ++b)
    for (long from = 0; from < channels; from += 64) {
      float sum[64] = {0};
      for (long t = 0; t < times; ++t)
        for (long c = 0; c < 64; ++c) sum[c] += x[(b * times + t) * channels + from + c];
      for (long t = 0; t < times; ++t)
        for (long c = 0; c < 64; ++c) out[(b * times + t) * channels + from + c] = std::exp(x[(b * times + t) * channels + from + c] - sum[c]);
    }
  return 0;
}
"""
_CHAINED = """
      float carry = 1;
      for (long t = 1; t < times; ++t) carry = x[t] / (carry + 1);
      out[from] += carry;
"""
_CALLED = """
static void row(const float* __restrict x, float* __restrict out, long n) {
  for (long i = 0; i < n; ++i) out[i] = x[i] * 2;
}
int run(const float* x, float* out, long n) {
  for (long r = 0; r < n; ++r) row(x + r * n, out + r * n, n);
  auto half = [&](long r) { for (long i = 0; i < n; ++i) out[r + i] /= 2; };
  for (long r = 0; r < n; ++r) half(r);
  for (long r = 0; r < n; ++r) other(r);
}
"""
_ODD = """// for (;;) {
#define EACH for (;;) {
const char* s = "for (;;) {"; char c = '{';
void f(int n) {
  for (int i = 0; i < n; ++i) if (i) g([&] { return i; }); else
    h(i);
  do {
    for (int i = 0; i < n; ++i) h(i);
  } while (k());
  h(0);
}
"""


def _remarks(source: str) -> "list[str]":
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernel.cpp").write_text(source)
        subprocess.run(gxx.compile_command("-fopt-info-vec-all=remarks.txt", architecture=gxx.NO_AVX512), cwd=folder, check=True)
        return vectorizer_remarks((Path(folder) / "remarks.txt").read_text(), source)


def _line(source: str, words: str) -> int:
    return source[: source.index(words)].count("\n") + 1


class LoopNesting(unittest.TestCase):
    def test_loops_around_vectorized_loops_are_no_missed_ones(self):
        remarks = _remarks(_NESTED)
        self.assertEqual({int(remark.split(":")[1]) for remark in remarks}, {8, 10})
        self.assertTrue(all("optimized" in remark for remark in remarks), remarks)

    def test_a_scalar_loop_beside_vectorized_ones_is_still_missed(self):
        source = _NESTED.replace("    }\n  return", f"{_CHAINED}    }}\n  return")
        missed = [remark for remark in _remarks(source) if "missed" in remark]
        self.assertEqual({int(remark.split(":")[1]) for remark in missed}, {_line(source, "for (long t = 1")})

    def test_a_loop_holds_the_loops_of_what_it_calls(self):
        nesting = Nesting(_CALLED)
        held = nesting.holders([(3, 24), (7, 46)])
        self.assertEqual([line for line in (3, 6, 7, 8, 9) if nesting.loop_at((line, 40 if line == 7 else 30)) in held], [3, 6, 7, 8])

    def test_comments_strings_and_macros_hold_no_loops_and_statements_end_where_they_end(self):
        nesting = Nesting(_ODD)
        at = [nesting.loop_at(place) for place in ((2, 20), (4, 3), (5, 20), (6, 5), (8, 24), (9, 12), (10, 3))]
        self.assertEqual(at, [None, None, 0, 0, 2, 3, None])
        self.assertEqual(nesting.holders([(8, 24)]), {1, 2})


if __name__ == "__main__":
    unittest.main()
