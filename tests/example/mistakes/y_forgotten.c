// EXPECT: WRONG y-forgotten
// STEP: 1
// Multiplies only.
void saxpy(int n, float a, const float* x, const float* y, float* result) {
  (void)y;
  for (int i = 0; i < n; ++i) result[i] = a * x[i];
}
