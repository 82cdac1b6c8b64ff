// planted: all the work on one thread
// task: short_chain
// bound: latency
// limit: idle threads
#include <cmath>
#include <cstdint>

extern "C" int run(const float* __restrict x, float* __restrict out, int64_t rows, int64_t columns) {
  for (int64_t at = 0; at < rows * columns; ++at) {
    float v = x[at];
    for (int step = 0; step < 8; ++step) v = 1 / std::sqrt(1 + v * v);
    out[at] = v;
  }
  return 0;
}
