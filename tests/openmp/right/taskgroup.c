// Waits by a taskgroup for tasks and for the tasks that these make, then reads their elements.

#define BLOCK 64

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int begin = 0; begin < n; begin += BLOCK) {
#pragma omp task
      {
        int middle = begin + BLOCK / 2;
#pragma omp task
        for (int i = begin; i < middle && i < n; i++) {
          result[i] = a * x[i];
        }
        for (int i = middle; i < begin + BLOCK && i < n; i++) {
          result[i] = a * x[i];
        }
      }
    }
    for (int i = 0; i < n; i++) {
      result[i] += y[i];
    }
  }
}
