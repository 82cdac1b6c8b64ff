// planted: a bf16 matrix product on the fp32 units, otherwise well blocked
// task: product
// precision: bf16
// bound: compute
// limit: tensor cores not used
#include <cuda_bf16.h>
#include <cstdint>

constexpr int TILE = 128, DEPTH = 16, HALF = TILE / 2;

struct alignas(16) Eight {
  __nv_bfloat16 values[8];
};

__global__ void __launch_bounds__(256) product(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int n) {
  __shared__ float left[DEPTH][TILE + 4], right[DEPTH][TILE + 4];
  const int row = blockIdx.y * TILE, column = blockIdx.x * TILE, ty = threadIdx.x / 16 * 4, tx = threadIdx.x % 16 * 4;
  const int a_row = threadIdx.x / 2, a_depth = threadIdx.x % 2 * 8, b_depth = threadIdx.x / 16, b_column = threadIdx.x % 16 * 8;
  float sums[8][8] = {};
  for (int first = 0; first < n; first += DEPTH) {
    const Eight from_a = *(const Eight*)(a + (int64_t)(row + a_row) * n + first + a_depth);
    const Eight from_b = *(const Eight*)(b + (int64_t)(first + b_depth) * n + column + b_column);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
      left[a_depth + i][a_row] = __bfloat162float(from_a.values[i]);
      right[b_depth][b_column + i] = __bfloat162float(from_b.values[i]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
      float l[8], r[8];
      *(float4*)l = *(const float4*)&left[k][ty], *(float4*)(l + 4) = *(const float4*)&left[k][HALF + ty];
      *(float4*)r = *(const float4*)&right[k][tx], *(float4*)(r + 4) = *(const float4*)&right[k][HALF + tx];
#pragma unroll
      for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) sums[i][j] += l[i] * r[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 8; ++j) {
      const int64_t at = (int64_t)(row + ty + i % 4 + i / 4 * HALF) * n + column + tx + j % 4 + j / 4 * HALF;
      out[at] = __float2bfloat16(sums[i][j]);
    }
}

extern "C" int run(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  product<<<dim3(columns / TILE, rows / TILE), 256, 0, stream>>>(a, b, out, (int)columns);
  return cudaGetLastError();
}
