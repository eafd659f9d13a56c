// Shifts an array by one place in parallel, in place; all its elements are equal.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factors[n + 1];
  for (int i = 0; i <= n; i++) {
    factors[i] = a;
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    factors[i] = factors[i + 1];  // RACE
    result[i] = factors[i] * x[i] + y[i];
  }
}
