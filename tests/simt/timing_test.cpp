// The timing model on kernels whose time on an H200 is known. The kernels are written here in PTX,
// and their counts and addresses are put together by hand: this tests the model alone.
#include "simt/model/timing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "simt/exec/worker.h"
#include "simt/model/cache_sampler.h"
#include "simt/ptx/parser.h"

namespace simt::model::timing_test {
namespace {

using events::MemoryEvent;

const Target& h200() { return *find_target("H200"); }

std::string kernel_text(const std::string& body) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 p)\n{\n"
         ".reg .pred %p<4>;\n.reg .b16 %h<4>;\n.reg .b32 %r<256>;\n.reg .f32 %f<256>;\n"
         ".reg .f64 %d<64>;\n.reg .b64 %rd<64>;\n.shared .align 4 .b8 tile[8192];\n" +
         body + "ret;\n}\n";
}

// What all warps of a grid do alike.
class Work {
 public:
  Work(const std::string& body, events::Index3 grid, events::Index3 block,
       uint32_t shared_bytes = 0)
      : module_(ptx::parse(kernel_text(body))) {
    const ptx::Function& kernel = module_.functions.front();
    counters.info.module = &module_;
    counters.info.kernel = &kernel;
    counters.info.grid = grid;
    counters.info.block = block;
    counters.info.shared_bytes = shared_bytes;
    counters.registers = 32;
    counters.warps = counters.info.blocks() * ((counters.info.threads() + 31) / 32);
    counters.functions.push_back({&kernel, {}});
    for (size_t i = 0; i < kernel.instructions.size(); ++i)
      counters.functions[0].instructions.push_back(
          {counters.warps, counters.warps * 32, counters.warps * 32, 0});
  }

  // Each instruction of this opcode and space, of `sectors` and `wavefronts` a request.
  Work& with(ptx::Opcode opcode, ptx::Space space, double sectors, double wavefronts = 0) {
    const auto& code = counters.info.kernel->instructions;
    for (uint32_t pc = 0; pc < code.size(); ++pc) {
      if (code[pc].opcode != opcode || code[pc].space() != space) continue;
      events::MemoryCounts counts;
      counts.pc = pc;
      counts.requests = counters.functions[0].instructions[pc].warps;
      counts.threads = counts.requests * 32;
      counts.sectors = static_cast<uint64_t>(sectors * static_cast<double>(counts.requests));
      counts.wavefronts = static_cast<uint64_t>(wavefronts * static_cast<double>(counts.requests));
      counters.memory.push_back(counts);
    }
    return *this;
  }

  events::LaunchCounters counters;

