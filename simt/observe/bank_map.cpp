#include "simt/observe/bank_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "simt/exec/worker.h"
#include "simt/observe/access_sites.h"

namespace simt::observe {
namespace {

constexpr uint32_t banks = 32;
constexpr uint32_t most_bytes = 32;  // a lane: a vector of four doubles

// Of an access of more than 4 bytes: lanes are served in two turns together where each lane's
// partner (l ^ distance) is inactive or at the same address.
bool merges(const BankMap& map, uint32_t distance) {
  for (uint32_t lane = 0; lane < 32; ++lane) {
    const uint32_t partner = lane ^ distance;
    if (!(map.lanes >> lane & 1) || !(map.lanes >> partner & 1)) continue;
    if (map.offsets[lane] != map.offsets[partner]) return false;
  }
  return true;
}

// Whether `path` ends with the whole file name, or part of the path, `end`.
bool ends_path(std::string_view path, std::string_view end) {
  if (!path.ends_with(end)) return false;
  path.remove_suffix(end.size());
  return path.empty() || path.ends_with('/') || end.starts_with('/');
}

}  // namespace

std::vector<std::vector<BankMap::Hit>> BankMap::wavefronts() const {
  uint32_t group = bytes <= 4 ? 32 : bytes <= 8 ? 16 : bytes <= 16 ? 8 : 4;
  if (is_load && bytes > 4 && (merges(*this, 1) || merges(*this, 2))) group *= 2;
  std::vector<std::vector<Hit>> all;
  for (uint32_t first = 0; first < 32; first += group) {
    const size_t base = all.size();
    std::vector<uint32_t> words[banks];  // distinct ones; the n-th is served in the n-th pass
    for (uint32_t lane = first; lane < first + group; ++lane) {
      if (!(lanes >> lane & 1)) continue;
      const uint32_t last = (offsets[lane] + std::max(bytes, 1u) - 1) / 4;
      for (uint32_t word = offsets[lane] / 4; word <= last; ++word) {
        std::vector<uint32_t>& known = words[word % banks];
        auto at = std::find(known.begin(), known.end(), word);
        if (at == known.end()) at = known.insert(known.end(), word);
        const size_t pass = base + static_cast<size_t>(at - known.begin());
        if (all.size() <= pass) all.resize(pass + 1);
        all[pass].push_back({lane, word % banks, word});
      }
    }
  }
  return all;
}

class BankMapRecorder::Block : public events::BlockObserver {
 public:
  explicit Block(BankMapRecorder& recorder)
      : recorder_(recorder), sites_(*recorder.info_->module, *recorder.info_->kernel) {}

  void block_begins(const exec::Block& block) override { block_ = &block; }

  void memory(const exec::Warp& warp, const events::MemoryEvent& event) override {
    if (event.space != ptx::Space::shared || !event.lanes) return;
    const ptx::SourceLine line = event.function->instructions[event.pc].source;
    if (line.line != recorder_.line_) return;
    const std::string& file = recorder_.info_->module->file_of(line);
    if (!ends_path(file, recorder_.file_)) return;
    const std::lock_guard lock(recorder_.mutex_);
    std::vector<uint32_t>& pcs = recorder_.pcs_;
    if (std::find(pcs.begin(), pcs.end(), event.pc) != pcs.end()) return;
    pcs.push_back(event.pc);
    BankMap map;
    map.kernel = recorder_.info_->name;
    map.file = file;
    const AccessSite& site = sites_[sites_.find(event.function, event.pc)];
    map.access = site.describe();
    map.is_load = site.kind() == events::AccessKind::read;
    map.line = line.line;
    map.bytes = event.bytes;
    map.block = {block_->index[0], block_->index[1], block_->index[2]};
    map.warp = warp.id;
    map.lanes = event.lanes;
    exec::for_active(event.lanes, [&](uint32_t lane) {
      map.offsets[lane] = static_cast<uint32_t>(event.addresses[lane]);
    });
    recorder_.maps_.push_back(std::move(map));
  }

 private:
  BankMapRecorder& recorder_;
  const AccessSites sites_;
  const exec::Block* block_ = nullptr;
};

BankMapRecorder::BankMapRecorder(std::string file, uint32_t line)
    : file_(std::move(file)), line_(line) {}

std::unique_ptr<events::BlockObserver> BankMapRecorder::block_observer() {
  return std::make_unique<Block>(*this);
}

std::vector<BankMap> BankMapRecorder::maps() const {
  const std::lock_guard lock(mutex_);
  return maps_;
}

nlohmann::json to_json(const BankMap& map) {
  nlohmann::json wavefronts = nlohmann::json::array();
  for (const auto& wavefront : map.wavefronts()) {
    nlohmann::json hits = nlohmann::json::array();
    for (const BankMap::Hit& hit : wavefront)
      hits.push_back({{"lane", hit.lane}, {"bank", hit.bank}, {"word", hit.word}});
    wavefronts.push_back(std::move(hits));
  }
  nlohmann::json offsets = nlohmann::json::array();
  exec::for_active(map.lanes, [&](uint32_t lane) { offsets.push_back({lane, map.offsets[lane]}); });
  return {{"kernel", map.kernel},
          {"file", map.file},
          {"line", map.line},
          {"access", map.access},
          {"bytes", map.bytes},
          {"is_load", map.is_load},
          {"warp", map.warp},
          {"block", {map.block.x, map.block.y, map.block.z}},
          {"offsets", std::move(offsets)},
          {"wavefronts", std::move(wavefronts)}};
}

BankMap bank_map_from_json(const nlohmann::json& json) {
  BankMap map;
  json.at("kernel").get_to(map.kernel);
  json.at("file").get_to(map.file);
  json.at("access").get_to(map.access);
  json.at("is_load").get_to(map.is_load);
  json.at("line").get_to(map.line);
  json.at("bytes").get_to(map.bytes);
  map.bytes = std::min(map.bytes, most_bytes);
  json.at("warp").get_to(map.warp);
  const auto block = json.at("block").get<std::array<uint32_t, 3>>();
  map.block = {block[0], block[1], block[2]};
  for (const auto& [lane, offset] :
       json.at("offsets").get<std::vector<std::pair<uint32_t, uint32_t>>>()) {
    if (lane >= map.offsets.size()) continue;
    map.lanes |= 1u << lane;
    map.offsets[lane] = offset;
  }
  return map;
}

std::string draw(const BankMap& map) {
  std::string out = fmt::format("{}:{}  {}, warp {} of block ({},{},{})\n", map.file, map.line,
                                map.access, map.warp, map.block.x, map.block.y, map.block.z);
  const auto rows = map.wavefronts();
  out += fmt::format("{} wavefront{}. Across: banks 0-9, a-v; in them the (first) lane served\n",
                     rows.size(), rows.size() == 1 ? "" : "s");
  constexpr std::string_view digits = "0123456789abcdefghijklmnopqrstuv";
  out += "     ";
  for (const char digit : digits) out += {' ', digit};
  out += '\n';
  for (size_t i = 0; i < rows.size(); ++i) {
    std::string row(2 * banks, ' ');
    for (uint32_t bank = 0; bank < banks; ++bank) row[2 * bank + 1] = '.';
    for (const BankMap::Hit& hit : rows[i])
      if (char& cell = row[2 * hit.bank + 1]; cell == '.') cell = digits[hit.lane];
    out += fmt::format("{:>4} {}\n", i + 1, row);
  }
  return out;
}

}  // namespace simt::observe
