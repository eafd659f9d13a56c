// Lets one thread set the factor, while a nowait lets the others use it at the same time.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor = a;
#pragma omp parallel
  {
#pragma omp single nowait
    factor = a;  // RACE
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];  // RACE
    }
  }
}
