// EXPECT: none
// STRICT: global-race
// Correct: nodes popped from a stack. What is read from the node that the head may point to is dropped where the
// compare-and-swap finds another head.
#include <cuda_runtime.h>

__global__ void push(int* head, int* next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 1, old;
  do {
    old = *head;
    next[i] = old;
    __threadfence();
  } while (atomicCAS(head, old, i) != old);
}

struct Node {
  Node* next;
  int value;
};

__global__ void push_nodes(Node** head, Node* nodes) {
  Node* node = nodes + blockIdx.x * blockDim.x + threadIdx.x;
  node->value = threadIdx.x;
  Node* old;
  do {
    old = *head;
    node->next = old;
    __threadfence();
  } while (atomicCAS((unsigned long long*)head, (unsigned long long)old, (unsigned long long)node) !=
           (unsigned long long)old);
}

__global__ void pop(int* head, const int* next, int* popped) {
  while (int old = *head)
    if (atomicCAS(head, old, next[old]) == old) {
      popped[blockIdx.x * blockDim.x + threadIdx.x] = old;
      break;
    }
}

__global__ void pop_or_none(volatile int* head, const int* next, int* popped) {
  int old;
  do {
    old = *head;
  } while (old != 0 && atomicCAS((int*)head, old, next[old]) != old);
  popped[blockIdx.x * blockDim.x + threadIdx.x] = old;
}

__global__ void pop_nodes(Node** head, int* popped) {
  while (Node* old = *head) {
    Node* next = old->next;
    if (atomicCAS((unsigned long long*)head, (unsigned long long)old, (unsigned long long)next) ==
        (unsigned long long)old) {
      popped[blockIdx.x * blockDim.x + threadIdx.x] = old->value;
      break;
    }
  }
}

__global__ void number(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x * 7 % 64; }

int main() {
  int *x, *y;
  cudaMalloc(&x, 256 * sizeof(int));
  cudaMalloc(&y, 2048 * sizeof(int));
  cudaMemset(y, 0, 2048 * sizeof(int));
  number<<<4, 64>>>(x);
  push<<<4, 64>>>(y, y + 256);
  pop<<<4, 32>>>(y, y + 256, y + 768);
  pop_or_none<<<8, 32>>>(y, y + 256, y + 768);
  push_nodes<<<4, 64>>>((Node**)y + 2, (Node*)(y + 1024));
  pop_nodes<<<4, 64>>>((Node**)y + 2, y + 768);
  cudaDeviceSynchronize();
  cudaFree(x);
  cudaFree(y);
}
