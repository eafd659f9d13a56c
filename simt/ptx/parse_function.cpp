// Headers of kernels and functions: results, name, parameters, directives.
#include "simt/ptx/parser_state.h"

namespace simt::ptx {

// .func (results) name (parameters) directives, then ; or { body }
void Parser::parse_function(Linkage linkage) {
  Function header;
  header.kernel = is_word("entry");
  advance();
  if (is_word("attribute")) parse_attributes(nullptr);
  if (!header.kernel && token_.is('(')) header.returns = parse_parameters();
  const Token name = take_identifier("the name of the function");
  header.name = name.text;
  header.place = name.place;
  if (token_.is('(')) header.parameters = parse_parameters();
  parse_function_directives(header);
  header.has_body = token_.is('{');
  if (!header.has_body && !token_.is(';')) fail_expected("'{' or ';' after the function's header");
  if (header.has_body && linkage.external)
    fail(name.place, "an .extern function has no body; leave out .extern or the body");

  const bool has_body = header.has_body;
  const uint32_t index = declare_function(name, std::move(header));
  if (!has_body) return advance();
  parse_body(module_.functions[index]);
}

// A new function, or the definition of one that was declared before.
uint32_t Parser::declare_function(const Token& name, Function header) {
  const Names::Entry* known = names_.find(name.text);
  if (!known) {
    const uint32_t index = static_cast<uint32_t>(module_.functions.size());
    declare(name, {Symbol::Kind::function, index});
    module_.functions.push_back(std::move(header));
    return index;
  }
  const Symbol symbol = known->meaning.symbol;
  if (symbol.kind != Symbol::Kind::function)
    fail(name.place, describe(name) + " is a variable already");
  Function& function = module_.functions[symbol.index];
  if (function.has_body && header.has_body)
    fail(name.place, "function " + header.name + " is defined twice, first in line " +
                         std::to_string(function.place.line));
  if (!function.has_body) function = std::move(header);
  return symbol.index;
}

void Parser::parse_function_directives(Function& function) {
  for (;;) {
    if (accept_word("maxntid")) {
      parse_threads(function.max_threads);
    } else if (accept_word("reqntid")) {
      parse_threads(function.required_threads);
    } else if (accept_word("reqnctapercluster")) {
      parse_threads(function.cluster_blocks);
    } else if (accept_word("minnctapersm")) {
      function.min_blocks = take_u32("a number of blocks");
    } else if (accept_word("maxnreg")) {
      function.max_registers = take_u32("a number of registers");
    } else if (accept_word("noreturn")) {
      function.no_return = true;
    } else if (accept_word("maxnctapersm") || accept_word("maxclusterrank") ||
               accept_word("abi_preserve") || accept_word("abi_preserve_control")) {
      take_u32("a number");
    } else if (is_word("pragma")) {
      parse_pragma();
    } else if (is_word("attribute")) {
      parse_attributes(nullptr);
    } else if (!accept_word("explicitcluster") && !accept_word("blocksareclusters") &&
               !accept_word("unified")) {
      if (token_.kind == Token::Kind::word)
        fail(token_.place, "unknown directive " + describe(token_) + " in a function's header");
      return;
    }
  }
}

// x, y, z; what is left out is 1.
void Parser::parse_threads(uint32_t (&threads)[3]) {
  threads[0] = take_u32("a number of threads");
  threads[1] = accept(',') ? take_u32("a number of threads") : 1;
  threads[2] = threads[1] && accept(',') ? take_u32("a number of threads") : 1;
}

// (.param .u64 .ptr .global .align 4 name, .param .align 8 .b8 name[24])
std::vector<Variable> Parser::parse_parameters() {
  std::vector<Variable> parameters;
  expect('(', "before parameters");
  if (accept(')')) return parameters;
  do {
    if (is_word("reg"))
      fail(token_.place, "parameters in registers are not covered; expected .param");
    if (!is_word("param")) fail_expected(".param");
    const VariableType type = parse_variable_type({});
    const Token name = take_identifier("the name of a parameter");
    parameters.push_back(parse_variable(type, name));
  } while (accept(','));
  expect(')', "after the parameters");
  return parameters;
}

// The names that a body knows its parameters by.
void Parser::declare_parameters(const std::vector<Variable>& parameters, Symbol::Kind kind) {
  for (uint32_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == "_") continue;
    Token name;
    name.kind = Token::Kind::identifier;
    name.text = parameters[i].name;
    name.place = parameters[i].place;
    declare(name, {kind, i});
  }
}

// .callprototype (.param .b32 _) _ (.param .b64 _, .param .b64 _) .noreturn;
Function Parser::parse_prototype() {
  Function prototype;
  prototype.place = token_.place;
  advance();
  if (token_.is('(')) prototype.returns = parse_parameters();
  take_identifier("'_' or a name in .callprototype");
  if (token_.is('(')) prototype.parameters = parse_parameters();
  parse_function_directives(prototype);
  expect(';', "after .callprototype");
  return prototype;
}

}  // namespace simt::ptx
