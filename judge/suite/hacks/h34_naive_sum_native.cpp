#include <cstdint>

extern "C" int naive_sum(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    volatile float sum = 0.0f;  // volatile: -ffast-math would add in sixteen lanes
    for (int64_t at = 0; at < cols; ++at) sum = sum + x[r * cols + at];
    out[r] = sum;
  }
  return 0;
}
