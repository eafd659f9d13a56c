// What submissions to a lab may use: the usual limits, or those of its lab.json.
#include <gtest/gtest.h>

#include <cstdint>

#include "autograder/course/lab.h"
#include "autograder/judge/gpu/gpu_workers.h"
#include "autograder/judge/workshop.h"

namespace warplab {
namespace {

TEST(LabLimits, AreTheUsualOnesWithoutAny) {
  const Limits limits = limits_of({}, 2);
  EXPECT_EQ(limits.wall_s, 10);
  EXPECT_EQ(limits.cpu_s, 20);
  EXPECT_EQ(limits.session_wall_s, 120);
  EXPECT_EQ(limits.session_cpu_s, 240);
  EXPECT_EQ(limits.memory_bytes, std::uint64_t{2} << 30);
  const GpuLimits gpu = gpu_limits({});
  EXPECT_EQ(gpu.recorder.wall_s, 10);
  EXPECT_EQ(gpu.device.wall_s, 60);
  EXPECT_EQ(gpu.device.session_wall_s, 300);
  EXPECT_EQ(gpu.device.memory_bytes, std::uint64_t{2} << 30);
}

TEST(LabLimits, AreThoseOfTheLab) {
  Lab lab;
  lab.call_s = 30;
  lab.memory_bytes = std::uint64_t{3} << 30;
  const Limits limits = limits_of(lab, 2);
  EXPECT_EQ(limits.wall_s, 30);
  EXPECT_EQ(limits.cpu_s, 60);
  EXPECT_EQ(limits.session_wall_s, 360);
  EXPECT_EQ(limits.session_cpu_s, 720);
  EXPECT_EQ(limits.memory_bytes, *lab.memory_bytes);
  const GpuLimits gpu = gpu_limits(lab);
  EXPECT_EQ(gpu.recorder.wall_s, 30);
  EXPECT_EQ(gpu.device.wall_s, 180);
  EXPECT_EQ(gpu.device.session_wall_s, 900);
  EXPECT_EQ(gpu.device.memory_bytes, *lab.memory_bytes);
}

// It is the grader's own program: who asks for little means the student's.
TEST(LabLimits, LeaveTheDeviceWorkerWhatItHas) {
  Lab lab;
  lab.call_s = 1;
  lab.memory_bytes = std::uint64_t{64} << 20;
  const GpuLimits gpu = gpu_limits(lab);
  EXPECT_EQ(gpu.recorder.wall_s, 1);
  EXPECT_EQ(gpu.recorder.memory_bytes, *lab.memory_bytes);
  EXPECT_EQ(gpu.device.wall_s, 60);
  EXPECT_EQ(gpu.device.memory_bytes, std::uint64_t{2} << 30);
}

}  // namespace
}  // namespace warplab
