// Finds the range of the indexes by a declared reduction, and the master sets it up at the same
// time.

struct range {
  int low;
  int high;
};

static void join(struct range* out, const struct range* in) {
  if (in->low < out->low) out->low = in->low;      // RACE
  if (in->high > out->high) out->high = in->high;  // RACE
}

#pragma omp declare reduction(join           \
                              : struct range \
                              : join(&omp_out, &omp_in)) initializer(omp_priv = {1 << 30, -1})

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  struct range range;
#pragma omp parallel
  {
#pragma omp master
    {
      range.low = 1 << 30;  // RACE
      range.high = -1;      // RACE
    }
#pragma omp for schedule(static) reduction(join : range)
    for (int i = 0; i < n; i++) {
      result[i] = a * x[i] + y[i];
      if (i < range.low) range.low = i;
      if (i > range.high) range.high = i;
    }
  }
  if (range.low > n) {  // never
    result[0] = 0.0f;
  }
}
