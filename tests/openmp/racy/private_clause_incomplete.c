// Lists one temporary in the private clause and forgets the other, the pointer to the row.

void saxpy(int n, float a, const float* x, const float* y, float* result) {
  float product;
  const float* row;
#pragma omp parallel for private(product) schedule(static)
  for (int i = 0; i < n; i++) {
    row = x;               // RACE
    product = a * row[i];  // RACE
    result[i] = product + y[i];
  }
}
