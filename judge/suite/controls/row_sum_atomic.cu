#include <cuda_runtime.h>
#include <cstdint>

__global__ void atomic_kernel(const float* x, float* out, int64_t cols) {
  __shared__ float warps[8];
  const float* row = x + blockIdx.y * cols;
  float sum = 0.0f;
  for (int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x; at < cols; at += (int64_t)gridDim.x * blockDim.x) sum += row[at];
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  sum = threadIdx.x < 8 ? warps[threadIdx.x] : 0.0f;
  for (int step = 4; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (threadIdx.x == 0) atomicAdd(out + blockIdx.y, sum);
}

extern "C" int row_sum_atomic(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  atomic_kernel<<<dim3(16, rows), 256, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
