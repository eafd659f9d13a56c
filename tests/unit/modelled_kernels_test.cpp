// What is shown of the kernels that simt ran.
#include "autograder/judge/gpu/modelled_kernels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "simt/model/modelled_kernels.h"

namespace warplab {
namespace {

using simt::model::KernelOnGpu;
using simt::model::ModelledKernels;

const simt::model::Target& h200() { return *simt::model::find_target("H200"); }

// A launch of 1000 blocks of 256 threads.
gpu::KernelRun launch(const std::string& kernel, double seconds, std::uint32_t registers = 32) {
  gpu::KernelRun run;
  run.kernel = kernel;
  run.seconds = seconds;
  simt::model::LaunchFacts& facts = run.facts.emplace();
  facts.blocks = 1000;
  facts.warps = 8000;
  facts.threads = 256;
  facts.registers = registers;
  return run;
}

TEST(ModelledKernels, AddUpTheLaunchesOfEach) {
  gpu::ExecutionReport report;
  report.runs = {launch("short", 1e-6), launch("long", 2e-6), launch("long", 3e-6)};
  const ModelledKernels modelled = modelled_kernels(report, h200());
  EXPECT_EQ(modelled.gpu, "NVIDIA H200");
  ASSERT_EQ(modelled.kernels.size(), 2u);
  const KernelOnGpu& first = modelled.kernels[0];
  EXPECT_EQ(first.kernel, "long") << "it takes longest";
  EXPECT_EQ(first.launches, 2u);
  EXPECT_NEAR(first.seconds, 5e-6, 1e-12);
  EXPECT_EQ(first.block, (simt::model::BlockNeeds{256, 32, 0}));
  EXPECT_EQ(first.occupancy.now.blocks_per_sm, 8u);
  EXPECT_EQ(modelled.kernels[1].launches, 1u);
}

// Nobody sampled their caches: each sector comes from memory.
TEST(ModelledKernels, StandBelowTheRoof) {
  gpu::ExecutionReport report;
  for (const double seconds : {1e-3, 3e-3}) {
    gpu::KernelRun& run = report.runs.emplace_back(launch("k", seconds));
    run.facts->work.issue = 1e8;
    run.facts->work.global_sectors = run.facts->work.load_sectors = 5e7;
  }
  const ModelledKernels modelled = modelled_kernels(report, h200());
  EXPECT_EQ(modelled.roofline.memory_bytes_per_s, h200().memory_bytes_per_s);
  ASSERT_EQ(modelled.kernels.size(), 1u);
  const KernelOnGpu& kernel = modelled.kernels[0];
  ASSERT_TRUE(kernel.point);
  EXPECT_EQ(kernel.point->level, simt::model::MemoryLevel::memory);
  EXPECT_NEAR(kernel.point->instructions_per_byte, 2, 1e-9);
  EXPECT_NEAR(kernel.point->instructions_per_s, 2 * 32e8 / 4e-3, 1);
  EXPECT_EQ(kernel.bound, "memory");
}

TEST(ModelledKernels, HaveNoPointWithoutBytes) {
  gpu::ExecutionReport report;
  report.runs = {launch("k", 1e-6)};
  report.runs[0].facts->work.issue = 1e8;
  const ModelledKernels modelled = modelled_kernels(report, h200());
  ASSERT_EQ(modelled.kernels.size(), 1u);
  EXPECT_FALSE(modelled.kernels[0].point);
}

TEST(ModelledKernels, TellBlocksThatTakeDifferentAmountsApart) {
  gpu::ExecutionReport report;
  report.runs = {launch("k", 1e-6, 32), launch("k", 1e-6, 40)};
  report.runs.push_back(report.runs[0]);
  report.runs.back().facts->shared_bytes = 4096;
  EXPECT_EQ(modelled_kernels(report, h200()).kernels.size(), 3u);
}

TEST(ModelledKernels, AreNoneWithoutFacts) {
  gpu::ExecutionReport report;
  report.runs.emplace_back().kernel = "k";
  report.runs.push_back(launch("k", 1e-6, 1000));  // registers that no thread can have
  const ModelledKernels modelled = modelled_kernels(report, h200());
  EXPECT_TRUE(modelled.kernels.empty());
  EXPECT_EQ(modelled.gpu, "");
}

}  // namespace
}  // namespace warplab
