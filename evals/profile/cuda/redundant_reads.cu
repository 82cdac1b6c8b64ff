// planted: every value is read from global memory by 65 threads
// task: window
// bound: memory
// limit: the same bytes read again and again
#include <cstdint>

__global__ void window(const float* x, float* out, int64_t columns) {
  const int64_t left = columns - 64, at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (at >= left) return;
  float sum = 0;
  for (int k = 0; k < 65; ++k) sum += x[row * columns + at + k];
  out[row * left + at] = sum / 65;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  window<<<dim3((columns - 64 + 255) / 256, rows), 256, 0, stream>>>(x, out, columns);
  return cudaGetLastError();
}
