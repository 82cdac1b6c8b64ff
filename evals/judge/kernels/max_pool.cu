// Max pooling over planes with a window of `size`, a stride of 1 and `pad` cells of minus infinity around the plane.
#include <cuda_runtime.h>
#include <cstdint>

__global__ void max_pool_kernel(const float* x, float* y, int64_t total, int height, int width, int size, int pad, int out_height, int out_width) {
  const int64_t at = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= total) return;
  const int col = at % out_width, row = (at / out_width) % out_height;
  const float* plane = x + at / ((int64_t)out_height * out_width) * height * width;
  float most = -INFINITY;
  for (int i = 0; i < size; i++) {
    const int r = row - pad + i;
    for (int j = 0; j < size; j++) {
      const int c = col - pad + j;
      if (r >= 0 && r < height && c >= 0 && c < width) most = fmaxf(most, plane[(int64_t)r * width + c]);
    }
  }
  y[at] = most;
}

extern "C" int max_pool(const float* x, float* y, int64_t planes, int64_t height, int64_t width, int64_t size, int64_t pad, cudaStream_t stream) {
  const int out_height = (int)(height + 2 * pad - size + 1), out_width = (int)(width + 2 * pad - size + 1);
  const int64_t total = planes * out_height * out_width;
  max_pool_kernel<<<(unsigned)((total + 255) / 256), 256, 0, stream>>>(x, y, total, (int)height, (int)width, (int)size, (int)pad, out_height, out_width);
  return (int)cudaGetLastError();
}
