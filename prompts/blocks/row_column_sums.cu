#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int THREADS = 256, BAND = 64;  // a block sums BAND rows of 4 * THREADS columns

// Both sums in one pass: a thread keeps the sums of its four columns in registers, and a warp reduces each row by shuffles. The parts are
// combined by a second kernel in a fixed order, without atomics: `row_parts` is [column tiles][m], `column_parts` is [bands][n].
__global__ void band_sums(const float* x, float* row_parts, float* column_parts, int64_t m, int64_t n) {
  __shared__ float rows[BAND][THREADS / 32];
  const int64_t top = (int64_t)blockIdx.y * BAND, column = ((int64_t)blockIdx.x * THREADS + threadIdx.x) * 4;
  float4 sum = {};
  #pragma unroll 4
  for (int r = 0; r < BAND; ++r) {
    float4 v = {};
    if (top + r < m && column < n) v = *(const float4*)(x + (top + r) * n + column);
    sum.x += v.x, sum.y += v.y, sum.z += v.z, sum.w += v.w;
    float row = (v.x + v.y) + (v.z + v.w);
    for (int step = 16; step > 0; step /= 2) row += __shfl_xor_sync(~0u, row, step);
    if (threadIdx.x % 32 == 0) rows[r][threadIdx.x / 32] = row;
  }
  if (column < n) *(float4*)(column_parts + blockIdx.y * n + column) = sum;
  __syncthreads();
  if (threadIdx.x < BAND && top + threadIdx.x < m) {
    float row = 0.0f;
    for (int w = 0; w < THREADS / 32; ++w) row += rows[threadIdx.x][w];
    row_parts[blockIdx.x * m + top + threadIdx.x] = row;
  }
}
// end of block

// Sums `count` rows of length n. Two sets in one launch.
__global__ void combine(const float* a, float* a_out, int64_t a_n, int64_t a_count, const float* b, float* b_out, int64_t b_n, int64_t b_count) {
  int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const bool first = i < a_n;
  if (!first) i -= a_n;
  const int64_t n = first ? a_n : b_n, count = first ? a_count : b_count;
  if (i >= n) return;
  const float* from = (first ? a : b) + i;
  float sum = 0.0f;
  #pragma unroll 8
  for (int64_t p = 0; p < count; ++p) sum += from[p * n];
  (first ? a_out : b_out)[i] = sum;
}

extern "C" int row_column_sums(const float* x, float* rows, float* columns, float* parts, int64_t m, int64_t n, cudaStream_t stream) {
  if (n % 4) return 1;
  const int64_t tiles = (n + 4 * THREADS - 1) / (4 * THREADS), bands = (m + BAND - 1) / BAND;
  float* row_parts = parts + bands * n;
  band_sums<<<dim3(tiles, bands), THREADS, 0, stream>>>(x, row_parts, parts, m, n);
  combine<<<(m + n + 255) / 256, 256, 0, stream>>>(row_parts, rows, m, tiles, parts, columns, n, bands);
  return (int)cudaGetLastError();
}
