// Watches patches of neighbouring blocks all over the grid. L1 is simulated a block at a time, with
// the block's part of its SM's cache: the blocks that an SM holds together lie far apart in the
// grid and share little. What L2 and memory see follows from which sectors the patches touched.
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <unordered_map>

#include "simt/exec/worker.h"
#include "simt/model/l1_cache.h"
#include "simt/model/timing.h"
#include "simt/ptx/atomics.h"

namespace simt::model {
namespace {

using observe::MemoryEvent;
using Sectors = std::vector<uint64_t>;

constexpr uint64_t max_blocks = 96;             // watched ones
constexpr uint64_t small_grid = 64;             // watched whole
constexpr uint64_t patch_blocks = 12;           // 4 by 3 in two dimensions
constexpr uint64_t events_in_all = 1 << 17;     // simulated ones; the rest is extrapolated
constexpr double largest_part = 0.03;           // of the blocks
constexpr uint32_t assumed_registers = 32;      // a thread, for the number of blocks on an SM
constexpr uint64_t region_sectors = 16;         // that one unit of L2 does the atomics of
constexpr uint64_t least_l1_bytes = 16 * 1024;  // of an SM

struct Range {
  uint64_t first = ~uint64_t{0}, last = 0;
  void add(uint64_t address, uint32_t bytes) {
    first = std::min(first, address);
    last = std::max(last, address + bytes - 1);
  }
};

using Ranges = std::map<std::pair<const void*, uint32_t>, Range>;  // by instruction

// What one watched block did.
struct BlockSample {
  uint64_t block = 0;
  double seen = 0, simulated = 0;  // accesses
  double load_sectors = 0, load_hits = 0, other_sectors = 0, lines = 0, l2_requests = 0,
         atomics = 0;
  Sectors read, written;  // distinct ones
  Ranges loads, stores;
  std::unordered_map<uint64_t, uint64_t> atomics_by_region;

  double scale() const { return simulated > 0 ? seen / simulated : 1; }
};

void sort_unique(Sectors& sectors) {
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
}

class BlockWatcher : public observe::BlockObserver {
 public:
  BlockWatcher(uint64_t l1_bytes, uint64_t budget, std::mutex& mutex,
               std::vector<BlockSample>& samples)
      : cache_(l1_bytes), budget_(budget), mutex_(mutex), samples_(samples) {}

  void block_begins(const exec::Block& block) override {
    cache_.clear();
    sample_ = {};
    sample_.block = block.linear;
    last_site_ = {};
    last_range_ = nullptr;
  }

  void memory(const exec::Warp&, const MemoryEvent& event) override { access(event); }
  void async_copy_issued(const exec::Warp&, const MemoryEvent& source,
                         const MemoryEvent&) override {
    access(source);
  }

  void block_ends() override {
    sort_unique(sample_.read);
    sort_unique(sample_.written);
    const std::lock_guard lock(mutex_);
    samples_.push_back(std::move(sample_));
  }

 private:
  void access(const MemoryEvent& event) {
    if (event.space != ptx::Space::global || event.lanes == 0) return;
    ++sample_.seen;
    note_range(event);
    if (sample_.simulated >= static_cast<double>(budget_)) return;
    ++sample_.simulated;
    collect_sectors(event);
    const double lines = static_cast<double>(count_lines(touched_));
    sample_.lines += lines;
    switch (event.access) {
      case MemoryEvent::Access::load:
        sample_.load_sectors += static_cast<double>(touched_.size());
        missed_.clear();
        for (uint64_t sector : touched_)
          if (event.strong || !cache_.load(sector)) missed_.push_back(sector);
        sample_.load_hits += static_cast<double>(touched_.size() - missed_.size());
        sample_.l2_requests += static_cast<double>(count_lines(missed_));
        sample_.read.insert(sample_.read.end(), missed_.begin(), missed_.end());
        return;
      case MemoryEvent::Access::store:
        sample_.other_sectors += static_cast<double>(touched_.size());
        sample_.written.insert(sample_.written.end(), touched_.begin(), touched_.end());
        sample_.l2_requests += 2 * lines;
        return;
      case MemoryEvent::Access::atomic:
        sample_.l2_requests += lines;
        sample_.other_sectors += static_cast<double>(touched_.size());
        sample_.written.insert(sample_.written.end(), touched_.begin(), touched_.end());
        sample_.read.insert(sample_.read.end(), touched_.begin(), touched_.end());
        count_atomics(event);
        return;
    }
  }

