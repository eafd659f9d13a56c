// Hands the factor over by a flag: release after the write, acquire ahead of the read.

#include <omp.h>
#include <sched.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor = 0.0f;
  int ready = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      factor = a;
#pragma omp atomic write release
      ready = 1;
    } else {
      int seen;
      for (;;) {
#pragma omp atomic read acquire
        seen = ready;
        if (seen) {
          break;
        }
        sched_yield();
      }
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];
    }
  }
}
