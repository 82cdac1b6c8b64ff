// planted: a bf16 matrix product on the fp32 units, otherwise well blocked
// task: product
// precision: bf16
// bound: compute
// limit: tensor cores not used
#include <cuda_bf16.h>
#include <cstdint>

constexpr int TILE = 128, DEPTH = 16, PER = 8;

__global__ void __launch_bounds__(256) product(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int n) {
  __shared__ float left[DEPTH][TILE + 4], right[DEPTH][TILE + 4];
  const int row = blockIdx.y * TILE, column = blockIdx.x * TILE, ty = threadIdx.x / 16 * PER, tx = threadIdx.x % 16 * PER;
  float sums[PER][PER] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int at = threadIdx.x; at < TILE * DEPTH; at += 256) {
      left[at % DEPTH][at / DEPTH] = __bfloat162float(a[(int64_t)(row + at / DEPTH) * n + first + at % DEPTH]);
      right[at / TILE][at % TILE] = __bfloat162float(b[(int64_t)(first + at / TILE) * n + column + at % TILE]);
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
      float l[PER], r[PER];
#pragma unroll
      for (int i = 0; i < PER; i += 4) {
        *(float4*)(l + i) = *(const float4*)&left[k][ty + i];
        *(float4*)(r + i) = *(const float4*)&right[k][tx + i];
      }
#pragma unroll
      for (int i = 0; i < PER; ++i)
#pragma unroll
        for (int j = 0; j < PER; ++j) sums[i][j] += l[i] * r[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < PER; ++i)
    for (int j = 0; j < PER; ++j) out[(int64_t)(row + ty + i) * n + column + tx + j] = __float2bfloat16(sums[i][j]);
}

extern "C" int run(const __nv_bfloat16* a, const __nv_bfloat16* b, __nv_bfloat16* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  product<<<dim3(columns / TILE, rows / TILE), 256, 0, stream>>>(a, b, out, (int)columns);
  return cudaGetLastError();
}
