// Runs two taskloops in turn: each ends with a wait for its tasks, as it has no nogroup.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(16)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i];
    }
#pragma omp taskloop num_tasks(5)
    for (int i = n - 1; i >= 0; i--) {
      result[i] += y[i];
    }
  }
}
