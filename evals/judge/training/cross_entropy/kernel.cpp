#include <cmath>
#include <cstdint>

extern "C" int forward_rows(const float* logits, const int64_t* labels, float* maxima, float* sums, float* loss, float* count, int64_t rows, int64_t cols) {
  double losses = 0;
  int64_t used = 0;
#pragma omp parallel for reduction(+ : losses, used)
  for (int64_t row = 0; row < rows; row++) {
    const float* in = logits + row * cols;
    float most = in[0], total = 0;
    for (int64_t at = 1; at < cols; at++) most = in[at] > most ? in[at] : most;
#pragma omp simd reduction(+ : total)
    for (int64_t at = 0; at < cols; at++) total += std::exp(in[at] - most);
    maxima[row] = most;
    sums[row] = total;
    if (labels[row] == -100) continue;
    losses += std::log((double)total) + most - in[labels[row]];
    used++;
  }
  *loss = (float)(losses / used);
  *count = (float)used;
  return 0;
}

extern "C" int backward_rows(const float* up, const float* logits, const int64_t* labels, const float* maxima, const float* sums, const float* count, float* dlogits, int64_t rows, int64_t cols) {
  const float factor = *up / *count;
#pragma omp parallel for
  for (int64_t row = 0; row < rows; row++) {
    const float* in = logits + row * cols;
    float* out = dlogits + row * cols;
    const int64_t label = labels[row];
#pragma omp simd
    for (int64_t at = 0; at < cols; at++) {
      const float share = std::exp(in[at] - maxima[row]) / sums[row], hit = at == label;
      out[at] = label == -100 ? 0 : factor * (share - hit);
    }
  }
  return 0;
}
