#include <cuda_runtime.h>
#include <cstdint>

__global__ void kahan_kernel(const float* x, float* out, int64_t cols) {
  __shared__ float sums[512];
  const float* row = x + blockIdx.x * cols;
  float sum = 0.0f, lost = 0.0f;
  for (int64_t at = threadIdx.x; at < cols; at += blockDim.x) {
    const float value = __fsub_rn(row[at], lost), next = __fadd_rn(sum, value);
    lost = __fsub_rn(__fsub_rn(next, sum), value);
    sum = next;
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" int row_sum_kahan(const float* x, float* out, int64_t rows, int64_t cols, cudaStream_t stream) {
  kahan_kernel<<<rows, 512, 0, stream>>>(x, out, cols);
  return (int)cudaGetLastError();
}
