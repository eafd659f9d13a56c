// Sends the private factor of one thread to those of the others: copyprivate waits for both sides.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
    float factor;
#pragma omp single copyprivate(factor)
    factor = a;
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];
    }
    factor = 0.0f;
  }
}
