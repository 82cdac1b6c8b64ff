// planted: 128 values are alive in each thread, the launch bounds leave 32 registers
// task: chain
// bound: memory
// limit: register spills
#include <cstdint>

constexpr int HELD = 64;

__global__ void __launch_bounds__(1024, 2) chain(const float* x, float* out, int64_t stretch) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= stretch) return;
  float held[HELD], start[HELD];
#pragma unroll
  for (int k = 0; k < HELD; ++k) held[k] = x[k * stretch + at], start[k] = 1 + held[k] * held[k];
#pragma unroll 1
  for (int step = 0; step < 32; ++step) {
#pragma unroll
    for (int k = 0; k < HELD; ++k) held[k] = rsqrtf(start[k] + held[k] * held[k]);
  }
#pragma unroll
  for (int k = 0; k < HELD; ++k) out[k * stretch + at] = held[k];
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t stretch = rows * columns / HELD;
  chain<<<(stretch + 1023) / 1024, 1024, 0, stream>>>(x, out, stretch);
  return cudaGetLastError();
}
