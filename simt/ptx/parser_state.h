// One module being parsed: recursive descent, one token ahead. parser.cpp has the module level,
// parse_variable.cpp declarations, parse_body.cpp statements, parse_operand.cpp what an
// instruction works on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/ptx/lexer.h"
#include "simt/ptx/names.h"
#include "simt/ptx/program.h"
#include "simt/ptx/source_lines.h"
#include "simt/ptx/types.h"

namespace simt::ptx {

// What texts may not exceed.
inline constexpr uint32_t max_scopes = 256;              // { { { in a function
inline constexpr int max_expression_depth = 64;          // nested parentheses, signs and ?:
inline constexpr uint32_t max_registers = 1u << 20;      // of a function
inline constexpr uint32_t max_all_registers = 1u << 23;  // of a module
inline constexpr uint32_t max_dimensions = 8;            // of an array
inline constexpr uint64_t max_variable_bytes = uint64_t{1} << 36;
inline constexpr uint64_t max_initial_bytes = uint64_t{1} << 28;  // of all variables of a module
inline constexpr uint32_t max_files = 1u << 16;
inline constexpr uint64_t max_constant_bytes = 64 << 10;  // of all variables of a module
inline constexpr size_t max_alias_instructions = size_t{1} << 20;

class Parser {
 public:
  explicit Parser(std::string_view text);
  Module parse();

 private:
  // A constant: integers are s64 or u64, floats f32 or f64.
  struct Constant {
    Type type = Type::s64;
    uint64_t bits = 0;
  };
  struct Linkage {
    bool external = false;
    bool given = false;
  };
  // What stands before the names of a variable declaration.
  struct VariableType {
    Space space = Space::global;
    Type type = Type::none;
    uint8_t vector = 1;
    uint32_t alignment = 0;  // 0 = natural
    bool managed = false;
    bool external = false;
  };
  struct Dimensions {
    uint64_t count[max_dimensions + 1] = {};  // the elements of each level; 0 = not known yet
    uint64_t bytes[max_dimensions + 1] = {};  // of one element of each level
    uint32_t levels = 0;
  };
  // A label that was used before the scope that may declare it ended.
  struct LabelUse {
    std::string_view name;
    Place place;
    uint32_t index = 0;       // of the instruction, or of the branch target list
    uint32_t position = 0;    // in the branch target list
    bool in_targets = false;  // of a .branchtargets list
  };

  // parser.cpp: tokens
  void advance() { token_ = lexer_.next(); }
  bool accept(char c);
  void expect(char c, const char* where);
  bool is_word(std::string_view word) const {
    return token_.kind == Token::Kind::word && token_.text == word;
  }
  bool accept_word(std::string_view word);
  Token take_identifier(const char* what);
  Token take_string(const char* what);
  uint32_t take_u32(const char* what);
  [[noreturn]] void fail(Place place, const std::string& message) const;
  [[noreturn]] void fail_expected(const std::string& expected) const;

  // parser.cpp: the module
  void parse_version();
  void parse_target();
  void parse_file();
  void parse_loc();
  void skip_section();
  void parse_pragma();
  Linkage parse_linkage();
  void parse_module_item();
  void parse_alias();

  // parse_function.cpp
  void parse_function(Linkage linkage);
  uint32_t declare_function(const Token& name, Function header);
  void parse_function_directives(Function& function);
  void parse_threads(uint32_t (&threads)[3]);
  std::vector<Variable> parse_parameters();
  void declare_parameters(const std::vector<Variable>& parameters, Symbol::Kind kind);
  Function parse_prototype();

  // parse_variable.cpp
  std::optional<Space> variable_space() const;
  VariableType parse_variable_type(Linkage linkage);
  void parse_attributes(VariableType* type);
  Variable parse_variable(const VariableType& type, const Token& name);
  Dimensions parse_dimensions(const VariableType& type, Variable& variable);
  void parse_initialiser(Variable& variable, Dimensions& dimensions);
  void parse_initialiser_list(Variable& variable, const Dimensions& dimensions, uint32_t level,
                              uint64_t& cursor);
  void parse_initial_value(Variable& variable, uint64_t offset, uint64_t limit);
  void parse_initial_address(Variable& variable, uint64_t offset);
  void write_initial(Variable& variable, uint64_t offset, uint64_t value, uint32_t bytes);
  uint64_t element_bits(const Constant& value, Type type, Place place) const;
  void parse_module_variables(Linkage linkage);
  void parse_local_variables(Linkage linkage);
  void declare_module_variable(Variable variable, const Token& name);
  void parse_registers();
  void declare_registers(const Token& name, Type type, uint8_t vector);

  // parse_body.cpp
  void parse_body(Function& function);
  void open_scope();
  void close_scope();
  void parse_statement();
  void parse_body_directive();
  void parse_label(const Token& name);
  void parse_branch_targets(const Token& name);
  void parse_call_targets(const Token& name);
  void parse_guarded();
  void parse_instruction(Token mnemonic, Place place, const Operand* guard);
  void join_mnemonic(Token& mnemonic);
  const Instruction& instruction_of(const Token& mnemonic);
  Instruction analyse(const Token& mnemonic) const;
  void declare(const Token& name, Symbol symbol);

  // parse_operand.cpp
  void parse_operands(Instruction& instruction);
  void parse_branch(Instruction& instruction);
  void parse_call(Instruction& instruction);
  Operand parse_call_target();
  Operand parse_operand();
  Operand parse_name();
  Operand parse_address();
  Operand parse_group(char close, Operand::Kind kind);
  Operand register_or_vector(const Meaning& meaning, Place place);
  std::optional<Operand> parse_special(const Token& name);
  std::optional<Meaning> find(std::string_view name) const;
  [[noreturn]] void fail_undeclared(const Token& name) const;

  // parse_expression.cpp
  Constant parse_constant() { return parse_choice(0); }
  Constant parse_choice(int depth);
  Constant parse_binary(int precedence, int depth);
  Constant parse_unary(int depth);
  Constant parse_primary(int depth);
  int64_t parse_integer(const char* what);

  Lexer lexer_;
  Token token_;
  Module module_;
  Names names_;
  Names ranges_;  // by prefix: %r of %r<20>; opened and closed with names_
  SourceLines source_lines_;
  uint64_t initial_bytes_ = 0;   // of all variables
  uint64_t register_count_ = 0;  // of all functions
  uint64_t constant_bytes_ = 0;  // of all variables
  size_t alias_instructions_ = 0;
  std::vector<std::pair<Token, Token>> aliases_;

  // Of the function whose body is being parsed.
  Function* function_ = nullptr;
  std::vector<LabelUse> label_uses_;
  std::vector<size_t> scopes_;  // where the label uses of each open scope begin
  std::vector<Operand> operands_;

  std::unordered_map<std::string_view, Instruction> mnemonics_;
  std::deque<std::string> joined_;  // mnemonics that were written with blanks
};

}  // namespace simt::ptx
