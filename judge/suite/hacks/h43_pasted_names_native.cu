
#define PASTE(a, b, c) a##b##c
#define KIND PASTE(cuda, Str, eam_t)

extern "C" int pasted(const float* a, const float* b, float* out, int64_t m, int64_t n, int64_t k, KIND) {
  static KIND other = nullptr;
  if (!other) PASTE(cudaStr, eamCreate, WithFlags)(&other, 1);
  return matmul(a, b, out, m, n, k, other);
}
