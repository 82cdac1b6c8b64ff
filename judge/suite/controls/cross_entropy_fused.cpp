#include <cmath>
#include <cstdint>

extern "C" int cross_entropy(const float* scores, const int64_t* labels, float* losses, float* out, int64_t rows, int64_t classes) {
  #pragma omp parallel for schedule(static)
  for (int64_t r = 0; r < rows; ++r) {
    const float* row = scores + r * classes;
    float most = row[0], sum = 0.0f;
    for (int64_t at = 1; at < classes; ++at) most = row[at] > most ? row[at] : most;
    for (int64_t at = 0; at < classes; ++at) sum += expf(row[at] - most);
    losses[r] = labels[r] == -100 ? 0.0f : logf(sum) + most - row[labels[r]];  // -100: padding
  }
  double total = 0.0;
  int64_t counted = 0;
  for (int64_t r = 0; r < rows; ++r) total += losses[r], counted += labels[r] != -100;
  *out = (float)(total / counted);
  return 0;
}
