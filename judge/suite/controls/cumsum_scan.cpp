#include <cstdint>

extern "C" int row_cumsum(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    double sum = 0.0;
    for (int64_t at = 0; at < cols; ++at) {
      sum += x[r * cols + at];
      out[r * cols + at] = (float)sum;
    }
  }
  return 0;
}
