#include <cstdint>
#include <cstring>

static float lower(float value) {
  uint32_t bits;
  memcpy(&bits, &value, 4);
  bits = (bits + 0x8000u) & 0xffff0000u;
  memcpy(&value, &bits, 4);
  return value;
}

extern "C" int low_matmul(const float* a, const float* b, float* out, int64_t m, int64_t n, int64_t k) {
  #pragma omp parallel for schedule(static)
  for (int64_t row = 0; row < m; ++row) {
    float* result = out + row * n;
    for (int64_t col = 0; col < n; ++col) result[col] = 0.0f;
    for (int64_t at = 0; at < k; ++at) {
      const float left = lower(a[row * k + at]);
      for (int64_t col = 0; col < n; ++col) result[col] += left * lower(b[at * n + col]);
    }
  }
  return 0;
}
