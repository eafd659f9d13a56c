// Guards two variables by two critical regions, each variable always by the same one.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int count = 0;
  int last = -1;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
#pragma omp critical
    count++;
#pragma omp critical(last)
    if (i > last) {
      last = i;
    }
  }
  if (count != n || last != n - 1) {
    result[0] = -1e30f;
  }
}
