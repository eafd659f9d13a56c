// Reads of memory without a value, in every space, and the copies of padding that must not count.
#include <gtest/gtest.h>

#include "fake_launch.h"

namespace simt::observe {
namespace {

using memory::Kind;
using ptx::Opcode;
using ptx::Space;
using ptx::Type;

auto at(uint64_t begin, uint32_t stride = 4) {
  return [=](uint32_t lane) { return begin + lane * stride; };
}

void expect_line(const std::vector<events::Finding>& findings, events::FindingKind kind,
                 uint32_t line, uint64_t count) {
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, kind) << findings[0].text();
  EXPECT_EQ(findings[0].where.line, line);
  EXPECT_EQ(findings[0].count, count);
  EXPECT_FALSE(findings[0].other);
}

TEST(UninitialisedGlobal, NeverWritten) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(4096, Kind::device, "cudaMalloc #1");
  const uint32_t ld = k.load();
  k.begin();
  k.block();
  k.read_global(0, ld, at(a->begin + 128));
  const auto found = k.end();
  expect_line(found, events::FindingKind::uninitialised_global, k.line(ld), 32);
  EXPECT_EQ(found[0].address, a->begin + 128);
  EXPECT_NE(found[0].allocation.find("4096 bytes"), std::string::npos);
}

TEST(UninitialisedGlobal, CopiedInPart) {
  const auto what = [](uint64_t bytes, Type type) {
    FakeLaunch k(32);
    const auto* a = k.memory.allocate(4096, Kind::device);
    const uint32_t ld = k.load(type);
    k.memory.notify_wrote(a->begin, bytes / 2);
    k.memory.notify_wrote(a->begin + 4000, 96);
    k.memory.notify_wrote(a->begin + bytes / 2, bytes - bytes / 2);
    k.begin();
    k.block();
    k.read_global(0, ld, at(a->begin + 3072, 8));
    const auto found = k.end();
    return found.empty() ? "" : found[0].what;
  };
  const std::string none =
      "4-byte read of global memory that no copy, memset or kernel has written";
  EXPECT_EQ(what(0, Type::u32), none);
  EXPECT_EQ(what(2000, Type::f32),
            none + "; copies and memsets filled the first 2000 of its 4096 bytes");
  EXPECT_EQ(what(1024, Type::f32),
            none +
                "; copies and memsets filled the first 1024 of its 4096 bytes, one of 4: they "
                "count bytes, not elements");
  EXPECT_NE(what(512, Type::f64).find(", one of 8: "), std::string::npos);
  EXPECT_EQ(what(1024, Type::f64).find(", one of "), std::string::npos);
}

TEST(UninitialisedGlobal, WrittenByHostKernelOrAtomic) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(4096, Kind::device);
  const auto* pinned = k.memory.allocate(4096, Kind::pinned);
  const uint32_t ld = k.load(), st = k.store();
  k.memory.notify_wrote(a->begin + 128, 256);
  k.begin();
  k.block();
  k.read_global(0, ld, at(a->begin + 128));
  k.read_global(0, ld, at(pinned->begin));
  k.write_global(0, st, at(a->begin + 1024));
  k.end();
  k.begin();
  k.block();
  k.read_global(0, ld, at(a->begin + 1024));
  EXPECT_TRUE(k.end().empty());
  k.begin();
  k.block();
  k.read_global(0, ld, at(a->begin + 1028));  // the last lane is one too far
  expect_line(k.end(), events::FindingKind::uninitialised_global, k.line(ld), 1);
}

TEST(UninitialisedGlobal, AllOfItWrittenAndFreedAndAllocatedAgain) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(1000, Kind::device);
  const uint32_t ld = k.load(Type::u8);
  k.memory.notify_wrote(a->begin, 1000);
  k.begin();
  k.block();
  k.read_global(0, ld, at(a->begin + 968, 1));
  EXPECT_TRUE(k.end().empty());
  k.memory.free(a->begin);
  const auto* b = k.memory.allocate(1000, Kind::device);
  k.begin();
  k.block();
  k.read_global(0, ld, at(b->begin, 1));
  EXPECT_EQ(k.end().size(), 1u);
}

TEST(UninitialisedGlobal, CounterThatNobodyZeroed) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(4, Kind::device);
  const uint32_t red = k.instruction(Opcode::red), ld = k.load();
  k.begin();
  k.block();
  k.atomic_global(0, red, at(a->begin, 0), 1);
  k.atomic_global(0, red, at(a->begin, 0), 1);
  k.warp_sync(0);
  k.read_global(0, ld, at(a->begin, 0), 1);
  expect_line(k.end(), events::FindingKind::uninitialised_global, k.line(red), 1);
}

