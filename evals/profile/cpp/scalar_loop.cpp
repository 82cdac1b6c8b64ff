// planted: one value at a time, by a function that is not inlined
// task: short_chain
// bound: compute
// limit: scalar code
#include <cmath>
#include <cstdint>

__attribute__((noinline)) static float chain(float v) {
  for (int step = 0; step < 8; ++step) v = 1 / std::sqrt(1 + v * v);
  return v;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns) {
#pragma omp parallel for
  for (int64_t at = 0; at < rows * columns; ++at) out[at] = chain(x[at]);
  return 0;
}
