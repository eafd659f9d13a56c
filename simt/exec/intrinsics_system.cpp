// What kernels ask of the system: printf, malloc and free, and the end of a failed assertion.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "simt/exec/intrinsics_table.h"
#include "simt/exec/printed.h"
#include "simt/memory/layout.h"

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
      : call_(call), lane_(lane), address_(address) {}

  // Appends the argument's bytes; of a text, the text.
  void append(PrintArgument argument, std::string& to) {
    if (argument == PrintArgument::word) return append_bytes(4, to);
    if (argument != PrintArgument::text) return append_bytes(8, to);
    std::string bytes;
    append_bytes(8, bytes);
    uint64_t address = 0;
    std::memcpy(&address, bytes.data(), sizeof address);
    const auto text = address ? read_string(call_, lane_, address) : "(null)";
    if (!text) set_bad(address);
    to += text.value_or("");
    to += '\0';
  }
  // Whether an address could not be read, and which.
  bool bad() const { return bad_; }
  uint64_t bad_address() const { return bad_address_; }

 private:
  void append_bytes(size_t size, std::string& to) {
    address_ = (address_ + size - 1) / size * size;
    char bytes[8] = {};
    if (!read_memory(call_, lane_, address_, bytes, size)) set_bad(address_);
    to.append(bytes, size);
    address_ += size;
  }
  void set_bad(uint64_t address) {
    bad_ = true;
    bad_address_ = address;
  }

  const IntrinsicCall& call_;
  int lane_;
  uint64_t address_;
  uint64_t bad_address_ = 0;
  bool bad_ = false;
};

// int vprintf(const char* format, void* arguments): the number of conversions.
bool print(IntrinsicCall& call) {
  BadLanes bad;
  // Of the lane before, which most often has the same.
  std::shared_ptr<const PrintFormat> format;
  uint64_t format_address = 0;
  for_active(call.lanes(), [&](int lane) {
    const auto address = call.argument<uint64_t>(0, lane);
    if (!format || address != format_address ||
        address - memory::local_window < memory::local_window_size) {
      const auto text = read_string(call, lane, address);
      format = text ? call.worker().print_formats.get(*text) : nullptr;
      format_address = address;
    }
    if (!format) bad.add(lane, address);
    call.result<int>(lane, format ? format->conversions() : -1);
    if (!format) return;
    Printed printed{format, {}};
    ArgumentReader arguments(call, lane, call.argument<uint64_t>(1, lane));
    for (const PrintArgument argument : format->arguments())
      arguments.append(argument, printed.arguments);
    if (arguments.bad()) bad.add(lane, arguments.bad_address());
    call.worker().print(call.warp(), std::move(printed));
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
  const events::Site here =
      call.worker().site_of(call.warp(), call.op(), __builtin_ctz(call.lanes()));
  BadLanes bad;
  for_active(call.lanes(), [&](int lane) {
    const auto address = call.argument<uint64_t>(0, lane);
    if (address == 0) return;
    const memory::Allocation* allocation = memory.find(address);
    const bool ours = allocation && !allocation->freed && allocation->begin == address &&
                      allocation->kind == memory::Kind::heap;
    if (!ours || !memory.free(address, here.file, here.line)) bad.add(lane, address);
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
