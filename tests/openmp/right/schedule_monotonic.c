// Each thread's turns come in rising order, and the variable that checks this is its own.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
    int previous = -1;
#pragma omp for schedule(monotonic : dynamic, 4)
    for (int i = 0; i < n; i++) {
      result[i] = i > previous ? a * x[i] + y[i] : 0.0f;
      previous = i;
    }
  }
}
