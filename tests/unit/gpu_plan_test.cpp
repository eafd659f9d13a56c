// A plan is written and read back whole; bytes that are damaged or made by an attacker are refused,
// whatever they are.
#include "autograder/gpu/plan.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace warplab::gpu {
namespace {

Plan plan_of_everything() {
  Plan plan;
  plan.modules = {{".version 8.0"}, {""}};
  plan.variables = {{1, "coefficients"}, {0, ""}};
  plan.commands.push_back({Allocate{2, std::uint64_t{1} << 40, false, true}, 0, false, 0});
  plan.commands.push_back({Fill{address_of(2), 255, 7}, 0, false, 0});
  plan.commands.push_back({Upload{address_of(2) + 8, {0, 1, 2, 255}}, 0, false, 0});
  plan.commands.push_back({Upload{address_of(2), {}}, 0, false, 0});
  plan.commands.push_back(
      {Copy{address_of(1) - 1, address_of(most_buffers), ~std::uint64_t{0}}, 0, false, 0});
  Launch launch;
  launch.module = 1;
  launch.kernel = "_Z8convolve";
  launch.grid = {1, 65535, 0xffffffff};
  launch.block = {1024, 1, 0};
  launch.dynamic_shared = std::uint64_t{1} << 33;
  launch.most_dynamic_shared = 232448;
  launch.cooperative = true;
  launch.parameters = {{1, 2, 3, 4, 5, 6, 7, 8}, {}, {9}};
  plan.commands.push_back({launch, 3, false, 0x1234});
  plan.commands.push_back({Free{2}, 0, false, 0});
  plan.host_buffers = {{100, true}};
  plan.commands.push_back({CopyIn{address_of(2), {0, 8}, 16}, 1, false, 1});
  plan.commands.push_back({CopyOut{{0, 8}, address_of(2), 16}, 1, true, 2});
  plan.commands.push_back({HostCopy{{0, 0}, {0, 8}, 8}, 0, true, 3});
  plan.commands.push_back({HostFill{{0, 0}, 1, 8}, 0, true, 4});
  plan.commands.push_back({CreateStream{true}, 1, false, 5});
  plan.commands.push_back({Record{9}, 1, false, 6});
  plan.refused = "a reason";
  return plan;
}

std::vector<std::byte> written(const Plan& plan, std::size_t room = 1 << 16) {
  std::vector<std::byte> bytes(room);
  EXPECT_TRUE(write_plan(plan, bytes));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  bytes.resize(length + sizeof length);
  return bytes;
}

// Numbers of 8 bytes behind their length.
std::vector<std::byte> bytes_of(std::vector<std::uint64_t> numbers) {
  numbers.insert(numbers.begin(), numbers.size() * sizeof(std::uint64_t));
  std::vector<std::byte> bytes(numbers.size() * sizeof(std::uint64_t));
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

// Reads hostile bytes: a plan or an error, nothing else.
void expect_no_crash(std::span<const std::byte> bytes) {
  try {
    const Plan plan = read_plan(bytes);
    for (const Command& command : plan.commands) {
      const auto* launch = std::get_if<Launch>(&command.what);
      if (launch != nullptr) {
        EXPECT_LT(launch->module, plan.modules.size());
      }
      EXPECT_LT(command.stream, most_streams);
      if (const auto* in = std::get_if<CopyIn>(&command.what)) {
        EXPECT_LT(in->from.buffer, plan.host_buffers.size());
      }
      if (const auto* record = std::get_if<Record>(&command.what)) {
        EXPECT_LT(record->event, most_events);
      }
    }
    for (const Variable& variable : plan.variables) EXPECT_LT(variable.module, plan.modules.size());
  } catch (const PlanError&) {
  }
}

TEST(GpuPlan, ComesBackAsItWasWritten) {
  const std::vector<std::byte> bytes = written(plan_of_everything());
  const Plan plan = read_plan(bytes);
  ASSERT_EQ(plan.modules.size(), 2u);
  EXPECT_EQ(plan.modules[0].ptx, ".version 8.0");
  ASSERT_EQ(plan.variables.size(), 2u);
  EXPECT_EQ(plan.variables[0].module, 1u);
  EXPECT_EQ(plan.variables[0].name, "coefficients");
  EXPECT_EQ(plan.refused, "a reason");

  ASSERT_EQ(plan.commands.size(), 13u);
  const auto& allocate = std::get<Allocate>(plan.commands[0].what);
  EXPECT_EQ(allocate.buffer, 2u);
  EXPECT_EQ(allocate.bytes, std::uint64_t{1} << 40);
  EXPECT_FALSE(allocate.is_kept);
  EXPECT_TRUE(allocate.is_lost);
  const auto& fill = std::get<Fill>(plan.commands[1].what);
  EXPECT_EQ(fill.to, address_of(2));
  EXPECT_EQ(fill.value, 255);
  EXPECT_EQ(fill.bytes, 7u);
  const auto& upload = std::get<Upload>(plan.commands[2].what);
  EXPECT_EQ(upload.to, address_of(2) + 8);
  EXPECT_EQ(upload.data, (std::vector<std::uint8_t>{0, 1, 2, 255}));
  EXPECT_TRUE(std::get<Upload>(plan.commands[3].what).data.empty());
  const auto& copy = std::get<Copy>(plan.commands[4].what);
  EXPECT_EQ(copy.to, address_of(1) - 1);
  EXPECT_EQ(copy.from, address_of(most_buffers));
  EXPECT_EQ(copy.bytes, ~std::uint64_t{0});
  const auto& launch = std::get<Launch>(plan.commands[5].what);
  EXPECT_EQ(launch.module, 1u);
  EXPECT_EQ(launch.kernel, "_Z8convolve");
  EXPECT_EQ(launch.grid, (std::array<std::uint32_t, 3>{1, 65535, 0xffffffff}));
  EXPECT_EQ(launch.block, (std::array<std::uint32_t, 3>{1024, 1, 0}));
  EXPECT_EQ(launch.dynamic_shared, std::uint64_t{1} << 33);
  EXPECT_EQ(launch.most_dynamic_shared, 232448u);
  EXPECT_TRUE(launch.cooperative);
  EXPECT_EQ(plan.commands[5].stream, 3u);
  EXPECT_EQ(plan.commands[5].site, 0x1234u);
  ASSERT_EQ(launch.parameters.size(), 3u);
  EXPECT_EQ(launch.parameters[0].size(), 8u);
  EXPECT_TRUE(launch.parameters[1].empty());
  EXPECT_EQ(launch.parameters[2], std::vector<std::uint8_t>{9});
  EXPECT_EQ(std::get<Free>(plan.commands[6].what).buffer, 2u);

  EXPECT_EQ(written(plan), bytes);
}

TEST(GpuPlan, WithoutRoomIsNotWritten) {
  const std::size_t needed = written(plan_of_everything()).size();
  std::vector<std::byte> bytes(needed);
  EXPECT_TRUE(write_plan(plan_of_everything(), bytes));
  for (std::size_t room = 0; room < needed; ++room) {
    bytes.resize(room);
    EXPECT_FALSE(write_plan(plan_of_everything(), bytes)) << room;
  }
}

TEST(GpuPlan, WithTooManyCommandsIsNotWritten) {
  Plan plan;
  plan.commands.assign(most_commands, {Free{1}, 0, false, 0});
  std::vector<std::byte> bytes(plan_capacity);
  EXPECT_TRUE(write_plan(plan, bytes));
  EXPECT_EQ(read_plan(bytes).commands.size(), most_commands);
  plan.commands.push_back({Free{1}, 0, false, 0});
  EXPECT_FALSE(write_plan(plan, bytes));
}

// One launch for each row, as the first loop over rows has it.
Plan plan_of_rows(std::size_t rows) {
  Plan plan;
  plan.modules = {{".version 8.0"}};
  Launch launch;
  launch.kernel = "_Z14convolve_row_kPKhPhiiii6Filter";
  launch.grid = {47, 1, 1};
  launch.block = {256, 1, 1};
  launch.parameters.assign(7, std::vector<std::uint8_t>(8));
  launch.parameters[6].resize(100);
  for (std::size_t row = 0; row < rows; ++row) {
    for (const std::size_t parameter : {0, 1, 4})
      std::memcpy(launch.parameters[parameter].data(), &row, sizeof row);
    plan.commands.push_back({launch, row % 2 == 0 ? 0u : 1u, false, row});
  }
  return plan;
}

TEST(GpuPlan, HasRoomForALaunchForEachRow) {
  constexpr std::size_t rows = 70'000;
  const Plan plan = read_plan(written(plan_of_rows(rows), plan_capacity));
  ASSERT_EQ(plan.commands.size(), rows);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto& launch = std::get<Launch>(plan.commands[row].what);
    std::size_t told = 0;
    for (const std::size_t parameter : {0, 1, 4}) {
      std::memcpy(&told, launch.parameters[parameter].data(), sizeof told);
      ASSERT_EQ(told, row);
    }
    ASSERT_EQ(launch.parameters.size(), 7u);
    ASSERT_EQ(launch.parameters[6].size(), 100u);
    ASSERT_EQ(launch.grid[0], 47u);
    ASSERT_EQ(plan.commands[row].stream, row % 2);
    ASSERT_EQ(plan.commands[row].site, row);
  }
}

TEST(GpuPlan, TellsLaunchesApart) {
  Plan plan = plan_of_rows(5);
  std::get<Launch>(plan.commands[1].what).grid[1] = 2;
  std::get<Launch>(plan.commands[2].what).dynamic_shared = 1;
  std::get<Launch>(plan.commands[3].what).kernel = "other";
  std::get<Launch>(plan.commands[4].what).parameters.pop_back();
  const std::vector<std::byte> bytes = written(plan);
  const Plan read = read_plan(bytes);
  EXPECT_EQ(std::get<Launch>(read.commands[1].what).grid[1], 2u);
  EXPECT_EQ(std::get<Launch>(read.commands[2].what).dynamic_shared, 1u);
  EXPECT_EQ(std::get<Launch>(read.commands[3].what).kernel, "other");
  EXPECT_EQ(std::get<Launch>(read.commands[4].what).parameters.size(), 6u);
  EXPECT_EQ(written(read), bytes);
}

// A few bytes that repeat a launch with a megabyte of arguments.
TEST(GpuPlan, WithRepeatedLaunchesTakesNoMoreMemoryThanThereIs) {
  Plan plan = plan_of_rows(1);
  std::get<Launch>(plan.commands[0].what).parameters[6].resize(1 << 20);
  plan.commands.resize(100, plan.commands[0]);
  const std::vector<std::byte> bytes = written(plan, plan_capacity);
  EXPECT_LT(bytes.size(), std::size_t{2} << 20);
  EXPECT_EQ(read_plan(bytes).commands.size(), 100u);
  plan.commands.resize(1000, plan.commands[0]);
  std::vector<std::byte> room(plan_capacity);
  EXPECT_FALSE(write_plan(plan, room));
  // The same, forged.
  std::vector<std::uint64_t> numbers = {1, 0, 0, 0, 1000};  // a module, commands
  numbers.insert(numbers.end(), {9, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1 << 20});
  numbers.resize(numbers.size() + (1 << 17));
  numbers.insert(numbers.end(), {0, 0, 0, 0});
  for (int i = 1; i < 1000; ++i) numbers.insert(numbers.end(), {19, 0, 0, 0, 0, 0});
  numbers.insert(numbers.end(), {0, 0});
  EXPECT_THROW(read_plan(bytes_of(numbers)), PlanError);
  numbers[4] = 100;
  numbers.resize(numbers.size() - 2 - 900 * 6);
  numbers.insert(numbers.end(), {0, 0});
  EXPECT_EQ(read_plan(bytes_of(numbers)).commands.size(), 100u);
}

TEST(GpuPlan, CutShortIsRefusedAtEveryLength) {
  const std::vector<std::byte> whole = written(plan_of_everything());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    std::vector<std::byte> bytes(whole.begin(), whole.begin() + static_cast<long>(size));
    EXPECT_THROW(read_plan(bytes), PlanError) << size;
    if (size < sizeof(std::uint64_t)) continue;
    const std::uint64_t length = size - sizeof length;  // a length that fits
    std::memcpy(bytes.data(), &length, sizeof length);
    EXPECT_THROW(read_plan(bytes), PlanError) << size;
  }
}

