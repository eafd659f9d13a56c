#include "autograder/problems/separable/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "autograder/problems/buffer_case.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/separable/causes.h"
#include "autograder/problems/separable/parameters.h"

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
      bytes("memory", f.total_bytes(), m.memory)};
}

class MachineCase : public BufferCase {
 public:
  explicit MachineCase(std::size_t number) : BufferCase(fmt::format("machine {}", number)) {}

  double operations() const override { return 0; }
  GpuNeeds gpu_needs() const override { return {.kernels = false}; }
  Check check(std::span<const std::span<const std::byte>> outputs) const override {
    return check_machine(figures_, values_of<Machine>(outputs[0])[0]);
  }
  Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs, const Evidence&,
                     const std::filesystem::path&) const override {
    return explain_wrong_machine(figures_, values_of<Machine>(outputs[0])[0]);
  }

 private:
  std::vector<Buffer> buffers() override { return {output<Machine>("machine", 1)}; }
  std::vector<std::byte> parameters() const override {
    SeparableParameters parameters{};
    parameters.figures = figures_;
    return bytes_of(parameters);
  }
  void fill(RandomNumbers& random) override {
    figures_.major = 5 + random.below(6);
    figures_.minor = random.below(10);
    figures_.multiprocessors = 10 + random.below(200);
    figures_.threads_per_multiprocessor = 512 * (1 + random.below(4));
    figures_.threads_per_block = 256 * (1 + random.below(4));
    figures_.copy_engines = 1 + random.below(7);
    figures_.shared_per_block = 1024 * (16 + random.below(48));
    figures_.shared_per_multiprocessor = 1024 * (64 + random.below(192));
    figures_.constant_bytes = 1024 * (32 + random.below(64));
    figures_.l2_bytes = 1024 * (1024 + random.below(60000));
    figures_.memory_bytes = (std::uint64_t{1} << 20) * unsigned(1000 + random.below(90000));
    figures_.context_bytes = (std::uint64_t{1} << 20) * unsigned(100 + random.below(900));
  }

  gpu::DeviceFigures figures_;
};

}  // namespace

Cases make_machines(std::size_t count) {
  Cases cases;
  for (std::size_t i = 1; i <= count; ++i) cases.push_back(std::make_unique<MachineCase>(i));
  return cases;
}

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
    return {name_of(cause::nothing_written),
            {"no field of the machine was filled in"},
            "",
            {"cudaGetDeviceProperties(&properties, 0) has all of them"}};
  Diagnosis diagnosis{name_of(cause::wrong_figure), {}, {}};
  for (const Field& field : fields) {
    if (field.expected == field.got) continue;
    if (diagnosis.wrong_name.empty()) {
      diagnosis.wrong_name = field.name;
      if (&field != &fields.front()) diagnosis.previous_name = (&field - 1)->name;
    }
    diagnosis.facts.push_back(
        field.is_filled
            ? fmt::format("{}: expected {}, got {}", field.name, field.expected, field.got)
            : fmt::format("{}: expected {}, and it was not filled in", field.name, field.expected));
    if (field.is_filled && field.expected % 1024 == 0 && field.got == field.expected / 1024)
      diagnosis.facts.push_back("  sizes are in bytes, not in KiB");
    for (const Field& other : fields)
      if (field.is_filled && other.expected == field.got)
        diagnosis.facts.push_back(fmt::format("  that is this machine's {}", other.name));
    if (field.is_filled && field.got == static_cast<std::uint64_t>(figures.shared_per_block_optin))
      diagnosis.facts.push_back("  that is what a block may opt in to");
    if (!field.is_filled) diagnosis.cause = name_of(cause::field_missing);
  }
  diagnosis.sentence = "the machine is a different one each time: query it, do not remember one";
  diagnosis.next = {"cudaDeviceProp has a field for each; the lab's chapter lists them"};
  return diagnosis;
}

}  // namespace warplab
