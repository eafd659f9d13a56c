// Finds the range of the indexes by a declared reduction: each thread has a range of its own.

struct range {
  int low;
  int high;
};

static struct range joined(struct range left, struct range right) {
  struct range both = {left.low < right.low ? left.low : right.low,
                       left.high > right.high ? left.high : right.high};
  return both;
}

#pragma omp declare reduction(join                                 \
                              : struct range                       \
                              : omp_out = joined(omp_out, omp_in)) \
    initializer(omp_priv = {1 << 30, -1})

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  struct range range = {1 << 30, -1};
#pragma omp parallel for reduction(join : range) schedule(dynamic, 8)
  for (int i = 0; i < n; i++) {
    struct range one = {i, i};
    result[i] = a * x[i] + y[i];
    range = joined(range, one);
  }
  if (range.low != 0 || range.high != n - 1) {
    result[0] = -1e30f;
  }
}
