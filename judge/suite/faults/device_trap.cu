#include <cstdint>
#include <cuda_runtime.h>

__global__ void trap() {
  asm("trap;");
}

extern "C" int launch(const float* x, float* y, int64_t n, cudaStream_t stream) {
  trap<<<1, 32, 0, stream>>>();
  return (int)cudaGetLastError();
}
