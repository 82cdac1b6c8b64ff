// planted: the tile's columns lie in one bank of shared memory
// task: turn
// bound: memory
// limit: bank conflicts
#include <cstdint>

__global__ void turn(const float* x, float* out, int64_t rows, int64_t columns) {
  __shared__ float tile[32][32];
  const int64_t column = blockIdx.x * 32, row = blockIdx.y * 32;
  for (int at = threadIdx.y; at < 32; at += 8) tile[at][threadIdx.x] = x[(row + at) * columns + column + threadIdx.x];
  __syncthreads();
  for (int at = threadIdx.y; at < 32; at += 8) out[(column + at) * rows + row + threadIdx.x] = tile[threadIdx.x][at];
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  turn<<<dim3(columns / 32, rows / 32), dim3(32, 8), 0, stream>>>(x, out, rows, columns);
  return cudaGetLastError();
}
