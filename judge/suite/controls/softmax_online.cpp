#include <cmath>
#include <cstdint>

extern "C" int softmax_online(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    float most = row[0], sum = 0.0f;
    for (int64_t from = 0; from < cols; from += 64) {
      const int64_t to = from + 64 < cols ? from + 64 : cols;
      float larger = most, part = 0.0f;
      for (int64_t at = from; at < to; ++at) larger = row[at] > larger ? row[at] : larger;
      for (int64_t at = from; at < to; ++at) part += expf(row[at] - larger);
      sum = sum * expf(most - larger) + part;
      most = larger;
    }
    for (int64_t at = 0; at < cols; ++at) out[r * cols + at] = expf(row[at] - most) / sum;
  }
  return 0;
}
