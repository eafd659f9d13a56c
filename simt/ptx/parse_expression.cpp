// Constant expressions, with the operators and types of PTX ISA 9.0, section 4.6.
#include <bit>

#include "simt/ptx/parser_state.h"

namespace simt::ptx {
namespace {

struct Operator {
  uint16_t symbol;
  int precedence;
};

constexpr Operator operators[] = {
    {punctuation('|', '|'), 1}, {punctuation('&', '&'), 2}, {punctuation('|'), 3},
    {punctuation('^'), 4},      {punctuation('&'), 5},      {punctuation('=', '='), 6},
    {punctuation('!', '='), 6}, {punctuation('<'), 7},      {punctuation('>'), 7},
    {punctuation('<', '='), 7}, {punctuation('>', '='), 7}, {punctuation('<', '<'), 8},
    {punctuation('>', '>'), 8}, {punctuation('+'), 9},      {punctuation('-'), 9},
    {punctuation('*'), 10},     {punctuation('/'), 10},     {punctuation('%'), 10},
};

int precedence_of(const Token& token) {
  if (token.kind != Token::Kind::punctuation) return 0;
  for (const Operator& op : operators)
    if (op.symbol == token.symbol) return op.precedence;
  return 0;
}

template <class T>
uint64_t compare(uint16_t symbol, T a, T b) {
  switch (symbol) {
    case punctuation('=', '='):
      return a == b;
    case punctuation('!', '='):
      return a != b;
    case punctuation('<'):
      return a < b;
    case punctuation('>'):
      return a > b;
    case punctuation('<', '='):
      return a <= b;
    default:
      return a >= b;
  }
}

// Two's complement, so that nothing overflows. The divisor is not 0.
uint64_t compute(uint16_t symbol, uint64_t a, uint64_t b, bool is_unsigned) {
  const auto signed_a = static_cast<int64_t>(a);
  const auto signed_b = static_cast<int64_t>(b);
  switch (symbol) {
    case punctuation('|'):
      return a | b;
    case punctuation('^'):
      return a ^ b;
    case punctuation('&'):
      return a & b;
    case punctuation('<', '<'):
      return b > 63 ? 0 : a << b;
    case punctuation('>', '>'):
      if (is_unsigned) return b > 63 ? 0 : a >> b;
      return static_cast<uint64_t>(signed_a >> (b > 63 ? 63 : b));
    case punctuation('+'):
      return a + b;
    case punctuation('-'):
      return a - b;
    case punctuation('*'):
      return a * b;
    case punctuation('/'):
      if (is_unsigned) return a / b;
      return signed_b == -1 ? 0 - a : static_cast<uint64_t>(signed_a / signed_b);
    default:
      if (is_unsigned) return a % b;
      return signed_b == -1 ? 0 : static_cast<uint64_t>(signed_a % signed_b);
  }
}

}  // namespace

int64_t Parser::parse_integer(const char* what) {
  const Place place = token_.place;
  const Constant value = parse_constant();
  if (is_float(value.type)) fail(place, std::string("expected an integer for ") + what);
  return static_cast<int64_t>(value.bits);
}

// condition ? a : b
Parser::Constant Parser::parse_choice(int depth) {
  const Place place = token_.place;
  const Constant condition = parse_binary(1, depth);
  if (!token_.is('?')) return condition;
  if (is_float(condition.type)) fail(place, "the condition of ?: must be an integer");
  advance();
  const Constant yes = parse_choice(depth + 1);
  expect(':', "between the values of ?:");
  const Constant no = parse_choice(depth + 1);
  return condition.bits ? yes : no;
}

// Operators that bind at least as tightly as `precedence`.
Parser::Constant Parser::parse_binary(int precedence, int depth) {
  Constant a = parse_unary(depth);
  for (int found; (found = precedence_of(token_)) >= precedence && found;) {
    const uint16_t symbol = token_.symbol;
    const Place place = token_.place;
    advance();
    const Constant b = parse_binary(found + 1, depth + 1);
    if (is_float(a.type) || is_float(b.type))
      fail(place, "floating-point constants take no operator but a sign");
    const bool is_unsigned = a.type == Type::u64 || b.type == Type::u64;
    const bool is_shift = found == 8;
    if (found == 1 || found == 2) {
      const bool value = found == 1 ? a.bits || b.bits : a.bits && b.bits;
      a = {Type::s64, value};
    } else if (found == 6 || found == 7) {
      const auto signed_a = static_cast<int64_t>(a.bits), signed_b = static_cast<int64_t>(b.bits);
      a = {Type::s64,
           is_unsigned ? compare(symbol, a.bits, b.bits) : compare(symbol, signed_a, signed_b)};
    } else {
      if (b.bits == 0 && (symbol == '/' || symbol == '%')) fail(place, "division by zero");
      const bool wide = is_shift ? a.type == Type::u64 : is_unsigned;
      a = {wide ? Type::u64 : Type::s64, compute(symbol, a.bits, b.bits, wide)};
    }
  }
  return a;
}

Parser::Constant Parser::parse_unary(int depth) {
  if (depth > max_expression_depth)
    fail(token_.place, "a constant expression nested more than " +
                           std::to_string(max_expression_depth) + " deep");
  if (token_.is('+')) {
    advance();
    return parse_unary(depth + 1);
  }
  if (token_.is('-')) {
    advance();
    const Constant value = parse_unary(depth + 1);
    if (value.type == Type::f32) return {Type::f32, value.bits ^ 0x80000000u};
    if (value.type == Type::f64) return {Type::f64, value.bits ^ (uint64_t{1} << 63)};
    return {value.type, 0 - value.bits};
  }
  if (token_.is('~') || token_.is('!')) {
    const bool invert = token_.is('~');
    const Place place = token_.place;
    advance();
    const Constant value = parse_unary(depth + 1);
    if (is_float(value.type)) fail(place, "floating-point constants take no operator but a sign");
    if (invert) return {value.type, ~value.bits};
    return {Type::s64, value.bits == 0};
  }
  return parse_primary(depth);
}

Parser::Constant Parser::parse_primary(int depth) {
  const Token token = token_;
  switch (token.kind) {
    case Token::Kind::integer:
      advance();
      return {token.is_unsigned ? Type::u64 : Type::s64, token.value};
    case Token::Kind::single_float:
      advance();
      return {Type::f32, token.value};
    case Token::Kind::double_float:
      advance();
      return {Type::f64, token.value};
    case Token::Kind::identifier:
      if (token.text != "WARP_SZ") break;
      advance();
      return {Type::s64, 32};
    case Token::Kind::punctuation: {
      if (!token.is('(')) break;
      advance();
      if (is_word("s64") || is_word("u64")) {
        const Type type = is_word("s64") ? Type::s64 : Type::u64;
        advance();
        expect(')', "after the type of a cast");
        const Constant value = parse_unary(depth + 1);
        if (is_float(value.type)) fail(token.place, "casts are for integers");
        return {type, value.bits};
      }
      const Constant value = parse_choice(depth + 1);
      expect(')', "after a constant expression");
      return value;
    }
    default:
      break;
  }
  fail_expected("a constant");
}

}  // namespace simt::ptx
