// C = A B per batch in fp32 on the CUDA cores: 128x128 tiles, 8x8 outputs per thread. All sizes are multiples of 128 (k: of 8).
#include <cuda_runtime.h>
#include <cstdint>

constexpr int TILE = 128, DEPTH = 8;

__global__ void __launch_bounds__(256) matmul_kernel(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k) {
  __shared__ __align__(16) float left[DEPTH][TILE];
  __shared__ __align__(16) float right[DEPTH][TILE];
  const int64_t batch = blockIdx.z, row = (int64_t)blockIdx.y * TILE, col = (int64_t)blockIdx.x * TILE;
  a += batch * m * k + row * k;
  b += batch * k * n + col;
  c += batch * m * n + row * n + col;
  const int thread = threadIdx.x, ty = thread / 16, tx = thread % 16;
  float sum[8][8] = {};
  for (int64_t at = 0; at < k; at += DEPTH) {
    const float4 x = *(const float4*)&a[(int64_t)(thread / 2) * k + at + (thread % 2) * 4];
    const float4 y = *(const float4*)&b[(at + thread / 32) * n + (thread % 32) * 4];
    const int depth = (thread % 2) * 4, line = thread / 2;
    left[depth][line] = x.x;
    left[depth + 1][line] = x.y;
    left[depth + 2][line] = x.z;
    left[depth + 3][line] = x.w;
    *(float4*)&right[thread / 32][(thread % 32) * 4] = y;
    __syncthreads();
#pragma unroll
    for (int d = 0; d < DEPTH; d++) {
      float u[8], v[8];
#pragma unroll
      for (int i = 0; i < 8; i++) u[i] = left[d][ty * 8 + i];
#pragma unroll
      for (int j = 0; j < 8; j++) v[j] = right[d][tx * 8 + j];
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) sum[i][j] += u[i] * v[j];
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j++) c[(int64_t)(ty * 8 + i) * n + tx * 8 + j] = sum[i][j];
}

extern "C" int matmul(const float* a, const float* b, float* c, int64_t batches, int64_t m, int64_t n, int64_t k, cudaStream_t stream) {
  matmul_kernel<<<dim3(n / TILE, m / TILE, batches), 256, 0, stream>>>(a, b, c, m, n, k);
  return (int)cudaGetLastError();
}
