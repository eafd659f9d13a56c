// Findings: their text, their JSON, and how many become one.
#include "simt/events/finding.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "simt/device.h"
#include "simt/events/finding_json.h"
#include "tests/checkout.h"

namespace simt::events {
namespace {

Finding race() {
  Finding f;
  f.kind = FindingKind::shared_race;
  f.kernel = "blur(unsigned char const*, unsigned char*, int, int)";
  f.where = {"tile.cu", 19, {2, 1, 0}, {32, 0, 0}, "4-byte read", 0, AccessKind::read, 4};
  f.other = Site{"tile.cu", 17, {2, 1, 0}, {0, 3, 0}, "4-byte write", 0, AccessKind::write, 4};
  f.space = "shared";
  f.address = 0x40;
  f.has_address = true;
  f.what = "4-byte read of shared memory, 4-byte write in line 17: no barrier orders the two warps";
  return f;
}

TEST(Finding, FirstLineSaysWhatAndWhere) {
  const std::string text = race().text();
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "simt: shared-race: tile.cu:19: 4-byte read of shared memory, 4-byte write in line 17: "
            "no barrier orders the two warps");
  EXPECT_NE(text.find("block (2,1,0), thread (32,0,0)"), std::string::npos) << text;
  EXPECT_NE(text.find("tile.cu:17, block (2,1,0), thread (0,3,0)"), std::string::npos) << text;
  EXPECT_NE(text.find("__syncthreads()"), std::string::npos) << text;
}

// As in programs that were compiled without -lineinfo: each address makes another sentence.
TEST(Findings, HaveOneOfAnInstructionWithoutALine) {
  const char* const ptx = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) {
  .reg .pred %p<2>;
  .reg .b32 %r<4>;
  .reg .b64 %rd<2>;
  .shared .align 4 .b8 a[32];
  .shared .align 4 .b8 b[4096];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, 0;
  mov.u32 %r3, a;
again:
  ld.global.u32 %r2, [%rd1+4096];
  st.global.u32 [%rd1+4096], %r2;
  st.shared.u32 [%r3+32], %r2;
  add.s64 %rd1, %rd1, 4;
  add.s32 %r3, %r3, 4;
  add.s32 %r1, %r1, 1;
  setp.lt.u32 %p1, %r1, 100;
  @%p1 bra again;
  ret;
}
)";
  Device device({.checkers = true, .workers = 2});
  const uint64_t parameters[] = {device.memory().allocate(4096, memory::Kind::device)->begin};
  const Program program = device.load(ptx);
  const LaunchResult result = device.launch(*program.kernel("k"), {.grid = {8, 1, 1}},
                                            std::as_bytes(std::span(parameters)));
  std::vector<uint64_t> counts;
  for (const Finding& finding : result.findings)
    if (finding.kind == FindingKind::out_of_bounds) counts.push_back(finding.count);
  EXPECT_EQ(counts, (std::vector<uint64_t>{800, 800, 800}));
}

// Whichever of them comes first.
TEST(Findings, OneASentenceWhereOneHasNoInstruction) {
  Finding known;
  known.kind = FindingKind::out_of_bounds;
  known.what = "4-byte read of global memory";
  Finding other = known;
  known.instruction = &known;
  for (const auto& [first, second] : {std::pair(known, other), std::pair(other, known)}) {
    Findings findings;
    findings.add(first);
    findings.add(second);
    EXPECT_EQ(findings.take().size(), 1u);
  }
}

TEST(Finding, KindsAreListedInTheManual) {
  const std::string rows =
#define FINDING(enumerator, name, status, other, advice) "| `" name "` | " advice " |\n"
#include "simt/events/findings.def"
#undef FINDING
      ;
  std::ifstream file(std::string(checkout::root) + "/docs/simt.md");
  const std::string manual(std::istreambuf_iterator<char>(file), {});
  EXPECT_NE(manual.find("| kind | next step |\n|---|---|\n" + rows + "\n"), std::string::npos)
      << "docs/simt.md has other rows than\n"
      << rows;
}

TEST(Finding, SaysWhereItsAddressComesFrom) {
  Finding f = race();
  f.kind = FindingKind::out_of_bounds;
  const auto said_of = [&](std::vector<uint32_t> lines) {
    f.computed_in = std::move(lines);
    const std::string text = f.text();
    const size_t at = text.find("  comes from  ");
    return at == text.npos ? "" : text.substr(at + 14, text.find('\n', at) - at - 14);
  };
  EXPECT_EQ(said_of({}), "");
  EXPECT_EQ(said_of({12}), "line 12");
  EXPECT_EQ(said_of({12, 14, 15}), "lines 12, 14 and 15");
  EXPECT_EQ(said_of({3, 4, 5, 9, 12}), "lines 3 to 5, 9 and 12");
  EXPECT_EQ(f.brief_rows()[2].text, "lines 3 to 5, 9 and 12");
}

