// planted: down the columns of a matrix that lies in rows
// task: affine
// bound: memory
// limit: strided access
#include <cstdint>

extern "C" int run(const float* x, float* out, int64_t rows, int64_t columns) {
#pragma omp parallel for
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row) out[row * columns + column] = 2 * x[row * columns + column] + 1;
  return 0;
}
