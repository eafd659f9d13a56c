#include "simt/observe/struct_copies.h"

#include <algorithm>
#include <bit>
#include <map>
#include <ranges>
#include <vector>

#include "simt/ptx/flow.h"
#include "simt/ptx/opcodes.h"

namespace simt::observe {
namespace {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;

// Clang copies at most so much by one instruction, whatever the alignment.
constexpr uint32_t widest_of_clang = 8;

bool is_load(const Instruction& i) {
  return (i.opcode == Opcode::ld || i.opcode == Opcode::ldu) && i.operands.size() == 2;
}
bool is_store(const Instruction& i) { return i.opcode == Opcode::st && i.operands.size() == 2; }

uint32_t bytes_of(const Instruction& i) { return ptx::size_of(i.type()) * i.vector; }

// Where instructions that copy a struct leave a part of it as it is: compilers put bytes of padding together to words,
// and carry values from one turn of a loop to the next.
bool passes_on_bytes(const Instruction& i) {
  return i.opcode == Opcode::mov || i.opcode == Opcode::prmt ||
         (i.opcode == Opcode::cvt && !ptx::is_float(i.types[0]) && !ptx::is_float(i.types[1]));
}

// The registers of a loaded or stored value; empty where an element is no register.
std::vector<uint32_t> registers_of(const Operand& value) {
  if (value.kind == Operand::Kind::reg) return {value.index};
  std::vector<uint32_t> registers;
  for (const Operand& element : value.elements) {
    if (element.kind != Operand::Kind::reg) return {};
    registers.push_back(element.index);
  }
  return registers;
}

bool is_base(const Operand& address, uint32_t reg) {
  return address.base == Operand::Base::reg && address.index == reg;
}

}  // namespace

class StructCopies::Values {
 public:
  explicit Values(const ptx::Function& function)
      : function_(function),
        accesses_(ptx::find_all_accesses(function)),
        readers_(function.registers.size()),
        writers_(function.registers.size()) {
    for (uint32_t pc = 0; pc < accesses_.size(); ++pc) {
      for (const uint32_t reg : accesses_[pc].reads) readers_[reg].push_back(pc);
      for (const uint32_t reg : accesses_[pc].writes) writers_[reg].push_back(pc);
    }
  }

  // `bytes`: of a request, for which the executor may join several loads.
  uint32_t find_reach(uint32_t pc, uint32_t bytes) {
    const auto [found, is_new] = parts_.try_emplace(pc);
    if (is_new && is_stored_only(pc)) found->second = look_around(pc);
    const auto [size, widest] = found->second;
    // There is less padding in one place than what the struct is aligned to, a power of two.
    if (size < 2 * bytes || widest < std::min(2 * bytes, widest_of_clang)) return 0;
    return std::max(std::clamp(std::bit_floor(size), 16u, 128u), 2 * bytes) - bytes;
  }

  std::optional<uint32_t> find_load(uint32_t pc) const {
    const Instruction& store = function_.instructions[pc];
    if (!is_store(store)) return std::nullopt;
    const std::vector<uint32_t> stored = registers_of(store.operands[1]);
    if (stored.empty() || writers_[stored[0]].size() != 1) return std::nullopt;
    const uint32_t writer = writers_[stored[0]][0];
    const Instruction& load = function_.instructions[writer];
    const bool whole = is_load(load) && bytes_of(load) == bytes_of(store) &&
                       registers_of(load.operands[0]) == stored;
    return whole ? std::optional(writer) : std::nullopt;
  }

 private:
  bool is_stored_only(uint32_t pc) const {
    const Instruction& load = function_.instructions[pc];
    if (!is_load(load)) return false;
    std::vector<uint32_t> registers = registers_of(load.operands[0]);
    bool stored = false;
    for (size_t r = 0; r < registers.size(); ++r) {
      for (const uint32_t reader : readers_[registers[r]]) {
        const Instruction& i = function_.instructions[reader];
        if (passes_on_bytes(i)) {
          for (const uint32_t to : accesses_[reader].writes)
            if (std::ranges::count(registers, to) == 0) registers.push_back(to);
        } else if (!is_store(i) || is_base(i.operands[0], registers[r])) {
          return false;
        } else {
          stored = true;
        }
      }
    }
    return stored;
  }

  // What is loaded around a load without a gap.
  struct Around {
    uint32_t size = 0, widest = 0;  // bytes
  };
  Around look_around(uint32_t pc) const {
    struct Part {
      int64_t begin, end;
    };
    const Instruction& load = function_.instructions[pc];
    const Operand own = resolve(load.operands[1]);
    std::vector<Part> parts;
    for (const Instruction& i : function_.instructions) {
      if (!is_load(i)) continue;
      const Operand address = resolve(i.operands[1]);
      if (is_same_base(address, own))
        parts.push_back({address.offset, address.offset + bytes_of(i)});
    }
    std::ranges::sort(parts, {}, &Part::begin);
    Part all = {own.offset, own.offset + bytes_of(load)};
    for (const Part& part : parts | std::views::reverse)
      if (part.end >= all.begin) all.begin = std::min(all.begin, part.begin);
    for (const Part& part : parts)
      if (part.begin <= all.end) all.end = std::max(all.end, part.end);
    Around around{static_cast<uint32_t>(all.end - all.begin), 0};
    for (const Part& part : parts)
      if (part.begin >= all.begin && part.end <= all.end)
        around.widest = std::max(around.widest, static_cast<uint32_t>(part.end - part.begin));
    return around;
  }

  static bool is_same_base(const Operand& a, const Operand& b) {
    if (a.base != b.base) return false;
    if (a.base == Operand::Base::reg) return a.index == b.index;
    return a.base == Operand::Base::absolute ||
           (a.symbol.kind == b.symbol.kind && a.symbol.index == b.symbol.index);
  }

  // Goes from a register that is another one plus a number to that one. Clang adds to aligned addresses by `or`.
  Operand resolve(Operand address) const {
    for (int steps = 0; steps < 8; ++steps) {
      if (address.base != Operand::Base::reg || writers_[address.index].size() != 1) break;
      const Instruction& i = function_.instructions[writers_[address.index][0]];
      if ((i.opcode != Opcode::add && i.opcode != Opcode::or_) || i.guarded ||
          i.operands[1].kind != Operand::Kind::reg ||
          i.operands[2].kind != Operand::Kind::immediate)
        break;
      address.index = i.operands[1].index;
      address.offset += static_cast<int64_t>(i.operands[2].bits);
    }
    return address;
  }

  const ptx::Function& function_;
  const std::vector<ptx::Accesses> accesses_;             // by pc
  std::vector<std::vector<uint32_t>> readers_, writers_;  // pcs, by register
  std::map<uint32_t, Around> parts_;                      // by pc of the load
};

StructCopies::StructCopies() = default;
StructCopies::~StructCopies() = default;

StructCopies::Values& StructCopies::values_of(const ptx::Function* function) {
  std::unique_ptr<Values>& values = values_[function];
  if (!values) values = std::make_unique<Values>(*function);
  return *values;
}

uint32_t StructCopies::find_reach(const AccessSite& load, uint32_t bytes) {
  if (load.floating || load.strong || !load.load || load.store) return 0;
  return values_of(load.function).find_reach(load.pc, bytes);
}

std::optional<uint32_t> StructCopies::find_load(const AccessSite& store) {
  if (!store.store || store.load || store.atomic) return std::nullopt;
  return values_of(store.function).find_load(store.pc);
}

}  // namespace simt::observe
