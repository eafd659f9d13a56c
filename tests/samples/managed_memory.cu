// Managed memory: host and device follow the same pointers.
// AREA: managed memory
#include "check.h"

struct Item {
  int value;
  Item* next;
};

__global__ void double_all(Item* items) {
  for (Item* item = items; item; item = item->next) item->value *= 2;
}

int main() {
  Item* items;
  CUDA_CHECK(cudaMallocManaged(&items, 10 * sizeof(Item)));
  for (int i = 0; i < 10; ++i) items[i] = {i, i < 9 ? &items[i + 1] : nullptr};
  double_all<<<1, 1>>>(items);
  FINISH_KERNEL();
  std::vector<int> got, expected;
  for (const Item* item = items; item; item = item->next) got.push_back(item->value);
  for (int i = 0; i < 10; ++i) expected.push_back(2 * i);
  cudaPointerAttributes attributes;
  CUDA_CHECK(cudaPointerGetAttributes(&attributes, items));
  EXPECT(attributes.type == cudaMemoryTypeManaged);
  CUDA_CHECK(cudaFree(items));
  return compare(got, expected);
}
