// Gives each thread its own scratch rows, one from malloc and one on its stack.

#include <stdlib.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int width = n < 16 ? n : 16;
#pragma omp parallel
  {
    float* scaled = malloc(width * sizeof *scaled);
#pragma omp for schedule(dynamic) nowait
    for (int begin = 0; begin < n; begin += width) {
      float sums[width];
      int end = begin + width < n ? begin + width : n;
      for (int i = begin; i < end; i++) {
        scaled[i - begin] = a * x[i];
      }
      for (int i = begin; i < end; i++) {
        sums[i - begin] = scaled[i - begin] + y[i];
      }
      for (int i = begin; i < end; i++) {
        result[i] = sums[i - begin];
      }
    }
    free(scaled);
  }
}
