// A plan in bytes is a row of numbers of 8 bytes and of texts, each behind its length. Nothing in
// it nests, and no length is believed before the bytes are there: whoever reads a hostile one needs
// little stack, and memory in proportion to its size. A launch that repeats the one before with
// other arguments has nothing but those, and what such launches take when read has a limit.
#include "autograder/gpu/plan.h"

#include <cstring>
#include <optional>

namespace warplab::gpu {
namespace {

constexpr std::size_t most_modules = 64, most_parameters = 1024;
constexpr std::size_t most_repeated_bytes = std::size_t{128} << 20;
// The number of a parameter that a repeated launch changes stands above its size.
constexpr int parameter_shift = 32;
constexpr std::size_t longest_reason = 1000;  // of a refusal or a failure, bytes

// Numbers of the commands: their place among the alternatives of Command::what.
enum Kind : std::uint64_t {
  allocate,
  free,
  fill,
  copy,
  upload,
  copy_in,
  copy_out,
  host_copy,
  host_fill,
  launch,
  create_stream,
  destroy_stream,
  record,
  wait_event,
  synchronize_event,
  synchronize_stream,
  synchronize_device,
  failure,
  expect,
  kinds,
  again = kinds  // a launch
};
static_assert(std::variant_size_v<decltype(Command::what)> == kinds);

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
  to.number(c.is_kept);
  to.number(c.is_lost);
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
void write(Writer& to, const Expect& c) {
  to.number(c.at);
  to.text(c.data);
}
void write(Writer& to, const HostPlace& place) {
  to.number(place.buffer);
  to.number(place.offset);
}
void write(Writer& to, const CopyIn& c) {
  to.number(c.to);
  write(to, c.from);
  to.number(c.bytes);
}
void write(Writer& to, const CopyOut& c) {
  write(to, c.to);
  to.number(c.from);
  to.number(c.bytes);
}
void write(Writer& to, const HostCopy& c) {
  write(to, c.to);
  write(to, c.from);
  to.number(c.bytes);
}
void write(Writer& to, const HostFill& c) {
  write(to, c.to);
  to.number(c.value);
  to.number(c.bytes);
}
void write(Writer& to, const CreateStream& c) { to.number(c.is_non_blocking); }
void write(Writer& to, const Record& c) { to.number(c.event); }
void write(Writer& to, const WaitEvent& c) { to.number(c.event); }
void write(Writer& to, const SynchronizeEvent& c) { to.number(c.event); }
void write(Writer&, const DestroyStream&) {}
void write(Writer&, const SynchronizeStream&) {}
void write(Writer&, const SynchronizeDevice&) {}
void write(Writer& to, const Launch& c) {
  to.number(c.module);
  to.text(c.kernel);
  for (const std::uint32_t size : c.grid) to.number(size);
  for (const std::uint32_t size : c.block) to.number(size);
  to.number(c.dynamic_shared);
  to.number(c.most_dynamic_shared);
  to.number(c.cooperative);
  to.number(c.limits.stack_bytes);
  to.number(c.limits.heap_bytes);
  to.number(c.parameters.size());
  for (const auto& parameter : c.parameters) to.text(parameter);
}

// What a launch takes in memory, at least.
std::size_t bytes_of(const Launch& launch) {
  std::size_t bytes = sizeof(Command) + launch.kernel.size();
  for (const auto& parameter : launch.parameters) bytes += 2 * sizeof parameter + parameter.size();
  return bytes;
}

bool repeats(const Launch& c, const Launch& before) {
  return c.module == before.module && c.kernel == before.kernel && c.grid == before.grid &&
         c.block == before.block && c.dynamic_shared == before.dynamic_shared &&
         c.most_dynamic_shared == before.most_dynamic_shared &&
         c.cooperative == before.cooperative && c.limits.stack_bytes == before.limits.stack_bytes &&
         c.limits.heap_bytes == before.limits.heap_bytes &&
         c.parameters.size() == before.parameters.size();
}

void write_again(Writer& to, const Launch& c, const Launch& before) {
  std::vector<std::size_t> changed;
  for (std::size_t p = 0; p < c.parameters.size(); ++p)
    if (c.parameters[p] != before.parameters[p]) changed.push_back(p);
  to.number(changed.size());
  for (const std::size_t p : changed) {
    to.number(p << parameter_shift | c.parameters[p].size());
    to.raw(c.parameters[p].data(), c.parameters[p].size());
  }
}

void write(Writer& to, const Failure& c) {
  to.number(static_cast<std::uint64_t>(c.error));
  to.text(c.reason.substr(0, longest_reason));
  to.number(static_cast<std::uint64_t>(c.cause));
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
  c.limits.stack_bytes = from.number();
  c.limits.heap_bytes = from.number();
  for (auto left = from.at_most(most_parameters); left > 0; --left)
    c.parameters.push_back(from.text<std::vector<std::uint8_t>>());
  return c;
}

Launch read_again(Reader& from, const Launch& before) {
  Launch c = before;
  for (auto left = from.at_most(c.parameters.size()); left > 0; --left) {
    const std::uint64_t what = from.number(), number = what >> parameter_shift;
    if (number >= c.parameters.size()) throw PlanError("a plan without its parameter");
    const auto bytes = from.raw(what & ((std::uint64_t{1} << parameter_shift) - 1));
    const auto* begin = reinterpret_cast<const std::uint8_t*>(bytes.data());
    c.parameters[number].assign(begin, begin + bytes.size());
  }
  return c;
}

HostPlace read_place(Reader& from, std::size_t host_buffers) {
  HostPlace place{from.short_number(), from.number()};
  if (place.buffer >= host_buffers) throw PlanError("a plan without its host buffer");
  return place;
}

Failure read_failure(Reader& from) {
  Failure failure{
      static_cast<CudaError>(from.short_number()), from.text<std::string>(),
      static_cast<ErrorCause>(from.at_most(static_cast<std::uint64_t>(ErrorCause::shared_memory)))};
  if (failure.error == CudaError::cudaSuccess || failure.reason.size() > longest_reason)
    throw PlanError("a damaged plan");
  return failure;
}

std::uint32_t read_event(Reader& from) {
  return static_cast<std::uint32_t>(from.at_most(most_events - 1));
}

// Launches that repeat others, while a plan is read.
class Repeated {
 public:
  void note_launch(std::size_t command) { last_launch_ = command; }

