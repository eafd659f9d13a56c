// What a lab's page says of kernels: how full they make the GPU.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/page/occupancy.h"
#include "autograder/page/page.h"
#include "autograder/report/result.h"
#include "simt/model/occupancy_advice.h"
#include "simt/model/target.h"

namespace warplab::page {
namespace {

const std::string hostile = "k</code><img src=x onerror=alert(1)>\"'&";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++times;
  return times;
}

KernelOnGpu kernel_of(std::uint32_t threads, std::uint32_t registers, std::uint32_t shared_bytes) {
  KernelOnGpu kernel;
  kernel.kernel = "filter(int const*, int*)";
  kernel.block = {threads, registers, shared_bytes};
  kernel.launches = 1;
  kernel.seconds = 1e-3;
  kernel.occupancy =
      simt::model::advise_on_occupancy(*simt::model::find_target("H200"), kernel.block);
  return kernel;
}

StepResult step_of(const std::vector<KernelOnGpu>& kernels) {
  StepResult step;
  step.step = 1;
  step.name = "tile";
  step.kernels.gpu = "NVIDIA H200";
  step.kernels.kernels = kernels;
  return step;
}

TEST(OccupancyText, SaysWhatLessWouldDo) {
  EXPECT_EQ(occupancy_advice(kernel_of(256, 40, 0)),
            "1 register fewer: no change; 32 registers: 8 blocks");
  EXPECT_EQ(occupancy_advice(kernel_of(256, 41, 0)), "1 register fewer: 6 blocks");
  EXPECT_EQ(occupancy_advice(kernel_of(256, 32, 0)), "1 register fewer: no change");
  EXPECT_EQ(occupancy_advice(kernel_of(128, 16, 48 * 1024)),
            "1 register fewer: no change\n1 KiB less shared memory: no change; 45568 bytes: 5 "
            "blocks");
  EXPECT_EQ(occupancy_advice(kernel_of(128, 16, 45569)),
            "1 register fewer: no change\n1 KiB less shared memory: 5 blocks");
  EXPECT_EQ(occupancy_advice(kernel_of(32, 16, 100)),
            "1 register fewer: no change\nno shared memory: no change");
}

TEST(OccupancyView, HasARowPerKernel) {
  const std::string view = occupancy_view(step_of({kernel_of(256, 40, 0), kernel_of(32, 16, 0)}));
  EXPECT_TRUE(contains(view, "<caption>Occupancy of step 1</caption>"));
  EXPECT_TRUE(contains(view, "SM) of an NVIDIA H200 has room for 64 warps"));
  EXPECT_TRUE(contains(view, "<code>filter(int const*, int*)</code><br>blocks of 256 threads"));
  EXPECT_TRUE(contains(view,
                       "<td class=\"number\">40</td><td class=\"number\">0</td><td "
                       "class=\"number\">6</td><td class=\"number\">48 of 64 (75 %)</td>"
                       "<td>registers</td>"));
  EXPECT_TRUE(contains(view, "<td>number of blocks</td>"));
  EXPECT_EQ(count(view, "<tr><th scope=\"row\""), 2u);
}

TEST(OccupancyView, NamesAllThatLimits) {
  EXPECT_TRUE(
      contains(occupancy_view(step_of({kernel_of(256, 32, 0)})), "<td>threads, registers</td>"));
}

TEST(OccupancyView, IsNotThereWithoutKernels) { EXPECT_EQ(occupancy_view(step_of({})), ""); }

TEST(OccupancyView, SaysHowManyKernelsAreLeftOut) {
  const std::vector<KernelOnGpu> many(most_kernels + 2, kernel_of(256, 32, 0));
  const std::string view = occupancy_view(step_of(many));
  EXPECT_EQ(count(view, "<tr><th scope=\"row\""), most_kernels);
  EXPECT_TRUE(contains(view, "<p>2 more rows are left out"));
}

LabResult lab_of(const StepResult& step) {
  LabResult lab;
  lab.lab = "lab5-shared-int";
  lab.steps = {step};
  return lab;
}

TEST(KernelsOnAPage, KeepItsPolicy) {
  KernelOnGpu kernel = kernel_of(256, 32, 0);
  kernel.kernel = hostile;
  StepResult step = step_of({kernel});
  step.kernels.gpu = hostile;
  const std::string page = lab_page(lab_of(step), "");
  EXPECT_TRUE(contains(page, "<h3>Occupancy</h3>"));
  EXPECT_EQ(count(page, "<img"), 0u);
  EXPECT_EQ(count(page, "<script"), 0u);
  EXPECT_EQ(count(page, " style="), 0u);
}

// Templates have names of thousands of letters.
TEST(KernelsOnAPage, TakeLittleRoom) {
  KernelOnGpu kernel = kernel_of(256, 32, 0);
  kernel.kernel = std::string(4 << 10, '<');
  const std::vector<KernelOnGpu> many(100, kernel);
  EXPECT_LT(lab_page(lab_of(step_of(many)), "").size(), 64u << 10);
}

}  // namespace
}  // namespace warplab::page