TEST(GpuPlan, WithSomethingBehindItIsRefused) {
  std::vector<std::byte> bytes = written(plan_of_everything());
  bytes.resize(bytes.size() + 1);
  EXPECT_NO_THROW(read_plan(bytes)) << "behind its length lies what was there before";
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  ++length;
  std::memcpy(bytes.data(), &length, sizeof length);
  EXPECT_THROW(read_plan(bytes), PlanError);
}

TEST(GpuPlan, WithAnyByteChangedNeverCrashesTheReader) {
  const std::vector<std::byte> whole = written(plan_of_everything());
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::vector<std::byte> bytes = whole;
      bytes[at] = static_cast<std::byte>(value);
      expect_no_crash(bytes);
    }
}

TEST(GpuPlan, OfRandomBytesNeverCrashesTheReader) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::uint64_t> numbers(random() % 64);
    for (std::uint64_t& number : numbers)
      number = random() % 4 == 0 ? (std::uint64_t{random()} << 32 | random()) : random() % 8;
    expect_no_crash(bytes_of(numbers));
    std::vector<std::byte> noise(random() % 300);
    for (std::byte& byte : noise) byte = static_cast<std::byte>(random());
    expect_no_crash(noise);
  }
}

// Eight megabytes that would be brackets within brackets in a format that nests.
TEST(GpuPlan, OfOneByteOverAndOverNeverCrashesTheReader) {
  for (const int value : {0x00, 0x01, 0x5f, 0x7f, 0x81, 0x9f, 0xa1, 0xbf, 0xc0, 0xff}) {
    std::vector<std::byte> bytes(plan_capacity, static_cast<std::byte>(value));
    const std::uint64_t length = plan_capacity - sizeof length;
    std::memcpy(bytes.data(), &length, sizeof length);
    EXPECT_THROW(read_plan(bytes), PlanError) << value;
  }
}

