void add(const int* a, const int* b, int* sum, int count);

int main() {
  int* values = nullptr;
  if (cudaMallocManaged(&values, 3 * sizeof(int)) != cudaSuccess) return 1;
  values[0] = 40;
  values[1] = 2;
  add(values, values + 1, values + 2, 1);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  const int sum = values[2];
  return cudaFree(values) == cudaSuccess && sum == 42 ? 0 : 3;
}