TEST(UninitialisedGlobal, PaddingOfCopiedStructs) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(4096, Kind::device);
  // struct { double d; int i; }: 12 of 16 bytes have values.
  for (uint32_t i = 0; i < 32; ++i) k.memory.notify_wrote(a->begin + i * 16, 12);
  const uint32_t v4 = k.instruction(Opcode::ld, Type::u32, {}, 4),
                 v2 = k.instruction(Opcode::ld, Type::u64, {}, 2), u64 = k.load(Type::u64),
                 u32 = k.load(), f64 = k.load(Type::f64);
  k.begin();
  k.block();
  k.read_global(0, v4, at(a->begin, 16));
  k.read_global(0, v2, at(a->begin, 16));
  k.read_global(0, u64, at(a->begin, 16));
  k.read_global(0, u64, at(a->begin + 8, 16));
  EXPECT_TRUE(k.end().empty());
  k.begin();
  k.block();
  k.read_global(0, u32, at(a->begin + 12, 16));
  k.read_global(0, f64, at(a->begin + 8, 16));
  k.read_global(0, v4, at(a->begin + 512, 16));
  EXPECT_EQ(k.end().size(), 3u);
}

TEST(UninitialisedGlobal, OneByteOfAFloat) {
  FakeLaunch k(32);
  const auto* a = k.memory.allocate(64, Kind::device);
  k.memory.notify_wrote(a->begin, 3);
  const uint32_t ld = k.load(Type::f32), byte = k.load(Type::u8), word = k.load();
  k.begin();
  k.block();
  k.read_global(0, byte, at(a->begin, 1), 0b111);
  k.read_global(0, word, at(a->begin), 1);
  k.read_global(0, ld, at(a->begin), 1);
  const auto found = k.end();
  expect_line(found, events::FindingKind::uninitialised_global, k.line(ld), 1);
  EXPECT_EQ(found[0].address, a->begin + 3);
}

TEST(UninitialisedShared, ThisBlockMustHaveWrittenIt) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load();
  k.begin({2, 1, 1});
  k.block(0);
  k.write_shared(0, st, at(0));
  k.barrier();
  k.read_shared(0, ld, at(0));
  k.block(1);
  k.read_shared(0, ld, at(0));  // what block 0 left there
  const auto found = k.end();
  expect_line(found, events::FindingKind::uninitialised_shared, k.line(ld), 32);
  EXPECT_EQ(found[0].where.block.x, 1u);
}

TEST(UninitialisedShared, HaloThatNobodyLoads) {
  FakeLaunch k(32);
  const uint32_t st = k.store(Type::u8), ld = k.load(Type::u8);
  k.begin();
  k.block();
  k.write_shared(0, st, at(0, 1));
  k.barrier();
  k.read_shared(0, ld, at(1, 1));
  const auto found = k.end();
  expect_line(found, events::FindingKind::uninitialised_shared, k.line(ld), 1);
  EXPECT_EQ(found[0].where.thread.x, 31u);
  EXPECT_EQ(found[0].address, 32u);
  EXPECT_EQ(found[0].what,
            "1-byte read of shared memory that no thread of this block has written: byte 32 of the "
            "dynamic part (4096 bytes)");
}

TEST(UninitialisedShared, ManyBlocksUseUpTheClocks) {
  FakeLaunch k(32, 256);
  const uint32_t st = k.store(), ld = k.load();
  k.begin({2000, 1, 1});
  for (uint32_t block = 0; block < 2000; ++block) {
    k.block(block);
    k.write_shared(0, st, at(0));
    for (int i = 0; i < 500; ++i) k.barrier();
    k.read_shared(0, ld, at(0));
  }
  EXPECT_TRUE(k.end().empty());
}

TEST(UninitialisedLocal, EachLaneForItself) {
  FakeLaunch k(32);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  k.block();
  const auto zero = [](uint32_t) { return 0; };
  k.access(0, st, Space::local, FakeLaunch::Access::store, at(16, 0), zero, 0x0fffffff);
  k.access(0, ld, Space::local, FakeLaunch::Access::load, at(16, 0), zero);
  const auto found = k.end();
  expect_line(found, events::FindingKind::uninitialised_local, k.line(ld), 4);
  EXPECT_EQ(found[0].where.thread.x, 28u);
  k.begin({2, 1, 1});
  k.block(0);
  k.access(0, st, Space::local, FakeLaunch::Access::store, at(16, 0), zero);
  k.access(0, ld, Space::local, FakeLaunch::Access::load, at(16, 0), zero);
  EXPECT_TRUE(k.end().empty());
}

}  // namespace
}  // namespace simt::observe
