// planted: each thread adds to a number of its own, all of them in one cache line
// task: whole
// bound: latency
// limit: threads in each other's way
#include <cstdint>

#include <omp.h>

static volatile double parts[64];

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns) {
  for (int at = 0; at < 64; ++at) parts[at] = 0;
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
#pragma omp for
    for (int64_t at = 0; at < rows * columns; ++at) parts[me] = parts[me] + x[at];
  }
  double sum = 0;
  for (int at = 0; at < 64; ++at) sum += parts[at];
  *out = (float)sum;
  return 0;
}
