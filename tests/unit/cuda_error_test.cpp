// CUDA's errors by name and by number.
#include "autograder/gpu/cuda_error.h"

#include <gtest/gtest.h>

namespace warplab::gpu {
namespace {

TEST(CudaErrors, HaveCudasNamesAndNumbers) {
  EXPECT_EQ(static_cast<int>(CudaError::cudaErrorIllegalAddress), 700);
  EXPECT_EQ(name_of(CudaError::cudaErrorIllegalAddress), "cudaErrorIllegalAddress");
  EXPECT_EQ(name_of(static_cast<CudaError>(123456)), "cudaErrorUnknown");
}

TEST(CudaErrors, AreFoundInWhatAProgramPrints) {
  EXPECT_EQ(error_named_in("x.cu:7: cudaErrorInvalidValue: bad"), CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(error_named_in("cudaErrorOfMine"), CudaError::cudaErrorUnknown);
  EXPECT_EQ(error_named_in("all is well"), CudaError::cudaSuccess);
}

}  // namespace
}  // namespace warplab::gpu
