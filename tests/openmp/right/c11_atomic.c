// Deals out the elements by a C11 atomic counter, whose every operation is atomic by its type.

#include <stdatomic.h>

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  _Atomic int next = 0;
  atomic_int done = 0;
#pragma omp parallel
  {
    for (int i = next++; i < n; i = next++) {
      result[i] = a * x[i] + y[i];
      atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
    }
  }
  if (done != n) {
    result[0] = -1e30f;
  }
}
