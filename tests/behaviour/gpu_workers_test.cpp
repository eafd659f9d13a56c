// The device worker by itself: which plan it executes.
#include "autograder/judge/gpu/gpu_workers.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/behaviour/small_course.h"

namespace warplab {
namespace {

// A plan that fills the only output, 64 bytes, with sevens.
std::vector<std::byte> plan_of_sevens() {
  gpu::Plan plan;
  plan.commands = {{gpu::Fill{gpu::address_of(0), 7, 64}, 0, true, 0}};
  std::vector<std::byte> bytes(gpu::plan_capacity);
  EXPECT_TRUE(gpu::write_plan(plan, bytes));
  return bytes;
}

TEST(GpuWorkers, APlanWhoseLengthIsNoneIsNotTheOneBefore) {
  const Sandbox sandbox(SandboxKind::bubblewrap, {});
  const DeviceProgram simt(sandbox, test_options("").worker_objects, 1);
  CaseLayout layout;
  layout.output_bytes = {64};
  DeviceWorker worker(sandbox, simt, {layout}, run_limits(2), {Seed(), "test"});
  const auto no_inputs = [](auto) {};
  std::vector<std::byte> plan = plan_of_sevens();
  const auto good = worker.execute(plan, layout, {}, no_inputs, {}, 0x7fc00001);
  ASSERT_TRUE(good);
  EXPECT_EQ(good->report.error, gpu::CudaError::cudaSuccess) << good->report.reason;
  EXPECT_EQ(good->outputs[0][63], std::byte{7});

  // Each is the length of nothing; the first one, with its own 8 bytes, is 0 in 64 bits.
  for (const std::uint64_t length : {~std::uint64_t{7}, ~std::uint64_t{0}, std::uint64_t{0},
                                     std::uint64_t{gpu::plan_capacity}}) {
    std::memcpy(plan.data(), &length, sizeof length);
    const auto bad = worker.execute(plan, layout, {}, no_inputs, {}, 0x7fc00001);
    ASSERT_TRUE(bad);
    EXPECT_EQ(bad->report.error, gpu::CudaError::cudaErrorUnknown) << length;
    EXPECT_NE(bad->outputs[0][63], std::byte{7}) << length;
  }
}

}  // namespace
}  // namespace warplab
