// What the warps of a plan's kernels access in global and shared memory, lane by lane: questions about a program are
// answered by counting in it (autograder/questions/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace warplab::gpu {

// An access of one warp instruction to shared memory or to one allocation of global memory.
struct LoggedAccess {
  enum class Kind : std::uint8_t { load, store, atomic };
  static constexpr std::int32_t shared = -1;

  std::uint32_t launch = 0;  // index of its run in the report
  std::uint64_t block = 0;   // its number in the grid, x fastest
  std::uint32_t warp = 0;    // its number in the block
  std::uint32_t lanes = 0;   // one bit for each that takes part
  std::uint32_t file = 0, line = 0;
  Kind kind = Kind::load;
  std::uint32_t bytes = 0;     // per lane
  std::int32_t buffer = 0;     // index of the allocation's name, or `shared`
  std::uint32_t barriers = 0;  // of the block that had opened before
  bool is_guess = false;       // a load that the compiler has moved before its condition
  // One for each lane that takes part, in their order: bytes from the beginning of the allocation or of shared memory.
  std::vector<std::uint64_t> offsets;

  bool operator==(const LoggedAccess&) const = default;
};

struct AccessLog {
  std::vector<std::string> files, buffers;  // names
  std::vector<LoggedAccess> accesses;       // by launch and block, of each in the order of time
  bool is_cut = false;                      // there were more accesses than there is room for
  // Some accesses are not in it: of asynchronous copies.
  bool has_async_copies = false;

  bool operator==(const AccessLog&) const = default;
};

inline constexpr std::size_t most_logged_accesses = 12'000;

nlohmann::json to_json(const AccessLog& log);
// Throws std::runtime_error or nlohmann's exceptions for anything that to_json() does not write.
AccessLog access_log_from(const nlohmann::json& json);

}  // namespace warplab::gpu
