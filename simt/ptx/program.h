// A PTX module as the parser leaves it: names resolved, nothing executed yet.
//
// Every instruction knows where it stands in the PTX text (Place) and which line of the student's
// source it came from (SourceLine, from .loc). Indexes are used instead of pointers, so that a
// Module can be moved and copied.
#pragma once

#include <bitset>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simt/ptx/inline_list.h"
#include "simt/ptx/types.h"

namespace simt::ptx {

inline constexpr uint32_t max_alignment = 1u << 16;  // of a variable

// Line and column in the PTX text, from 1.
struct Place {
  uint32_t line = 0, column = 0;
};

// A line of the program that was compiled: an index into Module::files, and the line; 0 = unknown.
struct SourceLine {
  uint32_t file = 0, line = 0;
  uint32_t column = 0;  // at which the expression stands; instructions of one line have several
  bool operator==(const SourceLine& other) const {
    return file == other.file && line == other.line;
  }
};

// One enumerator a row of opcodes.def: add, sub, ...; reserved words carry an underscore (and_,
// or_, xor_, not_, call and so on need none).
enum class Opcode : uint16_t {
#define OPCODE(enumerator, ...) enumerator,
#include "simt/ptx/opcodes.def"
#undef OPCODE
};

// One enumerator a row of modifiers.def: rn, ftz, wide, eq, cta, sync, ...
enum class Modifier : uint16_t {
#define MODIFIER(enumerator, spelling) enumerator,
#include "simt/ptx/modifiers.def"
#undef MODIFIER
  count
};

// %tid.x and so on: one enumerator a row of special_registers.def.
enum class SpecialRegister : uint8_t {
#define SPECIAL_REGISTER(enumerator, spelling, type) enumerator,
#include "simt/ptx/special_registers.def"
#undef SPECIAL_REGISTER
};

std::string_view name_of(Opcode opcode);
std::string_view name_of(Modifier modifier);
std::string_view name_of(SpecialRegister special);
Type type_of(SpecialRegister special);

// What a name stands for.
struct Symbol {
  enum class Kind : uint8_t {
    module_variable,    // Module::variables[index]
    function_variable,  // Function::variables[index]: .shared, .local, .param, ... in a body
    parameter,          // Function::parameters[index] of the function itself
    return_parameter,   // Function::returns[index] of the function itself
    function,           // Module::functions[index]
    label,              // Function::labels[index]
    branch_targets,     // Function::branch_targets[index]
    prototype,          // Function::prototypes[index]
  };
  Kind kind = Kind::module_variable;
  uint32_t index = 0;
};

struct Operand {
  enum class Kind : uint8_t {
    reg,        // index into Function::registers; negated for !%p
    special,    // index is a SpecialRegister
    immediate,  // bits, immediate_type
    symbol,     // a name: label, variable whose address is meant (plus offset), function
    address,    // [reg+offset], [symbol+offset], [offset]; elements holds the {...} of [map, {...}]
    vector,     // {a, b, ...}: elements
    pair,       // a|b: elements[0] and elements[1] (setp p|q, shfl d|p)
    list,       // (a, b): the arguments or results of a call; elements
    sink,       // _
  };
  enum class Base : uint8_t { absolute, reg, symbol };

  Kind kind = Kind::sink;
  bool negated = false;
  Base base = Base::absolute;        // of an address
  Type immediate_type = Type::none;  // s64, u64, f32 or f64
  uint32_t index = 0;  // register or special register; for an address, its base register
  Symbol symbol;       // of a symbol, or the base of an address
  uint64_t bits = 0;   // integer in two's complement, or the bits of a float
  int64_t offset = 0;  // of an address or a symbol
  std::vector<Operand> elements;
  Place place;
};

// Which modifiers an instruction carries, in no order.
using Modifiers = std::bitset<static_cast<size_t>(Modifier::count)>;

struct Instruction {
  Opcode opcode{};
  Modifiers modifiers;
  InlineList<Type, 7> types;    // in order of appearance: cvt.rn.f32.s32 has {f32, s32}
  InlineList<Space, 3> spaces;  // in order of appearance: cp.async.shared.global: shared, global
  uint8_t vector = 1;           // .v2, .v4, .v8
  bool guarded = false;         // @%p or @!%p
  bool guard_negated = false;
  uint32_t guard = 0;  // index into Function::registers
  // In order of appearance. A call has four: list of results, target (symbol or reg), list of
  // arguments, prototype or branch targets (each a list without elements, or a sink, where absent).
  std::vector<Operand> operands;
  Place place;
  SourceLine source;  // of the program: a function of a toolkit's header has its caller's

