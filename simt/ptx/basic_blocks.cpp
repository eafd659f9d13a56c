#include "simt/ptx/basic_blocks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <utility>

#include "simt/ptx/opcodes.h"

namespace simt::ptx {
namespace {

constexpr size_t none = SIZE_MAX;

// The blocks of which one has to follow a block in memory, so that it needs no further branch.
using Ways = std::array<size_t, 2>;

// Which block follows which in memory: a matching of blocks with those ahead of them.
class Layout {
 public:
  explicit Layout(std::vector<Ways> ways)
      : ways_(std::move(ways)), follower_(ways_.size(), none), before_(ways_.size(), none) {}

  // As they stand in the text.
  void put_next(size_t block) {
    follower_[block] = block + 1;
    before_[block + 1] = block;
  }

  // Finds a block to follow one that none follows yet; others may get their other way instead.
  bool place(size_t block) {
    return exchange(block, ways_[block][0]) || exchange(block, ways_[block][1]);
  }

 private:
  struct Move {
    size_t block, before;  // before: what its new follower followed
    size_t to, from;
  };

  // Whoever would write a program on which this takes long gets a worse layout.
  static constexpr size_t most_moves = 16, longest_walk = 1000;

  bool exchange(size_t block, size_t to) {
    std::vector<Move> moves;
    for (;;) {
      if (to == none || to == 0 || moves.size() == most_moves || to == follower_[block]) break;
      moves.push_back({block, before_[to], to, follower_[block]});
      follower_[block] = to;
      before_[to] = block;
      const size_t other = moves.back().before;
      if (other == none) {
        if (std::ranges::none_of(moves, [&](const Move& move) { return may_circle(move.to); }))
          return true;
        break;
      }
      const Ways& ways = ways_[other];
      block = other;
      to = ways[0] == to ? ways[1] : ways[0];
    }
    for (const Move& move : std::views::reverse(moves)) {
      follower_[move.block] = move.from;
      before_[move.to] = move.before;
    }
    return false;
  }

  bool may_circle(size_t block) const {
    size_t at = follower_[block];
    for (size_t step = 0; at != none && at != block; ++step) {
      if (step == longest_walk) return true;
      at = follower_[at];
    }
    return at == block;
  }

  std::vector<Ways> ways_;
  std::vector<size_t> follower_, before_;
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

  std::vector<Ways> ways(blocks, {none, none});
  std::vector<size_t> in_order;   // blocks that fall through
  std::vector<size_t> branching;  // blocks that end in an unconditional branch
  for (size_t block = 0; block < blocks; ++block) {
    const size_t last = begins[block + 1] - 1;
    const bool falls = block + 1 < blocks && falls_through(code[last]);
    if (falls) in_order.push_back(block);
    ways[block][0] = falls ? block + 1 : none;
    if (is_branch(code[last], true)) ways[block][1] = target_of(code[last]);
    if (!is_branch(code[last], false)) continue;
    branching.push_back(block);
    ways[block][0] = target_of(code[last]);
    // The other way of the conditional branch ahead of it: one of both is left, whichever.
    if (last > 0 && begins[block] == last && !has_label[block] && is_branch(code[last - 1], true))
      ways[block][1] = target_of(code[last - 1]);
  }
  Layout layout(std::move(ways));
  for (const size_t block : in_order) layout.put_next(block);
  for (const size_t block : branching) superfluous[begins[block + 1] - 1] = layout.place(block);
  return superfluous;
}

}  // namespace simt::ptx
