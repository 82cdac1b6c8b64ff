#include <cuda_runtime.h>
#include <cmath>
#include <cstdint>

__device__ float block_max(float value) {
  __shared__ float parts[32];
  for (int step = 16; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, step));
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  value = parts[0];
  for (int warp = 1; warp < blockDim.x / 32; ++warp) value = fmaxf(value, parts[warp]);
  __syncthreads();
  return value;
}

__device__ float block_sum(float value) {
  __shared__ float parts[32];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  value = 0.0f;
  for (int warp = 0; warp < blockDim.x / 32; ++warp) value += parts[warp];
  __syncthreads();
  return value;
}

__global__ void softmax_kernel(const float* x, float* out, int64_t cols) {
  const float* row = x + blockIdx.x * cols;
  float* result = out + blockIdx.x * cols;
  float most = -INFINITY;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) most = fmaxf(most, row[at]);
  most = block_max(most);
  float sum = 0.0f;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) sum += expf(row[at] - most);
  sum = block_sum(sum);
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) result[at] = expf(row[at] - most) / sum;
}

extern "C" int softmax_rows(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  softmax_kernel<<<rows, 256, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
