// Looks at the first result, and corrects it, while the task that writes it may still wait or run.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float first = a * x[0] + y[0];
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    int begin = n * thread / threads;
    int end = n * (thread + 1) / threads;
#pragma omp task
    for (int i = begin; i < end; i++) {
      result[i] = a * x[i] + y[i];  // RACE
    }
    // Missing: a barrier, at which the tasks of all threads are done.
    if (result[0] != first) {  // RACE
      result[0] = first;       // RACE
    }
  }
}
