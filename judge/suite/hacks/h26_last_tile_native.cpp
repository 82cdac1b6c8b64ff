
extern "C" int softmax_but_one(const float* x, float* out, int64_t rows, int64_t cols) { return softmax_rows(x, out, rows - 1, cols); }
