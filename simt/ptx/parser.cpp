#include "simt/ptx/parser.h"

#include "simt/ptx/parser_state.h"

namespace simt::ptx {

Module parse(std::string_view text) {
  if (text.size() > UINT32_MAX) throw ParseError({1, 1}, "a module of more than 4 GB");
  return Parser(text).parse();
}

Parser::Parser(std::string_view text) : lexer_(text) {
  module_.files.emplace_back();
  advance();
}

Module Parser::parse() {
  if (!is_word("version")) fail_expected("'.version', which begins every module");
  while (token_.kind != Token::Kind::end) parse_module_item();
  source_lines_.resolve(module_);
  for (const auto& [alias, aliasee] : aliases_) {
    const Names::Entry* from = names_.find(aliasee.text);
    const Names::Entry* to = names_.find(alias.text);
    Function& source = module_.functions[from->meaning.symbol.index];
    Function& target = module_.functions[to->meaning.symbol.index];
    if (!source.has_body) fail(aliasee.place, "an alias needs a function with a body");
    if (target.has_body) fail(alias.place, "an alias is declared, not defined");
    alias_instructions_ += source.instructions.size();
    if (alias_instructions_ > max_alias_instructions)
      fail(alias.place, "aliases of more than " + std::to_string(max_alias_instructions) +
                            " instructions in all");
    Function copy = source;
    copy.name = target.name;
    target = std::move(copy);
  }
  return std::move(module_);
}

bool Parser::accept(char c) {
  if (!token_.is(c)) return false;
  advance();
  return true;
}

void Parser::expect(char c, const char* where) {
  if (!accept(c)) fail_expected("'" + std::string(1, c) + "' " + where);
}

bool Parser::accept_word(std::string_view word) {
  if (!is_word(word)) return false;
  advance();
  return true;
}

Token Parser::take_identifier(const char* what) {
  if (token_.kind != Token::Kind::identifier) fail_expected(what);
  const Token token = token_;
  advance();
  return token;
}

Token Parser::take_string(const char* what) {
  if (token_.kind != Token::Kind::string) fail_expected(what);
  const Token token = token_;
  advance();
  return token;
}

uint32_t Parser::take_u32(const char* what) {
  if (token_.kind != Token::Kind::integer) fail_expected(what);
  if (token_.value > UINT32_MAX)
    fail(token_.place, std::string(token_.text.substr(0, 60)) + " is too large for " + what);
  const uint32_t value = static_cast<uint32_t>(token_.value);
  advance();
  return value;
}

void Parser::fail(Place place, const std::string& message) const {
  throw ParseError(place, message);
}

void Parser::fail_expected(const std::string& expected) const {
  fail(token_.place, "expected " + expected + ", found " + describe(token_));
}

void Parser::parse_module_item() {
  if (token_.kind != Token::Kind::word)
    fail_expected("a directive such as .entry, .func or .global");
  if (is_word("version")) return parse_version();
  if (is_word("target")) return parse_target();
  if (accept_word("address_size")) {
    module_.address_size = take_u32("32 or 64 after .address_size");
    return;
  }
  if (is_word("file")) return parse_file();
  if (is_word("loc")) return parse_loc();
  if (is_word("section")) return skip_section();
  if (is_word("pragma")) return parse_pragma();
  if (is_word("alias")) return parse_alias();

  const Linkage linkage = parse_linkage();
  if (is_word("entry") || is_word("func")) return parse_function(linkage);
  if (variable_space()) return parse_module_variables(linkage);
  if (linkage.given) fail_expected(".entry, .func or a variable after the linkage");
  fail(token_.place, "unknown directive " + describe(token_) +
                         "; expected .entry, .func, a variable or another directive of PTX");
}

// .version 9.0
void Parser::parse_version() {
  advance();
  const std::string_view text = token_.text;
  const size_t dot = text.find('.');
  if (token_.kind != Token::Kind::double_float || dot == text.npos || text.size() > 12)
    fail_expected("a version such as 9.0");
  const auto number = [](std::string_view digits) {
    uint32_t value = 0;
    for (char c : digits)
      if (c >= '0' && c <= '9') value = value * 10 + static_cast<uint32_t>(c - '0');
    return value;
  };
  module_.version_major = number(text.substr(0, dot));
  module_.version_minor = number(text.substr(dot + 1));
  advance();
}

// .target sm_90a, debug, texmode_independent
void Parser::parse_target() {
  advance();
  do {
    const Token name = take_identifier("a target such as sm_80");
    if (name.text.starts_with("sm_") || name.text.starts_with("compute_"))
      module_.target = name.text;
  } while (accept(','));
}

// .file 1 "path", 1700000000, 1234
void Parser::parse_file() {
  advance();
  const Place place = token_.place;
  const uint32_t index = take_u32("the number of a file after .file");
  if (index >= max_files)
    fail(place, "file numbers end at " + std::to_string(max_files - 1) + ", found " +
                    std::to_string(index));
  const Token path = take_string("the path of the file in quotes");
  if (module_.files.size() <= index) module_.files.resize(index + 1);
  if (index > 0) module_.files[index] = path.text;
  while (accept(',')) parse_integer("the time or the size of the file");
}

// .loc file line column [, function_name label [+ offset], inlined_at file line column]
void Parser::parse_loc() {
  const auto take_location = [&](const char* what) {
    Location location;
    location.line.file = take_u32(what);
    location.line.line = take_u32("a line");
    location.column = take_u32("a column");
    return location;
  };
  advance();
  const Location at = take_location("the number of a file after .loc");
  std::optional<Location> caller;
  while (token_.is(',')) {
    advance();
    const Token what = take_identifier("function_name or inlined_at");
    if (what.text == "function_name") {
      take_identifier("the label of a function's name");
      if (accept('+')) take_u32("an offset");
    } else if (what.text == "inlined_at") {
      caller = take_location("the number of a file after inlined_at");
    } else {
      fail(what.place, "expected function_name or inlined_at, found " + describe(what));
    }
  }
  source_lines_.enter(at, caller);
}

// Debugging information: .section .debug_info { ... }
void Parser::skip_section() {
  const Place place = token_.place;
  advance();
  if (token_.kind != Token::Kind::word && token_.kind != Token::Kind::identifier)
    fail_expected("the name of a section");
  advance();
  if (!token_.is('{')) fail_expected("'{' after the name of a section");
  for (uint32_t depth = 0;;) {
    if (token_.kind == Token::Kind::end) fail(place, "section without an end; expected '}'");
    if (token_.is('{')) ++depth;
    if (token_.is('}') && --depth == 0) break;
    advance();
  }
  advance();
}

// .pragma "nounroll";
void Parser::parse_pragma() {
  advance();
  do take_string("a string after .pragma");
  while (accept(','));
  expect(';', "after .pragma");
}

Parser::Linkage Parser::parse_linkage() {
  Linkage linkage;
  for (;;) {
    if (accept_word("extern"))
      linkage.external = true;
    else if (!accept_word("visible") && !accept_word("weak") && !accept_word("common"))
      return linkage;
    linkage.given = true;
  }
}

// .alias name, function;
void Parser::parse_alias() {
  advance();
  Token names[2];
  for (int i = 0; i < 2; ++i) {
    names[i] = take_identifier("the name of a function");
    const Names::Entry* entry = names_.find(names[i].text);
    if (!entry) fail_undeclared(names[i]);
    if (entry->meaning.symbol.kind != Symbol::Kind::function)
      fail(names[i].place, describe(names[i]) + " is no function; .alias names two functions");
    if (i == 0) expect(',', "between the names of .alias");
  }
  expect(';', "after .alias");
  aliases_.emplace_back(names[0], names[1]);
}

}  // namespace simt::ptx
