#include "simt/ptx/opcodes.h"

#include <algorithm>
#include <unordered_map>

namespace simt::ptx {
namespace {

constexpr OpcodeInfo opcodes[] = {
#define OPCODE(enumerator, spelling, status, cost, uniform, access, control, operands, modifiers, \
               types, note)                                                                       \
  {spelling,       Status::status,                                                                \
   Cost::cost,     Uniform::uniform,                                                              \
   Access::access, Control::control,                                                              \
   operands,       modifiers,                                                                     \
   types,          note},
#include "simt/ptx/opcodes.def"
#undef OPCODE
};

constexpr bool is_complete(const OpcodeInfo& row) {
  const bool runs = row.status != Status::none;
  return (row.cost != Cost::none) == runs && (row.control != Control::none) == runs;
}
static_assert(std::ranges::all_of(opcodes, is_complete),
              "rows of instructions that run have a cost and a control, the others have none");

constexpr std::string_view modifiers[] = {
#define MODIFIER(enumerator, spelling) spelling,
#include "simt/ptx/modifiers.def"
#undef MODIFIER
};

struct SpecialRegisterInfo {
  std::string_view name;
  Type type;
};

constexpr SpecialRegisterInfo special_registers[] = {
#define SPECIAL_REGISTER(enumerator, spelling, type) {spelling, type},
#include "simt/ptx/special_registers.def"
#undef SPECIAL_REGISTER
};

constexpr std::string_view types[] = {
    "none", "pred", "b8",  "b16", "b32", "b64",   "b128", "u8",     "u16",  "u32", "u64",
    "s8",   "s16",  "s32", "s64", "f16", "f16x2", "bf16", "bf16x2", "tf32", "f32", "f64",
};
static_assert(std::size(types) == static_cast<size_t>(Type::f64) + 1);

constexpr std::string_view spaces[] = {"generic", "reg",   "sreg",  "const",
                                       "global",  "local", "param", "shared"};
static_assert(std::size(spaces) == static_cast<size_t>(Space::shared) + 1);

template <class T>
using ByName = std::unordered_map<std::string_view, T>;

template <class T>
std::optional<T> find(const ByName<T>& names, std::string_view spelling) {
  const auto found = names.find(spelling);
  if (found == names.end()) return std::nullopt;
  return found->second;
}

// Whether one of the words between blanks is `word`.
bool has_word(std::string_view words, std::string_view word) {
  for (size_t begin = 0; begin < words.size();) {
    const size_t end = std::min(words.find(' ', begin), words.size());
    if (words.substr(begin, end - begin) == word) return true;
    begin = end + 1;
  }
  return false;
}

ByName<Word> make_words() {
  ByName<Word> words;
  for (size_t i = 0; i < std::size(modifiers); ++i)
    words[modifiers[i]].modifier = static_cast<Modifier>(i);
  for (size_t i = 1; i < std::size(types); ++i) words[types[i]].type = static_cast<Type>(i);
  for (Space space : {Space::constant, Space::global, Space::local, Space::param, Space::shared})
    words[name_of(space)].space = space;
  for (std::string_view name : {"shared::cta", "shared::cluster"})
    words[name].space = Space::shared;
  for (std::string_view name : {"param::entry", "param::func"}) words[name].space = Space::param;
  words["v2"].vector = 2;
  words["v4"].vector = 4;
  words["v8"].vector = 8;
  return words;
}

}  // namespace

std::string_view name_of(Opcode opcode) { return info_of(opcode).name; }
std::string_view name_of(Modifier modifier) { return modifiers[static_cast<size_t>(modifier)]; }
std::string_view name_of(SpecialRegister special) {
  return special_registers[static_cast<size_t>(special)].name;
}
std::string_view name_of(Type type) { return types[static_cast<size_t>(type)]; }
std::string_view name_of(Space space) { return spaces[static_cast<size_t>(space)]; }
Type type_of(SpecialRegister special) {
  return special_registers[static_cast<size_t>(special)].type;
}

const OpcodeInfo& info_of(Opcode opcode) { return opcodes[static_cast<size_t>(opcode)]; }
size_t opcode_count() { return std::size(opcodes); }
size_t special_register_count() { return std::size(special_registers); }

std::optional<Opcode> find_opcode(std::string_view spelling) {
  static const ByName<Opcode> names = [] {
    ByName<Opcode> all;
    for (size_t i = 0; i < std::size(opcodes); ++i) all[opcodes[i].name] = static_cast<Opcode>(i);
    return all;
  }();
  return find(names, spelling);
}

std::optional<Word> find_word(std::string_view spelling) {
  static const ByName<Word> words = make_words();
  return find(words, spelling);
}

std::optional<SpecialRegister> find_special_register(std::string_view spelling) {
  static const ByName<SpecialRegister> names = [] {
    ByName<SpecialRegister> all;
    for (size_t i = 0; i < std::size(special_registers); ++i)
      all[special_registers[i].name] = static_cast<SpecialRegister>(i);
    return all;
  }();
  return find(names, spelling);
}

bool is_jump(Opcode opcode) {
  const Control control = info_of(opcode).control;
  return control == Control::jump || control == Control::leave;
}

bool is_legal(Opcode opcode, std::string_view spelling) {
  return has_word(info_of(opcode).words, spelling);
}

bool is_covered(Opcode opcode, Type type) {
  const std::string_view types = info_of(opcode).types;
  return types.empty() || has_word(types, name_of(type));
}

}  // namespace simt::ptx
