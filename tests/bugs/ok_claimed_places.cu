// EXPECT: none
// STRICT: global-race
// Correct: hash tables whose places are read before a compare-and-swap claims an empty one. What is in a place stays there, so
// whoever reads it may go on as if the compare-and-swap had returned it.
#include <cuda_runtime.h>

__global__ void insert(const int* x, int size, int* table, int* count) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  int key = v + 1;
  for (int h = key * 37 % size;; h = (h + 1) % size) {
    int seen = table[h];
    if (seen == key) return;
    if (seen == 0) {
      int old = atomicCAS(&table[h], 0, key);
      if (old == 0) {
        atomicAdd(count, 1);
        return;
      }
      if (old == key) return;
    }
  }
}

__global__ void find_or_insert(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1;
  for (int h = key * 37 % size;; h = (h + 1) % size) {
    int seen = table[h];
    if (seen == 0) seen = atomicCAS(&table[h], 0, key);
    if (seen == 0 || seen == key) {
      places[i] = h;
      break;
    }
  }
}

__global__ void add(const int* x, int size, int* table, int* sums) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  int key = v + 1, h = key * 37 % size;
  while (true) {
    int seen = table[h];
    if (seen == 0) {
      seen = atomicCAS(&table[h], 0, key);
      if (seen == 0) seen = key;
    }
    if (seen == key) break;
    h = (h + 1) % size;
  }
  atomicAdd(&sums[h], v);
}

__global__ void try_some(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1, h = key * 37 % size, place = -1;
  for (int tries = 0; tries < size; ++tries) {
    int seen = table[h];
    if (seen == 0) seen = atomicCAS(&table[h], 0, key);
    if (seen == 0 || seen == key) {
      place = h;
      break;
    }
    h = (h + 1) % size;
  }
  places[i] = place;
}

__global__ void look_again(const int* x, int size, int* table, int* places) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
  int key = v + 1, h = key * 37 % size;
  while (true) {
    if (table[h] == 0 && atomicCAS(&table[h], 0, key) == 0) break;
    if (table[h] == key) break;
    h = (h + 1) % size;
  }
  places[i] = h;
}

__global__ void add_pairs(const int* x, int size, unsigned long long* table, int* sums) {
  int v = x[blockIdx.x * blockDim.x + threadIdx.x];
  constexpr unsigned long long none = ~0ull;
  unsigned long long key = (unsigned long long)v << 32 | v;
  for (int h = v * 37 % size;; h = (h + 1) % size) {
    unsigned long long seen = table[h];
    if (seen == none) seen = atomicCAS(&table[h], none, key);
    if (seen == none || seen == key) {
      atomicAdd(&sums[h], v);
      break;
    }
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 24; }

int main() {
  int *x, *y, *z;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMalloc(&z, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  cudaMemset(z, 0, 2048 * sizeof(int));
  cudaMemset(y + 1024, 0xff, 256 * sizeof(int));
  number<<<4, 64>>>(x);
  insert<<<4, 64>>>(x, 128, y, z);
  find_or_insert<<<4, 64>>>(x, 128, y + 128, z + 64);
  add<<<4, 64>>>(x, 128, y + 256, z + 320);
  try_some<<<4, 64>>>(x, 128, y + 384, z + 448);
  look_again<<<4, 64>>>(x, 128, y + 512, z + 704);
  add_pairs<<<4, 64>>>(x, 128, (unsigned long long*)y + 512, z + 960);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
  cudaFree(z);
}
