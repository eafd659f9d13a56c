#include "simt/observe/unwritten.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "simt/ptx/types.h"
#include "simt/ptx/uniform.h"

namespace simt::observe {
namespace {

constexpr uint64_t padded_to = 16;      // by alignas: the widest access
constexpr uint64_t most_aligned = 256;  // as allocations are

// Whether one of these registers is in the address of an access.
bool has_address_of(const ptx::Function& function, uint32_t pc,
                    const std::vector<bool>& registers) {
  bool found = false;
  for (const ptx::Operand& operand : function.instructions[pc].operands)
    if (operand.kind == ptx::Operand::Kind::address)
      ptx::for_registers(operand, [&](uint32_t reg) { found |= registers[reg]; });
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

// How far structs are apart, if each store is to one and the same member of some; 0: they are none.
uint64_t find_struct_size(const GlobalShadow& shadow,
                          const std::vector<memory::ByteRange>& pieces) {
  uint64_t size = 0;
  bool is_alone = pieces.size() == 1;
  std::map<std::tuple<uint32_t, uint32_t, uint64_t>, std::vector<memory::Address>> by_line;
  for (const auto& [instruction, places] : shadow.stores) {
    const auto& [function, pc] = instruction;
    const ptx::Instruction& store = function->instructions[pc];
    size = std::gcd(size, places.stride);
    is_alone &= !has_address_of(*function, pc, ptx::find_registers_of_threads(*function));
    by_line[{store.source.file, store.source.line, bytes_stored(*function, store)}].push_back(
        places.first);
  }
  if (size == 0 && is_alone) size = pieces[0].end - pieces[0].begin;
  if (size < least_stride) return 0;
  // A loop over an array that the compiler has unrolled stores numbers side by side one by one. Members of a struct that is
  // aligned so far go into a vector.
  const auto distance = [&](memory::Address from, memory::Address to) {
    return (to % size + size - from % size) % size;
  };
  for (const auto& [line, places] : by_line)
    for (const memory::Address one : places)
      for (const memory::Address other : places)
        if (distance(one, other) == std::get<2>(line)) return 0;
  const bool is_whole = std::ranges::all_of(pieces, [&](const memory::ByteRange& piece) {
    return (piece.begin - shadow.begin) % size == 0 && (piece.end - piece.begin) % size == 0;
  });
  return is_whole ? size : 0;
}

// By offset in structs of `size` bytes: whether it is padding. No struct has it written, and the next member, or the next
// struct, is aligned to more than what is left out.
std::vector<bool> find_struct_padding(uint64_t size, const uint8_t* written,
                                      const std::vector<memory::ByteRange>& pieces) {
  std::vector<bool> padding(size, true);
  for (const auto& [begin, end] : pieces)
    for (memory::Address at = begin; at < end; ++at)
      if (written[at]) padding[(at - begin) % size] = false;
  for (uint64_t begin = 0, end = 0; begin < size; begin = end + 1) {
    for (end = begin; end < size && padding[end]; ++end) {
    }
    const uint64_t alignment = std::min(end & -end, most_aligned);
    if (begin == 0 || end - begin >= alignment || alignment < least_stride)
      std::fill(padding.begin() + static_cast<ptrdiff_t>(begin),
                padding.begin() + static_cast<ptrdiff_t>(end), false);
  }
  return padding;
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
  for (const auto& [instruction, places] : shadow->stores) {
    const auto& [function, pc] = instruction;
    found.element = std::max(found.element, bytes_stored(*function, function->instructions[pc]));
    if (has_address_of(*function, pc, ptx::find_loaded_registers(*function))) return {};
  }
  for (const auto& [begin, end] : pieces)
    found.element = std::gcd(found.element, std::gcd(begin - shadow->begin, end - begin));
  const uint64_t padding = find_padding(written, pieces);
  // Allocations begin at a multiple of 256, so an element's address is a multiple of its size.
  const uint64_t size = find_struct_size(*shadow, pieces);
  const std::vector<bool> padded =
      size ? find_struct_padding(size, written, pieces) : std::vector<bool>{};
  const auto is_unwritten = [&, element = found.element](memory::Address at) {
    return !std::memchr(written + at, 1, element) && at % padded_to + padding < padded_to &&
           !(size && padded[(at - shadow->begin) % size]);
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
