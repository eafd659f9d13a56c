// Counts in a padded slot a thread, and adds the slots up behind the barrier of the loop.

#include <omp.h>

struct slot {
  int count;
  char padding[60];
};

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  struct slot slots[omp_get_max_threads()];
#pragma omp parallel
  {
    int thread = omp_get_thread_num();
    slots[thread].count = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      slots[thread].count++;
    }
    int total = 0;
    for (int other = 0; other < omp_get_num_threads(); other++) {
      total += slots[other].count;
    }
    if (total != n && thread == 0) {
      result[0] = -1e30f;
    }
  }
}
