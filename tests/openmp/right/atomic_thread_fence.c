// Hands the factor over by a relaxed atomic flag between fences of C11.

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float factor = 0.0f;
  atomic_int ready = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
      factor = a;
      atomic_thread_fence(memory_order_release);
      atomic_store_explicit(&ready, 1, memory_order_relaxed);
    } else {
      while (!atomic_load_explicit(&ready, memory_order_relaxed)) {
        sched_yield();
      }
      atomic_thread_fence(memory_order_acquire);
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = factor * x[i] + y[i];
    }
  }
}
