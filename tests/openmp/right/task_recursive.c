// Halves the row by tasks; each waits for its halves ahead of reading what they left in its frame.

static int halves(int begin, int end, float a, const float* x, const float* y, float* result) {
  if (end - begin <= 16) {
    for (int i = begin; i < end; i++) {
      result[i] = a * x[i] + y[i];
    }
    return end - begin;
  }
  int middle = (begin + end) / 2;
  int left;
  int right;
#pragma omp task shared(left)
  left = halves(begin, middle, a, x, y, result);
#pragma omp task shared(right)
  right = halves(middle, end, a, x, y, result);
#pragma omp taskwait
  return left + right;
}

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int count = 0;
#pragma omp parallel
#pragma omp single
  count = halves(0, n, a, x, y, result);
  if (count != n) {
    result[0] = -1e30f;
  }
}
