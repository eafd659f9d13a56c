// What a lab's page says of kernels: how full they make the GPU, and where they stand below its roof.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "autograder/page/page.h"
#include "autograder/report/result.h"
#include "simt/model/modelled_kernels.h"
#include "simt/model/occupancy_advice.h"
#include "simt/model/roofline.h"
#include "simt/model/target.h"
#include "simt/page/occupancy.h"
#include "simt/page/roofline.h"

namespace warplab::page::page_kernels_test {
namespace {

using simt::model::KernelOnGpu;
using simt::page::most_kernels;
using simt::page::occupancy_advice;

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

std::string occupancy_of(const StepResult& step) {
  return simt::page::occupancy_view(step.kernels, "step 1");
}

std::string roofline_of_step(const StepResult& step) {
  return simt::page::roofline_view(step.kernels, "step 1");
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
  const std::string view = occupancy_of(step_of({kernel_of(256, 40, 0), kernel_of(32, 16, 0)}));
  EXPECT_TRUE(contains(view, "<caption>Occupancy of step 1</caption>"));
  EXPECT_TRUE(contains(view, "SM) of the NVIDIA H200 has room for 64 warps"));
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
      contains(occupancy_of(step_of({kernel_of(256, 32, 0)})), "<td>threads, registers</td>"));
}

TEST(OccupancyView, IsNotThereWithoutKernels) { EXPECT_EQ(occupancy_of(step_of({})), ""); }

TEST(OccupancyView, SaysHowManyKernelsAreLeftOut) {
  const std::vector<KernelOnGpu> many(most_kernels + 2, kernel_of(256, 32, 0));
  const std::string view = occupancy_of(step_of(many));
  EXPECT_EQ(count(view, "<tr><th scope=\"row\""), most_kernels);
  EXPECT_TRUE(contains(view, "<p>2 more rows are left out"));
}

// The figure is 600 by 300: from 0.01 to 1000 instructions per byte, and of an H200 from 1e10 to 1e14
// per second.
KernelOnGpu kernel_at(double instructions_per_byte, double instructions_per_s) {
  KernelOnGpu kernel = kernel_of(256, 32, 0);
  kernel.point = simt::model::RooflinePoint{simt::model::MemoryLevel::memory, instructions_per_byte,
                                            instructions_per_s, 2 * instructions_per_s};
  kernel.bound = "latency";
  return kernel;
}

StepResult roofline_step(const std::vector<KernelOnGpu>& kernels) {
  StepResult step = step_of(kernels);
  step.kernels.roofline = simt::model::roofline_of(*simt::model::find_target("H200"));
  return step;
}

TEST(RooflineView, HasAPointAndARowPerKernel) {
  KernelOnGpu from_l2 = kernel_at(1e9, 1e-9);
  from_l2.point->level = simt::model::MemoryLevel::l2;
  const std::string view = roofline_of_step(roofline_step({kernel_at(1, 1e12), from_l2}));
  EXPECT_TRUE(contains(view, "The NVIDIA H200 issues 33454 thousand million instructions"));
  EXPECT_TRUE(contains(view, "memory moves 4263 GB/s"));
  EXPECT_TRUE(contains(view, "The uppermost line across is 10<sup>13</sup> instructions"));
  EXPECT_TRUE(contains(view, "<circle class=\"point\" cx=\"240.0\" cy=\"150.0\" r=\"8\"/>"));
  EXPECT_TRUE(contains(view, "<circle class=\"point\" cx=\"600.0\" cy=\"300.0\" r=\"8\"/>"))
      << "what is far away stands at the edge";
  EXPECT_TRUE(contains(view,
                       "<td class=\"number\">1</td><td class=\"number\">1 of memory</td><td "
                       "class=\"number\">1000</td><td class=\"number\">2000 (50 %)</td>"
                       "<td>latency</td>"));
  EXPECT_TRUE(contains(view, "1000000000 of L2</td>"));
  EXPECT_TRUE(contains(view, "<tr><td>2</td><th scope=\"row\" class=\"kernel\">"));
}

TEST(RooflineView, DrawsBothRoofsUpToTheFlatOne) {
  const std::string view = roofline_of_step(roofline_step({kernel_at(1, 1e12)}));
  // From 4.263e10 instructions per second, 3.370 powers of ten below 1e14, to 3.3e13.
  EXPECT_TRUE(contains(view, "<polyline class=\"roof\" points=\"0,252.8 347.4,35.7 600,35.7\"/>"))
      << view;
  EXPECT_TRUE(
      contains(view, "<polyline class=\"roof l2\" points=\"0,235.7 320.1,35.7 600,35.7\"/>"))
      << view;
  EXPECT_TRUE(contains(view, "<svg role=\"img\"")) << "with a title, and the table says the same";
  EXPECT_TRUE(contains(view, "<title>Roofline of step 1"));
}

TEST(RooflineView, IsNotThereWithoutPoints) {
  EXPECT_EQ(roofline_of_step(roofline_step({kernel_of(256, 32, 0)})), "");
  EXPECT_EQ(roofline_of_step(step_of({})), "");
}

TEST(RooflineView, LeavesOutKernelsWithoutAPoint) {
  const std::string view =
      roofline_of_step(roofline_step({kernel_of(256, 32, 0), kernel_at(1, 1e12)}));
  EXPECT_EQ(count(view, "<circle"), 1u);
  EXPECT_EQ(count(view, "<th scope=\"row\""), 1u);
}

LabResult lab_of(const StepResult& step) {
  LabResult lab;
  lab.lab = "lab5-shared-int";
  lab.steps = {step};
  return lab;
}

TEST(KernelsOnAPage, KeepItsPolicy) {
  KernelOnGpu kernel = kernel_at(1, 1e12);
  kernel.kernel = kernel.bound = hostile;
  StepResult step = roofline_step({kernel});
  step.kernels.gpu = hostile;
  const std::string page = lab_page(lab_of(step), "");
  EXPECT_TRUE(contains(page, "<h3>Occupancy</h3>"));
  EXPECT_TRUE(contains(page, "<h3>Roofline</h3>"));
  EXPECT_EQ(count(page, "<img"), 0u);
  EXPECT_EQ(count(page, "<script"), 0u);
  EXPECT_EQ(count(page, " style="), 0u);
}

// Templates have names of thousands of letters.
TEST(KernelsOnAPage, TakeLittleRoom) {
  KernelOnGpu kernel = kernel_at(1, 1e12);
  kernel.kernel = std::string(4 << 10, '<');
  const std::vector<KernelOnGpu> many(100, kernel);
  EXPECT_LT(lab_page(lab_of(roofline_step(many)), "").size(), 64u << 10);
}

}  // namespace
}  // namespace warplab::page::page_kernels_test
