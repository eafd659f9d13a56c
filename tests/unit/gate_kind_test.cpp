// The table of kinds of gates: each is used, and pages say of it what the table says.
#include "autograder/report/gate_kind.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "autograder/course/lab.h"
#include "autograder/judge/scorecard.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/checkout.h"

namespace warplab::gate_kind_test {
namespace {

namespace fs = std::filesystem;

TEST(GateKinds, ANameSaysTheKindInAStepForADevice) {
  for (const GateTraits& gate : gate_kinds)
    for (const Device device : {Device::cpu, Device::gpu}) {
      const bool is_there = gate.on(device) != GateListed::never;
      EXPECT_EQ(kind_of_gate(gate.name, device), is_there ? gate.kind : GateKind::counter);
    }
  EXPECT_EQ(traits_of(GateKind::counter).name, "");
  EXPECT_EQ(kind_of_gate("load-bytes", Device::gpu), GateKind::counter);
  EXPECT_EQ(kind_of_gate("threads", Device::gpu), GateKind::counter) << "how many are launched";
}

TEST(GateKinds, ColumnsOfARowFitTogether) {
  for (const GateTraits& gate : gate_kinds) {
    EXPECT_EQ(&traits_of(gate.kind), &gate) << gate.name;
    EXPECT_EQ(gate.points == GatePoints::none, gate.declared == GateDeclared::nowhere) << gate.name;
    EXPECT_EQ(gate.name.empty(), gate.declared == GateDeclared::hardware) << gate.name;
    if (gate.value.empty()) {
      EXPECT_EQ(gate.figures, GateFigures::hidden) << gate.name;
    }
  }
}

TEST(GateKinds, TheCourseHasEach) {
  std::set<GateKind> seen;
  for (const Lab& lab : load_course(checkout::root).labs)
    for (const Step& step : lab.steps)
      for (const Gate& gate : Scorecard(step).finish().gates) {
        seen.insert(gate.kind);
        EXPECT_EQ(kind_of_gate(gate.name, step.device), gate.kind) << lab.name << " " << gate.name;
      }
  for (const GateTraits& gate : gate_kinds) EXPECT_TRUE(seen.contains(gate.kind)) << gate.name;
}

// A cell of a page's table, by a column of the row.
std::string shown_name(const GateTraits& gate) {
  return gate.name.empty() ? "a counter's" : fmt::format("`{}`", gate.name);
}

std::string shown_steps(GateListed listed, const char* device) {
  switch (listed) {
    case GateListed::always:
      return device;
    case GateListed::if_declared:
      return fmt::format("{}, if declared", device);
    case GateListed::if_worth_points:
      return fmt::format("{}, if worth points", device);
    case GateListed::never:
      break;
  }
  return "";
}

std::string shown_steps(const GateTraits& gate) {
  const std::string cpu = shown_steps(gate.on_cpu, "CPU"), gpu = shown_steps(gate.on_gpu, "GPU");
  return cpu + (cpu.empty() || gpu.empty() ? "" : "; ") + gpu;
}

// The field of lab.json, empty for a gate that it does not declare.
std::string shown_field(const GateTraits& gate) {
  switch (gate.declared) {
    case GateDeclared::nowhere:
      break;
    case GateDeclared::in_points:
      return fmt::format("`points.{}`", gate.name);
    case GateDeclared::at_least:
      return fmt::format("`{}.at_least`", gate.name);
    case GateDeclared::at_most:
      return fmt::format("`{}.at_most`", gate.name);
    case GateDeclared::hardware:
      return "`hardware`";
  }
  return "";
}

std::string shown_points(GatePoints points) {
  switch (points) {
    case GatePoints::none:
      break;
    case GatePoints::all_or_none:
      return "all or none";
    case GatePoints::along_a_line:
      return "along a line";
  }
  return "";
}

std::string shown_repeated(GateRepeated repeated) {
  switch (repeated) {
    case GateRepeated::state:
      return "`passed`";
    case GateRepeated::value:
      return "`passed`, points, `value`";
    case GateRepeated::message:
      return "`passed`, points, `value`, `message`";
    case GateRepeated::nothing:
      break;
  }
  return "nothing: it is measured";
}

TEST(GateKinds, APageHasARowForEach) {
  const std::string page = read_file(fs::path(checkout::root) / "docs/result.md");
  for (const GateTraits& gate : gate_kinds) {
    const auto cell = [](const std::string& text) { return text.empty() ? "–" : text; };
    const std::string row =
        fmt::format("| {} | {} | {} | {} | {} | {} |\n", shown_name(gate), shown_steps(gate),
                    cell(shown_field(gate)), cell(shown_points(gate.points)),
                    cell(std::string(gate.value)), shown_repeated(gate.repeated));
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(GateKinds, TheGuideExplainsTheFieldOfEach) {
  const std::string guide = read_file(fs::path(checkout::root) / "docs/instructor-guide.md");
  for (const GateTraits& gate : gate_kinds)
    EXPECT_NE(guide.find(shown_field(gate)), std::string::npos) << shown_field(gate);
}

}  // namespace
}  // namespace warplab::gate_kind_test
