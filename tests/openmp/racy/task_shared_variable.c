// Shares the factor among the tasks and the threads that make them: each of them writes it.

#include <omp.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor;
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int thread = omp_get_thread_num();
    int begin = n * thread / threads;
    int end = n * (thread + 1) / threads;
    int middle = (begin + end) / 2;
#pragma omp task shared(factor)
    {
      factor = a;  // RACE
      for (int i = begin; i < middle; i++) {
        result[i] = factor * x[i] + y[i];  // RACE
      }
    }
    factor = a;  // RACE
    for (int i = middle; i < end; i++) {
      result[i] = factor * x[i] + y[i];  // RACE
    }
  }
}
