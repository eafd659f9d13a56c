#include "simt/observe/unwritten.h"

#include <algorithm>
#include <cstring>
#include <numeric>
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

// Bytes of a store, a vector as a whole. Clang copies a struct that begins with a short in pieces of 2 bytes, and takes
// them from wider registers.
uint64_t bytes_stored(const ptx::Function& function, const ptx::Instruction& store) {
  const uint64_t bytes = uint64_t{ptx::size_of(store.type())} * store.vector;
  uint64_t widest = bytes;
  if (bytes < 4 && store.operands.size() > 1)
    ptx::for_registers(store.operands[1], [&](uint32_t reg) {
      if (ptx::size_of(function.registers[reg].type) == 8) widest = 8;
    });
  return widest;
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
    found.element = std::max(found.element, bytes_stored(*function, function->instructions[pc]));
    if (has_loaded_address(*function, pc)) return {};
  }
  for (const auto& [begin, end] : pieces)
    found.element = std::gcd(found.element, std::gcd(begin - shadow->begin, end - begin));
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
