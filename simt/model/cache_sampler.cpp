// Watches patches of neighbouring blocks at random places all over the grid. L1 is simulated a
// block at a time, with the block's part of its SM's cache: the blocks that an SM holds together
// lie far apart in the grid and share little. What L2 and memory see follows from which sectors the
// patches touched.
#include "simt/model/cache_sampler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <random>
#include <unordered_map>

#include "simt/exec/worker.h"
#include "simt/model/l1_cache.h"
#include "simt/model/occupancy.h"
#include "simt/ptx/atomics.h"

namespace simt::model {
namespace {

using events::MemoryEvent;
using Sectors = std::vector<uint64_t>;

constexpr uint64_t max_blocks = 96;            // watched ones
constexpr uint64_t small_grid = 64;            // watched whole
constexpr uint64_t patch_blocks = 12;          // 4 by 3 in two dimensions
constexpr uint64_t events_in_all = 1 << 17;    // simulated ones at first; then windows are
constexpr uint64_t warm_up = 64, window = 64;  // accesses of a window: not counted, then counted
constexpr uint64_t first_stretch = 2 * (warm_up + window), stretch_growth = 4;  // by a fourth
constexpr double largest_part = 0.03;                                           // of the blocks
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

// Which accesses of a block are simulated: the first ones, all of them; then a window in each
// stretch of the rest, somewhere, and stretches get ever longer. What a window shows counts for its
// stretch.
class Schedule {
 public:
  enum class Turn { skip, warm_up, count };

  Schedule(uint64_t first, uint32_t seed) : end_(first), random_(seed) {}

  Turn next() {
    const uint64_t at = seen_++;
    if (stretch_ == 0 && at < end_) return Turn::count;
    if (at >= end_) begin_stretch();
    if (at < window_ || at >= window_ + warm_up + window) return Turn::skip;
    return at < window_ + warm_up ? Turn::warm_up : Turn::count;
  }
  // Of what is counted now: for how many accesses one stands.
  double weight() const {
    return stretch_ == 0 ? 1 : static_cast<double>(stretch_) / static_cast<double>(window);
  }

 private:
  void begin_stretch() {
    stretch_ = stretch_ == 0 ? first_stretch : stretch_ + stretch_ / stretch_growth;
    const uint64_t room = stretch_ - (warm_up + window);
    window_ = end_ + std::uniform_int_distribution<uint64_t>(0, room)(random_);
    end_ += stretch_;
  }

  uint64_t seen_ = 0, end_ = 0;  // of the present stretch
  uint64_t stretch_ = 0;         // its length; 0: the first accesses
  uint64_t window_ = 0;          // where its window begins
  std::minstd_rand random_;
};

// What one watched block did.
struct BlockSample {
  uint64_t block = 0;
  double seen = 0, simulated = 0;  // accesses; the latter with their weights
  double counted = 0;              // simulated ones, each as one
  double load_sectors = 0, load_hits = 0, other_sectors = 0, lines = 0, l2_requests = 0,
         atomics = 0;     // weighted
  Sectors read, written;  // distinct ones
  Ranges loads, stores;
  std::unordered_map<uint64_t, double> atomics_by_region;

  // From weighted sums to all accesses, and from distinct sectors to those of all accesses.
  double scale() const { return simulated > 0 ? seen / simulated : 1; }
  double thinning() const { return counted > 0 ? seen / counted : 1; }
};

void sort_unique(Sectors& sectors) {
  std::sort(sectors.begin(), sectors.end());
  sectors.erase(std::unique(sectors.begin(), sectors.end()), sectors.end());
}

class BlockWatcher : public events::BlockObserver {
 public:
  BlockWatcher(uint64_t l1_bytes, uint64_t first, uint64_t seed, std::mutex& mutex,
               std::vector<BlockSample>& samples)
      : cache_(l1_bytes),
        first_(first),
        seed_(seed),
        schedule_(first, 0),
        mutex_(mutex),
        samples_(samples) {}

  void block_begins(const exec::Block& block) override {
    cache_.clear();
    sample_ = {};
    sample_.block = block.linear;
    schedule_ = Schedule(first_, static_cast<uint32_t>(seed_ ^ block.linear));
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
    const Schedule::Turn turn = schedule_.next();
    if (turn == Schedule::Turn::skip) return;
    collect_sectors(event);
    find_misses(event);
    if (turn == Schedule::Turn::count) count(event, schedule_.weight());
  }

  // Of a load: the sectors that L1 did not have.
  void find_misses(const MemoryEvent& event) {
    missed_.clear();
    if (event.access != MemoryEvent::Access::load) return;
    for (uint64_t sector : touched_)
      if (event.strong || !cache_.load(sector)) missed_.push_back(sector);
  }

