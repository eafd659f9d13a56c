// Sets the factor at the start of each row for the rest of it, in a nest of loops collapsed to one.

#define WIDTH 8

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int rows = (n + WIDTH - 1) / WIDTH;
  float factor = a;
#pragma omp parallel for collapse(2) schedule(static)
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < WIDTH; column++) {
      int i = row * WIDTH + column;
      if (column == 0) {
        factor = a;  // RACE
      }
      if (i < n) {
        result[i] = factor * x[i] + y[i];  // RACE
      }
    }
  }
}
