// Profiles: counts under their names, by launch and by line, in JSON and on 80 columns; bank maps.
#include "simt/observe/profile.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "fake_launch.h"
#include "simt/exec/banks.h"
#include "simt/observe/bank_map.h"
#include "tests/own_folder.h"

namespace simt::observe {
namespace {

using ptx::Opcode;
using ptx::Space;

class ProfileTest : public ::testing::Test {
 protected:
  ProfileTest() : path_(warplab::own_folder() / "source.cu") {
    std::ofstream(path_) << "one\n  two = in[i];\nthree\n";
    module_.files = {"", path_};
    module_.functions.resize(1);
    ptx::Function& f = module_.functions[0];
    f.kernel = f.has_body = true;
    add(Opcode::ld, Space::global, 2);
    add(Opcode::st, Space::shared, 2);
    add(Opcode::bar, Space::generic, 3);
    add(Opcode::bra, Space::generic, 3);
    add(Opcode::red, Space::global, 3);
    add(Opcode::ld, Space::generic, 0);
    counters_.info.module = &module_;
    counters_.info.kernel = &f;
    counters_.info.name = "k(int*)";
    counters_.info.grid = {4, 2, 1};
    counters_.info.block = {64, 1, 1};
    counters_.functions.push_back({&f, {}});
    for (size_t i = 0; i < f.instructions.size(); ++i)
      counters_.functions[0].instructions.push_back({10, 320, 300 - i, i == 3 ? 5u : 0u});
    count(0, [](events::MemoryCounts& c) { c.sectors = 100, c.sectors_ideal = 40; });
    count(1, [](events::MemoryCounts& c) {
      c.wavefronts = 30, c.wavefronts_ideal = 10, c.bank_conflicts = 20;
    });
    count(4, [](events::MemoryCounts& c) {
      c.sectors = 10, c.sectors_ideal = 10, c.sector_multiplicity = 320;
    });
    count(5, [](events::MemoryCounts& c) {
      c.shared_requests = c.beside_requests = 4, c.beside_threads = 128;
      c.wavefronts = 4, c.sectors = 24;
    });
  }

  void add(Opcode opcode, Space space, uint32_t line) {
    ptx::Instruction i;
    i.opcode = opcode;
    i.types = {ptx::Type::u32};
    if (space != Space::generic) i.spaces = {space};
    i.source = {line ? 1u : 0u, line};
    module_.functions[0].instructions.push_back(i);
  }
  template <class F>
  void count(uint32_t pc, F fill) {
    events::MemoryCounts c;
    c.pc = pc;
    c.bytes = 4;
    c.requests = 10;
    c.threads = 320;
    fill(c);
    counters_.memory.push_back(c);
  }

