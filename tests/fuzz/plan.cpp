// Feeds the reader of plans arbitrary bytes, and makes plans of bytes, with commands in any order
// and with any numbers, to be executed on simt with all checkers; the report goes the whole way
// to modelled times. Nothing but an error in the report may come of it.
//   ninja fuzz_plan && bin/fuzz_plan -max_total_time=600 a-folder
#include "autograder/gpu/plan.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "autograder/gpu/plan_check.h"
#include "autograder/gpu/plan_executor.h"
#include "autograder/gpu/virtual_clock.h"

namespace {

using namespace warplab::gpu;
using Source = FuzzedDataProvider;

// What a plan may launch: a copy of a word a thread, and a loop; with a variable and a constant.
constexpr const char* ptx =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .global .align 4 .b8 table[64];\n"
    ".visible .const .align 4 .b8 weights[32];\n"
    ".visible .entry copy(.param .u64 to, .param .u64 from)\n{\n.reg .b32 %r<4>;\n"
    ".reg .b64 %rd<6>;\n.shared .align 4 .b8 tile[128];\n"
    "ld.param.u64 %rd1, [to];\nld.param.u64 %rd2, [from];\nmov.u32 %r1, %tid.x;\n"
    "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd2, %rd3;\nadd.s64 %rd5, %rd1, %rd3;\n"
    "ld.global.u32 %r2, [%rd4];\nst.global.u32 [%rd5], %r2;\nbar.sync 0;\nret;\n}\n"
    ".visible .entry loop(.param .u32 n)\n{\n.reg .b32 %r<4>;\n.reg .pred %p<2>;\n"
    "ld.param.u32 %r1, [n];\nAGAIN:\nsub.s32 %r1, %r1, 1;\nsetp.gt.s32 %p1, %r1, 0;\n"
    "@%p1 bra AGAIN;\nret;\n}\n";

std::uint64_t number(Source& from) {
  switch (from.ConsumeIntegralInRange(0, 3)) {
    case 0:
      return from.ConsumeIntegral<std::uint64_t>();
    case 1:
      return std::uint64_t{0} - from.ConsumeIntegralInRange<std::uint64_t>(0, 64);
    default:
      return from.ConsumeIntegralInRange<std::uint64_t>(0, 300);
  }
}

std::uint64_t address(Source& from) {
  if (from.ConsumeIntegralInRange(0, 7) == 0) return from.ConsumeIntegral<std::uint64_t>();
  const auto window = from.ConsumeIntegralInRange<std::size_t>(0, 5);
  const bool is_variable = from.ConsumeBool();
  return address_of(is_variable ? most_buffers + window : window) + number(from);
}

std::uint32_t small(Source& from) {
  return from.ConsumeIntegralInRange(0, 15) == 0 ? from.ConsumeIntegral<std::uint32_t>()
                                                 : from.ConsumeIntegralInRange<std::uint32_t>(0, 5);
}

HostPlace place(Source& from, const Plan& plan) {
  const std::size_t count = std::max<std::size_t>(plan.host_buffers.size(), 1);
  return {from.ConsumeIntegralInRange<std::uint32_t>(0, static_cast<std::uint32_t>(count - 1)),
          number(from)};
}

Launch launch(Source& from) {
  Launch launch;
  launch.kernel = from.PickValueInArray({"copy", "copy", "loop", "nothing"});
  const auto side = [&] { return from.ConsumeIntegralInRange<std::uint32_t>(0, 3); };
  launch.grid = {side(), 1, 1};
  launch.block = {from.PickValueInArray<std::uint32_t>({1, 32, 33, 64, 2000}), 1, 1};
  launch.dynamic_shared = from.ConsumeBool() ? 0 : number(from);
  launch.most_dynamic_shared = from.ConsumeBool() ? 0 : number(from);
  launch.cooperative = from.ConsumeBool();
  for (int left = from.ConsumeIntegralInRange(0, 3); left > 0; --left) {
    const std::uint64_t word = address(from);
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&word);
    launch.parameters.emplace_back(
        bytes, bytes + from.ConsumeIntegralInRange<std::size_t>(0, sizeof word));
  }
  return launch;
}

