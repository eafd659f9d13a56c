// malloc and free in kernels: a list that one kernel builds, another sums up and a third frees.
// AREA: heap of the device
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__global__ void build(Node** lists) {
  Node* head = nullptr;
  for (int i = 0; i <= static_cast<int>(threadIdx.x % 5); ++i) {
    Node* node = static_cast<Node*>(malloc(sizeof(Node)));
    node->value = threadIdx.x * 10 + i;
    node->next = head;
    head = node;
  }
  lists[threadIdx.x] = head;
}

__global__ void sum(Node** lists, int* sums) {
  int total = 0;
  for (const Node* node = lists[threadIdx.x]; node; node = node->next) total += node->value;
  sums[threadIdx.x] = total;
}

__global__ void release(Node** lists) {
  for (Node* node = lists[threadIdx.x]; node;) {
    Node* next = node->next;
    free(node);
    node = next;
  }
}

int main() {
  DeviceArray<Node*> lists(64);
  DeviceArray<int> sums(64);
  build<<<1, 64>>>(lists);
  sum<<<1, 64>>>(lists, sums);
  release<<<1, 64>>>(lists);
  FINISH_KERNEL();
  std::vector<int> expected(64);
  for (int t = 0; t < 64; ++t)
    for (int i = 0; i <= t % 5; ++i) expected[t] += t * 10 + i;
  return compare(sums.host(), expected);
}
