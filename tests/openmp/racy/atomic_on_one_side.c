// Counts with atomic, but reads the count without.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int done = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
#pragma omp atomic
    done++;          // RACE
    if (done > n) {  // RACE
      result[i] = 0.0f;
    }
  }
}
