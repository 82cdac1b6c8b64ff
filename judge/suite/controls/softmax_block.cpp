#include <cmath>
#include <cstdint>

extern "C" int softmax_rows(const float* x, float* out, int64_t rows, int64_t cols) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = x + r * cols;
    float* result = out + r * cols;
    float most = row[0], sum = 0.0f;
    for (int64_t at = 1; at < cols; ++at) most = row[at] > most ? row[at] : most;
    for (int64_t at = 0; at < cols; ++at) {
      result[at] = expf(row[at] - most);
      sum += result[at];
    }
    for (int64_t at = 0; at < cols; ++at) result[at] /= sum;
  }
  return 0;
}
