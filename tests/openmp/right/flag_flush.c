// Hands the factor over by an atomic flag and two flushes, which order the plain accesses.

#include <omp.h>
#include <sched.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor = 0.0f;
  int ready = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      factor = a;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
    } else {
      int seen;
      for (;;) {
#pragma omp atomic read
        seen = ready;
        if (seen) {
          break;
        }
        sched_yield();
      }
#pragma omp flush
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];
    }
  }
}