  Launch read(Reader& from, const Plan& plan) {
    if (!last_launch_) throw PlanError("a plan that repeats a launch without one");
    Launch launch = read_again(from, std::get<Launch>(plan.commands[*last_launch_].what));
    if (bytes_of(launch) > most_repeated_bytes - bytes_)
      throw PlanError("a plan with too many repeated launches");
    bytes_ += bytes_of(launch);
    return launch;
  }

 private:
  std::optional<std::size_t> last_launch_;  // the number of that command
  std::size_t bytes_ = 0;
};

decltype(Command::what) read_what(Reader& from, const Plan& plan, Repeated& repeated) {
  const std::size_t modules = plan.modules.size(), host_buffers = plan.host_buffers.size();
  switch (from.number()) {
    case again:
      return repeated.read(from, plan);
    case allocate:
      return Allocate{from.short_number(), from.number(), from.at_most(1) != 0,
                      from.at_most(1) != 0};
    case free:
      return Free{from.short_number()};
    case fill:
      return Fill{from.number(), static_cast<std::uint8_t>(from.at_most(255)), from.number()};
    case copy:
      return Copy{from.number(), from.number(), from.number()};
    case upload:
      return Upload{from.number(), from.text<std::vector<std::uint8_t>>()};
    case copy_in:
      return CopyIn{from.number(), read_place(from, host_buffers), from.number()};
    case copy_out:
      return CopyOut{read_place(from, host_buffers), from.number(), from.number()};
    case host_copy:
      return HostCopy{read_place(from, host_buffers), read_place(from, host_buffers),
                      from.number()};
    case host_fill:
      return HostFill{read_place(from, host_buffers), static_cast<std::uint8_t>(from.at_most(255)),
                      from.number()};
    case launch:
      return read_launch(from, modules);
    case create_stream:
      return CreateStream{from.at_most(1) != 0};
    case destroy_stream:
      return DestroyStream{};
    case record:
      return Record{read_event(from)};
    case wait_event:
      return WaitEvent{read_event(from)};
    case synchronize_event:
      return SynchronizeEvent{read_event(from)};
    case synchronize_stream:
      return SynchronizeStream{};
    case synchronize_device:
      return SynchronizeDevice{};
    case failure:
      return read_failure(from);
    case expect:
      return Expect{from.number(), from.text<std::vector<std::uint8_t>>()};
    default:
      throw PlanError("a plan with an unknown command");
  }
}

Command read_command(Reader& from, const Plan& plan, Repeated& repeated) {
  Command command;
  command.what = read_what(from, plan, repeated);
  if (std::holds_alternative<Launch>(command.what)) repeated.note_launch(plan.commands.size());
  command.stream = static_cast<std::uint32_t>(from.at_most(most_streams - 1));
  command.host_waits = from.at_most(1) != 0;
  command.site = from.number();
  command.is_by_host = from.at_most(1) != 0;
  return command;
}

}  // namespace

bool write_plan(const Plan& plan, std::span<std::byte> bytes) {
  if (plan.modules.size() > most_modules || plan.variables.size() > most_variables ||
      plan.host_buffers.size() > most_buffers || plan.commands.size() > most_commands)
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
  to.number(plan.host_buffers.size());
  for (const HostBuffer& buffer : plan.host_buffers) {
    to.number(buffer.bytes);
    to.number(buffer.is_pinned);
  }
  to.number(plan.commands.size());
  const Launch* before = nullptr;
  std::size_t repeated = 0;
  for (const Command& command : plan.commands) {
    const auto* launch = std::get_if<Launch>(&command.what);
    if (launch != nullptr && before != nullptr && repeats(*launch, *before) &&
        bytes_of(*launch) <= most_repeated_bytes - repeated) {
      repeated += bytes_of(*launch);
      to.number(again);
      write_again(to, *launch, *before);
    } else {
      to.number(command.what.index());
      std::visit([&to](const auto& c) { write(to, c); }, command.what);
    }
    if (launch != nullptr) before = launch;
    to.number(command.stream);
    to.number(command.host_waits);
    to.number(command.site);
    to.number(command.is_by_host);
  }
  to.text(plan.refused.substr(0, longest_reason));
  to.number(plan.error_site);
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
  for (auto left = from.at_most(most_buffers); left > 0; --left)
    plan.host_buffers.push_back({from.number(), from.at_most(1) != 0});
  Repeated repeated;
  for (auto left = from.at_most(most_commands); left > 0; --left)
    plan.commands.push_back(read_command(from, plan, repeated));
  plan.refused = from.text<std::string>();
  plan.error_site = from.number();
  if (plan.refused.size() > longest_reason || !from.is_at_end()) throw PlanError("a damaged plan");
  return plan;
}

}  // namespace warplab::gpu
