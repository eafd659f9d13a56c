// Reads and writes the shared position inside the ordered region only, where turns come in order.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  int position = 0;
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < n; i++) {
    int in_order;
#pragma omp ordered
    {
      in_order = position == i;
      position++;
    }
    result[i] = in_order ? a * x[i] + y[i] : -1e30f;
  }
}
