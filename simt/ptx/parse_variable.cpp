// Declarations of variables, parameters and registers.
#include <algorithm>
#include <bit>

#include "simt/ptx/opcodes.h"
#include "simt/ptx/parser_state.h"

namespace simt::ptx {
namespace {

// Types that only variables have; a kernel sees 64-bit handles.
bool is_opaque(std::string_view word) {
  return word == "texref" || word == "samplerref" || word == "surfref";
}

}  // namespace

// The space of the variable declaration that begins here.
std::optional<Space> Parser::variable_space() const {
  if (token_.kind != Token::Kind::word) return std::nullopt;
  if (token_.text == "param::entry" || token_.text == "param::func") return Space::param;
  const std::optional<Word> word = find_word(token_.text);
  if (!word || word->space == Space::generic || word->modifier != Modifier::count)
    return std::nullopt;
  return word->space;
}

// .global .attribute(.managed) .align 16 .v4 .f32, and for parameters .u64 .ptr .global .align 4
Parser::VariableType Parser::parse_variable_type(Linkage linkage) {
  VariableType result;
  result.space = variable_space().value();
  result.external = linkage.external;
  advance();
  for (bool pointer = false; token_.kind == Token::Kind::word;) {
    const std::optional<Word> word = find_word(token_.text);
    if (is_word("attribute")) {
      parse_attributes(&result);
    } else if (accept_word("align")) {
      const Place place = token_.place;
      const uint32_t alignment = take_u32("an alignment in bytes");
      if (!std::has_single_bit(alignment) || alignment > max_alignment)
        fail(place, "an alignment is a power of two up to " + std::to_string(max_alignment) +
                        ", found " + std::to_string(alignment));
      if (!pointer) result.alignment = alignment;
    } else if (accept_word("ptr")) {
      pointer = true;
    } else if (word && pointer && word->space != Space::generic) {
      advance();
    } else if (word && word->vector > 1) {
      result.vector = word->vector;
      advance();
    } else if (word && word->type != Type::none && word->type != Type::pred &&
               result.type == Type::none) {
      result.type = word->type;
      advance();
    } else if (is_opaque(token_.text)) {
      result.type = Type::b64;
      advance();
    } else {
      fail_expected("a type, .align or a name in the declaration");
    }
  }
  if (result.type == Type::none) fail_expected("a type such as .u32 or .b8");
  return result;
}

// .attribute(.managed, .unified(1, 2)); `type` is null where attributes mean nothing here.
void Parser::parse_attributes(VariableType* type) {
  advance();
  expect('(', "after .attribute");
  do {
    if (accept_word("managed")) {
      if (type) type->managed = true;
    } else if (accept_word("unified")) {
      expect('(', "after .unified");
      do parse_integer("a part of the identifier");
      while (accept(','));
      expect(')', "after the identifier");
    } else {
      fail_expected(".managed or .unified");
    }
  } while (accept(','));
  expect(')', "after the attributes");
}

// What follows the name: [4][4] = {...}
Variable Parser::parse_variable(const VariableType& type, const Token& name) {
  Variable variable;
  variable.name = name.text;
  variable.place = name.place;
  variable.space = type.space;
  variable.type = type.type;
  variable.external = type.external;
  variable.managed = type.managed;
  variable.alignment = type.alignment ? type.alignment : size_of(type.type) * type.vector;
  Dimensions dimensions = parse_dimensions(type, variable);
  if (token_.is('=')) {
    if (type.space != Space::global && type.space != Space::constant)
      fail(token_.place, "only .global and .const variables can be initialised");
    advance();
    parse_initialiser(variable, dimensions);
  }
  if (variable.is_array && dimensions.count[0] == 0) {
    variable.size = 0;
  } else {
    variable.size = dimensions.bytes[0] * dimensions.count[0];
  }
  return variable;
}

// Sizes of all levels; a vector is one level more. The first dimension may be left out.
Parser::Dimensions Parser::parse_dimensions(const VariableType& type, Variable& variable) {
  Dimensions dimensions;
  const Place place = token_.place;
  while (accept('[')) {
    variable.is_array = true;
    if (dimensions.levels == max_dimensions)
      fail(place, "an array of more than " + std::to_string(max_dimensions) + " dimensions");
    uint64_t count = 0;
    if (!token_.is(']')) {
      const int64_t value = parse_integer("the size of an array");
      if (value < 0 || static_cast<uint64_t>(value) > max_variable_bytes)
        fail(place, "an array has 0 to " + std::to_string(max_variable_bytes) +
                        " elements, found " + std::to_string(value));
      count = static_cast<uint64_t>(value);
    } else if (dimensions.levels > 0) {
      fail(place, "only the first dimension of an array can be left out");
    }
    dimensions.count[dimensions.levels++] = count;
    expect(']', "after the size of an array");
  }
  if (!variable.is_array) dimensions.count[dimensions.levels++] = 1;
  if (type.vector > 1) dimensions.count[dimensions.levels++] = type.vector;
  uint64_t bytes = size_of(type.type);
  for (uint32_t level = dimensions.levels; level-- > 0;) {
    dimensions.bytes[level] = bytes;
    if (__builtin_mul_overflow(bytes, std::max<uint64_t>(dimensions.count[level], 1), &bytes) ||
        bytes > max_variable_bytes)
      fail(place, "variable " + variable.name + " is larger than " +
                      std::to_string(max_variable_bytes >> 30) + " GiB");
    if (level > 0 && dimensions.count[level] == 0) bytes = 0;
  }
  return dimensions;
}

void Parser::parse_initialiser(Variable& variable, Dimensions& dimensions) {
  uint64_t cursor = 0;
  if (token_.kind == Token::Kind::string) {
    if (size_of(variable.type) != 1) fail(token_.place, "a string initialises an array of bytes");
    const Place place = token_.place;
    const std::string_view text = take_string("a string").text;
    if (dimensions.count[0] && text.size() > dimensions.count[0])
      fail(place, "the string is longer than the array");
    for (char c : text) write_initial(variable, cursor++, static_cast<uint8_t>(c), 1);
    if (dimensions.count[0] == 0) cursor += 1;  // its zero
  } else if (token_.is('{')) {
    // A scalar may stand in braces too, and a vector is the only element of its level.
    const bool scalar = !variable.is_array;
    const uint32_t level = scalar && dimensions.levels > 1 ? 1 : 0;
    parse_initialiser_list(variable, dimensions, level, cursor);
  } else {
    if (variable.is_array) fail_expected("'{' before the values of an array");
    parse_initial_value(variable, 0, dimensions.bytes[0]);
  }
  if (dimensions.count[0] == 0 && dimensions.bytes[0] > 0)
    dimensions.count[0] = (cursor + dimensions.bytes[0] - 1) / dimensions.bytes[0];
}

// { ... } of one level, from `cursor` on; it ends behind the last value.
void Parser::parse_initialiser_list(Variable& variable, const Dimensions& dimensions,
                                    uint32_t level, uint64_t& cursor) {
  expect('{', "before values");
  const bool open_end = level == 0 && dimensions.count[0] == 0;
  const uint64_t limit =
      open_end ? max_variable_bytes : cursor + dimensions.bytes[level] * dimensions.count[level];
  const uint32_t bytes = size_of(variable.type);
  while (!token_.is('}')) {
    if (token_.is('{')) {
      if (level + 1 >= dimensions.levels)
        fail(token_.place, "more nested braces than " + variable.name + " has dimensions");
      const uint64_t begin = cursor;
      if (begin + dimensions.bytes[level] > limit)
        fail(token_.place, "more values than " + variable.name + " has elements");
      parse_initialiser_list(variable, dimensions, level + 1, cursor);
      cursor = begin + dimensions.bytes[level];
    } else {
      parse_initial_value(variable, cursor, limit);
      cursor += bytes;
    }
    if (!accept(',')) break;
  }
  expect('}', "after the values");
}

// A number, or the address of a symbol: sym, sym+4, generic(sym), 0xFF00(sym)
void Parser::parse_initial_value(Variable& variable, uint64_t offset, uint64_t limit) {
  const uint32_t bytes = size_of(variable.type);
  const Place place = token_.place;
  if (offset + bytes > limit) fail(place, "more values than " + variable.name + " has elements");
  if (token_.kind == Token::Kind::identifier && token_.text != "WARP_SZ")
    return parse_initial_address(variable, offset);

  const Constant value = parse_constant();
  if (token_.is('(')) {
    if (is_float(value.type) || value.bits == 0 || std::countr_zero(value.bits) % 8 ||
        value.bits >> std::countr_zero(value.bits) != 0xff)
      fail(place, "a mask selects one byte of an address: 0xFF, 0xFF00, ...");
    if (bytes != 1) fail(place, "a mask initialises a variable of bytes");
    advance();
    parse_initial_address(variable, offset);
    expect(')', "after the address");
    variable.relocations.back().shift = static_cast<uint8_t>(std::countr_zero(value.bits) / 8);
    return;
  }
  write_initial(variable, offset, element_bits(value, variable.type, place), std::min(bytes, 8u));
}

void Parser::parse_initial_address(Variable& variable, uint64_t offset) {
  Relocation relocation;
  relocation.offset = offset;
  relocation.bytes = static_cast<uint8_t>(std::min(size_of(variable.type), 8u));
  Token name = take_identifier("a variable or a function");
  if (name.text == "generic" && accept('(')) {
    relocation.generic = true;
    name = take_identifier("a variable in generic()");
    if (token_.is('+') || token_.is('-')) relocation.addend = parse_integer("an offset");
    expect(')', "after generic(");
  }
  const Names::Entry* entry = names_.find(name.text);
  if (!entry || entry->meaning.kind != Meaning::Kind::symbol) fail_undeclared(name);
  relocation.symbol = entry->meaning.symbol;
  if (relocation.symbol.kind != Symbol::Kind::module_variable &&
      relocation.symbol.kind != Symbol::Kind::function)
    fail(name.place, describe(name) + " has no address that is known before the launch");
  if (token_.is('+') || token_.is('-'))
    relocation.addend = static_cast<int64_t>(static_cast<uint64_t>(relocation.addend) +
                                             static_cast<uint64_t>(parse_integer("an offset")));
  variable.relocations.push_back(relocation);
}

void Parser::write_initial(Variable& variable, uint64_t offset, uint64_t value, uint32_t bytes) {
  std::vector<std::byte>& initial = variable.initial;
  if (initial.size() < offset + bytes) {
    initial_bytes_ += offset + bytes - initial.size();
    if (initial_bytes_ > max_initial_bytes)
      fail(token_.place, "initialisers of more than " + std::to_string(max_initial_bytes >> 20) +
                             " MiB in a module");
    initial.resize(offset + bytes);
  }
  for (uint32_t i = 0; i < bytes; ++i)
    initial[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

// The value as an element of a variable of `type`.
uint64_t Parser::element_bits(const Constant& value, Type type, Place place) const {
  const auto integer = static_cast<int64_t>(value.bits);
  if (type == Type::f32 || type == Type::f64) {
    double number = 0;
    if (value.type == Type::f32)
      number = std::bit_cast<float>(static_cast<uint32_t>(value.bits));
    else if (value.type == Type::f64)
      number = std::bit_cast<double>(value.bits);
    else
      number =
          value.type == Type::u64 ? static_cast<double>(value.bits) : static_cast<double>(integer);
    if (type == value.type) return value.bits;
    if (type == Type::f64) return std::bit_cast<uint64_t>(number);
    return std::bit_cast<uint32_t>(static_cast<float>(number));
  }
  if (is_float(value.type) && size_of(type) != size_of(value.type))
    fail(place, "a floating-point value cannot initialise ." + std::string(name_of(type)));
  return value.bits;
}

void Parser::parse_module_variables(Linkage linkage) {
  const VariableType type = parse_variable_type(linkage);
  do {
    const Token name = take_identifier("the name of a variable");
    declare_module_variable(parse_variable(type, name), name);
  } while (accept(','));
  expect(';', "after the variable");
}

// A new variable, or the definition of one that was declared .extern before.
void Parser::declare_module_variable(Variable variable, const Token& name) {
  if (variable.space == Space::local || variable.space == Space::param)
    fail(name.place, "variables outside of functions are .global, .const or .shared");
  if (variable.space == Space::constant) constant_bytes_ += variable.size;
  if (constant_bytes_ > max_constant_bytes)
    fail(name.place, "constant variables of " + std::to_string(constant_bytes_) + " bytes up to " +
                         variable.name + "; a module has " + std::to_string(max_constant_bytes));
  const Names::Entry* known = names_.find(name.text);
  const bool redeclared = known && known->meaning.kind == Meaning::Kind::symbol &&
                          known->meaning.symbol.kind == Symbol::Kind::module_variable;
  if (redeclared) {
    Variable& first = module_.variables[known->meaning.symbol.index];
    if (first.external || variable.external) {
      if (first.external) first = std::move(variable);
      return;
    }
  }
  declare(name, {Symbol::Kind::module_variable, static_cast<uint32_t>(module_.variables.size())});
  module_.variables.push_back(std::move(variable));
}

// In a body. Globals and constants live as long as the module, wherever they are declared.
void Parser::parse_local_variables(Linkage linkage) {
  const VariableType type = parse_variable_type(linkage);
  const bool of_module =
      type.external || type.space == Space::global || type.space == Space::constant;
  do {
    const Token name = take_identifier("the name of a variable");
    Variable variable = parse_variable(type, name);
    if (of_module) {
      declare_module_variable(std::move(variable), name);
      continue;
    }
    declare(name,
            {Symbol::Kind::function_variable, static_cast<uint32_t>(function_->variables.size())});
    function_->variables.push_back(std::move(variable));
  } while (accept(','));
  expect(';', "after the variable");
}

// .reg .v4 .f32 %v, %w<10>;
void Parser::parse_registers() {
  advance();
  uint8_t vector = 1;
  Type type = Type::none;
  while (token_.kind == Token::Kind::word) {
    const std::optional<Word> word = find_word(token_.text);
    if (word && word->vector > 1) {
      vector = word->vector;
    } else if (word && word->type != Type::none && type == Type::none) {
      type = word->type;
    } else {
      fail_expected("a type such as .b32 or .pred after .reg");
    }
    advance();
  }
  if (type == Type::none) fail_expected("a type such as .b32 or .pred after .reg");
  do {
    const Token name = take_identifier("the name of a register");
    declare_registers(name, type, vector);
  } while (accept(','));
  expect(';', "after the registers");
}

void Parser::declare_registers(const Token& name, Type type, uint8_t vector) {
  const bool range = accept('<');
  const Place place = token_.place;
  const uint32_t count = range ? take_u32("a number of registers") : 1;
  if (range) expect('>', "after the number of registers");
  std::vector<Register>& registers = function_->registers;
  const uint64_t added = uint64_t{count} * vector;
  if (registers.size() + added > max_registers || register_count_ + added > max_all_registers)
    fail(place, "more registers than " + std::to_string(max_registers) + " in a function or " +
                    std::to_string(max_all_registers) + " in a module");
  register_count_ += added;

  Meaning meaning;
  meaning.kind = Meaning::Kind::reg;
  meaning.type = type;
  meaning.vector = vector;
  meaning.index = static_cast<uint32_t>(registers.size());
  meaning.count = count;
  if (!(range ? ranges_ : names_).declare(name.text, meaning))
    fail(name.place, describe(name) + " is declared twice in this scope");

  const std::string base(name.text);
  for (uint32_t i = 0; i < count; ++i) {
    const std::string element = range ? base + std::to_string(i) : base;
    if (vector == 1) {
      registers.push_back({element, type});
    } else {
      for (uint32_t part = 0; part < vector; ++part)
        registers.push_back({element + "." + "xyzw"[part % 4], type});
    }
  }
}

}  // namespace simt::ptx
