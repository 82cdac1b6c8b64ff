// about: a product by rows, blocked over the inner index and the columns
// task: small_product
#include <algorithm>
#include <cstdint>

constexpr int64_t DEPTH = 768;    // tune: DEPTH = 32 | 96 | 256 | 768
constexpr int64_t COLUMNS = 768;  // tune: COLUMNS = 64 | 256 | 768

extern "C" int run(const float* __restrict a, const float* __restrict b, float* __restrict out, int64_t rows, int64_t n) {
#pragma omp parallel for
  for (int64_t row = 0; row < rows; ++row) {
    std::fill(out + row * n, out + (row + 1) * n, 0.0f);
    for (int64_t k = 0; k < n; k += DEPTH)
      for (int64_t column = 0; column < n; column += COLUMNS)
        for (int64_t i = k; i < std::min(n, k + DEPTH); ++i) {
          const float scale = a[row * n + i];
          for (int64_t j = column; j < std::min(n, column + COLUMNS); ++j) out[row * n + j] += scale * b[i * n + j];
        }
  }
  return 0;
}
