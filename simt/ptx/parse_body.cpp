// Statements: scopes, labels, guards, instructions.
#include "simt/ptx/opcodes.h"
#include "simt/ptx/parser_state.h"

namespace simt::ptx {

void Parser::declare(const Token& name, Symbol symbol) {
  Meaning meaning;
  meaning.symbol = symbol;
  if (!names_.declare(name.text, meaning))
    fail(name.place, describe(name) + " is declared twice in this scope");
}

void Parser::parse_body(Function& function) {
  function_ = &function;
  source_lines_.begin_function();
  const Place place = token_.place;
  names_.open();
  ranges_.open();
  declare_parameters(function.parameters, Symbol::Kind::parameter);
  declare_parameters(function.returns, Symbol::Kind::return_parameter);
  do {
    if (token_.kind == Token::Kind::end)
      fail(place, "the body of " + function.name + " has no end; expected '}'");
    parse_statement();
  } while (!scopes_.empty());
  names_.close();
  ranges_.close();
  if (!label_uses_.empty())
    fail(label_uses_[0].place, "label '" + std::string(label_uses_[0].name.substr(0, 60)) +
                                   "' is not declared in a scope around this");
  function_ = nullptr;
}

void Parser::open_scope() {
  if (scopes_.size() == max_scopes)
    fail(token_.place, "scopes nested more than " + std::to_string(max_scopes) + " deep");
  advance();
  names_.open();
  ranges_.open();
  scopes_.push_back(label_uses_.size());
}

// Labels of this scope answer the uses in it and in those inside it; the rest is for outer scopes.
void Parser::close_scope() {
  size_t kept = scopes_.back();
  for (size_t i = kept; i < label_uses_.size(); ++i) {
    const LabelUse& use = label_uses_[i];
    const Names::Entry* entry = names_.find(use.name);
    if (!entry || entry->depth != names_.depth()) {
      label_uses_[kept++] = use;
      continue;
    }
    const Symbol symbol = entry->meaning.symbol;
    if (entry->meaning.kind != Meaning::Kind::symbol || symbol.kind != Symbol::Kind::label)
      fail(use.place, "'" + std::string(use.name.substr(0, 60)) + "' is not a label");
    if (use.in_targets)
      function_->branch_targets[use.index][use.position] = symbol.index;
    else
      function_->instructions[use.index].operands[0].symbol = symbol;
  }
  label_uses_.resize(kept);
  scopes_.pop_back();
  names_.close();
  ranges_.close();
  advance();
}

void Parser::parse_statement() {
  if (token_.kind == Token::Kind::identifier) {
    lexer_.extend(token_);
    Token name = token_;
    advance();
    if (token_.is(':')) return parse_label(name);
    return parse_instruction(name, name.place, nullptr);
  }
  if (token_.kind == Token::Kind::word) return parse_body_directive();
  if (token_.is('@')) return parse_guarded();
  if (token_.is('{')) return open_scope();
  if (token_.is('}')) return close_scope();
  if (!accept(';')) fail_expected("an instruction, a label or a declaration");
}

void Parser::parse_body_directive() {
  if (is_word("reg")) return parse_registers();
  if (is_word("loc")) return parse_loc();
  if (is_word("file")) return parse_file();
  if (is_word("pragma")) return parse_pragma();
  if (is_word("section")) return skip_section();
  const Linkage linkage = parse_linkage();
  if (variable_space()) return parse_local_variables(linkage);
  fail(token_.place, "unknown directive " + describe(token_) +
                         " in a function; expected .reg, .local, .shared "
                         "or another declaration");
}

void Parser::parse_label(const Token& name) {
  advance();
  if (is_word("branchtargets")) return parse_branch_targets(name);
  if (is_word("calltargets")) return parse_call_targets(name);
  if (is_word("callprototype")) {
    declare(name, {Symbol::Kind::prototype, static_cast<uint32_t>(function_->prototypes.size())});
    function_->prototypes.push_back(parse_prototype());
    return;
  }
  if (name.text.find('.') != name.text.npos || name.text[0] == '%')
    fail(name.place, describe(name) + " cannot be a label; expected a name before ':'");
  declare(name, {Symbol::Kind::label, static_cast<uint32_t>(function_->labels.size())});
  function_->labels.push_back(
      {std::string(name.text), static_cast<uint32_t>(function_->instructions.size())});
}

// name: .branchtargets L0, L1, L2;
void Parser::parse_branch_targets(const Token& name) {
  advance();
  const auto index = static_cast<uint32_t>(function_->branch_targets.size());
  declare(name, {Symbol::Kind::branch_targets, index});
  std::vector<uint32_t>& targets = function_->branch_targets.emplace_back();
  do {
    const Token label = take_identifier("a label");
    label_uses_.push_back(
        {label.text, label.place, index, static_cast<uint32_t>(targets.size()), true});
    targets.push_back(0);
  } while (accept(','));
  expect(';', "after .branchtargets");
}

// name: .calltargets f, g; all of them have the parameters of the first.
void Parser::parse_call_targets(const Token& name) {
  advance();
  Function prototype;
  do {
    const Token target = take_identifier("the name of a function");
    const std::optional<Meaning> meaning = find(target.text);
    if (!meaning) fail_undeclared(target);
    if (meaning->kind != Meaning::Kind::symbol || meaning->symbol.kind != Symbol::Kind::function)
      fail(target.place, describe(target) + " is not a function");
    const Function& function = module_.functions[meaning->symbol.index];
    if (!prototype.name.empty()) continue;
    prototype.name = function.name;
    prototype.parameters = function.parameters;
    prototype.returns = function.returns;
    prototype.no_return = function.no_return;
    prototype.place = target.place;
  } while (accept(','));
  expect(';', "after .calltargets");
  declare(name, {Symbol::Kind::prototype, static_cast<uint32_t>(function_->prototypes.size())});
  function_->prototypes.push_back(std::move(prototype));
}

// @%p or @!%p, then an instruction
void Parser::parse_guarded() {
  const Place place = token_.place;
  advance();
  Operand guard;
  guard.negated = accept('!');
  const Token name = take_identifier("a predicate after '@'");
  const std::optional<Meaning> meaning = find(name.text);
  if (!meaning) fail_undeclared(name);
  if (meaning->kind != Meaning::Kind::reg || meaning->type != Type::pred || meaning->vector > 1)
    fail(name.place, describe(name) + " is not a predicate; a guard is a register of type .pred");
  guard.index = meaning->index;
  if (token_.kind != Token::Kind::identifier) fail_expected("an instruction after the guard");
  lexer_.extend(token_);
  const Token mnemonic = token_;
  advance();
  parse_instruction(mnemonic, place, &guard);
}

// The token is the one after the mnemonic.
void Parser::parse_instruction(Token mnemonic, Place place, const Operand* guard) {
  if (token_.kind == Token::Kind::word) join_mnemonic(mnemonic);
  Instruction instruction = instruction_of(mnemonic);
  instruction.place = place;
  instruction.source = source_lines_.current();
  if (guard) {
    instruction.guarded = true;
    instruction.guard_negated = guard->negated;
    instruction.guard = guard->index;
  }
  if (info_of(instruction.opcode).status == Status::none) {
    while (token_.kind != Token::Kind::end && !token_.is(';')) advance();
  } else if (instruction.opcode == Opcode::bra) {
    parse_branch(instruction);
  } else if (instruction.opcode == Opcode::call) {
    parse_call(instruction);
  } else {
    parse_operands(instruction);
  }
  if (!token_.is(';'))
    fail_expected("',' or ';' after the operands of " + std::string(name_of(instruction.opcode)));
  function_->instructions.push_back(std::move(instruction));
  advance();
}

// A mnemonic that was written with blanks: ld.global .u32
void Parser::join_mnemonic(Token& mnemonic) {
  std::string text(mnemonic.text);
  for (; token_.kind == Token::Kind::word; advance()) text.append(".").append(token_.text);
  mnemonic.text = joined_.emplace_back(std::move(text));
}

// Mnemonics repeat, so each is looked at once.
const Instruction& Parser::instruction_of(const Token& mnemonic) {
  const auto found = mnemonics_.find(mnemonic.text);
  if (found != mnemonics_.end()) return found->second;
  return mnemonics_.emplace(mnemonic.text, analyse(mnemonic)).first->second;
}

// Opcode, modifiers, types and spaces of a mnemonic.
Instruction Parser::analyse(const Token& mnemonic) const {
  const std::string_view text = mnemonic.text;
  size_t begin = std::min(text.find('.'), text.size());
  const std::string opcode(text.substr(0, std::min<size_t>(begin, 60)));
  const std::optional<Opcode> found = find_opcode(text.substr(0, begin));
  if (!found)
    fail(mnemonic.place, "unknown instruction '" + opcode + "'; expected one of PTX ISA 9.0");

  Instruction instruction;
  instruction.opcode = *found;
  if (info_of(*found).status == Status::none) return instruction;
  while (begin < text.size()) {
    const size_t end = std::min(text.find('.', begin + 1), text.size());
    const std::string_view spelling = text.substr(begin + 1, end - begin - 1);
    const std::optional<Word> word = find_word(spelling);
    const Place place = Lexer::at(mnemonic.place, begin);
    const auto refuse = [&](const std::string& kind) {
      fail(place, opcode + " has no " + kind + " ." + std::string(spelling.substr(0, 60)));
    };
    if (!word) refuse("modifier");
    if (word->type != Type::none) {
      if (instruction.types.full()) fail(place, opcode + " has too many types");
      instruction.types.push_back(word->type);
    } else {
      if (!is_legal(*found, spelling))
        refuse(word->modifier != Modifier::count ? "modifier"
               : word->vector > 1                ? "vector form"
                                                 : "form for space");
      if (word->modifier != Modifier::count)
        instruction.modifiers.set(static_cast<size_t>(word->modifier));
      if (word->vector > 1) instruction.vector = word->vector;
      if (word->space != Space::generic) {
        if (instruction.spaces.full()) fail(place, opcode + " has too many state spaces");
        instruction.spaces.push_back(word->space);
      }
    }
    begin = end;
  }
  return instruction;
}

}  // namespace simt::ptx
