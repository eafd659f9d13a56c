// The Ops that follow the values of loads ahead from register to register, for checkers.
#include <algorithm>
#include <bit>
#include <iterator>
#include <set>

#include "simt/exec/control.h"
#include "simt/exec/decoder.h"
#include "simt/exec/lane_access.h"
#include "simt/ptx/calls.h"

namespace simt::exec {

using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::Type;

namespace {

constexpr size_t most_masks = 4096;    // of a function
constexpr uint32_t last_due_bit = 31;  // of the loads from that one on

// The registers that it reads, whether lanes run it or not.
std::vector<uint32_t> sources_of(Instruction instruction) {
  instruction.guarded = false;
  std::vector<uint32_t> reads = ptx::find_accesses(instruction).reads;
  std::ranges::sort(reads);
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  return reads;
}

}  // namespace

void Decoder::find_followed() {
  // There, a load has more than one value at a time.
  if (!function_.kernel && ptx::may_call_itself(module_, function_)) return;
  const uint32_t first = slots_.count_predicates;
  for (LoadAhead& load : find_loads_ahead(function_, flow_)) {
    if (slots_.count_predicates - first + load.registers.size() >= most_masks) break;
    Followed& followed = followed_.emplace_back();
    followed.index = followed_.size() - 1;
    followed.access_pc = load.pc;
    followed.unused = slots_.count_predicates++;
    for (const uint32_t reg : load.registers) {
      followed.masks[reg] = slots_.count_predicates++;
      followed_in_[reg].push_back(followed_.size() - 1);
    }
    followed_at_[load.pc] = followed_.size() - 1;
    followed.load = std::move(load);
  }
  if (followed_.empty()) return;
  any_value_ = slots_.count_predicates++;
  passed_value_ = slots_.count_predicates++;
  if (module_.by_llvm) join_followed();
  Op& op = emit(control::forget_values);
  op.d = first;
  op.e = slots_.count_predicates - first;
  // Not of lanes, and so of kernels alone: lanes of a warp may be in several functions, whose
  // predicates lie in the same place. And the masks of loads that are not due are stale.
  due_ = slots_.count_predicates++;
  is_always_due_ = !function_.kernel || combines_values();
  if (!is_always_due_) emit(control::begin_following).d = due_;
}

// Whether some logic of predicates has the values of two loads, of which the mask of one depends on
// that of the other.
bool Decoder::combines_values() const {
  return std::ranges::any_of(function_.instructions, [&](const Instruction& i) {
    if (i.type() != Type::pred || (i.opcode != Opcode::and_ && i.opcode != Opcode::or_))
      return false;
    std::set<uint32_t> concerned;
    for (const uint32_t reg : sources_of(i))
      if (const auto found = followed_in_.find(reg); found != followed_in_.end())
        concerned.insert(found->second.begin(), found->second.end());
    return concerned.size() > 1;
  });
}

void Decoder::join_followed() {
  for (const ptx::BasicBlock& block : flow_.blocks)
    for (uint32_t u = block.first; u < block.end; ++u) {
      const JoinedAccess joined = joined_at(u, block.end);
      if (joined.parts == 0) continue;
      const uint32_t access_pc = flow_.units[u].pc;
      if (are_followed(u, joined.parts))
        for (uint32_t part = 0; part < joined.parts; ++part)
          followed_[followed_at_.at(flow_.units[u + part].pc)].access_pc = access_pc;
      u += joined.parts - 1;
    }
}

bool Decoder::are_followed(uint32_t unit, uint32_t parts) const {
  for (uint32_t u = unit; u < unit + parts; ++u)
    if (!followed_at_.contains(flow_.units[u].pc)) return false;
  return true;
}

void Decoder::use_values(const Followed& followed, const std::vector<uint32_t>& registers) {
  for (const uint32_t reg : registers) {
    const uint32_t mask = followed.masks.at(reg);
    Op& op = use_value(followed, mask, mask);
    if (!is_handed_out(*instruction_, reg)) continue;
    op.run = control::use_read_value;
    keeps_read_lanes_ = true;
  }
}

Op& Decoder::use_value(const Followed& followed, uint32_t mask, uint32_t other) {
  Op& op = add_step(followed, control::use_value);
  op.a = mask;
  op.b = other;
  op.c = due_;
  op.d = followed.index < last_due_bit ? due_bit(followed) : 0;
  op.e = followed.unused;
  op.imm = followed.access_pc;
  op.f = followed.load.pc;
  return op;
}

void Decoder::pass_value(const Followed& followed, uint32_t mask) {
  const Instruction& i = *instruction_;
  const auto mask_of = [&](const Operand& operand) {
    const bool is_held =
        operand.kind == Operand::Kind::reg && followed.masks.contains(operand.index);
    return is_held ? followed.masks.at(operand.index) : false_predicate();
  };
  const bool is_or = i.opcode == Opcode::or_;
  if (i.opcode == Opcode::selp) {
    const uint32_t chosen = predicate(i.operands[3]);
    Op& op = add_step(followed, control::select_value);
    op.d = mask;
    op.a = mask_of(i.operands[1]);
    op.b = mask_of(i.operands[2]);
    op.c = chosen;
    op.e = mask_of(i.operands[3]);
  } else if (i.type() == Type::pred && (i.opcode == Opcode::and_ || is_or)) {
    const uint32_t first = predicate(i.operands[1]), second = predicate(i.operands[2]);
    const uint32_t any = mask_of_any(followed, i.operands[2]);
    Op& op = add_step(followed, control::combine_values);
    op.d = mask;
    op.a = mask_of(i.operands[1]);
    op.b = mask_of(i.operands[2]);
    op.c = is_or ? first ^ negated : first;
    op.e = is_or ? second ^ negated : second;
    op.f = any;
  } else {
    uint32_t masks[4];
    std::ranges::fill(masks, false_predicate());
    size_t count = 0;
    for (const uint32_t reg : sources_of(i))
      if (followed.masks.contains(reg)) masks[count++] = followed.masks.at(reg);
    Op& op = add_step(followed, control::pass_value);
    op.d = mask;
    op.a = masks[0];
    op.b = masks[1];
    op.c = masks[2];
    op.e = masks[3];
  }
}

uint32_t Decoder::mask_of_any(const Followed& followed, const Operand& operand) {
  const auto found =
      operand.kind == Operand::Kind::reg ? followed_in_.find(operand.index) : followed_in_.end();
  if (found == followed_in_.end()) return false_predicate();
  uint32_t before = false_predicate();
  for (const uint32_t index : found->second) {
    const uint32_t mask = followed_[index].masks.at(operand.index);
    if (found->second.size() == 1) return mask;
    Op& op = add_step(followed, control::pass_value);
    op.d = any_value_;
    op.a = before;
    op.b = mask;
    op.c = op.e = false_predicate();
    before = any_value_;
  }
  return before;
}

void Decoder::follow_values() {
  if (followed_.empty()) return;
  const std::vector<uint32_t> reads = sources_of(*instruction_);
  Instruction unguarded = *instruction_;
  unguarded.guarded = false;
  const std::vector<uint32_t> writes = ptx::find_accesses(unguarded).writes;
  // Whatever it reads: nothing is chosen.
  const bool passes_all =
      instruction_->opcode != Opcode::selp && instruction_->type() != Type::pred;
  std::set<uint32_t> concerned;
  for (const auto* registers : {&reads, &writes})
    for (const uint32_t reg : *registers)
      if (const auto found = followed_in_.find(reg); found != followed_in_.end())
        concerned.insert(found->second.begin(), found->second.end());
  for (const uint32_t index : concerned) {
    const Followed& followed = followed_[index];
    const auto holds = [&](uint32_t reg) { return followed.masks.contains(reg); };
    std::vector<uint32_t> held;
    std::ranges::copy_if(reads, std::back_inserter(held), holds);
    const bool passes = !held.empty() && passes_on(*instruction_);
    if (!passes) use_values(followed, held);
    if (pc_ == followed.load.pc) use_values(followed, followed.load.older);
    for (const uint32_t reg : writes) {
      if (passes && holds(reg)) {
        pass_value(followed, followed.masks.at(reg));
      } else if (passes && passes_all && held.size() <= 2) {
        use_value(followed, followed.masks.at(held.front()), followed.masks.at(held.back()));
      } else if (passes) {
        pass_value(followed, passed_value_);
        use_value(followed, passed_value_, passed_value_);
      } else if (holds(reg)) {
        Op& op = add_step(followed, control::forget_values);
        op.d = followed.masks.at(reg);
        op.e = 1;
      }
    }
  }
  if (!keeps_read_lanes_) emit_steps_unless_delayed();
}

uint32_t Decoder::due_bit(const Followed& followed) const {
  return is_always_due_ ? 0 : 1u << std::min(followed.index, last_due_bit);
}

Op& Decoder::add_step(const Followed& followed, Handler run) {
  Op op;
  op.run = run;
  op.site = followed.index;
  return steps_.emplace_back(op);
}

void Decoder::emit_steps_unless_delayed() {
  if (steps_.empty()) return;
  const Instruction& i = *instruction_;
  const bool delayed =
      !i.guarded && i.opcode != Opcode::selp && i.type() != Type::pred && passes_on(i);
  if (!delayed) emit_steps();
}

void Decoder::emit_steps() {
  if (steps_.empty()) return;
  const auto bit_of = [](const Op& step) { return std::min(step.site, last_due_bit); };
  std::ranges::stable_sort(steps_, {}, &Op::site);
  const uint32_t first = bit_of(steps_.front()), bits = bit_of(steps_.back()) - first + 1;
  Op& all = emit(control::follow_values);
  all.a = due_;
  all.b = is_always_due_ ? full_mask : 0;
  all.c = first;
  all.e = bits + steps_.size();
  for (const Op& step : steps_) all.imm |= uint64_t{1} << bit_of(step);
  size_t before = 0;
  for (uint32_t bit = first; bit < first + bits; ++bit) {
    const size_t own = std::ranges::count(steps_, bit, bit_of);
    Op& load = emit(control::jump_table_entry);
    load.e = own;
    load.imm = first + bits - bit + before;
    before += own;
  }
  for (Op& step : steps_) {
    step.pc = pc_;
    step.site = 0;
    out_.ops.push_back(step);
  }
  steps_.clear();
}

void Decoder::follow_guard() {
  const auto found = followed_in_.find(instruction_->guard);
  if (!instruction_->guarded || found == followed_in_.end()) return;
  for (const uint32_t index : found->second) use_values(followed_[index], {instruction_->guard});
  emit_steps();
}

void Decoder::mark_access_ahead() {
  Op* op = &out_.ops.back();
  AccessCode code = code_of(op);
  code.ahead = 1;
  if (code.elements > 4) --op;
  op->f = std::bit_cast<uint32_t>(code);
}

void Decoder::begin_to_follow() {
  const Followed& followed = followed_[followed_at_.at(pc_)];
  Instruction unguarded = *instruction_;
  unguarded.guarded = false;
  std::vector<uint32_t> loaded;
  for (const uint32_t reg : ptx::find_accesses(unguarded).writes)
    if (const auto mask = followed.masks.find(reg); mask != followed.masks.end())
      loaded.push_back(mask->second);
  // The earlier value has been used. Where it is still held its mask may be stale.
  for (const uint32_t reg : followed.load.older) {
    Op& op = emit(control::forget_values);
    op.d = followed.masks.at(reg);
    op.e = 1;
  }
  std::ranges::sort(loaded);
  for (auto mask = loaded.begin(); mask != loaded.end();) {
    const auto gap =
        std::adjacent_find(mask, loaded.end(), [](uint32_t a, uint32_t b) { return b != a + 1; });
    const auto end = gap == loaded.end() ? gap : gap + 1;
    Op& op = emit(control::load_value);
    op.d = *mask;
    op.b = end - mask;
    op.c = due_;
    op.e = followed.unused;
    op.imm = due_bit(followed);
    mask = end;
  }
}

}  // namespace simt::exec
