#include <cmath>
#include <cstdint>
#include <limits>
extern "C" int row_max(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for
  for (int64_t r = 0; r < rows; r++) {
    float best = x[r * cols];
    bool bad = false;
    for (int64_t c = 0; c < cols; c++) {
      float v = x[r * cols + c];
      bad |= std::isnan(v);
      best = v > best ? v : best;
    }
    out[r] = bad ? std::numeric_limits<float>::quiet_NaN() : best;
  }
  return 0;
}
