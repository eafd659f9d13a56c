// shfl: lanes read each other's registers (PTX ISA 9.0, section 9.7.9.6). A lane that would read
// from one that is not active gets 0, as on an H200 (PTX leaves it open).
#include <cstring>

#include "simt/exec/converge.h"
#include "simt/exec/handlers/warp.h"

namespace simt::exec::SIMT_ISA {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

enum class Mode : uint8_t { up, down, butterfly, index };

// Op::imm is the sum of those that hold.
constexpr uint64_t synchronizes = 1, has_predicate = 2, keeps_read_lanes = 4;

// values[l] = a[from[l]], from being 0 to 31.
[[gnu::always_inline]] inline void read_lanes(uint32_t* values, const uint32_t* a,
                                              const int32_t* from) {
#if defined(__AVX512F__)
  const __m512i low = _mm512_loadu_si512(a), high = _mm512_loadu_si512(a + 16);
  for (int half = 0; half < 32; half += 16) {
    const __m512i index = _mm512_load_si512(from + half);
    _mm512_store_si512(values + half, _mm512_permutex2var_epi32(low, index, high));
  }
#else
  for (int l = 0; l < warp_size; ++l) values[l] = a[from[l]];
#endif
}

// The values of some neighbouring lanes: g++ does not vectorise this arithmetic on its own.
#if defined(__AVX512F__)
constexpr int part_size = 16;
#elif defined(__AVX2__)
constexpr int part_size = 8;
#else
constexpr int part_size = 4;
#endif
using Part = int32_t __attribute__((vector_size(4 * part_size)));

[[gnu::always_inline]] inline Part load_part(const uint32_t* words) {
  Part part;
  std::memcpy(&part, words, sizeof part);
  return part;
}

// Which lanes `lane` read from, by their operands b and c: -1 outside of their segments.
template <Mode mode>
[[gnu::always_inline]] inline Part sources_of(Part lane, Part b, Part c) {
  const Part distance = b & 31, bound = c & 31, segment = c >> 8 & 31;
  const Part first = lane & segment;
  const Part limit = first | (bound & ~segment);
  if constexpr (mode == Mode::up) return lane - distance >= limit ? lane - distance : -1;
  Part source;
  if constexpr (mode == Mode::down) source = lane + distance;
  if constexpr (mode == Mode::butterfly) source = lane ^ distance;
  if constexpr (mode == Mode::index) source = first | (distance & ~segment);
  return source <= limit ? source : -1;
}

// d, predicate f = the value of a in the lane that b and c name, and whether that is inside.
template <Mode mode>
const Op* shuffle(Warp& warp, const Op* op) {
  if (op->imm & synchronizes) {
    if (!converge(warp, op, named_lanes(warp, warp.reg<uint32_t>(op->e)))) return nullptr;
  }
  const uint32_t* b = warp.reg<uint32_t>(op->b);
  const uint32_t* c = warp.reg<uint32_t>(op->c);
  const Part active = static_cast<int32_t>(warp.active) - Part{};
  alignas(64) int32_t from[warp_size], inside[warp_size], kept[warp_size];
  Part lane;
  for (int i = 0; i < part_size; ++i) lane[i] = i;
  for (int start = 0; start < warp_size; start += part_size, lane += part_size) {
    const Part source = sources_of<mode>(lane, load_part(b + start), load_part(c + start));
    const Part is_inside = source >= 0;
    const Part reads = is_inside & -(active >> (source & 31) & 1);
    const Part chosen = reads ? source : lane;
    std::memcpy(inside + start, &is_inside, sizeof is_inside);
    std::memcpy(from + start, &chosen, sizeof chosen);
    const Part keeps = ~is_inside | reads;  // what a lane that is not active holds reads as 0
    std::memcpy(kept + start, &keeps, sizeof keeps);
  }
  if (op->imm & keeps_read_lanes) {
    warp.read_lanes = 0;
    for_active(warp.active,
               [&](int l) { warp.read_lanes |= static_cast<uint32_t>(kept[l]) & 1u << from[l]; });
  }
  alignas(64) uint32_t values[warp_size];
  read_lanes(values, warp.reg<uint32_t>(op->a), from);
  if (op->imm & has_predicate) warp.set_predicate(op->f, sign_mask(inside));
  write_lanes(warp, warp.reg<uint32_t>(op->d), [&](int l) { return values[l] & kept[l]; });
  return next(warp, op);
}

Handler handler_of(const ptx::Instruction& instruction) {
  if (instruction.has(Modifier::up)) return shuffle<Mode::up>;
  if (instruction.has(Modifier::down)) return shuffle<Mode::down>;
  if (instruction.has(Modifier::bfly)) return shuffle<Mode::butterfly>;
  return shuffle<Mode::index>;
}

}  // namespace

bool emit_shuffle(Emitter& emitter) {
  const ptx::Instruction& instruction = emitter.instruction();
  if (instruction.opcode != Opcode::shfl) return false;
  const bool sync = instruction.has(Modifier::sync);
  if (sync && instruction.operands.size() != 5) emitter.unsupported("without a membermask");
  const Operand& destination = instruction.operands[0];
  const bool pair = destination.kind == Operand::Kind::pair;
  const uint32_t d = emitter.reg32(pair ? destination.elements[0] : destination, Type::b32);
  const uint32_t p = pair ? emitter.predicate(destination.elements[1]) : 0;
  const uint32_t a = value_slot(emitter, 1, Type::b32);
  const uint32_t b = value_slot(emitter, 2, Type::b32);
  const uint32_t c = value_slot(emitter, 3, Type::b32);
  const uint32_t masks = sync ? value_slot(emitter, 4, Type::b32) : 0;
  Op& op = emitter.emit(handler_of(instruction));
  op.d = d;
  op.a = a;
  op.b = b;
  op.c = c;
  op.e = masks;
  op.f = p;
  op.imm = (sync ? synchronizes : 0) | (pair ? has_predicate : 0) |
           (emitter.keeps_read_lanes() ? keeps_read_lanes : 0);
  if (sync)
    emitter.meets_elsewhere({.d = Holds::bits32,
                             .f = pair ? Holds::predicate : Holds::nothing,
                             .a = Holds::bits32,
                             .b = Holds::bits32,
                             .c = Holds::bits32});
  return true;
}

}  // namespace simt::exec::SIMT_ISA
