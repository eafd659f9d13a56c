// Loads, stores, atomics and asynchronous copies in every space, with their faults and counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

using events::FindingKind;

// A kernel of one parameter in %in and one in %out, with %t = thread index and registers enough.
std::string kernel_of(const std::string& body, const std::string& variables = "") {
  return ptx_header() + variables +
         ".visible .entry snippet(.param .u64 in, .param .u64 out)\n{\n"
         "  .reg .b64 %in, %out, %x<10>;\n  .reg .b32 %t, %w<10>;\n  .reg .b16 %h<10>;\n"
         "  .reg .f32 %f<10>;\n  .reg .f64 %g<10>;\n  .reg .pred %p<6>;\n"
         "  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n  mov.u32 %t, %tid.x;\n" +
         body + "\n  ret;\n}\n";
}

// Runs the body with `threads` threads a block; returns what lies in `out`.
template <class Out, class In>
std::vector<Out> run_body(const std::string& body, const std::vector<In>& in, size_t outs,
                          const std::string& variables = "", uint32_t threads = 64,
                          uint32_t blocks = 1) {
  const DeviceArray<In> input(in);
  const DeviceArray<Out> output(std::vector<Out>(outs, Out{}));
  launch_ptx(kernel_of(body, variables), {.grid = {blocks, 1, 1}, .block = {threads, 1, 1}},
             {input.address(), output.address()});
  return output.read();
}

std::vector<uint8_t> bytes_to(size_t count) {
  std::vector<uint8_t> bytes(count);
  for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<uint8_t>(i * 37 + 11);
  return bytes;
}

TEST(Memory, NarrowLoadsExtendIntoTheirRegister) {
  std::vector<uint8_t> in = bytes_to(256);
  struct Row {
    std::string type;
    uint32_t bytes;
    bool is_signed;
  };
  for (const Row& row :
       {Row{"u8", 1, false}, Row{"s8", 1, true}, Row{"b8", 1, false}, Row{"u16", 2, false},
        Row{"s16", 2, true}, Row{"u32", 4, false}, Row{"s32", 4, true}, Row{"b64", 8, false}}) {
    const std::string size = std::to_string(row.bytes);
    const auto out = run_body<uint64_t>(
        "mad.wide.u32 %x0, %t, " + size + ", %in;\n ld.global." + row.type +
            " %x1, [%x0];\n mad.wide.u32 %x2, %t, 8, %out;\n st.global.b64 [%x2], %x1;",
        in, 32, "", 32);
    for (uint32_t l = 0; l < 32; ++l) {
      uint64_t expected = 0;
      std::memcpy(&expected, in.data() + l * row.bytes, row.bytes);
      const int above = 64 - 8 * static_cast<int>(row.bytes);
      if (row.is_signed)
        expected = static_cast<uint64_t>(static_cast<int64_t>(expected << above) >> above);
      ASSERT_EQ(out[l], expected) << row.type << " lane " << l;
    }
  }
}

TEST(Memory, NarrowSignedLoadsFillA16BitRegister) {
  const auto out = run_body<uint32_t>(
      "mad.wide.u32 %x0, %t, 1, %in;\n ld.global.s8 %h0, [%x0];\n cvt.u32.u16 %w0, %h0;\n"
      "mad.wide.u32 %x2, %t, 4, %out;\n st.global.u32 [%x2], %w0;",
      bytes_to(64), 64);
  const auto in = bytes_to(64);
  for (int l = 0; l < 64; ++l) EXPECT_EQ(out[l], static_cast<uint16_t>(static_cast<int8_t>(in[l])));
}

