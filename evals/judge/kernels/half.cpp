// Honest kernels of half types on a CPU: arithmetic in fp32, one rounding per result. Their sums run in another order than eager's.
#include <cmath>
#include <cstdint>
#include <cstring>

typedef _Float16 fp16;

struct bf16 {
  uint16_t bits;
  bf16(float value) {
    uint32_t all;
    memcpy(&all, &value, 4);
    bits = std::isnan(value) ? 0x7fc0 : (all + 0x7fff + (all >> 16 & 1)) >> 16;  // to the nearest, ties to even
  }
  operator float() const {
    const uint32_t all = uint32_t(bits) << 16;
    float value;
    memcpy(&value, &all, 4);
    return value;
  }
};

template <class T> int softmax(const T* x, T* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = x + r * cols;
    float most = row[0], sum = 0.0f;
    for (int64_t at = 1; at < cols; ++at) most = std::isnan(float(row[at])) || float(row[at]) > most ? float(row[at]) : most;
    for (int64_t at = cols - 1; at >= 0; --at) sum += expf(float(row[at]) - most);
    for (int64_t at = 0; at < cols; ++at) out[r * cols + at] = T(expf(float(row[at]) - most) / sum);
  }
  return 0;
}

template <class T> int layer_norm(const T* x, const T* weight, const T* bias, T* out, int64_t rows, int64_t cols, float eps) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = x + r * cols;
    float mean = 0.0f, squares = 0.0f;
    for (int64_t at = 0; at < cols; ++at) mean += float(row[at]);
    mean /= cols;
    for (int64_t at = 0; at < cols; ++at) squares += (float(row[at]) - mean) * (float(row[at]) - mean);
    const float factor = 1.0f / sqrtf(squares / cols + eps);
    for (int64_t at = 0; at < cols; ++at) out[r * cols + at] = T((float(row[at]) - mean) * factor * float(weight[at]) + float(bias[at]));
  }
  return 0;
}

template <class T> int matmul(const T* a, const T* b, T* out, int64_t n, int64_t k, int64_t m) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < n; ++r)
    for (int64_t c = 0; c < m; ++c) {
      float sum = 0.0f;
      for (int64_t at = 0; at < k; ++at) sum += float(a[r * k + at]) * float(b[at * m + c]);
      out[r * m + c] = T(sum);
    }
  return 0;
}

template <class T> int bias_gelu(const T* x, const T* bias, T* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t at = 0; at < cols; ++at) {
      const float value = float(x[r * cols + at]) + float(bias[at]);
      out[r * cols + at] = T(0.5f * value * (1.0f + erff(value * 0.70710678f)));
    }
  return 0;
}

#define EXPORT(T)                                                                                                                            \
  extern "C" int softmax_##T(const T* x, T* out, int64_t rows, int64_t cols) { return softmax(x, out, rows, cols); }                         \
  extern "C" int layer_norm_##T(const T* x, const T* w, const T* b, T* out, int64_t rows, int64_t cols, float eps) {                         \
    return layer_norm(x, w, b, out, rows, cols, eps);                                                                                        \
  }                                                                                                                                          \
  extern "C" int matmul_##T(const T* a, const T* b, T* out, int64_t n, int64_t k, int64_t m) { return matmul(a, b, out, n, k, m); }          \
  extern "C" int bias_gelu_##T(const T* x, const T* b, T* out, int64_t rows, int64_t cols) { return bias_gelu(x, b, out, rows, cols); }

EXPORT(bf16)
EXPORT(fp16)
