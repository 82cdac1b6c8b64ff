#include <cuda_runtime.h>
#include <cstdint>

// block
constexpr int STRIP = 20;  // rows of outputs that a thread walks down: it reads each input once, and two rows of its neighbours

// Four inputs of a row with one to each side; zeros outside.
struct Window {
  float v[6];
  __device__ void load(const float* plane, int row, int column, int height, int width) {
    const bool inside = row >= 0 && row < height;
    const float* at = plane + (int64_t)row * width + column;
    const float4 mid = inside ? *(const float4*)at : float4{};
    v[0] = inside && column > 0 ? at[-1] : 0.0f;
    v[1] = mid.x, v[2] = mid.y, v[3] = mid.z, v[4] = mid.w;
    v[5] = inside && column + 4 < width ? at[4] : 0.0f;
  }
};

// Each thread makes strips of 4 columns. Three windows roll in registers. The width is a multiple of 4.
__device__ void stencil_strip(const float* plane, const float (&w)[9], float bias, float* out, int top, int column, int height, int width) {
  Window rows[3];
  rows[0].load(plane, top - 1, column, height, width);
  rows[1].load(plane, top, column, height, width);
  #pragma unroll 4
  for (int r = top; r < min(top + STRIP, height); ++r) {
    rows[2].load(plane, r + 1, column, height, width);
    float sum[4] = {bias, bias, bias, bias};
    #pragma unroll
    for (int tap = 0; tap < 9; ++tap)
      for (int c = 0; c < 4; ++c) sum[c] += w[tap] * rows[tap / 3].v[c + tap % 3];
    *(float4*)(out + (int64_t)r * width + column) = {sum[0], sum[1], sum[2], sum[3]};
    rows[0] = rows[1], rows[1] = rows[2];
  }
}
// end of block

__global__ void __launch_bounds__(128) depthwise_kernel(const float* x, const float* weight, const float* bias, float* out, int channels, int height, int width) {
  const int groups = width / 4, item = blockIdx.x * 128 + threadIdx.x, column = item % groups * 4, top = item / groups * STRIP;
  if (top >= height) return;
  const int channel = blockIdx.y % channels;
  const int64_t plane = (int64_t)blockIdx.y * height * width;
  float w[9];
  for (int tap = 0; tap < 9; ++tap) w[tap] = weight[channel * 9 + tap];
  stencil_strip(x + plane, w, bias[channel], out + plane, top, column, height, width);
}

extern "C" int depthwise_3x3(const float* x, const float* w, const float* bias, float* out, int64_t batch, int64_t channels, int64_t height, int64_t width, cudaStream_t stream) {
  if (width % 4 || batch * channels > 65535) return 1;
  const int64_t items = width / 4 * ((height + STRIP - 1) / STRIP);
  depthwise_kernel<<<dim3((items + 127) / 128, batch * channels), 128, 0, stream>>>(x, w, bias, out, (int)channels, (int)height, (int)width);
  return (int)cudaGetLastError();
}
