__global__ void add_kernel(const int* a, const int* b, int* sum) {
  sum[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

void add(const int* a, const int* b, int* sum, int count) { add_kernel<<<1, count>>>(a, b, sum); }
