// EXPECT: none
// STRICT: global-race
// Correct: nodes pushed onto a stack. Each stores what the head was before the compare-and-swap that finds out whether it
// still is, and stores it again after one that failed, or undoes it.
#include <cuda_runtime.h>

struct Node {
  int value, next;
};
struct Link {
  Link* next;
  int value;
};

__global__ void push(const int* x, int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old;
  do {
    old = *head;
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old);
}

__global__ void push_again(const int* x, int* head, Node* nodes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  nodes[i].value = x[i];
  int old = *head, assumed;
  do {
    assumed = old;
    nodes[i].next = assumed;
    __threadfence();
    old = atomicCAS(head, assumed, i);
  } while (old != assumed);
}

__global__ void push_pointers(const int* x, Link** head, Link* links) {
  Link* link = links + blockIdx.x * blockDim.x + threadIdx.x;
  link->value = x[threadIdx.x];
  while (true) {
    Link* old = *head;
    link->next = old;
    __threadfence();
    auto seen = atomicCAS((unsigned long long*)head, (unsigned long long)old, (unsigned long long)link);
    if (seen == (unsigned long long)old) break;
  }
}

__global__ void push_counted(const int* x, unsigned long long* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long old, made;
  do {
    old = *head;
    next[i] = (int)old;
    __threadfence();
    made = ((old >> 32) + 1) << 32 | i;
  } while (atomicCAS(head, old, made) != old);
}

__global__ void push_atomically(const int* x, int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int old;
  do {
    old = atomicAdd(head, 0);
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old);
  int seen = *(volatile int*)(head + 1), before;
  do {
    before = seen;
    next[i] = before;
    __threadfence();
    seen = atomicCAS(head + 1, before, i);
  } while (seen != before);
}

__global__ void push_or_undo(const int* x, int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int tries = 0; tries < 8; ++tries) {
    int old = *head;
    next[i] = old;
    __threadfence();
    if (atomicCAS(head, old, i) == old) return;
  }
  next[i] = -1;
}

__global__ void push_if_lucky(const int* x, int* head, int* next, int* failed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool done = false;
  for (int tries = 0; !done && tries < 4; ++tries) {
    int old = *head;
    next[i] = old;
    __threadfence();
    done = atomicCAS(head, old, i) == old;
  }
  if (!done) {
    next[i] = -1;
    atomicAdd(failed, 1);
  }
}

__global__ void push_and_count(const int* x, int* head, int* next, int* tries, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool done = false;
  int count = 0;
  while (!done && count < most) {
    int old = *head;
    next[i] = old;
    __threadfence();
    done = atomicCAS(head, old, i) == old;
    ++count;
  }
  if (!done) next[i] = -1;
  tries[i] = done ? count : -count;
}

__global__ void push_and_count_failures(const int* x, int* head, int* next, int* failures) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (true) {
    int old = *head;
    next[i] = old;
    __threadfence();
    if (atomicCAS(head, old, i) == old) break;
    atomicAdd(failures, 1);
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *heads, *next;
  Link* links;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&heads, 64 * sizeof(int));
  cudaMalloc(&next, 512 * sizeof(int));
  cudaMalloc(&links, 256 * sizeof(Link));
  cudaMemset(heads, 0, 64 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(x, heads, next);
  push_again<<<4, 64>>>(x, heads + 4, (Node*)next);
  push_pointers<<<4, 64>>>(x, (Link**)heads + 4, links);
  push_counted<<<4, 64>>>(x, (unsigned long long*)heads + 8, next);
  push_atomically<<<4, 64>>>(x, heads + 24, next);
  push_or_undo<<<4, 64>>>(x, heads + 32, next);
  push_if_lucky<<<4, 64>>>(x, heads + 40, next, heads + 41);
  push_and_count<<<4, 64>>>(x, heads + 48, next, next + 256, 1000);
  push_and_count_failures<<<4, 64>>>(x, heads + 56, next, heads + 57);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(heads);
  cudaFree(next);
  cudaFree(links);
}
