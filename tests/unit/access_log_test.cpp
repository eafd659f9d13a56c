// What kernels access comes back from a device worker as it was logged, and is read without trust.
#include "autograder/gpu/access_log.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warplab::gpu {
namespace {

// Of all 32 lanes, so many bytes apart.
LoggedAccess of_all_lanes(std::uint64_t first, std::uint64_t stride) {
  LoggedAccess access;
  access.lanes = 0xffffffff;
  access.bytes = 4;
  for (std::uint64_t lane = 0; lane < 32; ++lane) access.offsets.push_back(first + lane * stride);
  return access;
}

TEST(AccessLog, ComesBackAsItWasWritten) {
  AccessLog log;
  log.files = {"a.cu"};
  log.buffers = {"src", "dst"};
  log.accesses = {of_all_lanes(8, 4), of_all_lanes(4096, ~std::uint64_t{3}), of_all_lanes(7, 0)};
  log.accesses[0].buffer = 1;
  log.accesses[0].is_guess = true;
  log.accesses[1].kind = LoggedAccess::Kind::atomic;
  log.accesses[2].buffer = LoggedAccess::shared;
  LoggedAccess uneven = log.accesses[0];
  uneven.lanes = 0b111;
  uneven.offsets = {0, 4, 12};
  LoggedAccess two = uneven;
  two.lanes = 0b101;
  two.offsets = {4, 0};
  LoggedAccess one = uneven;
  one.lanes = 0b100;
  one.offsets = {12};
  log.accesses.insert(log.accesses.end(), {uneven, two, one});
  log.has_async_copies = true;
  EXPECT_EQ(access_log_from(to_json(log)), log);
}

TEST(AccessLog, IsReadWithoutTrust) {
  AccessLog log;
  log.files = {"a.cu"};
  log.buffers = {"src"};
  log.accesses = {of_all_lanes(0, 4)};
  const auto damaged = [&](std::size_t field, const nlohmann::json& value) {
    nlohmann::json json = to_json(log);
    json["accesses"][0][field] = value;
    return json;
  };
  constexpr std::size_t lanes = 3, file = 4, kind = 6, buffer = 8, offsets = 11;
  EXPECT_THROW(access_log_from(damaged(file, 1)), std::runtime_error);
  EXPECT_THROW(access_log_from(damaged(kind, 3)), std::runtime_error);
  EXPECT_THROW(access_log_from(damaged(buffer, 1)), std::runtime_error);
  EXPECT_THROW(access_log_from(damaged(buffer, -2)), std::runtime_error);
  EXPECT_THROW(access_log_from(damaged(lanes, 0)), std::runtime_error);
  EXPECT_THROW(access_log_from(damaged(offsets, {0, 4, 8})), std::runtime_error);
}

}  // namespace
}  // namespace warplab::gpu
