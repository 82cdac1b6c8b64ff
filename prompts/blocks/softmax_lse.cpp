#include <cmath>
#include <cstdint>

// block
constexpr int LANES = 64;  // independent accumulators; plain loops over them become vectors, expf too (libmvec)

// Maximum and sum of exponentials of a row in one pass: the sum is rescaled when a chunk has a larger maximum.
inline void online_row(const float* row, int64_t n, float& most, float& sum) {
  float lane[LANES] = {};
  most = -INFINITY;
  for (int64_t from = 0; from < n; from += 512) {
    const int64_t to = from + 512 < n ? from + 512 : n;
    float larger = most;
    for (int64_t i = from; i < to; ++i) larger = row[i] > larger ? row[i] : larger;
    const float shift = std::isinf(larger) ? 0.0f : larger, scale = larger == INFINITY ? 1.0f : std::exp(most - shift);
    for (int l = 0; l < LANES; ++l) lane[l] *= scale;
    int64_t i = from;
    for (; i + LANES <= to; i += LANES)
      for (int l = 0; l < LANES; ++l) lane[l] += std::exp(row[i + l] - shift);
    for (; i < to; ++i) lane[0] += std::exp(row[i] - shift);
    most = larger;
  }
  sum = 0.0f;
  for (int l = 0; l < LANES; ++l) sum += lane[l];
}
// end of block

extern "C" int softmax_lse(const float* x, float* out, float* lse, int64_t rows, int64_t n) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * n;
    float most, sum;
    online_row(row, n, most, sum);
    const float scale = most == INFINITY ? NAN : 1.0f / sum;
    for (int64_t i = 0; i < n; ++i) out[r * n + i] = std::exp(row[i] - most) * scale;
    lse[r] = (std::isinf(most) ? 0.0f : most) + std::log(sum);
  }
  return 0;
}