TEST(Finding, SaysWhereWhatItReadsIsWritten) {
  Finding f = race();
  f.kind = FindingKind::uninitialised_shared;
  f.other.reset();
  f.written_in = {3, 4, 5, 9};
  EXPECT_NE(f.text().find("  written by  lines 3 to 5 and 9\n"), std::string::npos) << f.text();
  EXPECT_EQ(f.brief_rows()[1].label, "written by");
}

TEST(Finding, AdvisesToWaitForACopyThatRaces) {
  Finding f = race();
  EXPECT_NE(advice_of(f).find("put __syncthreads()"), std::string_view::npos);
  f.other->kind = AccessKind::async_copy;
  EXPECT_NE(advice_of(f).find("waits for its own"), std::string_view::npos);
  std::swap(f.where, *f.other);
  EXPECT_NE(advice_of(f).find("waits for its own"), std::string_view::npos);
}

TEST(Finding, AdvisesToActByWhatTheAtomicReturns) {
  Finding f = race();
  f.kind = FindingKind::global_race;
  f.where.kind = AccessKind::read;
  f.other->kind = AccessKind::atomic;
  EXPECT_NE(advice_of(f).find("act by what the atomic returns"), std::string_view::npos);
  std::swap(f.where, *f.other);
  EXPECT_NE(advice_of(f).find("act by what the atomic returns"), std::string_view::npos);
  f.where.kind = AccessKind::write;
  EXPECT_NE(advice_of(f).find("use an atomic"), std::string_view::npos);
}

TEST(Finding, AdvisesOnTheArrayThatIsTooSmall) {
  Finding f = race();
  f.kind = FindingKind::out_of_bounds;
  EXPECT_NE(advice_of(f).find("size of the array"), std::string_view::npos);
  f.space = "global";
  EXPECT_NE(advice_of(f).find("row's length that of another array"), std::string_view::npos);
  f.where.bytes = 16;
  EXPECT_NE(advice_of(f).find("elements of 16 bytes"), std::string_view::npos);
  f.miss = memory::Miss::across_end;
  EXPECT_NE(advice_of(f).find("in smaller pieces"), std::string_view::npos);
  f.miss = memory::Miss::empty;
  EXPECT_NE(advice_of(f).find("it is empty in this case"), std::string_view::npos);
  f.space = "param";
  EXPECT_NE(advice_of(f).find("by value"), std::string_view::npos);
}

// Under both front-ends, whose names of a lambda differ.
TEST(Finding, SaysWhatALambdaCaptures) {
  Finding f = race();
  f.kind = FindingKind::host_pointer;
  for (const char* kernel :
       {"void for_each<Field::fill()::{lambda(int)#1}>(int, Field::fill()::{lambda(int)#1})",
        "void for_each<__nv_dl_wrapper_t<__nv_dl_tag<void (Field::*)(), &Field::fill, 1u>, Field*>>"
        "(int, __nv_dl_wrapper_t<__nv_dl_tag<void (Field::*)(), &Field::fill, 1u>, Field*>)"}) {
    f.kernel = kernel;
    EXPECT_NE(advice_of(f).find("`this`"), std::string_view::npos) << kernel;
  }
  f.kernel = "void for_each<Fill>(int, Fill)";
  EXPECT_EQ(advice_of(f).find("`this`"), std::string_view::npos);
  EXPECT_NE(advice_of(f).find("is not an argument: kernels name it"), std::string_view::npos);
}