  std::string path_;
  ptx::Module module_;
  events::LaunchCounters counters_;
};

TEST_F(ProfileTest, CountsUnderTheirNames) {
  const LaunchProfile p = make_launch_profile(counters_);
  EXPECT_EQ(p.metrics[Metric::instructions], 60u);
  EXPECT_EQ(p.metrics[Metric::thread_instructions], 1920u);
  EXPECT_EQ(p.metrics[Metric::thread_instructions_on], 1785u);
  EXPECT_EQ(p.metrics[Metric::divergent_branches], 5u);
  EXPECT_EQ(p.metrics[Metric::barriers], 10u);
  EXPECT_EQ(p.metrics[Metric::global_load_requests], 16u);  // 6 of the generic ones
  EXPECT_EQ(p.metrics[Metric::global_load_sectors], 124u);
  EXPECT_EQ(p.metrics[Metric::global_load_bytes], 1280u + 768u);
  EXPECT_EQ(p.metrics[Metric::shared_load_requests], 4u);
  EXPECT_EQ(p.metrics[Metric::shared_store_conflicts], 20u);
  EXPECT_EQ(p.metrics[Metric::global_red_sectors], 320u);
  EXPECT_EQ(p.metrics[Metric::l2_sectors], 134u);
  ASSERT_EQ(p.lines.size(), 2u);
  EXPECT_EQ(p.lines[0].line, 2u);
  EXPECT_EQ(p.lines[0].text, "two = in[i];");
  EXPECT_EQ(p.lines[0].metrics[Metric::global_load_sectors], 100u);
  EXPECT_EQ(p.lines[0].metrics[Metric::global_load_sectors_ideal], 40u);
  EXPECT_EQ(p.lines[0].metrics[Metric::global_store_sectors_ideal], 0u);
  EXPECT_EQ(p.lines[0].metrics[Metric::instructions], 20u);
}

TEST_F(ProfileTest, BranchesAreOfWarps) {
  EXPECT_EQ(make_launch_profile(counters_).metrics[Metric::branches], 10u);
}

TEST_F(ProfileTest, LoadsOfABasicBlockAreInFlightTogether) {
  const auto together = [&] {
    return make_launch_profile(counters_).metrics[Metric::global_loads_together];
  };
  EXPECT_EQ(together(), 10u + 6u) << "one load ahead of the branch, one behind it";
  ptx::Function& f = module_.functions[0];
  f.instructions[1].opcode = Opcode::ld;
  f.instructions[1].spaces = {Space::global};
  EXPECT_EQ(together(), 2u * 10 + 2u * 10 + 6u);
  f.labels.push_back({"loop", 1});
  EXPECT_EQ(together(), 10u + 10u + 6u) << "what can be jumped to begins a block";
}

TEST_F(ProfileTest, ConversionsAreThoseBetweenIntegersAndFloats) {
  ptx::Instruction& convert = module_.functions[0].instructions[3];
  convert.opcode = Opcode::cvt;
  convert.types = {ptx::Type::f32, ptx::Type::u8};
  EXPECT_EQ(make_launch_profile(counters_).metrics[Metric::conversions], 297u);
  convert.types = {ptx::Type::u32, ptx::Type::u8};
  EXPECT_EQ(make_launch_profile(counters_).metrics[Metric::conversions], 0u);
}

TEST_F(ProfileTest, Json) {
  model::Occupancy occupancy;
  occupancy.fraction = 0.5;
  occupancy.limit_registers = 8;
  model::KernelTime time;
  time.seconds = 1.5e-6;
  time.bound = "memory";
  Profile profile;
  for (int i = 0; i < 2; ++i)
    profile.launches.push_back(make_launch_profile(counters_, &occupancy, &time));
  const auto json = nlohmann::json::parse(to_json(profile).dump());
  ASSERT_EQ(json["kernels"].size(), 2u);
  const auto& k = json["kernels"][1];
  EXPECT_EQ(k["name"], "k(int*)");
  EXPECT_EQ(k["grid"], (nlohmann::json{4, 2, 1}));
  const auto& m = k["metrics"];
  EXPECT_EQ(m["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 124);
  EXPECT_TRUE(m["smsp__inst_executed.sum"].is_number_unsigned());
  EXPECT_EQ(m["sm__maximum_warps_per_active_cycle_pct"], 50);
  EXPECT_EQ(m["launch__occupancy_limit_registers"], 8);
  EXPECT_NEAR(m["gpu__time_duration.sum"].get<double>(), 1500, 1e-6);
  EXPECT_EQ(m["l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"], 7.75);
  ASSERT_EQ(k["lines"].size(), 2u);
  EXPECT_EQ(k["lines"][0]["line"], 2);
  EXPECT_EQ(k["lines"][0]["metrics"]["l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"],
            20);
  EXPECT_FALSE(
      k["lines"][0]["metrics"].contains("smsp__sass_branch_targets_threads_divergent.sum"));
}

TEST_F(ProfileTest, ALineHasTheMapOfItsWorstRequest) {
  events::BankRequest request;
  request.wavefronts = 2;
  request.bytes = 4;
  request.block = {3, 1, 0};
  request.warp = 5;
  request.lanes = ~0u;
  for (uint32_t lane = 0; lane < 32; ++lane) request.offsets[lane] = 8 * lane;
  counters_.memory[1].worst = request;
  const LaunchProfile profile = make_launch_profile(counters_);
  EXPECT_FALSE(profile.lines[1].bank_map);
  const auto json = nlohmann::json::parse(to_json(profile).dump());
  EXPECT_FALSE(json["lines"][1].contains("bank_map"));
  const LaunchProfile read = launch_profile_from_json(json);
  for (const LaunchProfile& each : {profile, read}) {
    ASSERT_TRUE(each.lines[0].bank_map);
    const BankMap& map = *each.lines[0].bank_map;
    EXPECT_EQ(map.line, 2u);
    EXPECT_EQ(map.access, "4-byte write");
    EXPECT_EQ(map.block, (events::Index3{3, 1, 0}));
    EXPECT_EQ(map.warp, 5u);
    EXPECT_EQ(map.wavefronts().size(), 2u);
  }
}

TEST_F(ProfileTest, TableFitsAndFolds) {
  counters_.info.name = "void a_rather_long_name<float, 16>(float const*, float*, int, int, float)";
  counters_.functions[0].instructions[0].warps = 12345678901;
  counters_.memory[0].requests = 12345678901;
  counters_.memory[0].sectors = 123456789012;
  model::Occupancy occupancy;
  Profile profile;
  for (int i = 0; i < 3; ++i)
    profile.launches.push_back(make_launch_profile(counters_, &occupancy));
  const std::string table = format_table(profile);
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_NE(table.find("3 launches"), std::string::npos) << table;
  EXPECT_NE(table.find("370,370,367,036"), std::string::npos) << table;
  EXPECT_NE(table.find("two = in[i];"), std::string::npos) << table;
  EXPECT_EQ(table.find("a_rather"), table.rfind("a_rather")) << table;
  EXPECT_TRUE(format_table({}).empty());
}

class BankMapTest : public ::testing::Test {
 protected:
  static BankMap map(uint32_t bytes, const char* access, uint32_t (*offset)(uint32_t),
                     uint32_t lanes = ~0u) {
    BankMap m;
    m.bytes = bytes;
    m.access = access;
    m.is_load = m.access == "read";
    m.lanes = lanes;
    for (uint32_t l = 0; l < 32; ++l) m.offsets[l] = offset(l);
    return m;
  }
};

TEST_F(BankMapTest, WavefrontsByTheAddressRule) {
  const auto count = [](const BankMap& m) { return m.wavefronts().size(); };
  EXPECT_EQ(count(map(4, "read", [](uint32_t l) { return l * 4; })), 1u);
  EXPECT_EQ(count(map(4, "read", [](uint32_t) { return 8u; })), 1u);
  EXPECT_EQ(count(map(4, "read", [](uint32_t l) { return l * 8; })), 2u);
  EXPECT_EQ(count(map(4, "read", [](uint32_t l) { return l * 128; })), 32u);
  EXPECT_EQ(count(map(
                4, "read", [](uint32_t l) { return l * 128; }, 0xff)),
            8u);
  EXPECT_EQ(count(map(1, "read", [](uint32_t l) { return l * 3; })), 1u);
  EXPECT_EQ(count(map(8, "read", [](uint32_t l) { return l * 8; })), 2u);
  EXPECT_EQ(count(map(8, "read", [](uint32_t l) { return l / 2 * 8; })), 1u);
  EXPECT_EQ(count(map(8, "write", [](uint32_t) { return 0u; })), 2u);
  EXPECT_EQ(count(map(16, "read", [](uint32_t l) { return l * 16; })), 4u);
  EXPECT_EQ(count(map(16, "read", [](uint32_t) { return 0u; })), 2u);
  EXPECT_EQ(count(map(16, "write", [](uint32_t) { return 0u; })), 4u);
  EXPECT_EQ(count(map(
                4, "read", [](uint32_t) { return 0u; }, 0)),
            0u);
}

// A tile of 60 floats per row, 16 pixels of two rows per warp: the second row begins in bank 28, and
// its last four lanes come to banks 0, 3, 6 and 9, where the first row's first four are.
TEST_F(BankMapTest, TwoRowsOfAnUnpaddedTileMeetInFourBanks) {
  const auto all =
      map(4, "read", [](uint32_t l) { return 4 * (l / 16 * 60 + l % 16 * 3); }).wavefronts();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].size(), 28u);
  ASSERT_EQ(all[1].size(), 4u);
  for (uint32_t i = 0; i < 4; ++i) {
    EXPECT_EQ(all[1][i].lane, 28 + i);
    EXPECT_EQ(all[1][i].bank, 3 * i);
  }
}

// A reduction whose lanes are 8 words apart, with half a warp left: 4 banks, 4 words in each.
TEST_F(BankMapTest, AStridedHalfWarpGoesFourTimes) {
  const auto all = map(
                       4, "read", [](uint32_t l) { return 32 * l; }, 0xffff)
                       .wavefronts();
  ASSERT_EQ(all.size(), 4u);
  for (const auto& wavefront : all) EXPECT_EQ(wavefront.size(), 4u);
}

// What is drawn has as many passes as are counted, whatever the size, the lanes and the addresses.
TEST_F(BankMapTest, HasAsManyPassesAsAreCounted) {
  uint32_t state = 1;
  const auto random = [&state] { return state = state * 1664525 + 1013904223, state >> 16; };
  for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u, 32u})
    for (const bool load : {true, false})
      for (int round = 0; round < 50; ++round) {
        BankMap m;
        m.bytes = bytes;
        m.is_load = load;
        m.lanes = random() % 3 ? ~0u : random() << 16 | random();
        const uint32_t stride = random() % 40, places = 1 + random() % 64;
        for (uint32_t l = 0; l < 32; ++l)
          m.offsets[l] = bytes * (round % 2 ? l / (1 + round % 3) * stride : random() % places);
        EXPECT_EQ(m.wavefronts().size(),
                  exec::count_banks(m.offsets.data(), m.lanes, bytes, load).wavefronts)
            << bytes << " bytes, round " << round;
      }
}