  // The distinct sectors, ascending.
  void collect_sectors(const MemoryEvent& event) {
    touched_.clear();
    for (uint32_t rest = event.lanes; rest; rest &= rest - 1) {
      const uint64_t address = event.addresses[__builtin_ctz(rest)];
      for (uint64_t s = address >> 5; s <= (address + event.bytes - 1) >> 5; ++s)
        if (touched_.empty() || touched_.back() != s) touched_.push_back(s);
    }
    if (!std::is_sorted(touched_.begin(), touched_.end()))
      std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
  }

  // A sector's atomics on different addresses are done together, those on one address in turn.
  void count_atomics(const MemoryEvent& event) {
    const bool aggregated = is_aggregated(event.function, event.pc);
    Sectors addresses;
    for (uint32_t rest = event.lanes; rest; rest &= rest - 1)
      addresses.push_back(event.addresses[__builtin_ctz(rest)]);
    std::sort(addresses.begin(), addresses.end());
    for (uint64_t sector : touched_) {
      uint64_t most = 1, run = 0;
      for (size_t i = 0; i < addresses.size() && !aggregated; ++i) {
        if (addresses[i] >> 5 != sector) continue;
        run = i > 0 && addresses[i] == addresses[i - 1] ? run + 1 : 1;
        most = std::max(most, run);
      }
      sample_.atomics += static_cast<double>(most);
      sample_.atomics_by_region[sector / region_sectors] += most;
    }
  }

  bool is_aggregated(const ptx::Function* function, uint32_t pc) {
    const auto [known, added] = aggregated_.try_emplace({function, pc}, false);
    if (added)
      known->second =
          ptx::atomic_form(*function, function->instructions[pc]) == ptx::AtomicForm::aggregated;
    return known->second;
  }

  // Of sectors in ascending order.
  static size_t count_lines(const Sectors& sectors) {
    size_t lines = 0;
    for (size_t i = 0; i < sectors.size(); ++i)
      lines += i == 0 || sectors[i] >> 2 != sectors[i - 1] >> 2;
    return lines;
  }

  // From the outermost lanes alone: it is done for every access, and lanes mostly ascend.
  void note_range(const MemoryEvent& event) {
    const std::pair<const void*, uint32_t> site{event.function, event.pc};
    if (!last_range_ || site != last_site_) {
      auto& ranges = event.access == MemoryEvent::Access::load ? sample_.loads : sample_.stores;
      last_range_ = &ranges[site];
      last_site_ = site;
    }
    last_range_->add(event.addresses[__builtin_ctz(event.lanes)], event.bytes);
    last_range_->add(event.addresses[31 - __builtin_clz(event.lanes)], event.bytes);
  }

  L1Cache cache_;
  const uint64_t budget_;
  std::mutex& mutex_;
  std::vector<BlockSample>& samples_;
  BlockSample sample_;
  Sectors touched_, missed_;
  std::map<std::pair<const ptx::Function*, uint32_t>, bool> aggregated_;  // by instruction
  std::pair<const void*, uint32_t> last_site_;
  Range* last_range_ = nullptr;
};

// Sectors from the first to the last byte that an instruction touched in any block, all
// instructions together.
double extent_of(const std::vector<const Ranges*>& of_blocks) {
  Ranges by_instruction;
  for (const Ranges* block : of_blocks)
    for (const auto& [site, range] : *block) {
      Range& whole = by_instruction[site];
      whole.first = std::min(whole.first, range.first);
      whole.last = std::max(whole.last, range.last);
    }
  std::vector<Range> ranges;
  for (const auto& [site, range] : by_instruction) ranges.push_back(range);
  std::sort(ranges.begin(), ranges.end(),
            [](const Range& a, const Range& b) { return a.first < b.first; });
  double sectors = 0;
  uint64_t next = 0;  // the first sector that was not counted yet
  for (const Range& range : ranges) {
    const uint64_t first = std::max(range.first >> 5, next), end = (range.last >> 5) + 1;
    if (end > first) sectors += static_cast<double>(end - first);
    next = std::max(next, end);
  }
  return sectors;
}

}  // namespace

struct CacheSampler::State {
  Target target;
  uint64_t grid_x = 0, blocks = 0;
  uint64_t l1_bytes = 0;                               // a block's part
  uint64_t budget = 0;                                 // of simulated accesses a block
  std::vector<std::pair<uint64_t, uint32_t>> watched;  // block and patch, ascending
  std::mutex mutex;
  std::vector<BlockSample> samples;
  CacheEstimate estimate;