// Which of the host's threads it was is chance, and of no use.
TEST(Finding, RaceOfTheHostNamesNoThreads) {
  Finding f;
  f.kind = FindingKind::omp_race;
  f.where = {"outer_loop.c", 26, {}, {}, "4-byte write", 0, AccessKind::write, 4};
  f.other = Site{"outer_loop.c", 28, {}, {}, "4-byte read", 0, AccessKind::read, 4};
  f.what = "sum is written while another thread reads it";
  const std::string text = f.text();
  EXPECT_NE(text.find("outer_loop.c:26: sum"), std::string::npos) << text;
  EXPECT_NE(text.find("other side  outer_loop.c:28\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("block"), std::string::npos) << text;
  EXPECT_EQ(text.find("thread 0"), std::string::npos) << text;
  f.other->line = 26;
  EXPECT_NE(advice_of(f).find("declare it inside the loop"), std::string_view::npos);
  EXPECT_NE(advice_of(f).find("firstprivate"), std::string_view::npos);
  f.other->line = 31;
  EXPECT_NE(advice_of(f).find("nowait"), std::string_view::npos);
  f.space = "output";
  EXPECT_NE(advice_of(f).find("wait for the one that writes"), std::string_view::npos);
  f.other->kind = AccessKind::write;
  EXPECT_NE(advice_of(f).find("elements of its own"), std::string_view::npos);
}

TEST(Finding, LinesFit) {
  Finding f = race();
  f.kernel = "void many<float, int>(" + std::string(40, 'x') + ", " + std::string(40, 'y') + ", " +
             std::string(40, 'z') + ")";
  f.allocation = "cudaMalloc #3, 4096 bytes at 0x200000000000";
  f.count = 12;
  std::istringstream lines(f.text());
  std::string line;
  std::getline(lines, line);
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    EXPECT_LE(line.size(), 100u) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  EXPECT_GE(count, 7);
}

Finding missed_barrier() {
  Finding f = race();
  f.kind = FindingKind::divergent_barrier;
  f.has_address = false;
  f.what = "16 of the 32 threads of a warp reach the barrier without the others";
  f.other = Site{"tile.cu", 12, {2, 1, 0}, {16, 0, 0}, ""};
  return f;
}

TEST(Finding, NamesWhereAMissingThreadBranchesOff) {
  Finding f = missed_barrier();
  add_divergence(f, {12});
  EXPECT_TRUE(f.what.ends_with("without the others; thread (16,0,0) branches off in line 12"));
  EXPECT_NE(f.text().find("missing     tile.cu:12, block (2,1,0), thread (16,0,0): branches off"),
            std::string::npos)
      << f.text();
  EXPECT_EQ(f.brief_rows()[1].label, "missing");
  const Finding back = finding_from_json(to_json(f));
  EXPECT_EQ(role_of_other(back), "missing");
  EXPECT_EQ(role_of_other(race()), "other side");

  f = missed_barrier();
  add_divergence(f, {11, 12});
  EXPECT_TRUE(f.what.ends_with("in line 12, by a condition of lines 11 and 12")) << f.what;
  f = missed_barrier();
  f.other->line = 0;  // compiled without lines
  add_divergence(f, {});
  EXPECT_FALSE(f.other);
  EXPECT_EQ(f.what, missed_barrier().what);
}

// The barrier is the bug, from wherever threads leave the way to it.
TEST(Findings, OneABarrierThatThreadsMiss) {
  Findings findings;
  for (const uint32_t line : {14u, 12u}) {
    Finding f = missed_barrier();
    f.where.thread = {line, 0, 0};
    f.other->line = line;
    add_divergence(f, {});
    findings.add(f);
  }
  findings.add(missed_barrier());
  findings.add(race());
  EXPECT_EQ(findings.take().size(), 3u);
}

TEST(Finding, HostsDoings) {
  Finding f;
  f.kind = FindingKind::leak;
  f.what = "4096 bytes of cudaMalloc #3 were never freed";
  EXPECT_TRUE(f.text().starts_with("simt: leak: 4096 bytes"));
  EXPECT_EQ(f.text().find("thread"), std::string::npos);
}

TEST(Finding, KindsHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (int k = 0; k <= static_cast<int>(FindingKind::unsupported); ++k) {
    names.insert(name_of(static_cast<FindingKind>(k)));
    EXPECT_FALSE(advice_of(static_cast<FindingKind>(k)).empty());
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(FindingKind::unsupported) + 1);
}

TEST(Findings, OneALineWithTheLowestThread) {
  Findings findings;
  EXPECT_TRUE(findings.empty());
  std::vector<std::thread> threads;
  for (uint32_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint32_t i = 0; i < 100; ++i) {
        Finding f = race();
        f.where.block = {3 - t, 1, 0};
        f.where.thread = {99 - i, 0, 0};
        findings.add(f);
      }
    });
  for (std::thread& t : threads) t.join();
  Finding other = race();
  other.other->line = 18;
  findings.add(other);
  const auto all = findings.take();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].count, 400u);
  EXPECT_EQ(all[0].where.block, (Index3{0, 1, 0}));
  EXPECT_EQ(all[0].where.thread, (Index3{0, 0, 0}));
  EXPECT_EQ(all[1].other->line, 18u);
  EXPECT_TRUE(findings.empty());
}