TEST_F(BankMapTest, RecorderTakesTheFirstWarpOfTheLine) {
  FakeLaunch k(64);
  const uint32_t st = k.store(), ld = k.load();
  k.begin();
  BankMapRecorder recorder("test.cu", FakeLaunch::line(st));
  recorder.launch_begins(k.info());
  EXPECT_TRUE(recorder.watches(0));
  EXPECT_FALSE(recorder.watches(1));
  k.observer = recorder.block_observer();
  k.block();
  k.read_shared(0, ld, [](uint32_t l) { return uint64_t{l} * 4; });
  k.write_shared(1, st, [](uint32_t l) { return uint64_t{l} * 8; });
  k.write_shared(0, st, [](uint32_t l) { return uint64_t{l} * 4; });
  ASSERT_EQ(recorder.maps().size(), 1u);
  const BankMap m = recorder.maps()[0];
  EXPECT_EQ(m.warp, 1u);
  EXPECT_EQ(m.access, "4-byte write");
  const auto json = to_json(m);
  EXPECT_EQ(bank_map_from_json(json).wavefronts().size(), 2u);
  EXPECT_EQ(to_json(bank_map_from_json(json)), json);
  ASSERT_EQ(json["wavefronts"].size(), 2u);
  EXPECT_EQ(json["wavefronts"][1][0]["lane"], 16);
  EXPECT_EQ(json["wavefronts"][1][0]["bank"], 0);
  std::istringstream lines(draw(m));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(line.size(), 80u) << line;
  EXPECT_EQ(count, 5);
}

TEST_F(BankMapTest, RecorderComparesWholeNames) {
  FakeLaunch k(32);
  const uint32_t ld = k.load();
  k.begin();
  BankMapRecorder recorder("st.cu", FakeLaunch::line(ld));
  recorder.launch_begins(k.info());
  k.observer = recorder.block_observer();
  k.block();
  k.read_shared(0, ld, [](uint32_t l) { return uint64_t{l} * 4; });
  EXPECT_TRUE(recorder.maps().empty());
}

}  // namespace
}  // namespace simt::observe