TEST(GpuPlan, WithAbsurdNumbersIsRefused) {
  const std::uint64_t most = ~std::uint64_t{0};
  // Modules, variables, host buffers, commands, the reason and its site; a command ends with its stream, whether
  // the host waits, its site, and whether the host does it.
  EXPECT_NO_THROW(read_plan(bytes_of({0, 0, 0, 0, 0, 0})));
  EXPECT_THROW(read_plan(bytes_of({most, 0, 0, 0, 0, 0})), PlanError) << "modules";
  EXPECT_THROW(read_plan(bytes_of({65, 0, 0, 0, 0, 0})), PlanError) << "modules";
  EXPECT_THROW(read_plan(bytes_of({1, most, 0, 0, 0, 0, 0})), PlanError) << "bytes of a module";
  EXPECT_THROW(read_plan(bytes_of({0, 1, 0, 0, 0, 0, 0, 0})), PlanError) << "no module 0";
  EXPECT_THROW(read_plan(bytes_of({0, 0, most, 0, 0, 0})), PlanError) << "host buffers";
  EXPECT_THROW(read_plan(bytes_of({0, 0, 1, 8, 2, 0, 0, 0})), PlanError) << "pinned, or half of it";
  EXPECT_THROW(read_plan(bytes_of({0, 0, 0, most, 0, 0})), PlanError) << "commands";
  const auto read_command = [&](std::vector<std::uint64_t> command, std::uint64_t stream = 0,
                                std::uint64_t waits = 0, std::uint64_t by_host = 0) {
    std::vector<std::uint64_t> numbers = {0, 0, 1, 64, 0, 1};  // one host buffer of 64 bytes
    numbers.insert(numbers.end(), command.begin(), command.end());
    numbers.insert(numbers.end(), {stream, waits, 0, by_host, 0, 0});
    read_plan(bytes_of(numbers));
  };
  EXPECT_NO_THROW(read_command({1, 7})) << "free buffer 7";
  EXPECT_NO_THROW(read_command({1, 7}, most_streams - 1, 1));
  EXPECT_THROW(read_command({1, 7}, most_streams), PlanError) << "a stream";
  EXPECT_THROW(read_command({1, 7}, most), PlanError) << "a stream";
  EXPECT_THROW(read_command({1, 7}, 0, 2), PlanError) << "the host waits twice";
  EXPECT_NO_THROW(read_command({1, 7}, 0, 1, 1));
  EXPECT_THROW(read_command({1, 7}, 0, 1, 2), PlanError) << "by the host twice";
  EXPECT_NO_THROW(read_command({17, 1, 0, 0})) << "a failure";
  EXPECT_THROW(read_command({17, 0, 0, 0}), PlanError) << "a failure that is none";
  EXPECT_THROW(read_command({17, most, 0, 0}), PlanError) << "an error of 64 bits";
  EXPECT_THROW(read_command({17, 1, 1001}), PlanError) << "a reason";
  EXPECT_THROW(read_command({17, 1, 0, most}), PlanError) << "a cause";
  EXPECT_NO_THROW(read_command({18, 0, 0})) << "nothing is expected";
  EXPECT_THROW(read_command({18, 0, most - 7}), PlanError) << "what is expected";
  EXPECT_THROW(read_command({19, 0}), PlanError) << "no launch to repeat";
  EXPECT_THROW(read_command({20, 0}), PlanError) << "no command 20";
  EXPECT_THROW(read_command({1, most}), PlanError) << "a buffer of 64 bits";
  EXPECT_THROW(read_command({2, 0, 256, 0}), PlanError) << "a byte of 256";
  EXPECT_THROW(read_command({4, 0, most - 7}), PlanError) << "an upload";
  EXPECT_NO_THROW(read_command({5, 0, 0, most, most})) << "offsets are for who executes it";
  EXPECT_THROW(read_command({5, 0, 1, 0, 8}), PlanError) << "a copy from no host buffer";
  EXPECT_THROW(read_command({6, 1, 0, 0, 8}), PlanError) << "a copy to no host buffer";
  EXPECT_THROW(read_command({7, 0, 0, 1, 0, 8}), PlanError) << "memcpy from no host buffer";
  EXPECT_THROW(read_command({7, most, 0, 0, 0, 8}), PlanError) << "memcpy to no host buffer";
  EXPECT_THROW(read_command({8, 1, 0, 0, 8}), PlanError) << "memset of no host buffer";
  EXPECT_THROW(read_command({9, 0, 0}), PlanError) << "a launch without module";
  EXPECT_NO_THROW(read_command({10, 1}, 1)) << "a stream is created";
  EXPECT_THROW(read_command({10, 2}, 1), PlanError) << "a flag";
  for (const std::uint64_t kind : {12, 13, 14}) {
    EXPECT_NO_THROW(read_command({kind, most_events - 1})) << kind;
    EXPECT_THROW(read_command({kind, most_events}), PlanError) << kind << ": an event";
    EXPECT_THROW(read_command({kind, most}), PlanError) << kind << ": an event";
  }
  EXPECT_THROW(read_plan(bytes_of({0, 0, 0, 0, 1001, 0})), PlanError) << "a reason";
}

