#include <cstdint>
#include <cstring>
#include <vector>

// block
// A 3 x 3 stencil over one plane. Three padded rows roll along in L1, so the inner loop has no borders and each input is read once.
inline void stencil_plane(const float* x, const float* w, float bias, float* out, int64_t height, int64_t width, float* buffer) {
  const int64_t stride = width + 2;
  std::memset(buffer, 0, 3 * stride * sizeof(float));
  const auto fill = [=](int64_t row) {
    float* to = buffer + (row % 3) * stride + 1;
    if (row < height) std::memcpy(to, x + row * width, width * sizeof(float));
    else std::memset(to, 0, width * sizeof(float));
  };
  fill(0);
  for (int64_t row = 0; row < height; ++row) {
    fill(row + 1);
    const float* __restrict up = buffer + ((row + 2) % 3) * stride;
    const float* __restrict mid = buffer + (row % 3) * stride;
    const float* __restrict down = buffer + ((row + 1) % 3) * stride;
    float* __restrict to = out + row * width;
    for (int64_t c = 0; c < width; ++c)
      to[c] = bias + w[0] * up[c] + w[1] * up[c + 1] + w[2] * up[c + 2] + w[3] * mid[c] + w[4] * mid[c + 1] + w[5] * mid[c + 2] +
              w[6] * down[c] + w[7] * down[c + 1] + w[8] * down[c + 2];
  }
}
// end of block

extern "C" int depthwise_3x3(const float* x, const float* w, const float* bias, float* out, int64_t batch, int64_t channels, int64_t height, int64_t width) {
  #pragma omp parallel
  {
    std::vector<float> buffer(3 * (width + 2));
    #pragma omp for schedule(static)
    for (int64_t p = 0; p < batch * channels; ++p) {
      float taps[9];
      std::memcpy(taps, w + p % channels * 9, sizeof taps);
      stencil_plane(x + p * height * width, taps, bias[p % channels], out + p * height * width, height, width, buffer.data());
    }
  }
  return 0;
}
