#include <cstdint>

extern "C" int conv_relu(const float* x, const float* weight, const float* bias, float* out, int64_t batch, int64_t inputs, int64_t outputs, int64_t height, int64_t width) {
  #pragma omp parallel for collapse(2) schedule(static)
  for (int64_t image = 0; image < batch; ++image) {
    for (int64_t channel = 0; channel < outputs; ++channel) {
      float* plane = out + (image * outputs + channel) * height * width;
      for (int64_t at = 0; at < height * width; ++at) plane[at] = bias[channel];
      for (int64_t in = 0; in < inputs; ++in) {
        const float* from = x + (image * inputs + in) * height * width;
        for (int64_t dy = -1; dy <= 1; ++dy) {
          for (int64_t dx = -1; dx <= 1; ++dx) {
            const float factor = weight[((channel * inputs + in) * 3 + dy + 1) * 3 + dx + 1];
            const int64_t left = dx < 0 ? 1 : 0, right = dx > 0 ? width - 1 : width;
            for (int64_t y = dy < 0 ? 1 : 0; y < (dy > 0 ? height - 1 : height); ++y) {
              for (int64_t z = left; z < right; ++z) plane[y * width + z] += factor * from[(y + dy) * width + z + dx];
            }
          }
        }
      }
      for (int64_t at = 0; at < height * width; ++at) plane[at] = plane[at] > 0.0f ? plane[at] : 0.0f;
    }
  }
  return 0;
}
