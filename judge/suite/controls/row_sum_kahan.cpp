#include <cstdint>

extern "C" int row_sum_kahan(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    volatile float sum = 0.0f, lost = 0.0f;  // volatile: -ffast-math would take the compensation out
    for (int64_t at = 0; at < cols; ++at) {
      const float value = x[r * cols + at] - lost;
      volatile float next = sum + value;
      volatile float grown = next - sum;
      lost = grown - value;
      sum = next;
    }
    out[r] = sum;
  }
  return 0;
}