// Copies through the space, element type and vector length given; what comes out is what went in.
void expect_copy(const std::string& space, const std::string& type, uint32_t bytes, uint32_t count,
                 uint32_t stride) {
  const std::string reg = bytes == 8 ? "%x" : bytes == 4 ? "%w" : "%h";
  std::string list;
  for (uint32_t e = 0; e < count; ++e)
    list += (e ? ", " : "") + reg + std::to_string(e + (bytes == 8 ? 4 : 1));
  const std::string values = count > 1 ? "{" + list + "}" : list;
  const std::string suffix = (count > 1 ? ".v" + std::to_string(count) : "") + "." + type;
  const uint32_t lane_bytes = bytes * count;
  const std::string step = std::to_string(lane_bytes * stride);
  std::string body = "mad.wide.u32 %x0, %t, " + step + ", %in;\n mad.wide.u32 %x1, %t, " + step +
                     ", %out;\n ld.global" + suffix + " " + values + ", [%x0];\n";
  std::string variables;
  if (space == "shared") {
    variables = ".shared .align 16 .b8 buffer[16384];\n";
    body += "mov.u32 %w9, buffer;\n mad.lo.u32 %w9, %t, " + step + ", %w9;\n st.shared" + suffix +
            " [%w9], " + values + ";\n ld.shared" + suffix + " " + values + ", [%w9];\n";
  } else if (space == "local") {
    body = ".local .align 16 .b8 depot[64];\n.reg .b64 %l;\nmov.u64 %l, depot;\n" + body +
           "st.local" + suffix + " [%l+32], " + values + ";\n ld.local" + suffix + " " + values +
           ", [%l+32];\n";
  }
  body += "st.global" + suffix + " [%x1], " + values + ";";
  const std::vector<uint8_t> in = bytes_to(64 * lane_bytes * stride);
  const auto out = run_body<uint8_t>(body, in, in.size(), variables);
  for (size_t i = 0; i < in.size(); ++i) {
    const bool copied = i % (lane_bytes * stride) < lane_bytes;
    ASSERT_EQ(out[i], copied ? in[i] : 0)
        << space << suffix << " stride " << stride << " byte " << i;
  }
}

TEST(Memory, EveryWidthPassesThroughEverySpace) {
  for (const std::string space : {"global", "shared", "local"})
    for (const uint32_t stride : {1, 3})
      for (const uint32_t count : {1, 2, 4}) {
        expect_copy(space, "u8", 1, count, stride);
        expect_copy(space, "u16", 2, count, stride);
        expect_copy(space, "b32", 4, count, stride);
        if (count <= 2) expect_copy(space, "b64", 8, count, stride);
      }
}

TEST(Memory, LanesOfOneWarpMayPointToDifferentSpaces) {
  // Lanes 0 mod 3 to global, 1 to shared, 2 to local memory, through one generic load and store.
  const auto out = run_body<uint32_t>(
      ".local .align 4 .b8 depot[16];\n.reg .b64 %l, %s;\n"
      "mov.u64 %l, depot;\n cvta.local.u64 %l, %l;\n mov.u64 %s, buffer;\n cvta.shared.u64 %s, "
      "%s;\n"
      "mad.wide.u32 %s, %t, 4, %s;\n mad.wide.u32 %x0, %t, 4, %in;\n"
      "rem.u32 %w0, %t, 3;\n setp.eq.u32 %p0, %w0, 1;\n setp.eq.u32 %p1, %w0, 2;\n"
      "selp.b64 %x1, %s, %x0, %p0;\n selp.b64 %x1, %l, %x1, %p1;\n"
      "add.u32 %w1, %t, 1000;\n st.u32 [%x1], %w1;\n ld.u32 %w2, [%x1];\n"
      "mad.wide.u32 %x2, %t, 4, %out;\n st.global.u32 [%x2], %w2;",
      std::vector<uint32_t>(64, 7), 64, ".shared .align 4 .b8 buffer[256];\n");
  for (uint32_t l = 0; l < 64; ++l) EXPECT_EQ(out[l], 1000 + l);
}

TEST(Memory, SharedMemoryHoldsTheSameGarbageInEveryBlock) {
  const uint32_t blocks = 100, threads = 64;
  const auto out = run_body<uint32_t>(
      "mov.u64 %x0, buffer;\n mad.wide.u32 %x0, %t, 4, %x0;\n ld.shared.u32 %w0, [%x0];\n"
      "st.shared.u32 [%x0], %t;\n mov.u32 %w1, %ctaid.x;\n mad.lo.u32 %w1, %w1, 64, %t;\n"
      "mad.wide.u32 %x1, %w1, 4, %out;\n st.global.u32 [%x1], %w0;",
      std::vector<uint32_t>(1), blocks * threads, ".shared .align 4 .b8 buffer[256];\n", threads,
      blocks);
  EXPECT_EQ(out, std::vector<uint32_t>(blocks * threads, 0xc7c7c7c7));
}

