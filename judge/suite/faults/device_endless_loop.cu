#include <cstdint>
#include <cuda_runtime.h>

__global__ void spin(volatile float* y) {
  while (y[0] != 12345.0f) {}
}

extern "C" int launch(const float* x, float* y, int64_t n, cudaStream_t stream) {
  spin<<<1, 32, 0, stream>>>(y);
  return (int)cudaGetLastError();
}
