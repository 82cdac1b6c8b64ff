#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int TILE = 32, ROWS = 8;  // threads of a block: TILE x ROWS

// Both sides touch whole lines of 128 bytes; one float of padding keeps the columns of the tile in different banks.
__global__ void __launch_bounds__(TILE * ROWS) transpose(const float* x, float* out, int64_t rows, int64_t cols) {
  __shared__ float tile[TILE][TILE + 1];
  const int64_t left = (int64_t)blockIdx.x * TILE, top = (int64_t)blockIdx.y * TILE, base = blockIdx.z * rows * cols;
  float v[TILE / ROWS];
  #pragma unroll
  for (int i = 0; i < TILE / ROWS; ++i) {  // all loads are in flight before the first is stored
    const int64_t r = top + threadIdx.y + i * ROWS, c = left + threadIdx.x;
    v[i] = r < rows && c < cols ? __ldcs(x + base + r * cols + c) : 0.0f;
  }
  #pragma unroll
  for (int i = 0; i < TILE / ROWS; ++i) tile[threadIdx.y + i * ROWS][threadIdx.x] = v[i];
  __syncthreads();
  #pragma unroll
  for (int i = 0; i < TILE / ROWS; ++i) {
    const int64_t r = left + threadIdx.y + i * ROWS, c = top + threadIdx.x;
    if (r < cols && c < rows) out[base + r * rows + c] = tile[threadIdx.x][threadIdx.y + i * ROWS];
  }
}
// end of block

extern "C" int transpose_last(const float* x, float* out, int64_t batch, int64_t rows, int64_t cols, cudaStream_t stream) {
  if (batch > 65535 || rows > 65535 * TILE) return 1;
  transpose<<<dim3((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE, batch), dim3(TILE, ROWS), 0, stream>>>(x, out, rows, cols);
  return (int)cudaGetLastError();
}
