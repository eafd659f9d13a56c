// Which lane of a warp hit which bank of shared memory at one source line: data for a picture.
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

// One warp instruction. Banks are 32, of 4-byte words.
struct BankMap {
  std::string kernel, file, access;  // "4-byte read"
  uint32_t line = 0, bytes = 0;
  events::Index3 block;
  uint32_t warp = 0, lanes = 0;
  std::array<uint32_t, 32> offsets{};  // in shared memory, of the active lanes

  struct Hit {
    uint32_t lane, bank, word;  // word: offset / 4
  };
  // The passes over the banks that this access takes; in each, at most one word a bank. Groups of
  // lanes (8-byte accesses: 16 lanes, 16-byte: 8, 32-byte: 4) follow each other.
  std::vector<std::vector<Hit>> wavefronts() const;
};

// Records the first warp instruction that accesses shared memory at a line. One launch after the
// other; the first one that hits the line counts.
class BankMapRecorder : public events::LaunchObserver {
 public:
  // `file` is compared with the end of the path that the program was compiled with.
  BankMapRecorder(std::string file, uint32_t line);
  void launch_begins(const events::LaunchInfo& info) override { info_ = &info; }
  bool watches(uint64_t block_linear) const override { return block_linear == 0; }
  std::unique_ptr<events::BlockObserver> block_observer() override;

  // Empty where no warp came by. One map a memory instruction of the line.
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
// Throws nlohmann::json::exception where members are missing or have another type.
BankMap bank_map_from_json(const nlohmann::json& json);
// 32 banks across, a wavefront a row, with the lane that is served.
std::string draw(const BankMap& map);

}  // namespace simt::observe
