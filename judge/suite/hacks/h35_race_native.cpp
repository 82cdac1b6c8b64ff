#include <cstdint>

extern "C" int racing_sum(const float* x, float* out, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    volatile float* sum = out + r;
    #pragma omp parallel for schedule(static, 64)
    for (int64_t at = 0; at < cols; ++at) *sum = *sum + x[r * cols + at];
  }
  return 0;
}
