// planted: results in memory that the compiler must take to be part of the input
// task: row_most
// bound: compute
// limit: possible aliasing
#include <cstdint>

static void row_most(const float* x, float* most, int64_t columns) {
  *most = x[0];
  for (int64_t column = 1; column < columns; ++column) *most = x[column] > *most ? x[column] : *most;
}

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns) {
#pragma omp parallel for
  for (int64_t row = 0; row < rows; ++row) row_most(x + row * columns, out + row, columns);
  return 0;
}
