#include <cuda_runtime.h>
#include <cstdint>

__global__ void scan_kernel(const float* x, float* out, int64_t cols) {
  __shared__ float warps[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float before = 0.0f;
  for (int64_t from = 0; from < cols; from += blockDim.x) {
    const int64_t at = from + threadIdx.x;
    float value = at < cols ? x[blockIdx.x * cols + at] : 0.0f;
    for (int step = 1; step < 32; step *= 2) {
      const float left = __shfl_up_sync(0xffffffffu, value, step);
      if (lane >= step) value += left;
    }
    if (lane == 31) warps[warp] = value;
    __syncthreads();
    float offset = before;
    for (int w = 0; w < warp; ++w) offset += warps[w];
    for (int w = 0; w < blockDim.x / 32; ++w) before += warps[w];
    if (at < cols) out[blockIdx.x * cols + at] = offset + value;
    __syncthreads();
  }
}

extern "C" int row_cumsum(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  scan_kernel<<<rows, 512, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