TEST(Memory, IsspacepKnowsTheWindows) {
  const auto out = run_body<uint32_t>(
      ".local .align 4 .b8 depot[16];\n.reg .b64 %l, %s;\n"
      "mov.u64 %l, depot;\n cvta.local.u64 %l, %l;\n mov.u64 %s, buffer;\n cvta.shared.u64 %s, "
      "%s;\n"
      "isspacep.shared %p0, %s;\n isspacep.local %p1, %s;\n isspacep.global %p2, %in;\n"
      "isspacep.local %p3, %l;\n isspacep.global %p4, %l;\n mov.b32 %w0, 0;\n"
      "@%p0 or.b32 %w0, %w0, 1;\n @%p1 or.b32 %w0, %w0, 2;\n @%p2 or.b32 %w0, %w0, 4;\n"
      "@%p3 or.b32 %w0, %w0, 8;\n @%p4 or.b32 %w0, %w0, 16;\n"
      "mad.wide.u32 %x2, %t, 4, %out;\n st.global.u32 [%x2], %w0;",
      std::vector<uint32_t>(1), 64, ".shared .align 4 .b8 buffer[256];\n");
  for (uint32_t l = 0; l < 64; ++l) EXPECT_EQ(out[l], 1u + 4 + 8);
}

// What a launch of the body says, with or without checkers.
LaunchResult run_badly(const std::string& body, uint64_t in, uint64_t out, Device& device,
                       const std::string& variables = "") {
  Program program = device.load(kernel_of(body, variables));
  const uint64_t parameters[] = {in, out};
  return device.launch(*program.kernel("snippet"), {.grid = {1, 1, 1}, .block = {32, 1, 1}},
                       std::as_bytes(std::span(parameters)));
}

TEST(Memory, BadAddressesAreNamed) {
  Device device;
  auto& memory = device.memory();
  const auto* array = memory.allocate(100, memory::Kind::device);
  const auto* gone = memory.allocate(100, memory::Kind::device);
  const uint64_t freed = gone->begin;
  memory.free(freed);
  int on_host = 0;
  const std::string variables =
      ".shared .align 4 .b8 buffer[128];\n.const .align 4 .b32 fixed = 5;\n";
  const auto expect = [&](const std::string& body, uint64_t in, FindingKind kind) {
    const LaunchResult result = run_badly(body, in, 0, device, variables);
    ASSERT_EQ(result.findings.size(), 1u) << body;
    EXPECT_EQ(events::name_of(result.findings[0].kind), events::name_of(kind)) << body;
    EXPECT_EQ(result.status, kind == FindingKind::misaligned ? Status::misaligned_address
                                                             : Status::illegal_address);
  };
  const std::string each = "mad.wide.u32 %x0, %t, 4, %in;\n";
  expect(each + "ld.global.u32 %w0, [%x0];", array->begin, FindingKind::out_of_bounds);
  expect(each + "st.global.u32 [%x0], %t;", array->begin, FindingKind::out_of_bounds);
  expect("ld.global.u8 %w0, [%in+-1];", array->begin, FindingKind::out_of_bounds);
  expect("ld.global.u32 %w0, [%in+98];", array->begin, FindingKind::misaligned);
  expect("ld.global.v2.u32 {%w0, %w1}, [%in+4];", array->begin, FindingKind::misaligned);
  expect("ld.global.v2.u32 {%w0, %w1}, [%in+96];", array->begin, FindingKind::out_of_bounds);
  expect("st.global.u32 [%in], %t;", freed, FindingKind::use_after_free);
  expect("ld.global.u32 %w0, [%in+16];", 0, FindingKind::null_pointer);
  expect("ld.u32 %w0, [%in];", reinterpret_cast<uint64_t>(&on_host), FindingKind::host_pointer);
  const auto* managed = memory.allocate(100, memory::Kind::managed);
  expect("ld.global.u32 %w0, [%in+100];", managed->begin, FindingKind::out_of_bounds);
  expect("ld.global.u32 %w0, [%in+-4];", managed->begin, FindingKind::out_of_bounds);
  expect("atom.global.add.u32 %w0, [%in+100], 1;", array->begin, FindingKind::out_of_bounds);
  expect("st.shared.u32 [buffer+128], %t;", 0, FindingKind::out_of_bounds);
  expect("mov.u32 %w0, buffer;\n mad.lo.u32 %w0, %t, 8, %w0;\n ld.shared.u32 %w1, [%w0];", 0,
         FindingKind::out_of_bounds);
  expect("ld.shared.u32 %w0, [buffer+2];", 0, FindingKind::misaligned);
  expect("mov.u64 %x0, fixed;\n st.global.u32 [%x0], %t;", 0, FindingKind::read_only);
  expect("mov.b64 %x0, in;\n ld.param.u64 %x1, [%x0+16];", 0, FindingKind::out_of_bounds);
  expect("mov.b64 %x0, in;\n ld.param.u64 %x1, [%x0+4];", 0, FindingKind::misaligned);
}

