#include "simt/observe/unwritten.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "simt/ptx/types.h"
#include "simt/ptx/uniform.h"

namespace simt::observe {
namespace {

constexpr uint64_t padded_to = 16;  // by alignas: the widest access

bool has_loaded_address(const ptx::Function& function, uint32_t pc) {
  const std::vector<bool> loaded = ptx::find_loaded_registers(function);
  bool found = false;
  for (const ptx::Operand& operand : function.instructions[pc].operands)
    if (operand.kind == ptx::Operand::Kind::address)
      ptx::for_registers(operand, [&](uint32_t reg) { found |= loaded[reg]; });
  return found;
}

// The offsets, at the end of 16 bytes, that no 16 of the pieces have written.
uint64_t find_padding(const uint8_t* written, const std::vector<memory::ByteRange>& pieces) {
  uint64_t used = 0;
  for (const auto& [begin, end] : pieces) {
    if (begin % padded_to || end % padded_to) return 0;
    for (memory::Address at = begin; at < end; at += padded_to)
      for (uint64_t i = padded_to; i > used; --i)
        if (written[at + i - 1]) used = i;
  }
  return used ? padded_to - used : 0;
}

}  // namespace

std::optional<Unwritten> find_unwritten(GlobalMemory& memory, const memory::ByteRanges& bytes) {
  const std::vector<memory::ByteRange>& pieces = bytes.pieces();
  const GlobalShadow* const shadow =
      pieces.empty() ? nullptr : memory.find(pieces.front().begin, false);
  if (!shadow || !shadow->written) return {};
  const uint8_t* const written = shadow->written.get() - shadow->begin;
  if (std::ranges::none_of(pieces, [&](const memory::ByteRange& piece) {
        return std::memchr(written + piece.begin, 0, piece.end - piece.begin);
      }))
    return {};

  Unwritten found;
  for (const auto& [function, pc] : shadow->stores) {
    found.element =
        std::max<uint64_t>(found.element, ptx::size_of(function->instructions[pc].type()));
    if (has_loaded_address(*function, pc)) return {};
  }
  const uint64_t padding = find_padding(written, pieces);
  // Allocations begin at a multiple of 256, so an element's address is a multiple of its size.
  const auto is_unwritten = [&, element = found.element](memory::Address at) {
    return !std::memchr(written + at, 1, element) && at % padded_to + padding < padded_to;
  };
  for (const auto& [begin, end] : pieces)
    for (memory::Address at = (begin + found.element - 1) / found.element * found.element;
         at + found.element <= end; at += found.element) {
      if (!is_unwritten(at)) continue;
      if (found.bytes == 0) found.first = at;
      found.bytes += found.element;
    }
  if (found.bytes == 0) return {};
  return found;
}

}  // namespace simt::observe
