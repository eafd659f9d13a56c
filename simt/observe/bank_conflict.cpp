#include "simt/observe/bank_conflict.h"

#include <fmt/format.h>

#include "simt/observe/bank_map.h"

namespace simt::observe {
namespace {

// The lanes that the banks serve in one pass.
std::array<int, 32> lanes_by_bank(const std::vector<BankMap::Hit>& wavefront) {
  std::array<int, 32> lanes;
  lanes.fill(-1);
  for (const BankMap::Hit& hit : wavefront)
    if (lanes[hit.bank] < 0) lanes[hit.bank] = static_cast<int>(hit.lane);
  return lanes;
}

}  // namespace

BankConflict conflict_of(const BankMap& map) {
  BankConflict conflict;
  conflict.line = map.line;
  conflict.access = fmt::format("{}, warp {} of block ({},{},{})", map.access, map.warp,
                                map.block.x, map.block.y, map.block.z);
  for (const auto& wavefront : map.wavefronts())
    conflict.wavefronts.push_back(lanes_by_bank(wavefront));
  return conflict;
}

}  // namespace simt::observe
