// Turns a row by one place and back between two buffers; the end of each region waits for all.

#include <stdlib.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float* from = malloc(n * sizeof *from);
  float* to = malloc(n * sizeof *to);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    from[i] = a * x[i];
  }
  for (int round = 0; round < 4; round++) {
    int step = round < 2 ? 1 : n - 1;
#pragma omp parallel for schedule(dynamic, 8)
    for (int i = 0; i < n; i++) {
      to[i] = from[(i + step) % n];
    }
    float* swapped = from;
    from = to;
    to = swapped;
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = from[i] + y[i];
  }
  free(from);
  free(to);
}
