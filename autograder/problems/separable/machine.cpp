#include "autograder/problems/separable/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace warplab {
namespace {

struct Field {
  const char* name;
  std::uint64_t expected, got;
  bool is_filled;
};

std::vector<Field> fields_of(const gpu::DeviceFigures& f, const Machine& m) {
  const auto whole = [](const char* name, int expected, int got) {
    return Field{name, static_cast<std::uint64_t>(expected), static_cast<std::uint64_t>(got),
                 got != -1};
  };
  const auto bytes = [](const char* name, std::uint64_t expected, std::uint64_t got) {
    return Field{name, expected, got, got != UINT64_MAX};
  };
  return {
      whole("major", f.major, m.major),
      whole("minor", f.minor, m.minor),
      whole("multiprocessors", f.multiprocessors, m.multiprocessors),
      whole("threads_per_multiprocessor", f.threads_per_multiprocessor,
            m.threads_per_multiprocessor),
      whole("threads_per_block", f.threads_per_block, m.threads_per_block),
      whole("threads_per_warp", 32, m.threads_per_warp),
      whole("copy_engines", f.copy_engines, m.copy_engines),
      bytes("shared_per_block", static_cast<std::uint64_t>(f.shared_per_block), m.shared_per_block),
      bytes("shared_per_multiprocessor", static_cast<std::uint64_t>(f.shared_per_multiprocessor),
            m.shared_per_multiprocessor),
      bytes("constant_memory", static_cast<std::uint64_t>(f.constant_bytes), m.constant_memory),
      bytes("l2_cache", static_cast<std::uint64_t>(f.l2_bytes), m.l2_cache),
      bytes("memory", f.memory_bytes, m.memory)};
}

}  // namespace

Check check_machine(const gpu::DeviceFigures& figures, const Machine& machine) {
  Check check;
  for (const Field& field : fields_of(figures, machine)) {
    ++check.total;
    check.wrong += field.expected != field.got;
  }
  check.ok = check.wrong == 0;
  return check;
}

Diagnosis explain_wrong_machine(const gpu::DeviceFigures& figures, const Machine& machine) {
  const std::vector<Field> fields = fields_of(figures, machine);
  if (std::none_of(fields.begin(), fields.end(), [](const Field& f) { return f.is_filled; }))
    return {"nothing-written",
            {"no field of the machine was filled in",
             "next: cudaGetDeviceProperties(&properties, 0) has all of them"},
            {}};
  Diagnosis diagnosis{"wrong-figure", {}, {}};
  for (const Field& field : fields) {
    if (field.expected == field.got) continue;
    diagnosis.lines.push_back(
        field.is_filled
            ? fmt::format("{}: expected {}, got {}", field.name, field.expected, field.got)
            : fmt::format("{}: expected {}, and it was not filled in", field.name, field.expected));
    if (field.is_filled && field.expected % 1024 == 0 && field.got == field.expected / 1024)
      diagnosis.lines.push_back("  sizes are in bytes, not in KiB");
    diagnosis.pattern = field.is_filled ? diagnosis.pattern : "field-missing";
  }
  diagnosis.lines.push_back("the machine is another one each time: ask it, do not remember one");
  diagnosis.lines.push_back("next: cudaDeviceProp has a field for each (handout, lab 9)");
  return diagnosis;
}

}  // namespace warplab
