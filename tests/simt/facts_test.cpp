// Facts of a launch: the same time after a journey as JSON, and no trust in what arrives.
#include "simt/model/facts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "simt/exec/worker.h"
#include "simt/model/cache_sampler.h"
#include "simt/model/facts_json.h"
#include "simt/model/timing.h"
#include "simt/ptx/parser.h"

namespace simt::model::facts_test {
namespace {

using nlohmann::json;

const Target& h200() { return *find_target("H200"); }

constexpr const char* loop =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
    ".reg .pred %p<2>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n"
    "ld.param.u64 %rd1, [p];\nmov.u32 %r1, 0;\n"
    "AGAIN:\nld.global.u32 %r2, [%rd1];\nadd.s32 %r1, %r1, %r2;\nbar.sync 0;\n"
    "setp.lt.s32 %p1, %r1, 100;\n@%p1 bra AGAIN;\nst.global.u32 [%rd1], %r1;\nret;\n}\n";

class Facts : public testing::Test {
 protected:
  Facts() : module(ptx::parse(loop)) {
    const ptx::Function& kernel = module.functions.front();
    counters.info.module = &module;
    counters.info.kernel = &kernel;
    counters.info.grid = {264, 1, 1};
    counters.info.block = {128, 1, 1};
    counters.info.shared_bytes = 1024;
    counters.registers = 24;
    counters.warps = 264 * 4;
    counters.functions.push_back({&kernel, {}});
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      counters.functions[0].instructions.push_back({10 * counters.warps, 0, 0, 0});
    for (uint32_t pc = 0; pc < kernel.instructions.size(); ++pc) {
      if (kernel.instructions[pc].space() != ptx::Space::global) continue;
      events::MemoryCounts counts;
      counts.pc = pc;
      counts.requests = counters.warps;
      counts.sectors = 4 * counts.requests;
      counters.memory.push_back(counts);
    }
  }

  LaunchFacts collect(const CacheFacts& caches = {}) {
    return FactCollector().collect(counters, caches);
  }