 private:
  ptx::Module module_;
};

// One warp access of a block: which warp, kind, and a lane's address.
using Access = std::function<void(MemoryEvent::Access, uint32_t pc, uint32_t bytes,
                                  const std::function<uint64_t(uint32_t lane)>&)>;

// Shows the sampler the blocks that it wants to see.
CacheFacts sample(const Target& target, const events::LaunchCounters& counters,
                  const std::function<void(uint64_t block, uint32_t warp, const Access&)>& run,
                  uint64_t* watched = nullptr) {
  CacheSampler sampler(target, 4711);
  sampler.launch_begins(counters.info);
  const auto observer = sampler.block_observer();
  for (uint64_t b = 0; b < counters.info.blocks(); ++b) {
    if (!sampler.watches(b)) continue;
    if (watched) ++*watched;
    exec::Block block;
    block.linear = b;
    exec::Warp warp;
    observer->block_begins(block);
    for (uint32_t w = 0; w < (counters.info.threads() + 31) / 32; ++w)
      run(b, w, [&](MemoryEvent::Access kind, uint32_t pc, uint32_t bytes, const auto& address) {
        uint64_t addresses[32];
        for (uint32_t l = 0; l < 32; ++l) addresses[l] = 0x2000'0000'0000 + address(l);
        MemoryEvent event;
        event.function = counters.info.kernel;
        event.pc = pc;
        event.lanes = ~0u;
        event.access = kind;
        event.bytes = bytes;
        event.addresses = addresses;
        observer->memory(warp, event);
      });
    observer->block_ends();
  }
  sampler.launch_ends();
  return sampler.facts();
}

LaunchFacts facts_of(const events::LaunchCounters& counters, const CacheFacts& caches = {}) {
  return FactCollector().collect(counters, caches);
}

// What an H200's caches make of a sample of accesses that nobody counted.
CacheEstimate estimate(const CacheFacts& sample) {
  LaunchFacts facts;
  facts.caches = sample;
  return estimate_caches(h200(), facts);
}

constexpr auto load = MemoryEvent::Access::load;
constexpr auto store = MemoryEvent::Access::store;
constexpr auto atomic = MemoryEvent::Access::atomic;

std::string repeated(int times, const std::string& line) {
  std::string text;
  for (int i = 0; i < times; ++i) {
    std::string one = line;
    for (size_t at; (at = one.find('#')) != std::string::npos;)
      one.replace(at, 1, std::to_string(i));
    text += one;
  }
  return text;
}

// --- A copy of floats ------------------------------------------------------------------------

constexpr uint64_t far = uint64_t{1} << 34;  // between arrays

struct Copy {
  explicit Copy(uint64_t floats)
      : work(
            "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmad.lo.s32 %r2, %r1, %r1, %r1;\n"
            "mul.wide.s32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
            "ld.global.f32 %f1, [%rd3];\nst.global.f32 [%rd3], %f1;\n",
            {static_cast<uint32_t>(floats / 256), 1, 1}, {256, 1, 1}) {
    work.with(ptx::Opcode::ld, ptx::Space::global, 4).with(ptx::Opcode::st, ptx::Space::global, 4);
    caches = sample(h200(), work.counters, [](uint64_t b, uint32_t w, const Access& access) {
      const auto address = [=](uint32_t l) { return (b * 256 + w * 32 + l) * 4; };
      access(load, 5, 4, address);
      access(store, 6, 4, [=](uint32_t l) { return far + address(l); });
    });
  }
  Work work;
  CacheFacts caches;
  CacheEstimate estimate() const {
    return estimate_caches(h200(), facts_of(work.counters, caches));
  }
};

TEST(CacheSampler, LargeCopyGoesToMemoryOnce) {
  const uint64_t floats = 1 << 26;
  const Copy copy(floats);
  EXPECT_TRUE(copy.caches.sampled);
  EXPECT_EQ(copy.estimate().l1_hit_rate, 0);
  EXPECT_NEAR(copy.estimate().l2_sectors, 2.0 * floats / 8, 1);
  EXPECT_NEAR(copy.estimate().dram_bytes, 8.0 * floats, 1e-3 * floats);
  EXPECT_NEAR(copy.estimate().l1_lines, 2.0 * floats / 32, 1);
}

TEST(CacheSampler, SmallCopyStaysInL2) { EXPECT_EQ(Copy(1 << 20).estimate().dram_bytes, 0); }

TEST(KernelTime, CopyOfAFloatAThreadWaitsForItsBlocks) {
  const Copy copy(1 << 26);
  const KernelTime time = kernel_time(h200(), facts_of(copy.work.counters, copy.caches));
  EXPECT_EQ(time.bound, "block starts");
  EXPECT_NEAR(time.seconds, 0.202e-3, 0.15 * 0.202e-3);  // copy_float of tests/hardware/h200.json
  ASSERT_GE(time.parts.size(), 3u);
  EXPECT_TRUE(std::is_sorted(time.parts.begin(), time.parts.end(),
                             [](const auto& a, const auto& b) { return a.seconds > b.seconds; }));
  EXPECT_EQ(time.occupancy.blocks_per_sm, 8u);
}

TEST(KernelTime, TinyKernelIsAllLaunch) {
  const Copy copy(256);
  const KernelTime time = kernel_time(h200(), facts_of(copy.work.counters, copy.caches));
  EXPECT_EQ(time.bound, "launch");
  EXPECT_LT(time.seconds, 4e-6);
  EXPECT_GE(time.seconds, h200().kernel_latency_s);
}

TEST(KernelTime, GrowsWithTheGrid) {
  double last = 0;
  for (int log = 8; log < 28; log += 2) {
    const Copy copy(uint64_t{1} << log);
    const double seconds = kernel_time(h200(), facts_of(copy.work.counters, copy.caches)).seconds;
    EXPECT_GE(seconds, last) << log;
    last = seconds;
  }
}

TEST(KernelTime, WithoutASamplerEverySectorComesFromMemory) {
  const Copy copy(1 << 26);
  const KernelTime sampled = kernel_time(h200(), facts_of(copy.work.counters, copy.caches));
  const KernelTime blind = kernel_time(h200(), facts_of(copy.work.counters));
  EXPECT_NEAR(blind.seconds, sampled.seconds, 0.05 * sampled.seconds);
}

// --- The 5x5 convolution of 4992x3744 RGB bytes ----------------------------------------------

constexpr uint64_t source_pitch = 4996 * 3, pitch = 4992 * 3;

enum class Tile { none, bytes_int, bytes_float, floats };

std::string convolution_text(Tile tile) {
  std::string text =
      "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %tid.y;\n"
      "mad.lo.s32 %r3, %r1, %r2, %r2;\nmad.lo.s32 %r4, %r1, %r2, %r1;\nmul.lo.s32 %r5, %r3, 3;\n"
      "cvt.s64.s32 %rd2, %r5;\nadd.s64 %rd3, %rd1, %rd2;\n";
  if (tile != Tile::none) {
    text += repeated(12, "add.s32 %r6, %r5, %r4;\n") + "setp.lt.s32 %p1, %r6, 240;\n";
    text += repeated(5, "ld.global.u8 %r1#, [%rd3+#];\n");
    if (tile == Tile::floats) text += repeated(5, "cvt.rn.f32.u32 %f1#, %r1#;\n");
    text += repeated(5, tile == Tile::floats ? "st.shared.f32 [%r6+4], %f1#;\n"
                                             : "st.shared.u8 [%r6+#], %r1#;\n");
    text += "bar.sync 0;\n";
  }
  const std::string value = tile == Tile::none     ? "ld.global.u8 %r2#, [%rd3+#];\n"
                            : tile == Tile::floats ? "ld.shared.f32 %f2#, [%r6+4];\n"
                                                   : "ld.shared.u8 %r2#, [%r6+#];\n";
  for (int channel = 0; channel < 3; ++channel) {
    text += repeated(25, value);
    if (tile == Tile::bytes_float) text += repeated(25, "cvt.rn.f32.u32 %f2#, %r2#;\n");
    text += repeated(25, tile == Tile::bytes_float || tile == Tile::floats
                             ? "fma.rn.f32 %f9, %f2#, %f8, %f9;\n"
                             : "mad.lo.s32 %r9, %r2#, %r8, %r9;\n");
    text += "max.s32 %r9, %r9, 0;\nmin.s32 %r9, %r9, 255;\nst.global.u8 [%rd3+1], %r9;\n";
  }
  return text;
}

// A lane's pixel in a block of `width` columns.
struct Pixel {
  uint64_t x, y;
  Pixel(uint64_t block, uint32_t warp, uint32_t lane, uint32_t width) {
    const uint64_t blocks_x = 4992 / width, thread = warp * 32 + lane;
    x = block % blocks_x * width + thread % width;
    y = block / blocks_x * (256 / width) + thread / width;
  }
};

KernelTime time_of_convolution(Tile tile, uint32_t width, double tile_wavefronts,
                               double store_wavefronts) {
  const uint32_t height = 256 / width;
  Work work(convolution_text(tile), {4992 / width, 3744 / height, 1}, {width, height, 1},
            tile == Tile::none     ? 0
            : tile == Tile::floats ? (width + 4) * 3 * (height + 4) * 4
                                   : (width + 4) * 3 * (height + 4));
  // Lanes are three bytes apart.
  work.with(ptx::Opcode::ld, ptx::Space::global,
            tile == Tile::none ? (width == 16 ? 4.8 : 3.9) : 2.4)
      .with(ptx::Opcode::st, ptx::Space::global, width == 16 ? 4 : 3)
      .with(ptx::Opcode::ld, ptx::Space::shared, 0, tile_wavefronts)
      .with(ptx::Opcode::st, ptx::Space::shared, 0, store_wavefronts);
  const CacheFacts caches =
      sample(h200(), work.counters, [&](uint64_t b, uint32_t w, const Access& access) {
        if (tile == Tile::none) {
          for (uint32_t channel = 0; channel < 3; ++channel)
            for (uint32_t k = 0; k < 25; ++k)
              access(load, 8 + k, 1, [&](uint32_t l) {
                const Pixel p(b, w, l, width);
                return (p.y + k / 5) * source_pitch + (p.x + k % 5) * 3 + channel;
              });
        } else {
          const uint64_t row_bytes = (width + 4) * 3, rows = height + 4;
          for (uint32_t k = 0; k < 5; ++k)
            access(load, 21 + k, 1, [&](uint32_t l) {
              const Pixel corner(b, 0, 0, width);
              const uint64_t at = std::min<uint64_t>((k * 8 + w) * 32 + l, rows * row_bytes - 1);
              return (corner.y + at / row_bytes) * source_pitch + corner.x * 3 + at % row_bytes;
            });
        }
        for (uint32_t channel = 0; channel < 3; ++channel)
          access(store, 60 + channel, 1, [&](uint32_t l) {
            const Pixel p(b, w, l, width);
            return far + p.y * pitch + p.x * 3 + channel;
          });
      });
  return kernel_time(h200(), facts_of(work.counters, caches));
}

struct Rung {
  const char* name;
  double measured;  // seconds on an H200
  Tile tile;
  uint32_t width;
  double tile_wavefronts, store_wavefronts;
};

constexpr Rung ladder[] = {
    {"global 16x16", 0.411e-3, Tile::none, 16, 0, 0},
    {"global 32x8", 0.249e-3, Tile::none, 32, 0, 0},
    {"byte tile, int", 0.249e-3, Tile::bytes_int, 16, 1, 1},
    {"byte tile, float", 0.264e-3, Tile::bytes_float, 16, 1, 1},
    {"float tile 16x16, conflicts", 0.413e-3, Tile::floats, 16, 2, 1},
    {"float tile 32x8", 0.256e-3, Tile::floats, 32, 1, 1},
};

TEST(KernelTime, ConvolutionsTakeWhatTheyTakeOnAnH200) {
  for (const Rung& rung : ladder) {
    const KernelTime time =
        time_of_convolution(rung.tile, rung.width, rung.tile_wavefronts, rung.store_wavefronts);
    std::string parts;
    for (const auto& part : time.parts)
      parts += part.resource + " " + std::to_string(part.seconds * 1e6) + " us, ";
    EXPECT_NEAR(time.seconds / rung.measured, 1, 0.15) << rung.name << ": " << parts;
  }
}

TEST(KernelTime, ConvolutionsComeOutInTheRightOrder) {
  for (const Rung& a : ladder)
    for (const Rung& b : ladder) {
      if (a.measured > 0.97 * b.measured) continue;  // too close to call
      EXPECT_LT(time_of_convolution(a.tile, a.width, a.tile_wavefronts, a.store_wavefronts).seconds,
                time_of_convolution(b.tile, b.width, b.tile_wavefronts, b.store_wavefronts).seconds)
          << a.name << ", " << b.name;
    }
}

TEST(KernelTime, NamesTheResourceThatLimits) {
  EXPECT_EQ(time_of_convolution(Tile::none, 16, 0, 0).bound, "L1");
  EXPECT_EQ(time_of_convolution(Tile::floats, 16, 2, 1).bound, "shared memory");
}

TEST(CacheSampler, AddsAFewPercentOfTheBlocks) {
  Work work("", {312, 234, 1}, {16, 16, 1});
  uint64_t watched = 0;
  sample(
      h200(), work.counters, [](uint64_t, uint32_t, const Access&) {}, &watched);
  EXPECT_GE(watched, 48u);
  EXPECT_LE(watched, 200u);
}

TEST(CacheSampler, WatchesAllOfASmallGridAndLivesWithOddOnes) {
  for (const events::Index3 grid : {events::Index3{1, 1, 1},
                                    {64, 1, 1},
                                    {1, 64, 1},
                                    {1, 1, 1000},
                                    {3, 1000, 1},
                                    {65, 1, 1},
                                    {100, 2, 1},
                                    {1, 65535, 3}}) {
    Work work("", grid, {32, 1, 1});
    uint64_t watched = 0;
    sample(
        h200(), work.counters, [](uint64_t, uint32_t, const Access&) {}, &watched);
    EXPECT_GT(watched, 0u);
    if (work.counters.info.blocks() <= 64) {
      EXPECT_EQ(watched, work.counters.info.blocks());
    }
  }
}

TEST(CacheSampler, RepeatedLoadsOfABlockHitL1) {
  Work work("", {1024, 1, 1}, {256, 1, 1});
  const CacheFacts caches =
      sample(h200(), work.counters, [](uint64_t b, uint32_t, const Access& access) {
        for (uint32_t k = 0; k < 10; ++k)
          access(load, 0, 4, [=](uint32_t l) { return b * 128 + l * 4; });
      });
  EXPECT_NEAR(estimate(caches).l1_hit_rate, 1 - 1.0 / 80, 1e-9);
  EXPECT_NEAR(estimate(caches).l2_sectors, 1024 * 4, 1);
}

TEST(CacheSampler, WhatAllBlocksReadIsCountedOnce) {
  Work work("", {100000, 1, 1}, {256, 1, 1});
  const CacheFacts caches =
      sample(h200(), work.counters, [](uint64_t b, uint32_t w, const Access& access) {
        access(load, 0, 4, [=](uint32_t l) { return (w * 32 + l) * 4; });
        access(store, 1, 4, [=](uint32_t l) { return far + (b * 256 + w * 32 + l) * 4; });
      });
  EXPECT_NEAR(estimate(caches).dram_bytes, 100000 * 1024.0, 0.01 * 100000 * 1024);
}

TEST(CacheSampler, FewBlocksThatReadMuchAreExtrapolated) {
  Work work("", {1056, 1, 1}, {256, 1, 1});
  const uint64_t rounds = 500, stride = 1056 * 256;
  const CacheFacts caches =
      sample(h200(), work.counters, [&](uint64_t b, uint32_t w, const Access& access) {
        for (uint64_t i = 0; i < rounds; ++i)
          access(load, 0, 4, [&](uint32_t l) { return (i * stride + b * 256 + w * 32 + l) * 4; });
      });
  const double bytes = static_cast<double>(rounds * stride) * 4;
  EXPECT_NEAR(estimate(caches).dram_bytes, bytes, 0.05 * bytes);
  EXPECT_NEAR(estimate(caches).l2_sectors, bytes / 32, 0.001 * bytes / 32);
}

// --- Atomics -------------------------------------------------------------------------------------

double seconds_of_atomics(const std::string& type,
                          const std::function<uint64_t(uint64_t block, uint32_t thread)>& address) {
  const bool is_float = type == "f32";
  Work work("ld.param.u64 %rd1, [p];\nred.global.add." + type + " [%rd1], " +
                (is_float ? "%f1" : "%r1") + ";\n",
            {4096, 1, 1}, {256, 1, 1});
  work.with(ptx::Opcode::red, ptx::Space::global, 4);
  const CacheFacts caches =
      sample(h200(), work.counters, [&](uint64_t b, uint32_t w, const Access& access) {
        access(atomic, 1, 4, [&](uint32_t l) { return address(b, w * 32 + l); });
      });
  return kernel_time(h200(), facts_of(work.counters, caches)).seconds;
}

TEST(KernelTime, AtomicsOnOneAddressTakeTurns) {
  const auto one = [](uint64_t, uint32_t) -> uint64_t { return 0; };
  const auto many = [](uint64_t b, uint32_t t) -> uint64_t { return (b * 256 + t) * 4; };
  const auto bins = [](uint64_t b, uint32_t t) -> uint64_t { return (b * 7 + t * 13) % 256 * 4; };
  EXPECT_GT(seconds_of_atomics("f32", one), 50 * seconds_of_atomics("f32", many));
  EXPECT_GT(seconds_of_atomics("f32", one), 2 * seconds_of_atomics("f32", bins));
  EXPECT_GT(seconds_of_atomics("f32", bins), seconds_of_atomics("f32", many));
  EXPECT_GT(seconds_of_atomics("f32", one), 10 * seconds_of_atomics("s32", one));  // one lane adds
}

// --- Arithmetic ------------------------------------------------------------------------------

KernelTime time_of_arithmetic(const char* target, const std::string& line) {
  Work work(repeated(512, line), {4096, 1, 1}, {256, 1, 1});
  return kernel_time(*find_target(target), facts_of(work.counters));
}

TEST(KernelTime, PipesLimitArithmetic) {
  const KernelTime fp64_h200 = time_of_arithmetic("H200", "fma.rn.f64 %d1, %d2, %d3, %d4;\n");
  const KernelTime fp64_t4 = time_of_arithmetic("T4", "fma.rn.f64 %d1, %d2, %d3, %d4;\n");
  EXPECT_EQ(fp64_t4.bound, "fp64");
  EXPECT_GT(fp64_t4.seconds, 30 * fp64_h200.seconds);
  EXPECT_EQ(time_of_arithmetic("H200", "sin.approx.ftz.f32 %f1, %f2;\n").bound, "special");
  EXPECT_EQ(time_of_arithmetic("A100", "cvt.rn.f32.s32 %f1, %r2;\n").bound, "convert");
  EXPECT_EQ(time_of_arithmetic("A100", "xor.b32 %r1, %r2, %r3;\n").bound, "int32");
  // 512 multiply-adds of a million threads at 128 an SM and cycle
  const double peak = 512.0 * 4096 * 256 / (132 * 128 * 1.98e9);
  const double seconds = time_of_arithmetic("H200", "fma.rn.f32 %f1, %f2, %f3, %f4;\n").seconds;
  EXPECT_GT(seconds, peak);
  EXPECT_LT(seconds, 1.6 * peak);
}

TEST(KernelTime, WhatPtxasRemovesCostsNothing) {
  const KernelTime time =
      time_of_arithmetic("H200", "mov.u32 %r1, %r2;\ncvta.to.global.u64 %rd1, %rd2;\n");
  EXPECT_EQ(time.bound, "block starts");
}

TEST(KernelTime, DependentChainsNeedWarps) {
  const std::string chain = repeated(2048, "fma.rn.f32 %f1, %f1, %f2, %f3;\n");
  Work one(chain, {132, 1, 1}, {32, 1, 1}), many(chain, {132, 1, 1}, {1024, 1, 1});
  const KernelTime lonely = kernel_time(h200(), facts_of(one.counters));
  const KernelTime crowded = kernel_time(h200(), facts_of(many.counters));
  EXPECT_EQ(lonely.bound, "latency");
  EXPECT_LT(crowded.seconds, 3 * lonely.seconds);  // 32 times the work
}

TEST(KernelTime, LateBlocksMakeATail) {
  const std::string body = repeated(2048, "fma.rn.f32 %f1, %f2, %f3, %f4;\n");
  const auto seconds = [&](uint32_t blocks) {
    Work work(body, {blocks, 1, 1}, {1024, 1, 1});
    return kernel_time(h200(), facts_of(work.counters)).seconds;
  };
  EXPECT_NEAR(seconds(132), seconds(66), 0.05 * seconds(66));  // half of the SMs had nothing to do
  EXPECT_GT(seconds(133), 1.5 * seconds(132));
}

TEST(KernelTime, EveryTargetIsTimedAndFasterOnesAreFaster) {
  const Copy copy(1 << 26);
  double last = 0;
  for (const char* name : {"H200", "A100", "RTX3060", "T4", "K80"}) {
    const double seconds = kernel_time(*find_target(name), facts_of(copy.work.counters)).seconds;
    EXPECT_GT(seconds, last) << name;
    last = seconds;
  }
}

TEST(KernelTime, EmptyCountersGiveTheLaunchAlone) {
  const KernelTime time = kernel_time(h200(), {});
  EXPECT_GE(time.seconds, h200().kernel_latency_s);
  EXPECT_LT(time.seconds, 2 * h200().kernel_latency_s);
  EXPECT_EQ(time.bound, "launch");
}

}  // namespace
}  // namespace simt::model::timing_test