Command command(Source& from, const Plan& plan) {
  Command command;
  const auto event = [&] { return from.ConsumeIntegralInRange<std::uint32_t>(0, 3); };
  switch (from.ConsumeIntegralInRange(0, 17)) {
    case 0:
      command.what = Allocate{small(from), number(from)};
      break;
    case 1:
      command.what = Free{small(from)};
      break;
    case 2:
      command.what = Fill{address(from), 3, number(from)};
      break;
    case 3:
      command.what = Copy{address(from), address(from), number(from)};
      break;
    case 4:
      command.what = Upload{address(from), from.ConsumeBytes<std::uint8_t>(40)};
      break;
    case 5:
      command.what = CopyIn{address(from), place(from, plan), number(from)};
      break;
    case 6:
      command.what = CopyOut{place(from, plan), address(from), number(from)};
      break;
    case 7:
      command.what = HostCopy{place(from, plan), place(from, plan), number(from)};
      break;
    case 8:
      command.what = HostFill{place(from, plan), 7, number(from)};
      break;
    case 9:
      command.what = CreateStream{from.ConsumeBool()};
      break;
    case 10:
      command.what = DestroyStream{};
      break;
    case 11:
      command.what = Record{event()};
      break;
    case 12:
      command.what = WaitEvent{event()};
      break;
    case 13:
      command.what = SynchronizeEvent{event()};
      break;
    case 14:
      command.what = SynchronizeStream{};
      break;
    case 15:
      command.what = SynchronizeDevice{};
      break;
    case 17:
      command.what = Expect{address(from), {7, 7}};
      break;
    default:
      command.what = launch(from);
  }
  command.stream = from.ConsumeIntegralInRange<std::uint32_t>(0, 3);
  const auto how = from.ConsumeIntegralInRange<unsigned>(0, 3);
  command.host_waits = how % 2 != 0;
  command.is_by_host = how / 2 != 0;
  return command;
}

Plan make_plan(Source& from, bool is_on_host) {
  Plan plan;
  plan.modules = {{ptx}};
  plan.variables = {{0, "table"}, {0, "weights"}};
  if (is_on_host) {
    plan.host_buffers = {{64, from.ConsumeBool()}, {64, from.ConsumeBool()}};
    for (int left = from.ConsumeIntegralInRange(0, 2); left > 0; --left)
      plan.host_buffers.push_back({from.ConsumeIntegralInRange<std::uint64_t>(0, 4096), true});
  }
  for (int left = from.ConsumeIntegralInRange(0, 40); left > 0 && from.remaining_bytes() > 0;
       --left)
    plan.commands.push_back(command(from, plan));
  return plan;
}

void execute_and_report(const Plan& plan, bool is_on_host) {
  std::array<std::byte, 64> input{}, output{};
  const CaseBuffer buffers[] = {{input, false, "input 1"}, {output, true, "output 1"}};
  ExecutionOptions options;
  options.checkers = options.counters = options.time = true;
  options.elapsed = is_on_host;
  options.threads = 1;
  options.loop_limit = 1000;
  const ExecutionRules rules = {is_on_host, is_on_host, true, 1 << 20};
  const PlannedBuffer planned[] = {{input.size(), "input 1"}, {output.size(), "output 1"}};
  check_plan(plan, planned, is_on_host);
  const auto gpu = make_gpu(options);
  const ExecutionReport report = execute(plan, buffers, rules, *gpu);
  std::vector<std::byte> bytes(report_capacity);
  write_report(report, bytes);
  ExecutionReport read = read_report(bytes);
  model_times(read, *simt::model::find_target(options.target), is_on_host);
  for (const KernelRun& run : read.runs)
    if (!(run.seconds >= 0)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    read_plan(std::as_bytes(std::span(data, size)));
  } catch (const PlanError&) {
  }
  Source from(data, size);
  const bool is_on_host = from.ConsumeBool();
  const Plan plan = make_plan(from, is_on_host);
  std::vector<std::byte> bytes(1 << 16);
  if (!write_plan(plan, bytes)) return 0;
  try {
    execute_and_report(read_plan(bytes), is_on_host);
  } catch (const PlanError&) {
  }
  return 0;
}
