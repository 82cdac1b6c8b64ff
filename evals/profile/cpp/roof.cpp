// planted: nothing; every byte moved once, by all threads and with vectors
// task: affine
// bound: memory
// limit: at the roof
#include <cstdint>

extern "C" int run(const float* __restrict x, float* __restrict out, int64_t rows, int64_t columns) {
#pragma omp parallel for simd
  for (int64_t at = 0; at < rows * columns; ++at) out[at] = 2 * x[at] + 1;
  return 0;
}
