// A plan in bytes is a row of numbers of 8 bytes and of texts, each behind its length. Nothing in
// it nests, and no length is believed before the bytes are there: whoever reads a hostile one needs
// little stack, and memory in proportion to its size.
#include "autograder/gpu/plan.h"

#include <cstring>

namespace warplab::gpu {
namespace {

constexpr std::size_t most_modules = 64, most_parameters = 1024;
constexpr std::size_t longest_reason = 1000;  // of a refusal, bytes

// Numbers of the commands: their place among the alternatives of Command.
enum Kind : std::uint64_t { allocate, free, fill, copy, upload, launch, kinds };
static_assert(std::variant_size_v<Command> == kinds);

// Counts on when the bytes are full, and writes no more.
class Writer {
 public:
  explicit Writer(std::span<std::byte> bytes) : bytes_(bytes) {}

  void raw(const void* data, std::size_t size) {
    if (fits_ = fits_ && size <= bytes_.size() - used_; !fits_) return;
    if (size > 0) std::memcpy(bytes_.data() + used_, data, size);
    used_ += size;
  }
  void number(std::uint64_t value) { raw(&value, sizeof value); }
  template <class Container>
  void text(const Container& content) {
    number(content.size());
    raw(content.data(), content.size());
  }

  bool fits() const { return fits_; }
  std::size_t used() const { return used_; }

 private:
  std::span<std::byte> bytes_;
  std::size_t used_ = 0;
  bool fits_ = true;
};

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::span<const std::byte> raw(std::size_t size) {
    if (size > rest_.size()) throw PlanError("a damaged plan");
    const auto taken = rest_.first(size);
    rest_ = rest_.subspan(size);
    return taken;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    std::memcpy(&value, raw(sizeof value).data(), sizeof value);
    return value;
  }
  std::uint64_t at_most(std::uint64_t limit) {
    const std::uint64_t value = number();
    if (value > limit) throw PlanError("a plan with a number that is too large");
    return value;
  }
  std::uint32_t short_number() { return static_cast<std::uint32_t>(at_most(UINT32_MAX)); }
  template <class Container>
  Container text() {
    const auto bytes = raw(number());
    const auto* begin = reinterpret_cast<const typename Container::value_type*>(bytes.data());
    return Container(begin, begin + bytes.size());
  }

  bool is_at_end() const { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

void write(Writer& to, const Allocate& c) {
  to.number(c.buffer);
  to.number(c.bytes);
}
void write(Writer& to, const Free& c) { to.number(c.buffer); }
void write(Writer& to, const Fill& c) {
  to.number(c.to);
  to.number(c.value);
  to.number(c.bytes);
}
void write(Writer& to, const Copy& c) {
  to.number(c.to);
  to.number(c.from);
  to.number(c.bytes);
}
void write(Writer& to, const Upload& c) {
  to.number(c.to);
  to.text(c.data);
}
void write(Writer& to, const Launch& c) {
  to.number(c.module);
  to.text(c.kernel);
  for (const std::uint32_t size : c.grid) to.number(size);
  for (const std::uint32_t size : c.block) to.number(size);
  to.number(c.dynamic_shared);
  to.number(c.most_dynamic_shared);
  to.number(c.cooperative);
  to.number(c.parameters.size());
  for (const auto& parameter : c.parameters) to.text(parameter);
}

// Braces keep the order of a plan: their parts are evaluated from left to right.
Launch read_launch(Reader& from, std::size_t modules) {
  Launch c;
  c.module = from.short_number();
  if (c.module >= modules) throw PlanError("a plan without its module");
  c.kernel = from.text<std::string>();
  for (std::uint32_t& size : c.grid) size = from.short_number();
  for (std::uint32_t& size : c.block) size = from.short_number();
  c.dynamic_shared = from.number();
  c.most_dynamic_shared = from.number();
  c.cooperative = from.at_most(1) != 0;
  for (auto left = from.at_most(most_parameters); left > 0; --left)
    c.parameters.push_back(from.text<std::vector<std::uint8_t>>());
  return c;
}

Command read_command(Reader& from, std::size_t modules) {
  switch (from.number()) {
    case allocate:
      return Allocate{from.short_number(), from.number()};
    case free:
      return Free{from.short_number()};
    case fill:
      return Fill{from.number(), static_cast<std::uint8_t>(from.at_most(255)), from.number()};
    case copy:
      return Copy{from.number(), from.number(), from.number()};
    case upload:
      return Upload{from.number(), from.text<std::vector<std::uint8_t>>()};
    case launch:
      return read_launch(from, modules);
    default:
      throw PlanError("a plan with an unknown command");
  }
}

}  // namespace

bool write_plan(const Plan& plan, std::span<std::byte> bytes) {
  if (plan.modules.size() > most_modules || plan.variables.size() > most_variables ||
      plan.commands.size() > most_commands)
    return false;
  Writer to(bytes);
  to.number(0);  // the length, when it is known
  to.number(plan.modules.size());
  for (const Module& module : plan.modules) to.text(module.ptx);
  to.number(plan.variables.size());
  for (const Variable& variable : plan.variables) {
    to.number(variable.module);
    to.text(variable.name);
  }
  to.number(plan.commands.size());
  for (const Command& command : plan.commands) {
    to.number(command.index());
    std::visit([&to](const auto& c) { write(to, c); }, command);
  }
  to.text(plan.refused.substr(0, longest_reason));
  if (!to.fits()) return false;
  Writer(bytes).number(to.used() - sizeof(std::uint64_t));
  return true;
}

Plan read_plan(std::span<const std::byte> bytes) {
  Reader whole(bytes);
  Reader from(whole.raw(whole.number()));
  Plan plan;
  for (auto left = from.at_most(most_modules); left > 0; --left)
    plan.modules.push_back({from.text<std::string>()});
  for (auto left = from.at_most(most_variables); left > 0; --left) {
    const std::uint32_t module = from.short_number();
    if (module >= plan.modules.size()) throw PlanError("a plan without its module");
    plan.variables.push_back({module, from.text<std::string>()});
  }
  for (auto left = from.at_most(most_commands); left > 0; --left)
    plan.commands.push_back(read_command(from, plan.modules.size()));
  plan.refused = from.text<std::string>();
  if (plan.refused.size() > longest_reason || !from.is_at_end()) throw PlanError("a damaged plan");
  return plan;
}

}  // namespace warplab::gpu
