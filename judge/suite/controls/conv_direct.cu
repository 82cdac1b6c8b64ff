#include <cuda_runtime.h>
#include <cstdint>

__global__ void conv_kernel(const float* x, const float* weight, const float* bias, float* out, int64_t inputs, int64_t outputs, int64_t height, int64_t width) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x, plane = height * width;
  if (at >= plane) return;
  const int64_t row = at / width, col = at % width, channel = blockIdx.y, image = blockIdx.z;
  float sum = bias[channel];
  for (int64_t in = 0; in < inputs; ++in) {
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const int64_t y = row + dy, z = col + dx;
        if (y < 0 || y >= height || z < 0 || z >= width) continue;
        sum += x[((image * inputs + in) * height + y) * width + z] * weight[((channel * inputs + in) * 3 + dy + 1) * 3 + dx + 1];
      }
    }
  }
  out[(image * outputs + channel) * plane + at] = fmaxf(sum, 0.0f);
}

extern "C" int conv_relu(const float* x, const float* weight, const float* bias, float* out, int64_t batch, int64_t inputs, int64_t outputs, int64_t height, int64_t width, cudaStream_t stream) {
  conv_kernel<<<dim3((height * width + 255) / 256, outputs, batch), 256, 0, stream>>>(x, weight, bias, out, inputs, outputs, height, width);
  return (int)cudaGetLastError();
}
