// about: an fp32 product, tiles in shared memory, a small tile per thread
// task: product
#include <cstdint>

constexpr int SIDE = 16;   // tune: SIDE = 8 | 16
constexpr int PER = 4;     // tune: PER = 4 | 8
constexpr int DEPTH = 16;  // tune: DEPTH = 8 | 16 | 32
constexpr int TILE = SIDE * PER, THREADS = SIDE * SIDE;

__global__ void __launch_bounds__(THREADS) product(const float* a, const float* b, float* out, int n) {
  __shared__ float left[DEPTH][TILE + 4], right[DEPTH][TILE + 4];
  const int row = blockIdx.y * TILE, column = blockIdx.x * TILE, ty = threadIdx.x / SIDE * PER, tx = threadIdx.x % SIDE * PER;
  float sums[PER][PER] = {};
  for (int first = 0; first < n; first += DEPTH) {
    for (int at = threadIdx.x; at < TILE * DEPTH; at += THREADS) {
      left[at % DEPTH][at / DEPTH] = a[(int64_t)(row + at / DEPTH) * n + first + at % DEPTH];
      right[at / TILE][at % TILE] = b[(int64_t)(first + at / TILE) * n + column + at % TILE];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < DEPTH; ++k) {
      float l[PER], r[PER];
#pragma unroll
      for (int i = 0; i < PER; ++i) l[i] = left[k][ty + i], r[i] = right[k][tx + i];
#pragma unroll
      for (int i = 0; i < PER; ++i)
#pragma unroll
        for (int j = 0; j < PER; ++j) sums[i][j] += l[i] * r[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < PER; ++i)
    for (int j = 0; j < PER; ++j) out[(int64_t)(row + ty + i) * n + column + tx + j] = sums[i][j];
}

extern "C" int run(const float* a, const float* b, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  product<<<dim3(columns / TILE, rows / TILE), THREADS, 0, stream>>>(a, b, out, (int)columns);
  return cudaGetLastError();
}