  ptx::Module module;
  events::LaunchCounters counters;
};

TEST_F(Facts, HoldTheBasicBlocksAndTheirDependencies) {
  const LaunchFacts facts = collect();
  ASSERT_EQ(facts.functions.size(), 1u);
  const Skeleton& blocks = *facts.functions[0].skeleton;
  ASSERT_EQ(blocks.size(), 3u);  // before the loop, the loop, after it
  const std::vector<Step>& body = blocks[1];
  ASSERT_EQ(body.size(), 5u);
  EXPECT_EQ(body[0].source, Source::global);
  EXPECT_TRUE(body[0].needs.empty());  // its address is from another block
  EXPECT_EQ(body[1].needs, std::vector<uint32_t>{0});
  EXPECT_TRUE(body[2].is_barrier);
  EXPECT_EQ(body[3].needs, std::vector<uint32_t>{1});
  EXPECT_EQ(body[4].needs, std::vector<uint32_t>{3});  // the predicate
  EXPECT_EQ(facts.functions[0].executed[1], 10.0 * 264 * 4);
  EXPECT_EQ(facts.work.global_sectors, 2 * 4.0 * 264 * 4);
  EXPECT_EQ(facts.work.load_sectors, 4.0 * 264 * 4);
}

TEST_F(Facts, LaunchesOfOneKernelShareItsSkeleton) {
  FactCollector collector;
  const LaunchFacts one = collector.collect(counters, {}), two = collector.collect(counters, {});
  EXPECT_EQ(one.functions[0].skeleton, two.functions[0].skeleton);
  std::vector<std::shared_ptr<const Skeleton>> skeletons;
  to_json(one, skeletons);
  to_json(two, skeletons);
  EXPECT_EQ(skeletons.size(), 1u);
}

TEST_F(Facts, TakeTheSameTimeAfterAJourneyAsJson) {
  CacheFacts caches;
  caches.sampled = true;
  caches.load_sectors = 4000;
  caches.load_hits = 1000;
  caches.other_sectors = 4000;
  caches.read_once = caches.read_extent = caches.written = 3000;
  caches.extent = 6000;
  const LaunchFacts facts = collect(caches);
  std::vector<std::shared_ptr<const Skeleton>> skeletons, arrived;
  const json sent = json::parse(to_json(facts, skeletons).dump());
  for (const auto& skeleton : skeletons)
    arrived.push_back(std::make_shared<const Skeleton>(
        skeleton_from_json(json::parse(to_json(*skeleton).dump()))));
  const KernelTime before = kernel_time(h200(), facts);
  const KernelTime after = kernel_time(h200(), facts_from_json(sent, arrived));
  EXPECT_EQ(before.seconds, after.seconds);
  EXPECT_EQ(before.bound, after.bound);
}

TEST_F(Facts, AreReadWithoutTrust) {
  std::vector<std::shared_ptr<const Skeleton>> skeletons;
  const json good = to_json(collect(), skeletons);
  EXPECT_NO_THROW(facts_from_json(good, skeletons));
  EXPECT_THROW(facts_from_json(good, {}), std::exception) << "no such skeleton";
  for (const char* key : {"counts", "threads", "functions", "sampled"}) {
    json bad = good;
    bad.erase(key);
    EXPECT_THROW(facts_from_json(bad, skeletons), std::exception) << key;
  }
  json bad = good;
  bad["counts"][3] = -1;
  EXPECT_THROW(facts_from_json(bad, skeletons), std::exception) << "negative";
  bad = good;
  bad["counts"][3] = nullptr;  // what JSON makes of a NaN
  EXPECT_THROW(facts_from_json(bad, skeletons), std::exception) << "no number";
  bad = good;
  bad["functions"][0][1].push_back(1);
  EXPECT_THROW(facts_from_json(bad, skeletons), std::exception) << "more blocks than there are";
}

TEST_F(Facts, StepsNeedEarlierOnesOnly) {
  EXPECT_THROW(skeleton_from_json(json::parse("[[[1,1,0,false,0]]]")), std::exception);
  EXPECT_THROW(skeleton_from_json(json::parse("[[[1,1,5,false]]]")), std::exception);
  EXPECT_THROW(skeleton_from_json(json::parse("[[[1,-1,0,false]]]")), std::exception);
  EXPECT_THROW(skeleton_from_json(json::parse("[[[1,1,0,false],[1,1,0,false,4000000000]]]")),
               std::exception);
  EXPECT_EQ(skeleton_from_json(json::parse("[[[1,1,0,false],[1,1,0,true,0]]]"))[0].size(), 2u);
}

// What is counted of all blocks stands above what a sample saw.
TEST_F(Facts, ASampleThatSawNothingIsNotBelieved) {
  CacheFacts idle;
  idle.sampled = true;
  const double blind = kernel_time(h200(), collect()).seconds;
  EXPECT_EQ(kernel_time(h200(), collect(idle)).seconds, blind);
  idle.load_sectors = 1;  // loads, and no stores: half of what there is
  idle.load_hits = 1;
  EXPECT_EQ(kernel_time(h200(), collect(idle)).seconds, blind);
}

TEST_F(Facts, ASampleIsBroughtToWhatWasCounted) {
  CacheFacts caches;
  caches.sampled = true;
  caches.load_sectors = caches.other_sectors = 100;
  caches.load_hits = 50;
  const CacheEstimate estimate = estimate_caches(h200(), collect(caches));
  EXPECT_EQ(estimate.l1_hit_rate, 0.5);
  const double sectors = 4.0 * 264 * 4;
  EXPECT_DOUBLE_EQ(estimate.l2_sectors, 0.5 * sectors + sectors);
}

// --- Where the sampler looks -------------------------------------------------------------------

std::set<uint64_t> watched(uint64_t seed, events::Index3 grid) {
  events::LaunchInfo info;
  info.grid = grid;
  info.block = {256, 1, 1};
  CacheSampler sampler(h200(), seed);
  sampler.launch_begins(info);
  std::set<uint64_t> blocks;
  for (uint64_t b = 0; b < info.blocks(); ++b)
    if (sampler.watches(b)) blocks.insert(b);
  return blocks;
}

TEST(CacheSampler, WatchesOtherBlocksForAnotherSeed) {
  const events::Index3 grid = {312, 234, 1};
  EXPECT_EQ(watched(1, grid), watched(1, grid));
  std::set<uint64_t> seen;
  size_t count = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const std::set<uint64_t> blocks = watched(seed, grid);
    EXPECT_GE(blocks.size(), 48u);
    count += blocks.size();
    seen.insert(blocks.begin(), blocks.end());
  }
  EXPECT_GT(seen.size(), count * 9 / 10);  // hardly one is watched twice
}

// A block of 100,000 accesses that all hit, but for those in one stretch of it.
double hit_rate(uint64_t miss_from, uint64_t miss_to) {
  events::LaunchInfo info;
  info.grid = {64, 1, 1};
  info.block = {32, 1, 1};
  CacheSampler sampler(h200(), 4711);
  sampler.launch_begins(info);
  const auto observer = sampler.block_observer();
  for (uint64_t b = 0; b < 64; ++b) {
    exec::Block block;
    block.linear = b;
    exec::Warp warp;
    observer->block_begins(block);
    for (uint64_t i = 0; i < 100'000; ++i) {
      uint64_t addresses[32];
      const bool misses = i >= miss_from && i < miss_to;
      for (uint32_t l = 0; l < 32; ++l)
        addresses[l] = 0x2000'0000'0000 + (misses ? (i << 20) + (b << 44) : 0) + 4 * l;
      events::MemoryEvent event;
      event.lanes = ~0u;
      event.bytes = 4;
      event.addresses = addresses;
      observer->memory(warp, event);
    }
    observer->block_ends();
  }
  sampler.launch_ends();
  return sampler.facts().load_hits / sampler.facts().load_sectors;
}

TEST(CacheSampler, LooksAtTheWholeLifeOfABlock) {
  EXPECT_GT(hit_rate(0, 0), 0.999);
  EXPECT_NEAR(hit_rate(50'000, 100'000), 0.5, 0.1);
  EXPECT_NEAR(hit_rate(0, 50'000), 0.5, 0.1);
}

// The lanes at a warp's ends touch one place, those between them all of a large array.
TEST(CacheSampler, SeesTheReachOfAllLanes) {
  events::LaunchInfo info;
  info.grid = {64, 1, 1};
  info.block = {32, 1, 1};
  CacheSampler sampler(h200(), 4711);
  sampler.launch_begins(info);
  const auto observer = sampler.block_observer();
  for (uint64_t b = 0; b < 64; ++b) {
    exec::Block block;
    block.linear = b;
    exec::Warp warp;
    observer->block_begins(block);
    uint64_t addresses[32];
    for (uint64_t l = 0; l < 32; ++l)
      addresses[l] = 0x2000'0000'0000 + (l == 0 || l == 31 ? 0 : (b * 32 + l) << 12);
    events::MemoryEvent event;
    event.lanes = ~0u;
    event.bytes = 4;
    event.addresses = addresses;
    observer->memory(warp, event);
    observer->block_ends();
  }
  sampler.launch_ends();
  EXPECT_GT(sampler.facts().read_extent, 64 * 31 * 128);
}

}  // namespace
}  // namespace simt::model::facts_test
