// Lets the master set the factor and the others wait for it at a barrier.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor = 0.0f;
#pragma omp parallel
  {
#pragma omp master
    factor = a;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];
    }
#pragma omp master
    factor = 0.0f;
  }
}
