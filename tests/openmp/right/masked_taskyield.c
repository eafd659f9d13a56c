// Makes tasks in the masked thread; the barrier behind it waits for them ahead of the second loop.

#define BLOCK 32

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
#pragma omp masked
    for (int begin = 0; begin < n; begin += BLOCK) {
#pragma omp task
      for (int i = begin; i < begin + BLOCK && i < n; i++) {
        result[i] = a * x[i];
        if (i % 8 == 0) {
#pragma omp taskyield
        }
      }
    }
#pragma omp barrier
#pragma omp for schedule(static, 5)
    for (int i = 0; i < n; i++) {
      result[i] += y[i];
    }
  }
}
