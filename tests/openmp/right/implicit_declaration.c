// Calls a function ahead of its declaration, of which C is only warned here.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    result[place(i)] = a * x[i] + y[i];
  }
}

int place(int i) { return i; }
