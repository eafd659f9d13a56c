// Every lane takes a lock that others of its warp hold: whoever has left the loop goes on, as on GPUs since Volta, and
// gives the lock back for those that are still in it.
// AREA: lanes that meet
#include "check.h"

__device__ void take(int* lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void give_back(int* lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// The loop is empty, and the lock given back far behind it.
__global__ void in_turn(int* lock, volatile int* sum) {
  take(lock);
  *sum = *sum + static_cast<int>(threadIdx.x);
  give_back(lock);
}

// Each waits longer from time to time; all meet behind the loop.
__global__ void patiently(int* sums) {
  __shared__ int lock, sum;
  const int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  unsigned wait = 8;
  while (atomicCAS(&lock, 0, 1) != 0) {
    __nanosleep(wait);
    wait = wait < 256 ? 2 * wait : 8;
  }
  __threadfence_block();
  sum += t;
  give_back(&lock);
  __syncthreads();
  sums[blockIdx.x * blockDim.x + t] = __shfl_sync(0xffffffff, sum, (t + 1) % 32);
}

// All is done in the loop, and lanes leave it one by one.
__global__ void in_the_loop(int* sums) {
  __shared__ int lock, sum;
  const int t = threadIdx.x;
  if (t == 0) lock = sum = 0;
  __syncthreads();
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      sum += t;
      give_back(&lock);
      done = true;
    }
  }
  __syncthreads();
  sums[blockIdx.x * blockDim.x + t] = sum;
}

int main() {
  const int blocks = 3, threads = 64, of_a_block = threads * (threads - 1) / 2;
  DeviceArray<int> lock(1, 0), sum(1, 0), sums(blocks * threads);
  const std::vector<int> expected(blocks * threads, of_a_block);
  in_turn<<<blocks, threads>>>(lock, sum);
  FINISH_KERNEL();
  EXPECT(sum.host()[0] == blocks * of_a_block);
  patiently<<<blocks, threads>>>(sums);
  FINISH_KERNEL();
  EXPECT(sums.host() == expected);
  in_the_loop<<<blocks, threads>>>(sums);
  FINISH_KERNEL();
  return compare(sums.host(), expected);
}
