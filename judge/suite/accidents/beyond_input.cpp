#include <cmath>
#include <cstdint>

extern "C" int softmax(const float* x, float* out, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    float top = row[0], sum = 0.0f, next = row[0];
    for (int64_t c = 0; c < cols; ++c) {
      top = next > top ? next : top;
      next = row[c + 1];  // fetched early: one too many at the end
    }
    for (int64_t c = 0; c < cols; ++c) sum += std::exp(row[c] - top);
    for (int64_t c = 0; c < cols; ++c) out[r * cols + c] = std::exp(row[c] - top) / sum;
  }
  return 0;
}
