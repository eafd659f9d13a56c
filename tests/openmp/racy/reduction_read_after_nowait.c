// Looks for the last index by a reduction, and a thread reads it before the others have added theirs.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int last = -1;
  int is_known = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static) reduction(max : last) nowait  // RACE
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      last = i > last ? i : last;
    }
#pragma omp single
    is_known = last == n - 1;  // RACE
  }
  if (!is_known && last != n - 1) {  // never
    result[0] = 0.0f;
  }
}
