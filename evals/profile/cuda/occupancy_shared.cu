// planted: 100 KB of shared memory for a block of 128 threads that needs none
// task: chain
// bound: latency
// limit: occupancy limited by shared memory
#include <cstdint>

constexpr int BYTES = 100 << 10, CHUNKS = 64;

__global__ void chain(const float* x, float* out, int64_t count) {
  extern __shared__ float staged[];
  for (int chunk = 0; chunk < CHUNKS; ++chunk) {
    const int64_t at = ((int64_t)blockIdx.x * CHUNKS + chunk) * blockDim.x + threadIdx.x;
    if (at >= count) return;
    staged[threadIdx.x] = x[at];
    float v = staged[threadIdx.x];
    const float start = 1 + v * v;
    for (int step = 0; step < 32; ++step) v = rsqrtf(start + v * v);
    out[at] = v;
  }
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns;
  const cudaError_t set = cudaFuncSetAttribute(chain, cudaFuncAttributeMaxDynamicSharedMemorySize, BYTES);
  if (set != cudaSuccess) return set;
  chain<<<(count + 128 * CHUNKS - 1) / (128 * CHUNKS), 128, BYTES, stream>>>(x, out, count);
  return cudaGetLastError();
}
