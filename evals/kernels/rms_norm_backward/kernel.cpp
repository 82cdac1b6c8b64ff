#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

extern "C" int rms_norm(const float* x, const float* weight, float* y, float* scale, int64_t rows, int64_t cols, float epsilon) {
#pragma omp parallel for
  for (int64_t row = 0; row < rows; row++) {
    const float* in = x + row * cols;
    float* out = y + row * cols;
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < cols; i++) sum += in[i] * in[i];
    const float own = scale[row] = 1 / std::sqrt(sum / cols + epsilon);
#pragma omp simd
    for (int64_t i = 0; i < cols; i++) out[i] = in[i] * own * weight[i];
  }
  return 0;
}

// With unit = x * scale: dx = scale * (up * weight - unit * mean(up * weight * unit)), and dweight is the sum of up * unit over the rows.
extern "C" int rms_norm_backward(const float* up, const float* x, const float* weight, const float* scale, float* dx, float* dweight, int64_t rows, int64_t cols) {
  std::fill(dweight, dweight + cols, 0.0f);
#pragma omp parallel
  {
    std::vector<float> part(cols, 0.0f);
#pragma omp for
    for (int64_t row = 0; row < rows; row++) {
      const float *in = x + row * cols, *given = up + row * cols;
      float* out = dx + row * cols;
      const float own = scale[row];
      float sum = 0;
#pragma omp simd reduction(+ : sum)
      for (int64_t i = 0; i < cols; i++) sum += given[i] * weight[i] * in[i] * own;
      const float mean = sum / cols;
#pragma omp simd
      for (int64_t i = 0; i < cols; i++) {
        const float unit = in[i] * own;
        out[i] = own * (given[i] * weight[i] - unit * mean);
        part[i] += given[i] * unit;
      }
    }
#pragma omp critical
    for (int64_t i = 0; i < cols; i++) dweight[i] += part[i];
  }
  return 0;
}
