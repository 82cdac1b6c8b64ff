// planted: reads along rows, writes down columns
// task: turn
// bound: memory
// limit: uncoalesced access
#include <cstdint>

__global__ void turn(const float* x, float* out, int64_t rows, int64_t columns) {
  const int64_t column = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (column < columns) out[column * rows + row] = x[row * columns + column];
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  turn<<<dim3((columns + 255) / 256, rows), 256, 0, stream>>>(x, out, rows, columns);
  return cudaGetLastError();
}
