// planted: each thread keeps 160 values alive and works on one of them at a time
// task: chain
// bound: latency
// limit: occupancy limited by registers
#include <cstdint>

constexpr int HELD = 160;

__global__ void __launch_bounds__(128) chain(const float* x, float* out, int64_t stretch) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= stretch) return;
  float held[HELD];
#pragma unroll
  for (int k = 0; k < HELD; ++k) held[k] = x[k * stretch + at];
#pragma unroll
  for (int k = 0; k < HELD; ++k) {
    float v = held[k];
    const float start = 1 + v * v;
#pragma unroll 1
    for (int step = 0; step < 32; ++step) v = rsqrtf(start + v * v);
    held[k] = v;
  }
#pragma unroll
  for (int k = 0; k < HELD; ++k) out[k * stretch + at] = held[k];
}

__global__ void rest(const float* x, float* out, int64_t first, int64_t count) {
  const int64_t at = first + threadIdx.x;
  if (at >= count) return;
  float v = x[at];
  const float start = 1 + v * v;
  for (int step = 0; step < 32; ++step) v = rsqrtf(start + v * v);
  out[at] = v;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns, cudaStream_t stream) {
  const int64_t count = rows * columns, stretch = count / HELD;
  chain<<<(stretch + 127) / 128, 128, 0, stream>>>(x, out, stretch);
  rest<<<1, HELD, 0, stream>>>(x, out, stretch * HELD, count);
  return cudaGetLastError();
}