// As clang reads the members of a structure: at an address that is in a register, mostly one for all lanes.
TEST(Memory, ParametersAreReadAtAnAddressInARegister) {
  const auto out = run_body<uint64_t>(
      "mov.b64 %x0, in;\n ld.param.u64 %x1, [%x0+8];\n"  // all lanes: out
      "and.b32 %w0, %t, 1;\n mad.wide.u32 %x2, %w0, 8, %x0;\n ld.param.u64 %x3, [%x2];\n"
      "setp.lt.u32 %p0, %t, 7;\n mov.b64 %x4, 1;\n @%p0 ld.param.u64 %x4, [%x0];\n"
      "ld.param.u16 %h0, [%x0+2];\n ld.param.v2.u32 {%w1, %w2}, [%x0+8];\n"
      "mad.wide.u32 %x5, %t, 40, %out;\n st.global.u64 [%x5], %x1;\n st.global.u64 [%x5+8], %x3;\n"
      "st.global.u64 [%x5+16], %x4;\n st.global.v2.u32 [%x5+24], {%w1, %w2};\n"
      "cvt.u64.u16 %x6, %h0;\n shr.u64 %x7, %in, 16;\n sub.u64 %x6, %x6, %x7;\n"
      "st.global.u64 [%x5+32], %x6;",
      std::vector<uint32_t>(1), 64 * 5);
  const uint64_t out_address = out[0];
  const uint64_t in_address = out[1];
  EXPECT_NE(in_address, out_address);
  for (uint64_t l = 0; l < 64; ++l) {
    EXPECT_EQ(out[5 * l], out_address);
    EXPECT_EQ(out[5 * l + 1], l % 2 ? out_address : in_address) << l;
    EXPECT_EQ(out[5 * l + 2], l < 7 ? in_address : 1) << l;
    EXPECT_EQ(out[5 * l + 3], out_address);
    EXPECT_EQ(out[5 * l + 4] & 0xffff, 0u) << "bytes 2 and 3 of the first one";
  }
}

