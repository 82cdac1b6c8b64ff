#include <cmath>
#include <cstdint>

// block
constexpr int LANES = 64;  // independent accumulators: vectors in flight, and a small rounding error

template <class Term>
inline float lane_sum(int64_t n, Term term) {
  float lane[LANES] = {}, sum = 0.0f;
  int64_t i = 0;
  for (; i + LANES <= n; i += LANES)
    for (int l = 0; l < LANES; ++l) lane[l] += term(i + l);
  for (; i < n; ++i) lane[0] += term(i);
  for (int l = 0; l < LANES; ++l) sum += lane[l];
  return sum;
}

// The row comes from memory once: the second and third pass find it in L1 or L2. RMS norm: leave the mean out.
inline void norm_row(const float* x, const float* weight, const float* bias, float* out, int64_t n, float eps) {
  const float mean = lane_sum(n, [=](int64_t i) { return x[i]; }) / n;
  const float variance = lane_sum(n, [=](int64_t i) { return (x[i] - mean) * (x[i] - mean); }) / n;
  const float scale = 1.0f / std::sqrt(variance + eps);
  for (int64_t i = 0; i < n; ++i) out[i] = (x[i] - mean) * scale * weight[i] + bias[i];
}
// end of block

extern "C" int layer_norm(const float* x, const float* weight, const float* bias, float* out, int64_t rows, int64_t n, float eps) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) norm_row(x + r * n, weight, bias, out + r * n, n, eps);
  return 0;
}
