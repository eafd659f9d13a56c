// What kernels ask of the system: printf, malloc and free, and the end of a failed assertion.
#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "simt/exec/intrinsics_table.h"

namespace simt::exec {
namespace {

using events::FindingKind;

// Lanes whose pointer argument was bad, for one report.
struct BadLanes {
  uint32_t lanes = 0;
  std::array<uint64_t, warp_size> addresses{};

  void add(int lane, uint64_t address) {
    lanes |= 1u << lane;
    addresses[lane] = address;
  }
  // False where the launch has to end.
  bool report(IntrinsicCall& call, FindingKind kind, std::string note) const {
    if (!lanes) return true;
    Fault fault{.kind = kind,
                .space = ptx::Space::generic,
                .lanes = lanes,
                .addresses = addresses.data(),
                .note = std::move(note)};
    return call.worker().fault(call.warp(), call.op(), fault);
  }
};

// Reads printf's arguments one after the other, as they lie in memory: each at a multiple of its
// size.
class ArgumentReader {
 public:
  ArgumentReader(const IntrinsicCall& call, int lane, uint64_t address)
      : call_(call), lane_(lane), base_(address) {}

  template <class T>
  T next() {
    offset_ = (offset_ + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    T value{};
    if (!read_memory(call_, lane_, base_ + offset_, &value, sizeof(T))) set_bad(base_ + offset_);
    offset_ += sizeof(T);
    return value;
  }
  // Whether an address could not be read, and which.
  bool bad() const { return bad_; }
  uint64_t bad_address() const { return bad_address_; }
  void set_bad(uint64_t address) {
    bad_ = true;
    bad_address_ = address;
  }

 private:
  const IntrinsicCall& call_;
  int lane_;
  uint64_t base_;
  uint64_t offset_ = 0;
  uint64_t bad_address_ = 0;
  bool bad_ = false;
};

template <class... Values>
std::string format_one(const std::string& specification, Values... values) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  const int size = std::snprintf(nullptr, 0, specification.c_str(), values...);
  if (size < 0) return {};
  std::string text(size, '\0');
  std::snprintf(text.data(), text.size() + 1, specification.c_str(), values...);
#pragma GCC diagnostic pop
  return text;
}

// A conversion's flags, width and precision, with every * replaced by its argument.
std::string take_layout(std::string_view format, size_t& at, ArgumentReader& arguments) {
  constexpr int longest = 4096;  // a field wider than this is cut
  std::string layout = "%";
  while (at < format.size() && std::string_view("-+ #0").find(format[at]) != format.npos)
    layout += format[at++];
  for (const bool precision : {false, true}) {
    if (precision) {
      if (at >= format.size() || format[at] != '.') break;
      layout += format[at++];
    }
    long number = 0;
    bool given = false;
    if (at < format.size() && format[at] == '*') {
      ++at;
      number = arguments.next<int>();
      given = true;
    }
    for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at, given = true)
      number = std::min<long>(number * 10 + (format[at] - '0'), longest);
    if (precision && number < 0) {  // as if it were not there
      layout.pop_back();
      continue;
    }
    if (given) layout += std::to_string(std::clamp<long>(number, -longest, longest));
  }
  return layout;
}

// The letters hh, h, l, ll, ... at `at`, which they are taken from.
struct Length {
  bool wide = false;   // 64 bits
  std::string narrow;  // "h" or "hh"
};

Length take_length(std::string_view format, size_t& at) {
  Length length;
  for (; at < format.size() && std::string_view("hlLqjzt").find(format[at]) != format.npos; ++at) {
    length.wide |= format[at] != 'h' && format[at] != 'L';
    if (format[at] == 'h') length.narrow += 'h';
  }
  return length;
}

// The next argument as `conversion` writes it; nothing where that is no conversion.
std::optional<std::string> convert(const IntrinsicCall& call, int lane, const std::string& layout,
                                   const Length& length, char conversion,
                                   ArgumentReader& arguments) {
  switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return length.wide ? format_one(layout + "ll" + conversion, arguments.next<long long>())
                         : format_one(layout + length.narrow + conversion, arguments.next<int>());
    case 'c':
      return format_one(layout + 'c', arguments.next<int>());
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return format_one(layout + conversion, arguments.next<double>());
    case 'p':
      return format_one(layout + 'p', reinterpret_cast<void*>(arguments.next<uint64_t>()));
    case 's': {
      const auto address = arguments.next<uint64_t>();
      const auto string = address ? read_string(call, lane, address) : "(null)";
      if (string) return format_one(layout + 's', string->c_str());
      arguments.set_bad(address);
      return "";
    }
    default:
      return std::nullopt;
  }
}

