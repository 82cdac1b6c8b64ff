#include <cuda_runtime.h>
#include <cstdint>

constexpr int TILE = 32;

__global__ void matmul_kernel(const float* a, const float* b, float* out, int64_t m, int64_t n, int64_t k) {
  __shared__ float left[TILE][TILE], right[TILE][TILE + 1];
  const int64_t row = (int64_t)blockIdx.y * TILE + threadIdx.y, col = (int64_t)blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int64_t from = 0; from < k; from += TILE) {
    left[threadIdx.y][threadIdx.x] = row < m && from + threadIdx.x < k ? a[row * k + from + threadIdx.x] : 0.0f;
    right[threadIdx.y][threadIdx.x] = col < n && from + threadIdx.y < k ? b[(from + threadIdx.y) * n + col] : 0.0f;
    __syncthreads();
    for (int at = 0; at < TILE; ++at) sum += left[threadIdx.y][at] * right[at][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n) out[row * n + col] = sum;
}

extern "C" int matmul(const float* a, const float* b, float* out, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  matmul_kernel<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE), 0, stream>>>(a, b, out, m, n, k);
  return (int)cudaGetLastError();
}
