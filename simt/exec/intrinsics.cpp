// The look-up of intrinsics by name, and memory as one lane sees it.
#include "simt/exec/intrinsics.h"

#include <algorithm>
#include <unordered_map>

#include "simt/exec/intrinsics_table.h"

namespace simt::exec {
namespace {

std::unordered_map<std::string_view, const Intrinsic*> all_intrinsics() {
  std::unordered_map<std::string_view, const Intrinsic*> all;
  for (const auto table : {math_intrinsics(), special_intrinsics(), system_intrinsics()})
    for (const NamedIntrinsic& entry : table) all.emplace(entry.name, &entry.intrinsic);
  return all;
}

// Where memory outside of a lane's own lies on the host, and how many bytes of it are left there.
std::span<const std::byte> readable_from(const IntrinsicCall& call, uint64_t address) {
  const Warp& warp = call.warp();
  if (address - memory::shared_window < warp.block->shared_bytes) {
    const uint64_t offset = address - memory::shared_window;
    return {warp.block->shared + offset, warp.block->shared_bytes - offset};
  }
  const auto& params = warp.worker->params;
  if (address - memory::param_window < params.size())
    return params.subspan(address - memory::param_window);
  const memory::Allocation* allocation = warp.worker->memory->find(address);
  if (!allocation || allocation->freed || address >= allocation->end()) return {};
  return {allocation->host + (address - allocation->begin), allocation->end() - address};
}

}  // namespace

const Intrinsic* find_intrinsic(std::string_view name) {
  static const std::unordered_map<std::string_view, const Intrinsic*> intrinsics = all_intrinsics();
  const auto found = intrinsics.find(name);
  return found == intrinsics.end() ? nullptr : found->second;
}

bool read_memory(const IntrinsicCall& call, int lane, uint64_t address, void* to, size_t bytes) {
  const Warp& warp = call.warp();
  auto* out = static_cast<std::byte*>(to);
  const uint64_t offset = address - memory::local_window;
  if (offset < warp.local_bytes) {
    if (bytes > warp.local_bytes - offset) return false;
    for (uint64_t byte = offset; byte < offset + bytes; ++byte) {
      const uint32_t word = warp.local[byte / 4 * warp_size + lane];
      *out++ = static_cast<std::byte>(word >> (byte % 4 * 8));
    }
    return true;
  }
  const std::span<const std::byte> source = readable_from(call, address);
  if (source.size() < bytes) return false;
  std::memcpy(to, source.data(), bytes);
  return true;
}

std::optional<std::string> read_string(const IntrinsicCall& call, int lane, uint64_t address,
                                       size_t limit) {
  std::string text;
  if (address - memory::local_window < memory::local_window_size) {
    for (char c = 0; text.size() < limit; text += c) {
      if (!read_memory(call, lane, address + text.size(), &c, 1)) return std::nullopt;
      if (c == 0) break;
    }
    return text;
  }
  const std::span<const std::byte> source = readable_from(call, address);
  if (source.empty()) return std::nullopt;
  const auto* begin = reinterpret_cast<const char*>(source.data());
  const size_t size = std::min(source.size(), limit);
  const size_t length = strnlen(begin, size);
  if (length == source.size()) return std::nullopt;  // no end within the allocation
  return std::string(begin, length);
}

}  // namespace simt::exec
