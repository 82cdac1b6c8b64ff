// planted: blocks of one warp, of which a multiprocessor holds 32 at most
// task: scale
// bound: latency
// limit: occupancy limited by block size
#include <cstdint>

__global__ void scale(const float* x, float* out, int64_t count) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at < count) out[at] = 2 * x[at] + 1;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  scale<<<(count + 31) / 32, 32, 0, stream>>>(x, out, count);
  return cudaGetLastError();
}
