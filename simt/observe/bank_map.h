// Which lane of a warp accessed which bank of shared memory at a source line: data for a picture.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/events/observer.h"

namespace simt::observe {

// One warp instruction. There are 32 banks of 4-byte words.
struct BankMap {
  std::string kernel, file, access;  // "4-byte read"
  uint32_t line = 0, bytes = 0;
  bool is_load = false;
  events::Index3 block;
  uint32_t warp = 0, lanes = 0;
  std::array<uint32_t, 32> offsets{};  // in shared memory, of the active lanes

  struct Hit {
    uint32_t lane, bank, word;  // word: offset / 4
  };
  // The passes over the banks that this access takes, each with at most one word per bank. Groups
  // of lanes (8-byte accesses: 16 lanes, 16-byte: 8, 32-byte: 4) are served one after the other.
  std::vector<std::vector<Hit>> wavefronts() const;
};

// Records the first warp instruction that accesses shared memory at a line, in the first launch
// that reaches the line. Launches must not overlap.
class BankMapRecorder : public events::LaunchObserver {
 public:
  // `file` is matched against the end of the path at compilation.
  BankMapRecorder(std::string file, uint32_t line);
  void launch_begins(const events::LaunchInfo& info) override { info_ = &info; }
  bool watches(uint64_t block_linear) const override { return block_linear == 0; }
  std::unique_ptr<events::BlockObserver> block_observer() override;

  // One map per memory instruction of the line; empty if no warp reached it.
  std::vector<BankMap> maps() const;

 private:
  class Block;
  std::string file_;
  uint32_t line_;
  const events::LaunchInfo* info_ = nullptr;
  mutable std::mutex mutex_;
  std::vector<BankMap> maps_;
  std::vector<uint32_t> pcs_;  // of maps_
};

// {"kernel","file","line","access","bytes","block","warp","offsets":[[lane,offset]],
// "wavefronts":[[{"lane","bank","word"}]]}
nlohmann::json to_json(const BankMap& map);
// Throws nlohmann::json::exception if members are missing or have another type.
BankMap bank_map_from_json(const nlohmann::json& json);
// A text with a column per bank and a row per wavefront, showing the lane that is served.
std::string draw(const BankMap& map);

}  // namespace simt::observe
