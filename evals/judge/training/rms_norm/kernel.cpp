#include <cmath>
#include <cstdint>

extern "C" int forward_rows(const float* x, const float* weight, float* y, float* scales, int64_t rows, int64_t cols) {
#pragma omp parallel for
  for (int64_t row = 0; row < rows; row++) {
    const float* in = x + row * cols;
    float sum = 0;
    for (int64_t at = 0; at < cols; at++) sum += in[at] * in[at];
    const float scale = scales[row] = 1 / std::sqrt(sum / cols + 1e-6f);
    for (int64_t at = 0; at < cols; at++) y[row * cols + at] = in[at] * scale * weight[at];
  }
  return 0;
}

// Part p of the weight's gradient is the sum over the rows p, p + count, p + 2 * count, and so on.
extern "C" int backward_rows(const float* up, const float* x, const float* weight, const float* scales, float* dx, float* parts, int64_t count, int64_t rows, int64_t cols) {
#pragma omp parallel for
  for (int64_t first = 0; first < count; first++) {
    float* part = parts + first * cols;
    for (int64_t row = first; row < rows; row += count) {
      const float *in = x + row * cols, *given = up + row * cols;
      float* out = dx + row * cols;
      const float scale = scales[row];
      float mean = 0;
      for (int64_t at = 0; at < cols; at++) mean += given[at] * weight[at] * in[at] * scale;
      mean /= cols;
      for (int64_t at = 0; at < cols; at++) {
        const float unit = in[at] * scale;
        out[at] = scale * (given[at] * weight[at] - unit * mean);
        part[at] += unit * given[at];
      }
    }
  }
  return 0;
}