// printf's output for one lane; `conversions` counts what was converted.
std::string format_text(const IntrinsicCall& call, int lane, std::string_view format,
                        ArgumentReader& arguments, int& conversions) {
  std::string text;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    const size_t begin = at++;
    if (at < format.size() && format[at] == '%') {
      text += format[at++];
      continue;
    }
    const std::string layout = take_layout(format, at, arguments);
    const Length length = take_length(format, at);
    if (at >= format.size()) return text += format.substr(begin);
    const auto converted = convert(call, lane, layout, length, format[at++], arguments);
    if (converted) ++conversions;
    text += converted ? *converted : format.substr(begin, at - begin);
  }
  return text;
}

// int vprintf(const char* format, void* arguments): the number of conversions.
bool print(IntrinsicCall& call) {
  BadLanes bad;
  for_active(call.lanes(), [&](int lane) {
    const auto address = call.argument<uint64_t>(0, lane);
    int conversions = 0;
    if (const auto format = read_string(call, lane, address)) {
      ArgumentReader arguments(call, lane, call.argument<uint64_t>(1, lane));
      const std::string text = format_text(call, lane, *format, arguments, conversions);
      if (arguments.bad()) bad.add(lane, arguments.bad_address());
      call.worker().print(call.warp(), text);
    } else {
      conversions = -1;
      bad.add(lane, address);
    }
    call.result<int>(lane, conversions);
  });
  return bad.report(call, FindingKind::out_of_bounds,
                    "printf was given a pointer that no text can be read from");
}

uint64_t heap_used(const memory::AddressSpace& memory) {
  uint64_t used = 0;
  for (const memory::Allocation* allocation : memory.live())
    if (allocation->kind == memory::Kind::heap) used += allocation->size;
  return used;
}

// void* malloc(size_t bytes): null where the heap is full.
bool allocate(IntrinsicCall& call) {
  memory::AddressSpace& memory = *call.worker().memory;
  for_active(call.lanes(), [&](int lane) {
    const auto bytes = call.argument<uint64_t>(0, lane);
    const uint64_t limit = call.worker().heap_bytes;
    const bool fits =
        bytes <= limit && (memory.used() + bytes <= limit || heap_used(memory) + bytes <= limit);
    const memory::Allocation* allocation =
        fits ? memory.allocate(bytes, memory::Kind::heap, "malloc in a kernel") : nullptr;
    call.result<uint64_t>(lane, allocation ? allocation->begin : 0);
  });
  call.worker().generation = memory.generation();
  return true;
}

// void free(void* pointer)
bool release(IntrinsicCall& call) {
  memory::AddressSpace& memory = *call.worker().memory;
  BadLanes bad;
  for_active(call.lanes(), [&](int lane) {
    const auto address = call.argument<uint64_t>(0, lane);
    if (address == 0) return;
    const memory::Allocation* allocation = memory.find(address);
    const bool ours = allocation && !allocation->freed && allocation->begin == address &&
                      allocation->kind == memory::Kind::heap;
    if (!ours || !memory.free(address)) bad.add(lane, address);
  });
  call.worker().generation = memory.generation();
  return bad.report(
      call, FindingKind::invalid_free,
      "free() of a pointer that no malloc() in a kernel returned, or that was freed before");
}

// void __assertfail(message, file, unsigned line, function, size_t character_bytes)
bool fail_assertion(IntrinsicCall& call) {
  const int lane = __builtin_ctz(call.lanes());
  const auto text = [&](int argument) {
    return read_string(call, lane, call.argument<uint64_t>(argument, lane)).value_or("?");
  };
  Fault fault;
  fault.kind = FindingKind::assertion;
  fault.lanes = call.lanes();
  fault.note = "assertion `" + text(0) + "` failed";
  return call.worker().fault(call.warp(), call.op(), fault);
}

// What stands in a virtual table in place of a pure virtual function.
bool call_pure_virtual(IntrinsicCall& call) {
  Fault fault;
  fault.kind = FindingKind::trap;
  fault.lanes = call.lanes();
  fault.note = "a pure virtual function was called";
  return call.worker().fault(call.warp(), call.op(), fault);
}

constexpr NamedIntrinsic system_functions[] = {
    {"vprintf", {print, 4, 2, {8, 8}}},
    {"malloc", {allocate, 8, 1, {8}}},
    {"free", {release, 0, 1, {8}}},
    {"__assertfail", {fail_assertion, 0, 5, {8, 8, 4, 8, 8}}},
    {"__cxa_pure_virtual", {call_pure_virtual, 0, 0, {}}},
};

}  // namespace

std::span<const NamedIntrinsic> system_intrinsics() { return system_functions; }

}  // namespace simt::exec
