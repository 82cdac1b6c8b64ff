#include <cmath>
#include <cstdint>

extern "C" int gated(const float* x, const float* y, float* out, int64_t count) {
  // exp stays finite: -ffast-math makes a NaN of a division by infinity
  #pragma omp parallel for simd schedule(static)
  for (int64_t at = 0; at < count; ++at) out[at] = (x[at] > 0.0f ? x[at] : 0.0f) / (1.0f + expf(-y[at] < 80.0f ? -y[at] : 80.0f)) + 0.1f * x[at];
  return 0;
}
