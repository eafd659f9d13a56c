// Lets each turn of a loop wait for the one before: depend(sink) ahead of the read, depend(source)
// behind the write.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float turns[n + 1];
  turns[0] = 0.0f;
#pragma omp parallel for ordered(1) schedule(static, 1)
  for (int i = 0; i < n; i++) {
    float product = a * x[i];
#pragma omp ordered depend(sink : i - 1)
    turns[i + 1] = turns[i] + 1.0f;
#pragma omp ordered depend(source)
    result[i] = product + y[i];
  }
  if (turns[n] != n) {
    result[0] = -1e30f;
  }
}
