#include <cmath>
#include <cstdint>
#include <cstring>

constexpr int64_t CHUNK = 4096;  // tune: CHUNK = 1024 | 4096 | 16384

// A bf16 number is the upper half of a float.
static inline float wide(uint16_t value) {
  const uint32_t bits = (uint32_t)value << 16;
  float number;
  std::memcpy(&number, &bits, 4);
  return number;
}

// Rounds to the nearest bf16, ties to even. NaN stays NaN.
static inline uint16_t narrow(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, 4);
  const uint32_t rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  return (uint16_t)((bits & 0x7FFFFFFF) > 0x7F800000 ? (bits >> 16) | 0x40 : rounded);
}

// Six operators in one pass, computed in fp32: each number is read once and rounded once.
extern "C" int gated_activation(const uint16_t* x, const uint16_t* gate, uint16_t* out, int64_t count) {
#pragma omp parallel for schedule(static)
  for (int64_t from = 0; from < count; from += CHUNK) {
    const int64_t to = from + CHUNK < count ? from + CHUNK : count;
#pragma omp simd
    for (int64_t i = from; i < to; ++i) {
      const float value = wide(x[i]);
      const float scaled = 1.5f * value / (1.0f + std::exp(-wide(gate[i])));
      const float bounded = scaled > 4.0f ? 4.0f : scaled < -4.0f ? -4.0f : scaled;
      out[i] = narrow(std::tanh(bounded) + value);
    }
  }
  return 0;
}
