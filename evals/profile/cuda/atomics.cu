// planted: every value adds to one of four addresses
// task: bins
// bound: latency
// limit: atomics
#include <cstdint>

__global__ void bins(const float* x, float* out, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  const bool low = x[at] < 0.5f, high = x[at] < 0.25f || x[at] >= 0.75f;
  atomicAdd(out + (low ? (high ? 0 : 1) : (high ? 3 : 2)), 1.0f);
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  bins<<<(count + 255) / 256, 256, 0, stream>>>(x, out, count);
  return cudaGetLastError();
}
