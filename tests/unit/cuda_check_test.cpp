// CUDA_CHECK, with a runtime of one function that does as it is told.
#include "common/cuda_check.h"

#include <gtest/gtest.h>

namespace {

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };

const char* cudaGetErrorName(cudaError_t) { return "cudaErrorMemoryAllocation"; }
const char* cudaGetErrorString(cudaError_t) { return "out of memory"; }

template <int calls, int bytes>
cudaError_t answer(cudaError_t error, int& count) {
  count += calls;
  return error;
}

TEST(CudaCheckTest, ASuccessfulCallIsMadeOnceAndGoesOn) {
  int count = 0;
  if (count == 0)
    CUDA_CHECK(answer<1, 8>(cudaSuccess, count));
  else
    ADD_FAILURE();
  EXPECT_EQ(count, 1);
}

TEST(CudaCheckTest, AFailedCallEndsTheProgramAndSaysWhere) {
  int count = 0;
  EXPECT_EXIT(CUDA_CHECK(answer<1, 8>(cudaErrorMemoryAllocation, count)),
              testing::ExitedWithCode(1),
              "cuda_check_test.cpp:[0-9]+: answer<1, 8>\\(cudaErrorMemoryAllocation, count\\): "
              "cudaErrorMemoryAllocation, out of memory");
}

}  // namespace