  void count(const MemoryEvent& event, double weight) {
    sample_.simulated += weight;
    ++sample_.counted;
    const double lines = static_cast<double>(count_lines(touched_));
    const double sectors = static_cast<double>(touched_.size());
    sample_.lines += weight * lines;
    switch (event.access) {
      case MemoryEvent::Access::load:
        sample_.load_sectors += weight * sectors;
        sample_.load_hits += weight * (sectors - static_cast<double>(missed_.size()));
        sample_.l2_requests += weight * static_cast<double>(count_lines(missed_));
        add(sample_.read, missed_);
        return;
      case MemoryEvent::Access::store:
        sample_.other_sectors += weight * sectors;
        sample_.l2_requests += weight * 2 * lines;
        add(sample_.written, touched_);
        return;
      case MemoryEvent::Access::atomic:
        sample_.other_sectors += weight * sectors;
        sample_.l2_requests += weight * lines;
        add(sample_.written, touched_);
        add(sample_.read, touched_);
        count_atomics(event, weight);
        return;
    }
  }

  static void add(Sectors& to, const Sectors& more) {
    to.insert(to.end(), more.begin(), more.end());
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
  void count_atomics(const MemoryEvent& event, double weight) {
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
      sample_.atomics += weight * static_cast<double>(most);
      sample_.atomics_by_region[sector / region_sectors] += weight * static_cast<double>(most);
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

  void note_range(const MemoryEvent& event) {
    const std::pair<const void*, uint32_t> site{event.function, event.pc};
    if (!last_range_ || site != last_site_) {
      auto& ranges = event.access == MemoryEvent::Access::load ? sample_.loads : sample_.stores;
      last_range_ = &ranges[site];
      last_site_ = site;
    }
    for (uint32_t rest = event.lanes; rest; rest &= rest - 1)
      last_range_->add(event.addresses[__builtin_ctz(rest)], event.bytes);
  }

  L1Cache cache_;
  const uint64_t first_, seed_;
  Schedule schedule_;
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
  uint64_t first = 0;                                  // accesses of a block, all simulated
  std::vector<std::pair<uint64_t, uint32_t>> watched;  // block and patch, ascending
  std::mt19937_64 random;
  uint64_t windows = 0;  // the seed of their places
  std::mutex mutex;
  std::vector<BlockSample> samples;
  CacheFacts facts;

  void choose_blocks(const events::Index3& grid);
  uint32_t patch_of(uint64_t block) const {
    return std::lower_bound(watched.begin(), watched.end(), std::pair{block, 0u})->second;
  }
  void note_reads();
  double written_sectors() const;
  void add_up();
};

void CacheSampler::State::choose_blocks(const events::Index3& grid) {
  if (blocks <= small_grid) {
    watched.clear();
    for (uint64_t b = 0; b < blocks; ++b) watched.emplace_back(b, 0);
    return;
  }
  const auto wanted = static_cast<uint64_t>(static_cast<double>(blocks) * largest_part);
  const uint64_t count = std::clamp(wanted, small_grid / 2, max_blocks);
  const uint64_t patches = std::max<uint64_t>(count / patch_blocks, 1);
  const uint64_t rows = uint64_t{grid.y} * grid.z;
  const uint64_t tall = rows >= 3 ? 3 : 1;
  const uint64_t wide = std::min<uint64_t>(patch_blocks / tall, grid.x);
  // The grid's ends, for how far its addresses reach. A patch's corner is anywhere in its part.
  watched = {{0, 0}, {blocks - 1, static_cast<uint32_t>(patches - 1)}};
  const auto below = [&](uint64_t end) {
    return end > 0 ? std::uniform_int_distribution<uint64_t>(0, end - 1)(random) : 0;
  };
  for (uint64_t p = 0; p < patches; ++p) {
    const uint64_t begin = blocks * p / patches, end = blocks * (p + 1) / patches;
    const uint64_t first = begin + below(end - begin);
    const uint64_t y = std::min(first / grid.x, rows - tall);
    const uint64_t x = std::min(rows == 1 ? first : below(grid.x - wide + 1), grid.x - wide);
    for (uint64_t dy = 0; dy < tall; ++dy)
      for (uint64_t dx = 0; dx < wide; ++dx)
        watched.emplace_back((y + dy) * grid.x + x + dx, static_cast<uint32_t>(p));
  }
  std::sort(watched.begin(), watched.end());
  watched.erase(std::unique(watched.begin(), watched.end(),
                            [](const auto& a, const auto& b) { return a.first == b.first; }),
                watched.end());
}

void CacheSampler::State::note_reads() {
  std::map<uint32_t, Sectors> patches;
  std::vector<const Ranges*> ranges;
  double scale = 0;
  for (const BlockSample& sample : samples) {
    Sectors& patch = patches[patch_of(sample.block)];
    patch.insert(patch.end(), sample.read.begin(), sample.read.end());
    ranges.push_back(&sample.loads);
    if (sample.atomics > 0) ranges.push_back(&sample.stores);
    scale += sample.thinning() / static_cast<double>(samples.size());
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
  facts.read_once = common * scale + own_of_block * static_cast<double>(blocks);
  facts.read_by_row = own_of_block * static_cast<double>(grid_x) + common;
  facts.read_extent = extent_of(ranges);
}

double CacheSampler::State::written_sectors() const {
  std::map<uint32_t, Sectors> patches;
  std::vector<const Ranges*> ranges;
  double scale = 0, sum = 0;
  for (const BlockSample& sample : samples) {
    Sectors& patch = patches[patch_of(sample.block)];
    patch.insert(patch.end(), sample.written.begin(), sample.written.end());
    ranges.push_back(&sample.stores);
    scale += sample.thinning() / static_cast<double>(samples.size());
  }
  for (auto& [id, patch] : patches) {
    sort_unique(patch);
    sum += static_cast<double>(patch.size());
  }
  return std::min(sum * scale / static_cast<double>(samples.size()) * static_cast<double>(blocks),
                  extent_of(ranges));
}

void CacheSampler::State::add_up() {
  facts = {};
  if (samples.empty()) return;
  facts.sampled = true;
  std::sort(samples.begin(), samples.end(),
            [](const BlockSample& a, const BlockSample& b) { return a.block < b.block; });
  const double share = static_cast<double>(blocks) / static_cast<double>(samples.size());
  std::unordered_map<uint64_t, std::pair<double, size_t>>
      atomics_by_region;  // and by how many blocks
  std::vector<const Ranges*> ranges;
  for (const BlockSample& sample : samples) {
    const double scale = sample.scale() * share;
    facts.load_sectors += sample.load_sectors * scale;
    facts.load_hits += sample.load_hits * scale;
    facts.other_sectors += sample.other_sectors * scale;
    facts.lines += sample.lines * scale;
    facts.l2_requests += sample.l2_requests * scale;
    facts.atomics += sample.atomics * scale;
    for (const auto& [region, count] : sample.atomics_by_region) {
      auto& [sum, of_blocks] = atomics_by_region[region];
      sum += count * sample.scale();
      ++of_blocks;
    }
    ranges.push_back(&sample.loads);
    ranges.push_back(&sample.stores);
  }
  // What many blocks touched, the blocks that nobody watched touch too.
  for (const auto& [region, touched] : atomics_by_region) {
    const auto [sum, of_blocks] = touched;
    facts.hottest_atomics =
        std::max(facts.hottest_atomics, of_blocks * 4 > samples.size() ? sum * share : sum);
  }
  note_reads();
  facts.written = written_sectors();
  facts.extent = extent_of(ranges);
}

CacheSampler::CacheSampler(const Target& target, uint64_t seed)
    : state_(std::make_unique<State>()) {
  state_->target = target;
  state_->random.seed(seed);
}
CacheSampler::~CacheSampler() = default;

void CacheSampler::launch_begins(const events::LaunchInfo& info) {
  State& s = *state_;
  s.samples.clear();
  s.grid_x = std::max(info.grid.x, 1u);
  s.blocks = info.blocks();
  s.choose_blocks(info.grid);
  s.windows = s.random();
  const Occupancy held = occupancy(s.target, info.threads(), assumed_registers, info.shared_bytes);
  const uint64_t resident = std::max(held.blocks_per_sm, 1u);
  const uint64_t shared = resident * (info.shared_bytes + s.target.shared_reserved_per_block);
  const uint64_t l1 = s.target.l1_bytes_per_sm > shared + least_l1_bytes
                          ? s.target.l1_bytes_per_sm - shared
                          : least_l1_bytes;
  const uint64_t share_of_grid = (s.blocks + s.target.sms - 1) / std::max(s.target.sms, 1u);
  s.l1_bytes = l1 / std::clamp<uint64_t>(share_of_grid, 1, resident);
  s.first = events_in_all / std::max<uint64_t>(s.watched.size(), 1);
}

bool CacheSampler::watches(uint64_t block) const {
  const auto& watched = state_->watched;
  const auto found = std::lower_bound(watched.begin(), watched.end(), std::pair{block, 0u});
  return found != watched.end() && found->first == block;
}

std::unique_ptr<events::BlockObserver> CacheSampler::block_observer() {
  return std::make_unique<BlockWatcher>(state_->l1_bytes, state_->first, state_->windows,
                                        state_->mutex, state_->samples);
}

void CacheSampler::launch_ends() { state_->add_up(); }
const CacheFacts& CacheSampler::facts() const { return state_->facts; }

}  // namespace simt::model