  bool has(Modifier modifier) const { return modifiers[static_cast<size_t>(modifier)]; }
  Type type() const { return types.empty() ? Type::none : types[0]; }
  Space space() const { return spaces.empty() ? Space::generic : spaces[0]; }
};

struct Register {
  std::string name;  // %r1
  Type type;
};

// An address that an initialiser holds: of `symbol` plus addend, `bytes` wide at `offset`. Masked
// initialisers, 0xFF0000(symbol), hold one byte: shift is which, 2 here; 0 otherwise.
struct Relocation {
  uint64_t offset = 0;
  Symbol symbol;
  int64_t addend = 0;
  uint8_t bytes = 8;
  uint8_t shift = 0;
  bool generic = false;
};

struct Variable {
  std::string name;
  Space space = Space::global;
  Type type = Type::b8;    // of an element
  uint32_t alignment = 1;  // bytes
  uint64_t size = 0;       // bytes of all of it; 0 for extern .shared x[]
  bool external = false;   // .extern
  bool managed = false;    // .attribute(.managed)
  bool is_array = false;
  // extern __shared__: the launch gives its size. All of a launch begin at one place.
  bool is_dynamic() const { return external || size == 0; }
  std::vector<std::byte> initial;  // as many bytes as are given, zeros follow
  std::vector<Relocation> relocations;
  Place place;
};

struct Label {
  std::string name;
  uint32_t instruction = 0;  // index of the instruction that follows; may be one past the last
};

struct Function {
  std::string name;
  bool kernel = false;  // .entry
  bool has_body =
      false;  // else a declaration: .extern, or a forward one (merged where defined later)
  bool no_return = false;
  std::vector<Variable> parameters, returns;
  std::vector<Variable> variables;
  std::vector<Register> registers;
  std::vector<Label> labels;
  std::vector<std::vector<uint32_t>> branch_targets;  // indexes into labels
  // .callprototype: what an indirect call passes; a Function without body.
  std::vector<Function> prototypes;
  std::vector<Instruction> instructions;
  uint32_t max_threads[3] = {0, 0, 0};       // .maxntid; 0 = not given
  uint32_t required_threads[3] = {0, 0, 0};  // .reqntid
  uint32_t min_blocks = 0;                   // .minnctapersm
  uint32_t max_registers = 0;                // .maxnreg
  uint32_t cluster_blocks[3] = {0, 0, 0};    // .reqnctapercluster
  Place place;
};

struct Module {
  uint32_t version_major = 0, version_minor = 0;
  std::string target;  // "sm_80"
  uint32_t address_size = 64;
  bool by_llvm = false;            // by clang, that is, and not by nvcc
  std::vector<std::string> files;  // by the number that .file gives; [0] is ""
  std::vector<Variable> variables;
  std::vector<Function> functions;  // kernels, functions and declarations

  // 80 for sm_80, 90 for sm_90a; 0 where the target says none.
  uint32_t architecture() const {
    const size_t digits = target.find('_') + 1;
    uint32_t number = 0;
    std::from_chars(target.data() + digits, target.data() + target.size(), number);
    return number;
  }

  // The path of a source line, "" where unknown.
  const std::string& file_of(SourceLine line) const {
    return files[line.file < files.size() ? line.file : 0];
  }
};

}  // namespace simt::ptx