  void choose_blocks(const observe::Index3& grid);
  uint32_t patch_of(uint64_t block) const {
    return std::lower_bound(watched.begin(), watched.end(), std::pair{block, 0u})->second;
  }
  double read_from_memory(double& footprint) const;
  double written_sectors() const;
  void add_up();
};

void CacheSampler::State::choose_blocks(const observe::Index3& grid) {
  watched.clear();
  if (blocks <= small_grid) {
    for (uint64_t b = 0; b < blocks; ++b) watched.emplace_back(b, 0);
    return;
  }
  const auto wanted = static_cast<uint64_t>(static_cast<double>(blocks) * largest_part);
  const uint64_t count = std::clamp(wanted, small_grid / 2, max_blocks);
  const uint64_t patches = std::max<uint64_t>(count / patch_blocks, 1);
  const uint64_t rows = uint64_t{grid.y} * grid.z;
  const uint64_t tall = rows >= 3 ? 3 : 1;
  const uint64_t wide = std::min<uint64_t>(patch_blocks / tall, grid.x);
  // Corners of patches from the grid's first block to its last, at columns that vary.
  for (uint64_t p = 0; p < patches; ++p) {
    const uint64_t first = patches == 1 ? 0 : (blocks - 1) * p / (patches - 1);
    const uint64_t y = std::min(first / grid.x, rows - tall);
    const uint64_t x = std::min(p + 1 == patches ? grid.x - wide
                                : rows == 1      ? first % grid.x
                                                 : (grid.x - wide) * (p * 3 % patches) / patches,
                                grid.x - wide);
    for (uint64_t dy = 0; dy < tall; ++dy)
      for (uint64_t dx = 0; dx < wide; ++dx)
        watched.emplace_back((y + dy) * grid.x + x + dx, static_cast<uint32_t>(p));
  }
  std::sort(watched.begin(), watched.end());
  watched.erase(std::unique(watched.begin(), watched.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                watched.end());
}

// Sectors that loads bring from memory when nothing of them is in L2 at first; `footprint` are the
// distinct ones.
double CacheSampler::State::read_from_memory(double& footprint) const {
  std::map<uint32_t, Sectors> patches;
  std::vector<const Ranges*> ranges;
  double scale = 0;
  for (const BlockSample& sample : samples) {
    Sectors& patch = patches[patch_of(sample.block)];
    patch.insert(patch.end(), sample.read.begin(), sample.read.end());
    ranges.push_back(&sample.loads);
    if (sample.atomics > 0) ranges.push_back(&sample.stores);
    scale += sample.scale() / static_cast<double>(samples.size());
  }
  // Sectors of at least half of the patches are taken for common to all blocks.
  std::unordered_map<uint64_t, uint32_t> seen_in;
  double sum = 0;
  for (auto& [id, patch] : patches) {
    sort_unique(patch);
    sum += static_cast<double>(patch.size());
    if (patches.size() >= 3)
      for (uint64_t sector : patch) ++seen_in[sector];
  }
  double common = 0;
  for (const auto& [sector, count] : seen_in)
    if (count * 2 >= patches.size()) ++common, sum -= count;

  const double own_of_block = sum * scale / static_cast<double>(samples.size());
  const double once = common * scale + own_of_block * static_cast<double>(blocks);
  footprint = std::min(once, extent_of(ranges));
  // Beyond the footprint: sectors that several patches read. L2 still has them if what the grid
  // reads between fits: a row of blocks, or else with the luck of the draw.
  const double l2_sectors = static_cast<double>(target.l2_bytes) / 32;
  const double row = own_of_block * static_cast<double>(grid_x) + common;
  const double kept = row <= l2_sectors / 2 ? 1 : std::min(1.0, l2_sectors / footprint);
  return footprint + (once - footprint) * (1 - kept);
}

double CacheSampler::State::written_sectors() const {
  std::map<uint32_t, Sectors> patches;
  std::vector<const Ranges*> ranges;
  double scale = 0, sum = 0;
  for (const BlockSample& sample : samples) {
    Sectors& patch = patches[patch_of(sample.block)];
    patch.insert(patch.end(), sample.written.begin(), sample.written.end());
    ranges.push_back(&sample.stores);
    scale += sample.scale() / static_cast<double>(samples.size());
  }
  for (auto& [id, patch] : patches) {
    sort_unique(patch);
    sum += static_cast<double>(patch.size());
  }
  return std::min(sum * scale / static_cast<double>(samples.size()) * static_cast<double>(blocks),
                  extent_of(ranges));
}

void CacheSampler::State::add_up() {
  estimate = {};
  if (samples.empty()) return;
  std::sort(samples.begin(), samples.end(),
            [](const BlockSample& a, const BlockSample& b) { return a.block < b.block; });
  const double share = static_cast<double>(blocks) / static_cast<double>(samples.size());
  double loads = 0, hits = 0;
  std::unordered_map<uint64_t, std::pair<double, size_t>>
      atomics_by_region;  // and by how many blocks
  for (const BlockSample& sample : samples) {
    const double scale = sample.scale() * share;
    loads += sample.load_sectors * scale;
    hits += sample.load_hits * scale;
    estimate.l2_sectors += (sample.load_sectors - sample.load_hits + sample.other_sectors) * scale;
    estimate.l1_lines += sample.lines * scale;
    estimate.l2_requests += sample.l2_requests * scale;
    estimate.atomics += sample.atomics * scale;
    for (const auto& [region, count] : sample.atomics_by_region) {
      auto& [sum, of_blocks] = atomics_by_region[region];
      sum += static_cast<double>(count) * sample.scale();
      ++of_blocks;
    }
  }
  estimate.sampled = true;
  estimate.l1_hit_rate = loads > 0 ? hits / loads : 0;
  // What many blocks touched, the blocks that nobody watched touch too.
  for (const auto& [region, touched] : atomics_by_region) {
    const auto [sum, of_blocks] = touched;
    estimate.hottest_atomics =
        std::max(estimate.hottest_atomics, of_blocks * 4 > samples.size() ? sum * share : sum);
  }

  double read_footprint = 0;
  const double read = read_from_memory(read_footprint), written = written_sectors();
  std::vector<const Ranges*> ranges;
  for (const BlockSample& sample : samples) {
    ranges.push_back(&sample.loads);
    ranges.push_back(&sample.stores);
  }
  const double footprint = std::min(read_footprint + written, extent_of(ranges)) * 32;
  // Kernels run again and again, or after one that left its results in L2: what fits there is
  // there.
  const double keeps = target.l2_resident_share * static_cast<double>(target.l2_bytes);
  const double resident = keeps > 0 ? std::clamp(2 - footprint / keeps, 0.0, 1.0) : 0;
  estimate.dram_bytes = std::min((read + written) * (1 - resident), estimate.l2_sectors) * 32;
}

CacheSampler::CacheSampler(const Target& target) : state_(std::make_unique<State>()) {
  state_->target = target;
}
CacheSampler::~CacheSampler() = default;

void CacheSampler::launch_begins(const observe::LaunchInfo& info) {
  State& s = *state_;
  s.samples.clear();
  s.grid_x = std::max(info.grid.x, 1u);
  s.blocks = info.blocks();
  s.choose_blocks(info.grid);
  const Occupancy held = occupancy(s.target, info.threads(), assumed_registers, info.shared_bytes);
  const uint64_t resident = std::max(held.blocks_per_sm, 1u);
  const uint64_t shared = resident * (info.shared_bytes + s.target.shared_reserved_per_block);
  const uint64_t l1 = s.target.l1_bytes_per_sm > shared + least_l1_bytes
                          ? s.target.l1_bytes_per_sm - shared
                          : least_l1_bytes;
  const uint64_t share_of_grid = (s.blocks + s.target.sms - 1) / std::max(s.target.sms, 1u);
  s.l1_bytes = l1 / std::clamp<uint64_t>(share_of_grid, 1, resident);
  s.budget = events_in_all / std::max<uint64_t>(s.watched.size(), 1);
}

bool CacheSampler::watches(uint64_t block) const {
  const auto& watched = state_->watched;
  const auto found = std::lower_bound(watched.begin(), watched.end(), std::pair{block, 0u});
  return found != watched.end() && found->first == block;
}

std::unique_ptr<observe::BlockObserver> CacheSampler::block_observer() {
  return std::make_unique<BlockWatcher>(state_->l1_bytes, state_->budget, state_->mutex,
                                        state_->samples);
}

void CacheSampler::launch_ends() { state_->add_up(); }
CacheEstimate CacheSampler::estimate() const { return state_->estimate; }

}  // namespace simt::model
