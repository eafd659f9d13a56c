#include "simt/ptx/import.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace simt::ptx {
namespace {

// Copies functions of one module into another. Names are asked only for functions: variables of one
// name may be two, each known to its own module.
class Importer {
 public:
  Importer(Module& to, const Module& from, size_t from_index,
           std::vector<ImportedVariable>& variables)
      : to_(to), from_(from), from_index_(from_index), imported_(variables) {
    for (uint32_t f = 0; f < to.functions.size(); ++f) by_name_.emplace(to.functions[f].name, f);
  }

  // Fills in all declarations of `to` that `from` can.
  void run() {
    for (uint32_t f = 0; f < from_.functions.size(); ++f) {
      const Function& function = from_.functions[f];
      const auto declared = by_name_.find(function.name);
      if (function.has_body && !function.kernel && declared != by_name_.end() &&
          !to_.functions[declared->second].has_body)
        find_function(f);
    }
    while (!waiting_.empty()) {
      const auto [original, copy] = waiting_.back();
      waiting_.pop_back();
      fill(from_.functions[original], copy);
    }
  }

 private:
  struct Copy {
    uint32_t original, copy;
  };

  void fill(const Function& original, uint32_t copy) {
    Function function = original;
    for (Instruction& instruction : function.instructions) {
      for (Operand& operand : instruction.operands) translate(operand);
      if (instruction.source.file != 0) instruction.source.file += first_file();
    }
    to_.functions[copy] = std::move(function);
  }

  void translate(Operand& operand) {
    if (operand.kind == Operand::Kind::symbol || operand.base == Operand::Base::symbol) {
      Symbol& symbol = operand.symbol;
      if (symbol.kind == Symbol::Kind::function) symbol.index = find_function(symbol.index);
      if (symbol.kind == Symbol::Kind::module_variable) symbol.index = find_variable(symbol.index);
    }
    for (Operand& element : operand.elements) translate(element);
  }

  // The function's index in `to`, where its body is or will be.
  uint32_t find_function(uint32_t original) {
    const Function& function = from_.functions[original];
    const auto [found, is_new] =
        by_name_.emplace(function.name, static_cast<uint32_t>(to_.functions.size()));
    if (is_new) {
      Function declaration;
      declaration.name = function.name;
      to_.functions.push_back(std::move(declaration));
    }
    Function& copy = to_.functions[found->second];
    if (!copy.has_body && function.has_body) {
      copy.has_body = true;
      waiting_.push_back({original, found->second});
    }
    return found->second;
  }

  uint32_t find_variable(uint32_t original) {
    const auto [found, is_new] =
        variables_.emplace(original, static_cast<uint32_t>(to_.variables.size()));
    if (is_new) {
      Variable variable = from_.variables[original];
      variable.relocations.clear();  // the original's memory has them
      to_.variables.push_back(std::move(variable));
      imported_.push_back({found->second, from_index_, original});
    }
    return found->second;
  }

  // What to add to a file's number.
  uint32_t first_file() {
    if (!files_) {
      files_ = static_cast<uint32_t>(to_.files.size());
      to_.files.insert(to_.files.end(), from_.files.begin(), from_.files.end());
    }
    return *files_;
  }

  Module& to_;
  const Module& from_;
  size_t from_index_;
  std::vector<ImportedVariable>& imported_;
  std::unordered_map<std::string, uint32_t> by_name_;  // functions of `to`
  std::unordered_map<uint32_t, uint32_t> variables_;   // index in `from` -> index in `to`
  std::vector<Copy> waiting_;
  std::optional<uint32_t> files_;
};

}  // namespace

std::vector<ImportedVariable> import_functions(Module& module,
                                               std::span<const Module* const> others) {
  std::vector<ImportedVariable> variables;
  for (size_t other = 0; other < others.size(); ++other)
    Importer(module, *others[other], other, variables).run();
  return variables;
}

}  // namespace simt::ptx
