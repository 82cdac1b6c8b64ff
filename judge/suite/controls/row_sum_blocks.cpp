#include <cstdint>

constexpr int64_t PARTS = 16;

extern "C" int row_sum(const float* x, float* parts, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t length = (cols + PARTS - 1) / PARTS;
    float total = 0.0f;
    for (int64_t part = 0; part < PARTS; ++part) {
      const int64_t first = part * length, last = first + length < cols ? first + length : cols;
      float sum = 0.0f;
      for (int64_t at = first; at < last; ++at) sum += x[r * cols + at];
      parts[r * PARTS + part] = sum;
      total += sum;
    }
    out[r] = total;
  }
  return 0;
}
