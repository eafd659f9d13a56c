#include "simt/ptx/basic_blocks.h"

#include <cstddef>
#include <cstdint>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

constexpr size_t none = SIZE_MAX;

// Which block follows which in memory.
class Layout {
 public:
  explicit Layout(size_t blocks) : has_before_(blocks), chain_(blocks) {
    for (size_t block = 0; block < blocks; ++block) chain_[block] = block;
  }

  // Puts `after` behind `block`, of which nothing follows yet. False where it has its place.
  bool put(size_t block, size_t after) {
    if (after == none || after == 0 || has_before_[after] || chain_of(block) == chain_of(after))
      return false;
    has_before_[after] = true;
    chain_[chain_of(after)] = chain_of(block);
    return true;
  }

 private:
  size_t chain_of(size_t block) {
    while (chain_[block] != block) block = chain_[block] = chain_[chain_[block]];
    return block;
  }

  std::vector<bool> has_before_;
  std::vector<size_t> chain_;  // the way to one block of a chain, which stands for it
};

bool is_branch(const Instruction& i, bool guarded) {
  return i.opcode == Opcode::bra && i.guarded == guarded && !i.operands.empty() &&
         i.operands[0].kind == Operand::Kind::symbol;
}

bool falls_through(const Instruction& last) {
  const Control control = info_of(last.opcode).control;
  return last.guarded || (control != Control::jump && control != Control::leave);
}

bool ends_block(const Instruction& i) {
  return is_jump(i.opcode) || info_of(i.opcode).control == Control::call;
}

}  // namespace

std::vector<bool> find_leaders(const Function& function) {
  std::vector<bool> leaders(function.instructions.size() + 1, false);
  leaders.front() = true;
  for (const Label& label : function.labels)
    if (label.instruction < leaders.size()) leaders[label.instruction] = true;
  for (size_t pc = 0; pc < function.instructions.size(); ++pc)
    if (ends_block(function.instructions[pc])) leaders[pc + 1] = true;
  leaders.back() = true;
  return leaders;
}

std::vector<bool> find_superfluous_branches(const Function& function) {
  const std::vector<Instruction>& code = function.instructions;
  std::vector<bool> superfluous(code.size());
  if (code.empty()) return superfluous;
  const std::vector<bool> leaders = find_leaders(function);
  std::vector<size_t> begins, block_of(code.size() + 1, none);
  for (size_t pc = 0; pc < code.size(); ++pc) {
    if (leaders[pc]) begins.push_back(pc);
    block_of[pc] = begins.size() - 1;
  }
  const size_t blocks = begins.size();
  begins.push_back(code.size());
  std::vector<bool> has_label(blocks);
  for (const Label& label : function.labels)
    if (label.instruction < code.size()) has_label[block_of[label.instruction]] = true;
  const auto target_of = [&](const Instruction& branch) {
    const uint32_t label = branch.operands[0].symbol.index;
    return label < function.labels.size() ? block_of[function.labels[label].instruction] : none;
  };

  Layout layout(blocks);
  for (size_t block = 0; block + 1 < blocks; ++block)
    if (falls_through(code[begins[block + 1] - 1])) layout.put(block, block + 1);
  for (size_t block = 0; block < blocks; ++block) {
    const size_t last = begins[block + 1] - 1;
    if (!is_branch(code[last], false)) continue;
    const bool is_other_way =
        last > 0 && begins[block] == last && !has_label[block] && is_branch(code[last - 1], true);
    superfluous[last] = layout.put(block, target_of(code[last])) ||
                        (is_other_way && layout.put(block, target_of(code[last - 1])));
  }
  return superfluous;
}

}  // namespace simt::ptx
