// Believes that nowait is safe as both loops are static, but their chunks differ.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];  // RACE
    }
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) {
      if (result[i] != result[i]) {   // RACE
        result[i] = a * x[i] + y[i];  // RACE
      }
    }
  }
}
