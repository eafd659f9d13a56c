// Equal static loops of one region give each thread the same turns in both, so nowait is right.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i];
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      result[i] += y[i];
    }
  }
}
