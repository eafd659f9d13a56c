// Takes a lock that it holds already: a nest lock is free again only when given back as often.

#include <omp.h>

static omp_nest_lock_t lock;
static int count;

static void add_one(void) {
  omp_set_nest_lock(&lock);
  count++;
  omp_unset_nest_lock(&lock);
}

static void add_two(void) {
  omp_set_nest_lock(&lock);
  add_one();
  count++;
  omp_unset_nest_lock(&lock);
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  count = 0;
  omp_init_nest_lock(&lock);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    result[i] = a * x[i] + y[i];
    add_two();
  }
  omp_destroy_nest_lock(&lock);
  if (count != 2 * n) {
    result[0] = -1e30f;
  }
}