TEST(Memory, GoodLanesGoOnUnderCheckers) {
  Device device({.checkers = true});
  auto& memory = device.memory();
  const auto* in = memory.allocate(64, memory::Kind::device);
  const auto* out = memory.allocate(128, memory::Kind::device);
  uint32_t values[32];
  std::iota(values, values + 32, 100);
  std::memcpy(in->host, values, 64);
  std::memset(out->host, 0xff, 128);
  memory.notify_wrote(in->begin, 64);
  const LaunchResult result = run_badly(
      "mad.wide.u32 %x0, %t, 4, %in;\n ld.global.u32 %w0, [%x0];\n"
      "mad.wide.u32 %x1, %t, 4, %out;\n st.global.u32 [%x1], %w0;",
      in->begin, out->begin, device);
  ASSERT_EQ(result.findings.size(), 1u);
  EXPECT_EQ(result.findings[0].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(result.findings[0].where.thread.x, 16u);
  std::memcpy(values, out->host, 128);
  for (uint32_t i = 0; i < 32; ++i) EXPECT_EQ(values[i], i < 16 ? i + 100 : 0);
}

TEST(Memory, HeldAllocationsChangeBetweenAccessesOfOneInstruction) {
  // The loop reads from two allocations in turn through one instruction.
  const auto out = run_body<uint32_t>(
      "mov.b32 %w0, 0;\n mov.b32 %w1, 0;\nAGAIN:\n and.b32 %w2, %w0, 1;\n"
      "setp.eq.u32 %p0, %w2, 0;\n selp.b64 %x0, %in, %out, %p0;\n"
      "mad.wide.u32 %x0, %t, 4, %x0;\n ld.global.u32 %w3, [%x0];\n add.u32 %w1, %w1, %w3;\n"
      "add.u32 %w0, %w0, 1;\n setp.lt.u32 %p1, %w0, 10;\n @%p1 bra AGAIN;\n"
      "mad.wide.u32 %x1, %t, 4, %out;\n st.global.u32 [%x1], %w1;",
      std::vector<uint32_t>(64, 3), 64);
  for (const uint32_t value : out) EXPECT_EQ(value, 15u);
}

// One atomic by 64 threads on one word that holds `before`; returns the word afterwards.
template <class T>
T after_atomic(const std::string& operation, T before, const std::string& space = "global") {
  const std::string type = sizeof(T) == 8 ? "b64" : "b32";
  const std::string held = sizeof(T) == 8 ? "%x5" : "%w5";
  std::string body = "cvt.u64.u32 %x9, %t;\n cvt.rn.f32.u32 %f0, %t;\n cvt.rn.f64.u32 %g0, %t;\n";
  if (space == "shared")
    body += "ld.global." + type + " " + held + ", [%in];\n st.shared." + type + " [word], " + held +
            ";\n bar.sync 0;\n red.shared." + operation + ";\n bar.sync 0;\n ld.shared." + type +
            " " + held + ", [word];\n";
  else
    body += "red.global." + operation + ";\n bar.sync 0;\n ld.global." + type + " " + held +
            ", [%in];\n";
  body += "st.global." + type + " [%out], " + held + ";";
  size_t at;
  while ((at = body.find("WORD")) != std::string::npos)
    body.replace(at, 4, space == "shared" ? "[word]" : "[%in]");
  const auto out = run_body<T>(body, std::vector<T>{before}, 1, ".shared .align 8 .b64 word;\n");
  return out[0];
}

TEST(Atomics, DoTheirOperation) {
  for (const std::string space : {"global", "shared"}) {
    EXPECT_EQ(after_atomic<uint32_t>("add.u32 WORD, %t", 5, space), 5u + 2016);
    EXPECT_EQ(after_atomic<uint32_t>("add.s32 WORD, -1", 3, space), 3u - 64);
    EXPECT_EQ(after_atomic<uint64_t>("add.u64 WORD, %x9", UINT64_MAX, space), 2015u);
    EXPECT_EQ(after_atomic<float>("add.f32 WORD, %f0", 0.5f, space), 2016.5f);
    EXPECT_EQ(after_atomic<double>("add.f64 WORD, %g0", 0.25, space), 2016.25);
    EXPECT_EQ(after_atomic<uint32_t>("min.u32 WORD, %t", 77, space), 0u);
    EXPECT_EQ(after_atomic<uint32_t>("min.s32 WORD, %t", 0x80000000, space), 0x80000000u);
    EXPECT_EQ(after_atomic<uint32_t>("max.u32 WORD, %t", 0x80000000, space), 0x80000000u);
    EXPECT_EQ(after_atomic<uint32_t>("max.s32 WORD, %t", 0x80000000, space), 63u);
    EXPECT_EQ(after_atomic<uint64_t>("max.u64 WORD, %x9", 4, space), 63u);
    EXPECT_EQ(after_atomic<uint64_t>("min.s64 WORD, %x9", UINT64_MAX, space), UINT64_MAX);
    EXPECT_EQ(after_atomic<uint32_t>("inc.u32 WORD, 9", 0, space), 4u);
    EXPECT_EQ(after_atomic<uint32_t>("dec.u32 WORD, 9", 0, space), 6u);
    EXPECT_EQ(after_atomic<uint32_t>("or.b32 WORD, %t", 0x100, space), 0x13fu);
    EXPECT_EQ(after_atomic<uint32_t>("and.b32 WORD, 6", 0xfffffffd, space), 4u);
    EXPECT_EQ(after_atomic<uint32_t>("xor.b32 WORD, %t", 0xff, space), 0xffu);
    EXPECT_EQ(after_atomic<uint64_t>("xor.b64 WORD, 1", 9, space), 9u);
  }
}

TEST(Atomics, SinglePrecisionFlushesSubnormalsInGlobalMemoryOnly) {
  const float tiny = 0x1p-140f;
  EXPECT_EQ(after_atomic<float>("add.f32 WORD, 0f00000000", tiny, "global"), 0.0f);
  EXPECT_EQ(after_atomic<float>("add.f32 WORD, 0f00000000", tiny, "shared"), tiny);
}

TEST(Atomics, HalvesAreAddedByTwos) {
  // 64 times (1, 0.5), and (1, 1) in bfloat16
  EXPECT_EQ(after_atomic<uint32_t>("add.noftz.f16x2 WORD, 0x38003c00", 0), 0x50005400u);
  EXPECT_EQ(after_atomic<uint32_t>("add.noftz.bf16x2 WORD, 0x3f803f80", 0), 0x42804280u);
}

TEST(Atomics, HalvesThatAreNoNumbersBecomeOne) {
  EXPECT_EQ(after_atomic<uint32_t>("add.noftz.f16x2 WORD, 0x7e013c00", 0x00007e02), 0x7fff7fffu);
  EXPECT_EQ(after_atomic<uint32_t>("add.noftz.bf16x2 WORD, 0x7fc13f80", 0x00007fc2), 0x7fff7fffu);
}

TEST(Atomics, LanesGoInOrder) {
  const auto out = run_body<uint32_t>(
      "atom.global.add.u32 %w0, [%in], 2;\n atom.global.exch.b32 %w1, [%in+4], %t;\n"
      "atom.global.cas.b32 %w2, [%in+8], %t, 1000;\n"
      "mad.wide.u32 %x0, %t, 12, %out;\n st.global.u32 [%x0], %w0;\n st.global.u32 [%x0+4], %w1;\n"
      "st.global.u32 [%x0+8], %w2;",
      std::vector<uint32_t>{10, 99, 5}, 96, "", 32);
  for (uint32_t l = 0; l < 32; ++l) {
    EXPECT_EQ(out[3 * l], 10 + 2 * l);
    EXPECT_EQ(out[3 * l + 1], l == 0 ? 99 : l - 1);
    EXPECT_EQ(out[3 * l + 2], l <= 5 ? 5u : 1000u);
  }
}

TEST(Atomics, BlocksOnSeveralHostThreadsLoseNothing) {
  const auto out = run_body<uint32_t>(
      "mov.b32 %w0, 0;\nAGAIN:\n red.global.add.u32 [%out], 1;\n atom.global.add.f32 %f1, "
      "[%out+4], "
      "0f3f800000;\n add.u32 %w0, %w0, 1;\n setp.lt.u32 %p0, %w0, 20;\n @%p0 bra AGAIN;",
      std::vector<uint32_t>(1), 2, "", 64, 200);
  EXPECT_EQ(out[0], 64u * 200 * 20);
  EXPECT_EQ(std::bit_cast<float>(out[1]), 64.0f * 200 * 20);
}

TEST(AsyncCopies, AppearWhenTheyAreWaitedFor) {
  const auto out = run_body<uint32_t>(
      "mov.u32 %w0, buffer;\n mad.lo.u32 %w0, %t, 4, %w0;\n mov.b32 %w9, 77;\n"
      "st.shared.u32 [%w0], %w9;\n st.shared.u32 [%w0+256], %w9;\n"
      "mad.wide.u32 %x0, %t, 4, %in;\n cp.async.ca.shared.global [%w0], [%x0], 4;\n"
      "cp.async.commit_group;\n cp.async.ca.shared.global [%w0+256], [%x0], 4;\n"
      "cp.async.commit_group;\n ld.shared.u32 %w1, [%w0];\n cp.async.wait_group 1;\n"
      "ld.shared.u32 %w2, [%w0];\n ld.shared.u32 %w3, [%w0+256];\n cp.async.wait_all;\n"
      "ld.shared.u32 %w4, [%w0+256];\n mad.wide.u32 %x1, %t, 16, %out;\n"
      "st.global.u32 [%x1], %w1;\n st.global.u32 [%x1+4], %w2;\n st.global.u32 [%x1+8], %w3;\n"
      "st.global.u32 [%x1+12], %w4;",
      std::vector<uint32_t>(64, 5), 256, ".shared .align 16 .b8 buffer[512];\n");
  for (uint32_t l = 0; l < 64; ++l)
    EXPECT_EQ((std::vector<uint32_t>(&out[4 * l], &out[4 * l] + 4)),
              (std::vector<uint32_t>{77, 5, 77, 5}));
}

TEST(AsyncCopies, FillWithZerosWhatTheyDoNotRead) {
  const auto out = run_body<uint32_t>(
      "mov.u32 %w0, buffer;\n mad.lo.u32 %w0, %t, 16, %w0;\n mad.wide.u32 %x0, %t, 16, %in;\n"
      "and.b32 %w1, %t, 15;\n cp.async.cg.shared.global [%w0], [%x0], 16, %w1;\n"
      "cp.async.wait_all;\n mad.wide.u32 %x1, %t, 16, %out;\n"
      "ld.shared.v4.u32 {%w2, %w3, %w4, %w5}, [%w0];\n"
      "st.global.v4.u32 [%x1], {%w2, %w3, %w4, %w5};",
      std::vector<uint32_t>(256, 0x01010101), 256, ".shared .align 16 .b8 buffer[1024];\n");
  const auto* bytes = reinterpret_cast<const uint8_t*>(out.data());
  for (uint32_t l = 0; l < 64; ++l)
    for (uint32_t b = 0; b < 16; ++b) EXPECT_EQ(bytes[16 * l + b], b < l % 16 ? 1 : 0);
}

TEST(MBarriers, OpenWhenAllHaveArrived) {
  const auto out = run_body<uint32_t>(
      "setp.eq.u32 %p0, %t, 0;\n @%p0 mbarrier.init.shared.b64 [gate], 64;\n bar.sync 0;\n"
      "mad.lo.u32 %w0, %t, 3, 1;\n mov.u32 %w1, buffer;\n mad.lo.u32 %w2, %t, 4, %w1;\n"
      "st.shared.u32 [%w2], %w0;\n mbarrier.arrive.shared.b64 %x0, [gate];\n"
      "WAIT:\n mbarrier.try_wait.shared.b64 %p1, [gate], %x0;\n @!%p1 bra WAIT;\n"
      "mbarrier.test_wait.parity.shared.b64 %p2, [gate], 0;\n selp.u32 %w5, 1, 0, %p2;\n"
      "mbarrier.test_wait.parity.shared.b64 %p3, [gate], 1;\n selp.u32 %w6, 2, 0, %p3;\n"
      "add.u32 %w5, %w5, %w6;\n xor.b32 %w3, %t, 63;\n mad.lo.u32 %w3, %w3, 4, %w1;\n"
      "ld.shared.u32 %w4, [%w3];\n mad.wide.u32 %x1, %t, 8, %out;\n st.global.u32 [%x1], %w4;\n"
      "st.global.u32 [%x1+4], %w5;",
      std::vector<uint32_t>(1), 128,
      ".shared .align 8 .b64 gate;\n.shared .align 4 .b8 buffer[256];\n");
  for (uint32_t l = 0; l < 64; ++l) {
    EXPECT_EQ(out[2 * l], (l ^ 63) * 3 + 1);
    EXPECT_EQ(out[2 * l + 1], 1u);  // phase 0 is over, phase 1 is not
  }
}

// Of a store at two strides, the one with more passes; a load without conflicts has none.
TEST(Counts, KeepTheRequestThatMetMostInBanks) {
  for (const uint32_t workers : {1u, 4u}) {
    Device device({.counters = true, .workers = workers});
    const auto* in = device.memory().allocate(1 << 16, memory::Kind::device);
    Program program = device.load(
        kernel_of("mov.u32 %w0, buffer;\n mad.lo.u32 %w1, %t, 4, %w0;\n ld.shared.f32 %f0, [%w1];\n"
                  "mov.u32 %w2, 8;\n"
                  "AGAIN:\n mad.lo.u32 %w1, %t, %w2, %w0;\n st.shared.f32 [%w1], %f0;\n"
                  "add.u32 %w2, %w2, 8;\n setp.le.u32 %p1, %w2, 16;\n @%p1 bra AGAIN;\n",
                  ".shared .align 16 .b8 buffer[2048];\n"));
    const uint64_t parameters[] = {in->begin, 0};
    const LaunchResult result =
        device.launch(*program.kernel("snippet"), {.grid = {10, 1, 1}, .block = {64, 1, 1}},
                      std::as_bytes(std::span(parameters)));
    ASSERT_EQ(result.status, Status::ok) << result.message;
    const auto& memory = result.counters->memory;
    ASSERT_EQ(memory.size(), 2u);
    EXPECT_FALSE(memory[0].worst);
    ASSERT_TRUE(memory[1].worst);
    const events::BankRequest& worst = *memory[1].worst;
    EXPECT_EQ(worst.wavefronts, 4u);
    EXPECT_EQ(worst.bytes, 4u);
    EXPECT_FALSE(worst.load);
    EXPECT_EQ(worst.block, (events::Index3{0, 0, 0})) << workers << " workers";
    EXPECT_EQ(worst.warp, 0u);
    EXPECT_EQ(worst.lanes, ~0u);
    for (uint32_t lane = 1; lane < 32; ++lane)
      EXPECT_EQ(worst.offsets[lane] - worst.offsets[0], 16 * lane);
  }
}

// ldmatrix is of a 2-byte type, and each lane's address is that of a row of 16 bytes.
TEST(Counts, KeepARowOfAMatrixAsWhatALaneAsksFor) {
  Device device({.counters = true});
  const auto* in = device.memory().allocate(1 << 16, memory::Kind::device);
  Program program = device.load(
      kernel_of("mov.u32 %w0, buffer;\n mad.lo.u32 %w1, %t, 128, %w0;\n"
                "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%w2, %w3, %w4, %w5}, [%w1];\n",
                ".shared .align 16 .b8 buffer[4096];\n"));
  const uint64_t parameters[] = {in->begin, 0};
  const LaunchResult result = device.launch(*program.kernel("snippet"), {.block = {32, 1, 1}},
                                            std::as_bytes(std::span(parameters)));
  ASSERT_EQ(result.status, Status::ok) << result.message;
  const auto& memory = result.counters->memory;
  ASSERT_EQ(memory.size(), 1u);
  ASSERT_TRUE(memory[0].worst);
  EXPECT_EQ(memory[0].worst->bytes, 16u);
  EXPECT_EQ(memory[0].worst->wavefronts, 32u) << "8 lanes at a time, all in one bank";
}

TEST(Counts, AreThoseOfTheAddresses) {
  Device device({.counters = true});
  const auto* in = device.memory().allocate(1 << 16, memory::Kind::device);
  Program program = device.load(
      kernel_of("mad.wide.u32 %x0, %t, 12, %in;\n ld.global.f32 %f0, [%x0];\n"  // 12 sectors a warp
                "mov.u32 %w0, buffer;\n mad.lo.u32 %w0, %t, 8, %w0;\n"
                "st.shared.f32 [%w0], %f0;\n ld.shared.f32 %f1, [buffer];\n"     // 2-way; broadcast
                "mad.wide.u32 %x1, %t, 4, %in;\n st.global.f32 [%x1+4], %f1;\n"  // 5 sectors a warp
                "red.global.add.f32 [%in], %f1;",
                ".shared .align 16 .b8 buffer[2048];\n"));
  const uint64_t parameters[] = {in->begin, 0};
  const LaunchResult result =
      device.launch(*program.kernel("snippet"), {.grid = {10, 1, 1}, .block = {64, 1, 1}},
                    std::as_bytes(std::span(parameters)));
  ASSERT_EQ(result.status, Status::ok) << result.message;
  ASSERT_TRUE(result.counters);
  const auto& memory = result.counters->memory;
  ASSERT_EQ(memory.size(), 5u);
  const uint64_t warps = 20;
  for (const auto& site : memory) {
    EXPECT_EQ(site.requests, warps);
    EXPECT_EQ(site.threads, warps * 32);
  }
  EXPECT_EQ(memory[0].sectors, warps * 12);
  EXPECT_EQ(memory[0].sectors_ideal, warps * 4);
  EXPECT_EQ(memory[1].wavefronts, warps * 2);
  EXPECT_EQ(memory[1].bank_conflicts, warps);
  EXPECT_EQ(memory[2].wavefronts, warps);
  EXPECT_EQ(memory[3].sectors, warps * 5);
  EXPECT_EQ(memory[4].sectors, warps);
  EXPECT_EQ(memory[4].sector_multiplicity, warps * 32);
}

}  // namespace
}  // namespace simt::test
