// Operands of instructions.
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/parser_state.h"

namespace simt::ptx {
namespace {

// "%r12" -> "%r", 12. False where no number without leading zeros ends the name.
bool split_number(std::string_view name, std::string_view& prefix, uint32_t& number) {
  size_t begin = name.size();
  while (begin > 1 && name[begin - 1] >= '0' && name[begin - 1] <= '9') --begin;
  const size_t digits = name.size() - begin;
  if (digits == 0 || digits > 9 || (digits > 1 && name[begin] == '0')) return false;
  number = 0;
  for (size_t i = begin; i < name.size(); ++i)
    number = number * 10 + static_cast<uint32_t>(name[i] - '0');
  prefix = name.substr(0, begin);
  return true;
}

// x, y, z, w or r, g, b, a; -1 else.
int component_of(std::string_view word) {
  if (word.size() != 1) return -1;
  size_t index = std::string_view("xyzw").find(word[0]);
  if (index == std::string_view::npos) index = std::string_view("rgba").find(word[0]);
  return index == std::string_view::npos ? -1 : static_cast<int>(index);
}

}  // namespace

// The innermost declaration of a name: a register, one of a range, or a symbol.
std::optional<Meaning> Parser::find(std::string_view name) const {
  std::string_view prefix;
  uint32_t number = 0;
  const Names::Entry* range = split_number(name, prefix, number) ? ranges_.find(prefix) : nullptr;
  while (range && range->meaning.count <= number) range = ranges_.outer(*range);
  if (!range || range->depth != ranges_.depth()) {
    const Names::Entry* entry = names_.find(name);
    if (entry && (!range || entry->depth > range->depth)) return entry->meaning;
    if (!range) return std::nullopt;
  }
  Meaning meaning = range->meaning;
  meaning.index += number * meaning.vector;
  return meaning;
}

void Parser::fail_undeclared(const Token& name) const {
  if (name.text[0] != '%') fail(name.place, describe(name) + " is not declared");
  std::string message = "register " + describe(name) + " is not declared";
  std::string_view prefix;
  uint32_t number = 0;
  const Names::Entry* range =
      split_number(name.text, prefix, number) ? ranges_.find(prefix) : nullptr;
  if (range && range->meaning.count > 0)
    message += "; those declared are " + std::string(prefix) + "0 to " + std::string(prefix) +
               std::to_string(range->meaning.count - 1);
  else
    message += "; expected a .reg before or a special register";
  fail(name.place, message);
}

void Parser::parse_operands(Instruction& instruction) {
  operands_.clear();
  if (!token_.is(';')) {
    do operands_.push_back(parse_operand());
    while (accept(','));
  }
  instruction.operands.reserve(operands_.size());
  for (Operand& operand : operands_) instruction.operands.push_back(std::move(operand));
  if (!token_.is(';')) return;
  if (const std::optional<OperandError> error = find_operand_error(instruction))
    fail(error->place, error->message);
}

// bra label; the label may come later.
void Parser::parse_branch(Instruction& instruction) {
  const Token name = take_identifier("a label");
  Operand target;
  target.kind = Operand::Kind::symbol;
  target.place = name.place;
  target.symbol.kind = Symbol::Kind::label;
  instruction.operands.push_back(target);
  label_uses_.push_back(
      {name.text, name.place, static_cast<uint32_t>(function_->instructions.size()), 0, false});
}

// call (results), target, (arguments), prototype; all but the target may be left out.
void Parser::parse_call(Instruction& instruction) {
  Operand results, arguments, prototype;
  results.kind = arguments.kind = Operand::Kind::list;
  results.place = arguments.place = prototype.place = token_.place;
  if (token_.is('(')) {
    results = parse_group(')', Operand::Kind::list);
    expect(',', "after the results of the call");
  }
  Operand target = parse_call_target();
  if (accept(',')) {
    if (!token_.is('(')) fail_expected("'(' before the arguments of the call");
    arguments = parse_group(')', Operand::Kind::list);
    if (accept(',')) {
      prototype = parse_name();
      if (prototype.kind != Operand::Kind::symbol ||
          prototype.symbol.kind != Symbol::Kind::prototype)
        fail(prototype.place, "expected the name of a .callprototype or of .calltargets");
    }
  }

  const Function* callee = nullptr;
  if (target.kind == Operand::Kind::symbol)
    callee = &module_.functions[target.symbol.index];
  else if (prototype.kind == Operand::Kind::symbol)
    callee = &function_->prototypes[prototype.symbol.index];
  else
    fail(target.place, "an indirect call needs a .callprototype after its arguments");
  const bool variadic = !callee->parameters.empty() && callee->parameters.back().is_array &&
                        callee->parameters.back().size == 0;
  const auto check = [&](const char* what, size_t expected, const Operand& list) {
    if (list.elements.size() != expected)
      fail(instruction.place, "call of " + callee->name + ": expected " + std::to_string(expected) +
                                  " " + what + (expected == 1 ? ", found " : "s, found ") +
                                  std::to_string(list.elements.size()));
  };
  check("result", callee->returns.size(), results);
  if (!variadic) check("argument", callee->parameters.size(), arguments);

  instruction.operands.reserve(4);
  instruction.operands.push_back(std::move(results));
  instruction.operands.push_back(std::move(target));
  instruction.operands.push_back(std::move(arguments));
  instruction.operands.push_back(std::move(prototype));
}

Operand Parser::parse_call_target() {
  if (token_.kind != Token::Kind::identifier) fail_expected("a function to call");
  Operand target = parse_name();
  const bool function =
      target.kind == Operand::Kind::symbol && target.symbol.kind == Symbol::Kind::function;
  if (!function && target.kind != Operand::Kind::reg)
    fail(target.place, "expected a function or a register that holds its address");
  return target;
}

Operand Parser::parse_operand() {
  if (token_.kind == Token::Kind::identifier && token_.text != "WARP_SZ") {
    Operand operand = parse_name();
    if (!token_.is('|')) return operand;
    Operand pair;
    pair.kind = Operand::Kind::pair;
    pair.place = operand.place;
    advance();
    if (token_.kind != Token::Kind::identifier) fail_expected("a register after '|'");
    pair.elements.push_back(std::move(operand));
    pair.elements.push_back(parse_name());
    for (const Operand& element : pair.elements)
      if (element.kind != Operand::Kind::reg && element.kind != Operand::Kind::sink)
        fail(element.place, "expected a register or '_' on both sides of '|'");
    return pair;
  }
  if (token_.is('[')) return parse_address();
  if (token_.is('{')) return parse_group('}', Operand::Kind::vector);

  const Token first = token_;
  if (first.is('!')) {
    advance();
    if (token_.kind == Token::Kind::identifier) {
      Operand operand = parse_name();
      if (operand.kind != Operand::Kind::reg) fail(operand.place, "expected a predicate after '!'");
      operand.negated = true;
      operand.place = first.place;
      return operand;
    }
  }
  if (token_.is('}') || token_.is(';') || token_.kind == Token::Kind::word)
    fail_expected("an operand or ';'");
  Operand operand;
  operand.kind = Operand::Kind::immediate;
  operand.place = first.place;
  Constant value = parse_constant();
  if (first.is('!')) {
    if (is_float(value.type)) fail(first.place, "floating-point constants take no '!'");
    value = {Type::s64, value.bits == 0};
  }
  operand.immediate_type = value.type;
  operand.bits = value.bits;
  return operand;
}

// A register, special register, variable (plus offset), function, or _.
Operand Parser::parse_name() {
  const Token name = take_identifier("a register or another name");
  Operand operand;
  operand.place = name.place;
  if (name.text == "_") return operand;
  const std::optional<Meaning> meaning = find(name.text);
  if (!meaning) {
    if (std::optional<Operand> special = parse_special(name)) return *special;
    fail_undeclared(name);
  }
  if (meaning->kind == Meaning::Kind::reg) return register_or_vector(*meaning, name.place);
  operand.kind = Operand::Kind::symbol;
  operand.symbol = meaning->symbol;
  if (token_.is('+') || token_.is('-')) operand.offset = parse_integer("an offset");
  return operand;
}

// %r1, %v.x, or all of %v as {%v.x, %v.y, ...}
Operand Parser::register_or_vector(const Meaning& meaning, Place place) {
  Operand operand;
  operand.kind = Operand::Kind::reg;
  operand.index = meaning.index;
  operand.place = place;
  if (meaning.vector == 1) return operand;
  if (token_.kind == Token::Kind::word) {
    const int component = component_of(token_.text);
    if (component < 0 || component >= meaning.vector)
      fail(token_.place, "a register of " + std::to_string(meaning.vector) +
                             " elements has no element " + describe(token_));
    advance();
    operand.index += static_cast<uint32_t>(component);
    return operand;
  }
  Operand vector;
  vector.kind = Operand::Kind::vector;
  vector.place = place;
  for (uint32_t i = 0; i < meaning.vector; ++i) {
    vector.elements.push_back(operand);
    ++operand.index;
  }
  return vector;
}

// %tid.x, %laneid
std::optional<Operand> Parser::parse_special(const Token& name) {
  Operand operand;
  operand.kind = Operand::Kind::special;
  operand.place = name.place;
  std::string spelling(name.text);
  std::optional<SpecialRegister> found = find_special_register(spelling);
  if (!found && token_.kind == Token::Kind::word) {
    spelling += "." + std::string(token_.text);
    found = find_special_register(spelling);
    if (found) advance();
  } else if (!found && find_special_register(spelling + ".x")) {
    fail(name.place,
         describe(name) + " is a vector; expected one element, as in " + spelling + ".x");
  }
  if (!found) return std::nullopt;
  operand.index = static_cast<uint32_t>(*found);
  return operand;
}

// [reg+offset], [symbol+offset], [offset], [map, {coordinates}]
Operand Parser::parse_address() {
  Operand address;
  address.kind = Operand::Kind::address;
  address.place = token_.place;
  advance();
  if (token_.kind == Token::Kind::identifier && token_.text != "WARP_SZ") {
    const Token name = token_;
    const Operand base = parse_name();
    if (base.kind == Operand::Kind::reg) {
      address.base = Operand::Base::reg;
      address.index = base.index;
    } else if (base.kind == Operand::Kind::symbol) {
      address.base = Operand::Base::symbol;
      address.symbol = base.symbol;
      address.offset = base.offset;
    } else {
      fail(name.place,
           "expected a register, a variable or a number in an address, found " + describe(name));
    }
    if (token_.is('+') || token_.is('-')) address.offset = parse_integer("an offset");
  } else {
    address.offset = parse_integer("an address");
  }
  if (accept(',')) {
    if (!token_.is('{')) fail_expected("'{' before coordinates");
    address.elements.push_back(parse_group('}', Operand::Kind::vector));
  }
  expect(']', "after the address");
  return address;
}

// {a, b} or (a, b): elements that are no groups themselves.
Operand Parser::parse_group(char close, Operand::Kind kind) {
  Operand group;
  group.kind = kind;
  group.place = token_.place;
  advance();
  if (token_.is(close)) {
    if (kind == Operand::Kind::vector) fail_expected("an element of the vector");
    advance();
    return group;
  }
  do {
    if (token_.is('{') || token_.is('[')) fail_expected("a register, a variable or a number");
    group.elements.push_back(parse_operand());
  } while (accept(','));
  expect(close, kind == Operand::Kind::vector ? "after the vector" : "after the list");
  return group;
}

}  // namespace simt::ptx
