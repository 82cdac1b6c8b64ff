#include <cmath>
#include <cstdint>

extern "C" int linear_gelu(const float* x, const float* weight, const float* bias, float* out, int64_t m, int64_t n, int64_t k) {
  #pragma omp parallel for schedule(static)
  for (int64_t row = 0; row < m; ++row) {
    float* result = out + row * n;
    for (int64_t col = 0; col < n; ++col) result[col] = bias[col];
    for (int64_t at = 0; at < k; ++at) {
      const float left = x[row * k + at];
      for (int64_t col = 0; col < n; ++col) result[col] += left * weight[at * n + col];
    }
    for (int64_t col = 0; col < n; ++col) result[col] = 0.5f * result[col] * (1.0f + erff(result[col] * 0.70710678f));
  }
  return 0;
}