// Streams, events and host memory.
TEST(GpuPlan, OfStreamsComesBackAsItWasWritten) {
  Plan plan;
  plan.host_buffers = {{std::uint64_t{1} << 35, true}, {7, false}};
  plan.commands = {
      {CreateStream{true}, 1, false, 0x10},
      {CreateStream{false}, 63, false, 0x20},
      {CopyIn{address_of(0), {1, 3}, 4}, 1, true, 0x30, true},
      {CopyOut{{0, 1u << 20}, address_of(2) + 8, 16}, 63, false, 0x40},
      {HostCopy{{0, 5}, {1, 0}, 7}, 0, true, 0x50},
      {HostFill{{1, 2}, 255, 5}, 0, true, 0x60},
      {Record{4095}, 1, false, 0x70},
      {WaitEvent{4095}, 63, false, 0x80},
      {SynchronizeEvent{1}, 0, true, 0x90},
      {SynchronizeStream{}, 63, true, 0xa0},
      {SynchronizeDevice{}, 0, true, 0xb0},
      {DestroyStream{}, 1, false, ~std::uint64_t{0}},
      {Failure{CudaError::cudaErrorInvalidValue, "because", ErrorCause::wrong_free}, 0, false,
       0xc0},
  };
  const std::vector<std::byte> bytes = written(plan);
  const Plan read = read_plan(bytes);
  ASSERT_EQ(read.host_buffers.size(), 2u);
  EXPECT_EQ(read.host_buffers[0].bytes, std::uint64_t{1} << 35);
  EXPECT_TRUE(read.host_buffers[0].is_pinned);
  EXPECT_FALSE(read.host_buffers[1].is_pinned);
  ASSERT_EQ(read.commands.size(), plan.commands.size());
  for (std::size_t c = 0; c < plan.commands.size(); ++c) {
    EXPECT_EQ(read.commands[c].what.index(), plan.commands[c].what.index()) << c;
    EXPECT_EQ(read.commands[c].stream, plan.commands[c].stream) << c;
    EXPECT_EQ(read.commands[c].host_waits, plan.commands[c].host_waits) << c;
    EXPECT_EQ(read.commands[c].site, plan.commands[c].site) << c;
  }
  EXPECT_TRUE(std::get<CreateStream>(read.commands[0].what).is_non_blocking);
  EXPECT_FALSE(std::get<CreateStream>(read.commands[1].what).is_non_blocking);
  const auto& in = std::get<CopyIn>(read.commands[2].what);
  EXPECT_EQ(in.to, address_of(0));
  EXPECT_EQ(in.from.buffer, 1u);
  EXPECT_EQ(in.from.offset, 3u);
  EXPECT_EQ(in.bytes, 4u);
  const auto& out = std::get<CopyOut>(read.commands[3].what);
  EXPECT_EQ(out.to.buffer, 0u);
  EXPECT_EQ(out.to.offset, 1u << 20);
  EXPECT_EQ(out.from, address_of(2) + 8);
  EXPECT_EQ(out.bytes, 16u);
  const auto& copy = std::get<HostCopy>(read.commands[4].what);
  EXPECT_EQ(copy.to.offset, 5u);
  EXPECT_EQ(copy.from.buffer, 1u);
  EXPECT_EQ(copy.bytes, 7u);
  const auto& failure = std::get<Failure>(read.commands.back().what);
  EXPECT_EQ(failure.error, CudaError::cudaErrorInvalidValue);
  EXPECT_EQ(failure.reason, "because");
  EXPECT_EQ(failure.cause, ErrorCause::wrong_free);
  const auto& fill = std::get<HostFill>(read.commands[5].what);
  EXPECT_EQ(fill.to.buffer, 1u);
  EXPECT_EQ(fill.to.offset, 2u);
  EXPECT_EQ(fill.value, 255);
  EXPECT_EQ(fill.bytes, 5u);
  EXPECT_EQ(std::get<Record>(read.commands[6].what).event, 4095u);
  EXPECT_EQ(std::get<WaitEvent>(read.commands[7].what).event, 4095u);
  EXPECT_EQ(std::get<SynchronizeEvent>(read.commands[8].what).event, 1u);
  EXPECT_EQ(written(read), bytes);
}

TEST(GpuPlan, SaysWhyItIsRefusedInAThousandBytes) {
  Plan plan;
  plan.refused.assign(1 << 20, 'x');
  EXPECT_EQ(read_plan(written(plan)).refused.size(), 1000u);
}

}  // namespace
}  // namespace warplab::gpu