// Of one access, which of several others is met first is chance as well.
TEST(Findings, OneOfARaceWithTheLowestOtherThread) {
  for (const auto& order : {std::array{1u, 2u, 3u}, {3u, 2u, 1u}, {2u, 1u, 3u}}) {
    Findings findings;
    for (const uint32_t thread : order) {
      Finding f = race();
      f.other->thread = {thread, 0, 0};
      f.other->access = thread == 1 ? "4-byte read" : "4-byte write";
      findings.add(f);
      f.other->access = "4-byte write";
      findings.add(f);
    }
    const auto all = findings.take();
    ASSERT_EQ(all.size(), 1u);
    EXPECT_EQ(all[0].other->thread.x, 1u);
    EXPECT_EQ(all[0].other->access, "4-byte read");
  }
}

TEST(Findings, InOrderOfKernelAndLine) {
  Findings findings;
  for (const auto& [kernel, line] : {std::pair{"b", 9u}, {"a", 3u}, {"b", 5u}}) {
    Finding f = race();
    f.kernel = kernel;
    f.where.line = line;
    findings.add(f);
  }
  const auto all = findings.take();
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].where.line, 5u);
  EXPECT_EQ(all[1].where.line, 9u);
  EXPECT_EQ(all[2].kernel, "a");
}

// A missing barrier lets a thread read what another has yet to write: the race says what is
// missing, whichever of its two accesses came second.
TEST(Findings, RaceBeforeTheUninitialisedReadThatItLeadsTo) {
  for (const auto& [second, first] : {std::pair{27u, 40u}, {40u, 27u}}) {
    Findings findings;
    Finding read = race();
    read.kind = FindingKind::uninitialised_shared;
    read.where.line = 40;
    read.other.reset();
    findings.add(read);
    Finding f = race();
    f.where.line = second;
    f.other->line = first;
    findings.add(f);
    const auto all = findings.take();
    ASSERT_EQ(all.size(), 2u);
    EXPECT_EQ(all[0].kind, FindingKind::shared_race) << second << " " << first;
  }
}

TEST(FindingJson, ThereAndBack) {
  Finding f = race();
  f.count = uint64_t{1} << 40;
  f.allocation = "\"quoted\"";
  f.computed_in = {12, 14};
  f.written_in = {9};
  f.allocation_begin = 0x200000000000;
  f.miss = memory::Miss::across_end;
  for (int i = 0; i < 2; ++i) {
    const nlohmann::json json = to_json(f);
    const Finding back = finding_from_json(nlohmann::json::parse(json.dump()));
    EXPECT_EQ(to_json(back), json);
    EXPECT_EQ(back.text(), f.text());
    EXPECT_EQ(back.where.kind, AccessKind::read);
    EXPECT_EQ(back.where.bytes, 4u);
    EXPECT_EQ(back.allocation_begin, f.allocation_begin);
    EXPECT_EQ(back.miss, f.miss);
    f.other.reset();
    f.has_address = false;
  }
  EXPECT_EQ(to_json(race())["kind"], "shared-race");
}

TEST(FindingJson, ReadsFindingsThatSayLess) {
  nlohmann::json json = to_json(race());
  for (const char* side : {"where", "other"})
    for (const char* key : {"column", "access_kind", "bytes"}) json[side].erase(key);
  const Finding back = finding_from_json(json);
  EXPECT_EQ(back.where.kind, AccessKind::other);
  EXPECT_EQ(back.where.bytes, 0u);
  EXPECT_EQ(back.where.access, "4-byte read");
  EXPECT_EQ(back.miss, memory::Miss::beside);
  EXPECT_EQ(back.allocation_begin, 0u);
}

TEST(Finding, KindsOfAccessesHaveNames) {
  for (int k = 0; k <= static_cast<int>(AccessKind::free); ++k)
    EXPECT_EQ(static_cast<int>(access_kind_from(name_of(static_cast<AccessKind>(k)))), k);
  EXPECT_EQ(access_kind_from("gremlins"), AccessKind::other);
}

TEST(Finding, KnowsHowAnAccessMisses) {
  EXPECT_EQ(memory::miss_of(100, 8, 108), memory::Miss::beside);
  EXPECT_EQ(memory::miss_of(100, 8, 99), memory::Miss::beside);
  EXPECT_EQ(memory::miss_of(100, 8, 107), memory::Miss::across_end);
  EXPECT_EQ(memory::miss_of(100, 0, 100), memory::Miss::empty);
}

TEST(FindingJson, RefusesWhatItDoesNotKnow) {
  nlohmann::json json = to_json(race());
  json["kind"] = "gremlins";
  EXPECT_THROW(finding_from_json(json), std::invalid_argument);
  EXPECT_THROW(finding_from_json(nlohmann::json::array()), nlohmann::json::exception);
  json = to_json(race());
  json["where"]["block"] = {1, 2};
  EXPECT_THROW(finding_from_json(json), nlohmann::json::exception);
}

}  // namespace
}  // namespace simt::events
