// Declares the factor outside the loop, so that all threads write one shared variable.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    factor = a;                        // RACE
    result[i] = factor * x[i] + y[i];  // RACE
  }
}
