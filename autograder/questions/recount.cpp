#include "autograder/questions/recount.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace warplab {
namespace {

using gpu::AccessLog;
using gpu::LoggedAccess;

// The numbers of the pieces of `size` bytes that an access reaches.
std::set<std::uint64_t> pieces_of(const LoggedAccess& access, std::uint64_t size) {
  std::set<std::uint64_t> pieces;
  for (const std::uint64_t offset : access.offsets)
    for (std::uint64_t byte = offset; byte < offset + access.bytes; ++byte)
      pieces.insert(byte / size);
  return pieces;
}

// Calls `visit` with the number of each thread in its block, and its offset.
template <typename Visit>
void for_each_thread(const LoggedAccess& access, Visit visit) {
  std::size_t active = 0;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if (access.lanes >> lane & 1) visit(access.warp * 32 + lane, access.offsets[active++]);
}

// What a thread does to a byte of shared memory.
struct ByteAccess {
  std::uint32_t line = 0, thread = 0;
  bool is_store = false;
  auto operator<=>(const ByteAccess&) const = default;
};

void note_pairs(const std::set<ByteAccess>& of_byte, UnorderedLines& found) {
  for (auto one = of_byte.begin(); one != of_byte.end(); ++one)
    for (auto other = std::next(one); other != of_byte.end(); ++other) {
      if (one->thread == other->thread || !(one->is_store || other->is_store)) continue;
      const LinePair lines = std::minmax(one->line, other->line);
      (one->thread / 32 == other->thread / 32 ? found.between_lanes : found.between_warps)
          .insert(lines);
    }
}

}  // namespace

std::size_t count_banks_hit(const LoggedAccess& access) {
  std::set<std::uint64_t> banks;
  for (const std::uint64_t word : pieces_of(access, 4)) banks.insert(word % 32);
  return banks.size();
}

std::size_t count_wavefronts(const LoggedAccess& access) {
  std::array<std::size_t, 32> words{};
  for (const std::uint64_t word : pieces_of(access, 4)) ++words[word % 32];
  return *std::ranges::max_element(words);
}

std::size_t count_sectors_touched(const LoggedAccess& access) {
  return pieces_of(access, 32).size();
}

std::set<LoggedThread> threads_that_access(const AccessLog& log, std::uint32_t launch,
                                           std::int32_t buffer, LoggedAccess::Kind kind,
                                           std::uint64_t begin, std::uint64_t bytes) {
  std::set<LoggedThread> threads;
  for (const LoggedAccess& access : log.accesses) {
    if (access.launch != launch || access.buffer != buffer || access.kind != kind) continue;
    for_each_thread(access, [&](std::uint32_t thread, std::uint64_t offset) {
      if (offset < begin + bytes && begin < offset + access.bytes)
        threads.insert({access.block, thread});
    });
  }
  return threads;
}

UnorderedLines find_unordered(const AccessLog& log, std::uint32_t file) {
  // By launch, block, barriers that had opened, and byte.
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t, std::uint64_t>,
           std::set<ByteAccess>>
      by_byte;
  for (const LoggedAccess& access : log.accesses) {
    if (access.buffer != LoggedAccess::shared || access.file != file) continue;
    for_each_thread(access, [&](std::uint32_t thread, std::uint64_t offset) {
      for (std::uint64_t byte = offset; byte < offset + access.bytes; ++byte)
        by_byte[{access.launch, access.block, access.barriers, byte}].insert(
            {access.line, thread, access.kind != LoggedAccess::Kind::load});
    });
  }
  UnorderedLines found;
  for (const auto& [place, of_byte] : by_byte) note_pairs(of_byte, found);
  return found;
}

}  // namespace warplab
