#include <cuda_runtime.h>
#include <cstdint>

constexpr int PARTS = 16;

__device__ float block_sum(float value) {
  __shared__ float warps[8];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = 0.0f;
  for (int warp = 0; warp < blockDim.x / 32; ++warp) value += warps[warp];
  return value;
}

__global__ void part_kernel(const float* x, float* parts, int64_t cols) {
  const int64_t length = (cols + PARTS - 1) / PARTS, first = blockIdx.x * length;
  const int64_t last = first + length < cols ? first + length : cols;
  const float* row = x + blockIdx.y * cols;
  float sum = 0.0f;
  for (int64_t at = first + threadIdx.x; at < last; at += blockDim.x) sum += row[at];
  sum = block_sum(sum);
  if (threadIdx.x == 0) parts[blockIdx.y * PARTS + blockIdx.x] = sum;
}

__global__ void rest_kernel(const float* parts, float* out) {
  float sum = 0.0f;
  for (int part = 0; part < PARTS; ++part) sum += parts[blockIdx.x * PARTS + part];
  out[blockIdx.x] = sum;
}

extern "C" int row_sum(const float* x, float* parts, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  part_kernel<<<dim3(PARTS, rows), 256, 0, stream>>>(x, parts, cols);
  rest_kernel<<<rows, 1, 0, stream>>>(parts, out);
  return (int)cudaGetLastError();
}
