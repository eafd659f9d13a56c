// Where the bytes of a result come from, by a plan alone.
#include "autograder/gpu/value_origin.h"

#include <gtest/gtest.h>

#include <cstring>
#include <utility>
#include <vector>

namespace warplab::gpu {
namespace traced {
namespace {

constexpr std::uint64_t a = address_of(2), b = address_of(3), elsewhere = address_of(4);

Command command(std::uint64_t site, auto what) {
  Command made;
  made.what = std::move(what);
  made.site = site;
  return made;
}

std::vector<std::uint8_t> pointer(std::uint64_t address) {
  std::vector<std::uint8_t> bytes(sizeof address);
  std::memcpy(bytes.data(), &address, sizeof address);
  return bytes;
}

Launch launch_on(std::vector<std::uint64_t> addresses) {
  Launch launch;
  for (const std::uint64_t address : addresses) launch.parameters.push_back(pointer(address));
  return launch;
}

TracedPlace on_host(std::uint32_t buffer, std::uint64_t offset) {
  return {TracedPlace::Kind::on_host, 0, {buffer, offset}};
}

// In, a kernel from a to b, a copy on the device, and the first 100 bytes out.
Plan plan() {
  Plan plan;
  plan.commands = {command(1, CopyIn{a, {0, 0}, 400}), command(2, launch_on({a, b})),
                   command(3, Copy{elsewhere, b, 200}),
                   command(4, CopyOut{{1, 0}, elsewhere, 100})};
  return plan;
}

TEST(ValueOrigin, IsFollowedThroughCopies) {
  const ByteTrace trace = trace_back(plan(), on_host(1, 40));
  EXPECT_TRUE(trace.is_written);
  EXPECT_EQ(trace.copy_site, 4u);
  EXPECT_EQ(trace.before[3].address, elsewhere + 40);
  EXPECT_EQ(trace.before[2].address, b + 40);
  EXPECT_EQ(trace.before[1].address, b + 40) << "where the kernel has stored it";
}

TEST(ValueOrigin, OfWhatNothingWroteIsItsNeighbours) {
  const ByteTrace trace = trace_back(plan(), on_host(1, 120));
  EXPECT_FALSE(trace.is_written);
  EXPECT_EQ(trace.copy_site, 4u);
  EXPECT_EQ(trace.before[1].address, b + 99);
}

TEST(ValueOrigin, EndsWhereMemoryIsFilled) {
  Plan filled = plan();
  filled.commands.insert(filled.commands.begin() + 2, command(5, Fill{b, 0, 400}));
  const ByteTrace trace = trace_back(filled, on_host(1, 40));
  EXPECT_EQ(trace.before[3].address, b + 40);
  EXPECT_EQ(trace.before[1].kind, TracedPlace::Kind::nowhere) << "the kernel's value is lost";
}

TEST(ValueOrigin, OfMemoryOnTheDeviceNeedsNoCopy) {
  Plan plan;
  plan.commands = {command(1, launch_on({a}))};
  const ByteTrace trace = trace_back(plan, {TracedPlace::Kind::on_device, a + 8, {}});
  EXPECT_TRUE(trace.is_written);
  EXPECT_EQ(trace.copy_site, 0u);
  EXPECT_EQ(trace.before[0].address, a + 8);
}

TEST(ValueOrigin, IsFedByWhatWritesToWhatTheKernelIsGiven) {
  Plan fed;
  fed.variables = {{0, "coefficients"}};
  fed.commands = {command(1, CopyIn{elsewhere, {0, 0}, 8}),
                  command(2, CopyIn{a, {0, 0}, 8}),
                  command(3, Upload{address_of(most_buffers), {1, 2}}),
                  command(4, launch_on({a, b})),
                  command(5, launch_on({b})),
                  command(6, CopyIn{b, {0, 0}, 8})};
  EXPECT_EQ(feeders_of(fed, 4), (std::vector<std::size_t>{3, 2, 1}));
  EXPECT_EQ(feeders_of(fed, 3), (std::vector<std::size_t>{2, 1}));
}

}  // namespace
}  // namespace traced
}  // namespace warplab::gpu
