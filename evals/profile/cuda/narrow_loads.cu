// planted: 4 bytes per thread and access, one access in flight
// task: scale
// bound: latency
// limit: narrow loads and stores
#include <cstdint>

__global__ void scale(const float* x, float* out, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) out[at] = 2 * x[at] + 1;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  scale<<<(count + 255) / 256, 256, 0, stream>>>(x, out, count);
  return cudaGetLastError();
}
