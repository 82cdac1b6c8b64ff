#include <cuda_runtime.h>
#include <cstdint>

__global__ void racing_kernel(const float* x, float* out, int64_t cols) {
  __shared__ float sums[1024];
  const float* row = x + blockIdx.x * cols;
  float sum = 0.0f;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) sum += row[at];
  sums[threadIdx.x] = sum;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {  // the barriers are missing
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" int racing_sum(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  racing_kernel<<<rows, 1024, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
