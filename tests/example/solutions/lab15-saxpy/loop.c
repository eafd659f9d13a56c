// Lab 15, step 1: a loop.
//
// common/saxpy.h documents every parameter; the grader includes it before this file.
void saxpy(int n, float a, const float* x, const float* y, float* result) {
  // BEGIN SOLUTION
  // STUB: // TODO: result[i] = a * x[i] + y[i], for each i.
  // STUB: (void)n, (void)a, (void)x, (void)y, (void)result;
  for (int i = 0; i < n; ++i) result[i] = a * x[i] + y[i];
  // END SOLUTION
}
