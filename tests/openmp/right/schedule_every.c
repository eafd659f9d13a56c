// Deals out five slices by five schedules; no two turns share an element, so nowait is right.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 3) nowait
    for (int i = 0; i < n; i += 5) {
      result[i] = a * x[i] + y[i];
    }
#pragma omp for schedule(dynamic) nowait
    for (int i = 1; i < n; i += 5) {
      result[i] = a * x[i] + y[i];
    }
#pragma omp for schedule(guided) nowait
    for (int i = 2; i < n; i += 5) {
      result[i] = a * x[i] + y[i];
    }
#pragma omp for schedule(auto) nowait
    for (int i = 3; i < n; i += 5) {
      result[i] = a * x[i] + y[i];
    }
#pragma omp for schedule(runtime) nowait
    for (int i = 4; i < n; i += 5) {
      result[i] = a * x[i] + y[i];
    }
  }
}
