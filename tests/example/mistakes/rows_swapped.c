// EXPECT: WRONG rows-swapped
// STEP: 1
// Multiplies the row that is to be added.
void saxpy(int n, float a, const float* x, const float* y, float* result) {
  for (int i = 0; i < n; ++i) result[i] = a * y[i] + x[i];
}
