// Swaps neighbours in place, even pairs and odd pairs in turn, a barrier between the rounds.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float row[n];
  for (int i = 0; i < n; i++) {
    row[i] = x[i];
  }
#pragma omp parallel
  {
    for (int round = 0; round < 4; round++) {
      // even, odd, odd, even: the last two rounds undo the first two
      int parity = round == 1 || round == 2;
#pragma omp for
      for (int i = parity; i < n - 1; i += 2) {
        float left = row[i];
        row[i] = row[i + 1];
        row[i + 1] = left;
      }
    }
#pragma omp for
    for (int i = 0; i < n; i++) {
      result[i] = a * row[i] + y[i];
    }
  }
}
