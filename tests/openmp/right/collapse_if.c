// Collapses two loops, in parallel only for long rows; each pair of indexes is one element.

#define WIDTH 7

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int rows = (n + WIDTH - 1) / WIDTH;
#pragma omp parallel for collapse(2) if (n > 100)
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < WIDTH; column++) {
      int i = row * WIDTH + column;
      if (i < n) {
        result[i] = a * x[i] + y[i];
      }
    }
  }
}
