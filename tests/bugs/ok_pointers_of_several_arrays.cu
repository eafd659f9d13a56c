// EXPECT: none
// Which array an access is meant for is not always what one parameter says.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

constexpr int n = 256;

// From the end.
__global__ void reverse(const int* last, int* out) { out[threadIdx.x] = last[-1 - int(threadIdx.x)]; }

// Back and forth.
__global__ void step(int* a, int* b, int steps) {
  for (int s = 0; s < steps; ++s) {
    b[threadIdx.x] = a[threadIdx.x] + 1;
    int* const t = a;
    a = b;
    b = t;
  }
}

// The one or the other, or none.
__global__ void choose(const int* a, const int* b, const int* mask, int* out) {
  const int t = threadIdx.x;
  const int* const from = t % 2 ? a : b;
  out[t] = from[t] * (mask ? mask[t] : 1);
}

// What is in memory.
__global__ void look_up(int* const* table, int* out) { out[threadIdx.x] = table[threadIdx.x % 2][threadIdx.x]; }

// Parts of one allocation.
__global__ void copy_part(const int* part, size_t behind, int* out) { out[threadIdx.x] = part[behind + threadIdx.x]; }

// Parts of one array of the host's, which are made visible one by one.
__global__ void add_pages(const int* pages, int count, int* out) {
  int sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += pages[i];
  out[threadIdx.x] = sum;
}

int main() {
  int *a, *b, *out, **table;
  cudaMalloc(&a, n * sizeof(int));
  cudaMalloc(&b, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&table, 2 * sizeof(int*));
  cudaMemset(a, 0, n * sizeof(int));
  cudaMemset(b, 0, n * sizeof(int));
  int* const both[] = {a, b};
  cudaMemcpy(table, both, sizeof(both), cudaMemcpyHostToDevice);
  reverse<<<1, n>>>(a + n, out);
  step<<<1, n>>>(a, b, 4);
  choose<<<1, n>>>(a, b, nullptr, out);
  look_up<<<1, n>>>(table, out);

  int* pool;
  cudaMalloc(&pool, 4 * n * sizeof(int));
  cudaMemset(pool, 0, 4 * n * sizeof(int));
  copy_part<<<1, n>>>(pool + n, n, out);
  copy_part<<<1, n>>>(pool + 2 * n, -n, out);

  constexpr size_t page = 4096;
  constexpr int count = 2 * page / sizeof(int);
  int* const pages = static_cast<int*>(aligned_alloc(page, 2 * page));
  for (int i = 0; i < count; ++i) pages[i] = 1;
  char* const second = reinterpret_cast<char*>(pages) + page;
  cudaHostRegister(pages, page, cudaHostRegisterMapped);
  cudaHostRegister(second, page, cudaHostRegisterMapped);
  int* seen;
  cudaHostGetDevicePointer(&seen, pages, 0);
  add_pages<<<1, n>>>(seen, count, out);

  int result[n];
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  std::printf("%d\n", result[0]);
  cudaHostUnregister(pages);
  cudaHostUnregister(second);
  std::free(pages);
  for (int* const each : {a, b, out, pool}) cudaFree(each);
  cudaFree(table);
}
