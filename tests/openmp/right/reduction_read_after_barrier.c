// Looks for the last index by a reduction, and all threads wait for one another before one reads it.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int last = -1;
  int is_known = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) reduction(max : last) nowait
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      last = i > last ? i : last;
    }
#pragma omp barrier
#pragma omp single
    is_known = last == n - 1;
  }
  if (!is_known) {
    result[0] = -1e30f;
  }
}
