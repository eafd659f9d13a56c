// Has a barrier of its own: the last thread to arrive has acquired the others and releases them.

#include <omp.h>
#include <sched.h>

static void wait_for_all(int* arrived, int* round, int threads) {
  int before, now, count;
#pragma omp atomic read
  before = *round;
#pragma omp atomic capture acq_rel
  count = ++*arrived;
  if (count == threads) {
#pragma omp atomic write
    *arrived = 0;
#pragma omp atomic write release
    *round = before + 1;
    return;
  }
  for (;;) {
#pragma omp atomic read acquire
    now = *round;
    if (now != before) {
      return;
    }
    sched_yield();
  }
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int arrived = 0, round = 0;
  float scaled[n];
#pragma omp parallel
  {
    int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    for (int i = thread; i < n; i += threads) {
      scaled[i] = a * x[i];
    }
    wait_for_all(&arrived, &round, threads);
    for (int i = n - 1 - thread; i >= 0; i -= threads) {
      result[i] = scaled[i] + y[i];
      scaled[i] = 0.0f;
    }
    wait_for_all(&arrived, &round, threads);
    for (int i = thread; i < n; i += threads) {
      result[i] += scaled[i];
    }
  }
}
