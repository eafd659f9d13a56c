// PTX instructions to Ops: labels become distances, guards become masks or branches.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "common/numbers.h"
#include "simt/exec/control.h"
#include "simt/exec/decoder.h"
#include "simt/exec/divergences.h"
#include "simt/exec/isa.h"
#include "simt/exec/meant.h"
#include "simt/memory/layout.h"
#include "simt/memory/place.h"
#include "simt/ptx/branches.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"

namespace simt::exec {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::Symbol;
using ptx::Type;

namespace {

constexpr uint32_t most_slots = 1 << 22;          // of registers and constants of a function
constexpr uint64_t most_parameter_bytes = 32764;  // of a kernel, as from PTX ISA 8.1 on
constexpr uint64_t most_shared_bytes = memory::shared_window_size;

}  // namespace

void Decoder::run() {
  out_.function = &function_;
  lay_out_frame();
  flow_ = ptx::find_flow(function_);
  if (ptx::has_too_many_lives(function_, flow_))
    throw DecodeError(function_.place,
                      fmt::format("{} has too many registers and branches: {} and {}",
                                  function_.name, function_.registers.size(), flow_.blocks.size()));
  const std::vector<ptx::Interval> intervals = ptx::find_intervals(function_, flow_);
  slots_ = assign_slots(function_, module_.by_llvm ? lives_with_copies(intervals) : intervals);
  if (checking_) find_followed();
  if (checking_) noted_branches_ = find_noted_branches(function_);
  next32_ = slots_.count32;
  next64_ = slots_.count64;
  first_op_of_.resize(flow_.blocks.size());
  for (uint32_t b = 0; b < flow_.blocks.size(); ++b) decode_block(b);
  pc_ = function_.instructions.size();  // no instruction's: behind the last one
  emit(control::return_all);
  link();
  if (next32_ > most_slots || next64_ > most_slots)
    throw DecodeError(function_.place,
                      fmt::format("{} needs more registers than {}", function_.name, most_slots));
  out_.bytes32 = next32_ * 4 * warp_size;
  out_.bytes64 = next64_ * 8 * warp_size;
  out_.predicates = slots_.count_predicates + 2;
  out_.registers = ptx::register_pressure(function_, intervals);
}

Op& Decoder::emit(Handler run) {
  Op op;
  op.run = run;
  op.pc = pc_;
  out_.ops.push_back(op);
  return out_.ops.back();
}

void Decoder::meets_elsewhere(JointOp joint) {
  joint.index = out_.ops.size() - 1;
  out_.joint_ops.push_back(joint);
}

void Decoder::decode_block(uint32_t b) {
  const ptx::BasicBlock& block = flow_.blocks[b];
  first_op_of_[b] = out_.ops.size();
  pc_ = flow_.units[block.first].pc;
  if (block.is_meet) {
    uint32_t next = block.meet;
    while (next != ptx::BasicBlock::none && !flow_.blocks[next].is_meet)
      next = flow_.blocks[next].meet;
    meets_.push_back({static_cast<uint32_t>(out_.ops.size()), next});
    emit(control::reconverge);
  }
  if (counting_) {
    const uint32_t last = block.end - 1;
    const uint32_t end_pc = flow_.units[last].pc + (flow_.units[last].branch_around ? 0 : 1);
    emit(control::enter_block).imm = image_.blocks.size();
    image_.blocks.push_back({image_index_, pc_, end_pc});
  }
  for (uint32_t u = block.first; u < block.end; ++u) {
    begin_unit(u);
    if (covering_) count_ways(u);
    const uint32_t joined = module_.by_llvm ? decode_joined(u, block.end) : 0;
    if (joined > 0) {
      u += joined - 1;
    } else if (flow_.units[u].branch_around) {
      follow_guard();
      branch_where(guard_predicate() ^ negated, b, block_starting_at(u + 2));
    } else {
      decode_unit(b);
    }
  }
  emit_steps();
}

void Decoder::begin_unit(uint32_t unit) {
  pc_ = flow_.units[unit].pc;
  instruction_ = &function_.instructions[pc_];
  scratch32_ = scratch64_ = 0;
  keeps_read_lanes_ = false;
  check_form();
  emit_steps_unless_delayed();
}

void Decoder::count_ways(uint32_t unit) {
  const ptx::Instruction& i = *instruction_;
  const uint32_t count = ptx::count_ways(function_, i);
  const bool is_counted_before =
      i.guarded && ptx::guard_is_branch(i) && !flow_.units[unit].branch_around;
  if (count == 0 || is_counted_before) return;
  const bool is_indexed = !i.guarded && i.opcode == Opcode::brx;
  const uint32_t chooses = is_indexed  ? reg32(i.operands[0], Type::u32)
                           : i.guarded ? guard_predicate()
                                       : predicate(i.operands[3]);
  Op& op = emit(is_indexed ? control::count_indexes : control::count_predicate);
  op.a = chooses;
  op.b = count;
  op.e = image_.ways.empty() ? 0 : image_.ways.back().first + image_.ways.back().count;
  image_.ways.push_back({image_index_, pc_, op.e, count});
}

JoinedAccess Decoder::joined_at(uint32_t unit, uint32_t end) const {
  const auto instruction_at = [&](uint32_t u) {
    return &function_.instructions[flow_.units[u].pc];
  };
  const Opcode opcode = instruction_at(unit)->opcode;
  if (opcode != Opcode::ld && opcode != Opcode::st) return {};
  std::vector<const ptx::Instruction*> neighbours;
  for (uint32_t u = unit; u < std::min(unit + vector_bytes / 4, end); ++u)
    neighbours.push_back(instruction_at(u));
  return join_accesses(function_, neighbours);
}

// What a copy has loaded stays until its last store: registers that are never alive at once may
// share a slot, which one load would write twice.
std::vector<ptx::Interval> Decoder::lives_with_copies(std::vector<ptx::Interval> lives) const {
  std::map<uint32_t, uint32_t> last_stores;  // by register, as ends of lives
  for (const ptx::BasicBlock& block : flow_.blocks)
    for (uint32_t u = block.first; u < block.end; ++u)
      if (const JoinedAccess joined = joined_at(u, block.end); joined.wholes.size() > 1)
        for (const Operand& value : joined.wholes[0].operands[0].elements)
          last_stores[value.index] = std::max(last_stores[value.index], 2 * (u + joined.parts - 1));
  for (ptx::Interval& life : lives)
    if (const auto last = last_stores.find(life.reg); last != last_stores.end())
      life.end = std::max(life.end, last->second);
  return lives;
}

bool Decoder::writes_a_slot_twice(const ptx::Instruction& access) const {
  std::set<uint32_t> slots;
  return access.opcode == Opcode::ld &&
         std::ranges::any_of(access.operands[0].elements, [&](const Operand& value) {
           return value.kind == Operand::Kind::reg &&
                  !slots.insert(slots_.slot_of[value.index]).second;
         });
}

uint32_t Decoder::decode_joined(uint32_t unit, uint32_t end) {
  const auto [wholes, parts] = joined_at(unit, end);
  if (parts == 0 || writes_a_slot_twice(wholes.front())) return 0;
  for (uint32_t part = unit; part < unit + parts; ++part) {
    begin_unit(part);
    follow_values();
  }
  std::vector<uint32_t> tests;
  for (const ptx::Instruction& whole : wholes) {
    instruction_ = &whole;
    const DecodedAddress from =
        address(whole.operands[whole.opcode == Opcode::ld ? 1 : 0], whole.space());
    tests.push_back(out_.ops.size());
    Op& op = emit(control::branch_unless_aligned);
    op.a = from.slot;
    op.b = from.kind == DecodedAddress::Kind::reg64;
    op.c = static_cast<uint32_t>(from.offset) % vector_bytes;
  }
  for (uint32_t w = 0; w < wholes.size(); ++w) {
    pc_ = flow_.units[unit + w].pc;
    instruction_ = &wholes[w];
    decode_plain();
  }
  if (are_followed(unit, parts)) {
    mark_access_ahead();
    for (uint32_t part = unit; part < unit + parts; ++part) {
      begin_unit(part);
      begin_to_follow();
    }
  }
  const uint32_t behind = out_.ops.size();
  emit(control::branch);
  for (const uint32_t test : tests) out_.ops[test].imm = out_.ops.size() - test;
  for (uint32_t part = unit; part < unit + parts; ++part) {
    begin_unit(part);
    decode_access();
  }
  out_.ops[behind].imm = out_.ops.size() - behind;
  return parts;
}

void Decoder::decode_followed() {
  follow_values();
  if (!keeps_read_lanes_) return decode_access();
  decode_plain();
  emit_steps();  // which lanes are read is known behind it
}

void Decoder::decode_access() {
  decode_plain();
  if (!followed_at_.contains(pc_)) return;
  mark_access_ahead();
  begin_to_follow();
}

void Decoder::check_form() {
  const Opcode opcode = instruction_->opcode;
  if (ptx::info_of(opcode).status == ptx::Status::none) return;
  // Nobody has looked at the operands of such a form.
  const bool parsed_apart = opcode == Opcode::bra || opcode == Opcode::call;
  if (!parsed_apart && ptx::operand_form_of(*instruction_).anything) unsupported("in this form");
  for (const Type type : instruction_->types)
    if (!ptx::is_covered(instruction_->opcode, type))
      unsupported("of type ." + std::string(ptx::name_of(type)));
}

uint32_t Decoder::block_starting_at(uint32_t unit) const {
  for (uint32_t b = 0; b < flow_.blocks.size(); ++b)
    if (flow_.blocks[b].first == unit) return b;
  return flow_.blocks.size();
}

uint32_t Decoder::guard_predicate() const {
  return slots_.slot_of[instruction_->guard] | (instruction_->guard_negated ? negated : 0);
}

bool Decoder::is_noted() const { return std::ranges::binary_search(noted_branches_, pc_); }

void Decoder::branch_where(uint32_t taken, uint32_t from, uint32_t target) {
  jumps_.push_back({static_cast<uint32_t>(out_.ops.size()), target});
  meets_.push_back({static_cast<uint32_t>(out_.ops.size()), flow_.blocks[from].meet});
  Op& op = emit(control::branch_if);
  op.a = taken;
  op.e = image_.branches.size();
  op.f = is_noted();
  image_.branches.push_back({image_index_, pc_, 0});
}

void Decoder::branch_to(uint32_t target) {
  jumps_.push_back({static_cast<uint32_t>(out_.ops.size()), target});
  emit(control::branch);
}

bool Decoder::parts(uint32_t block) const {
  return flow_.blocks[block].successors.size() + flow_.blocks[block].leaves > 1;
}

void Decoder::decode_unit(uint32_t block) {
  const bool masks = instruction_->guarded && !ptx::guard_is_branch(*instruction_);
  if (masks) follow_guard();
  if (ptx::is_jump(instruction_->opcode)) follow_values();
  if (decode_flow(block)) return;
  if (!masks) return decode_followed();
  const uint32_t begin = out_.ops.size();
  Op& guard = emit(control::begin_guard);
  guard.a = guard_predicate();
  guard.e = control::no_meet;
  if (counting_) {
    guard.e = image_.guards.size();
    image_.guards.push_back({image_index_, pc_, 0});
  }
  decode_followed();
  emit(control::end_guard);
  out_.ops[begin].imm = out_.ops.size() - begin;
}

bool Decoder::decode_flow(uint32_t block) {
  const ptx::Instruction& i = *instruction_;
  switch (i.opcode) {
    case Opcode::bra: {
      const uint32_t target = flow_.block_of_label[i.operands[0].symbol.index];
      if (i.guarded && parts(block))
        branch_where(guard_predicate(), block, target);
      else
        branch_to(target);
      return true;
    }
    case Opcode::brx: {
      if (i.guarded) unsupported("with a guard");
      const auto& targets = function_.branch_targets[i.operands[1].symbol.index];
      const uint32_t index = reg32(i.operands[0], Type::u32);
      if (!parts(block)) {
        branch_to(flow_.block_of_label[targets[0]]);
        return true;
      }
      meets_.push_back({static_cast<uint32_t>(out_.ops.size()), flow_.blocks[block].meet});
      Op& op = emit(control::branch_indexed);
      op.a = index;
      op.b = targets.size();
      op.e = image_.branches.size();
      op.f = is_noted();
      image_.branches.push_back({image_index_, pc_, 0});
      for (uint32_t label : targets) {
        jumps_.push_back({static_cast<uint32_t>(out_.ops.size()), flow_.block_of_label[label]});
        emit(control::jump_table_entry);
      }
      return true;
    }
    case Opcode::exit:
      if (i.guarded)
        emit(control::exit_if).a = guard_predicate();
      else
        emit(control::exit_all);
      return true;
    case Opcode::ret:
      if (i.guarded)
        emit(control::return_if).a = guard_predicate();
      else
        emit(control::return_all);
      return true;
    default:
      return false;
  }
}

void Decoder::decode_plain() {
  if (decode_core()) return;
  const HandlerSet& handlers = host_handlers();
  for (const auto emit_some :
       {handlers.emit_integer, handlers.emit_float, handlers.emit_compare, handlers.emit_load,
        handlers.emit_store, handlers.emit_convert, handlers.emit_half, handlers.emit_atomic,
        handlers.emit_async, handlers.emit_warp, handlers.emit_matrix})
    if (emit_some(*this)) return;
  throw DecodeError(instruction_->place, fmt::format("the instruction {} is not supported",
                                                     ptx::name_of(instruction_->opcode)));
}

bool Decoder::decode_core() {
  const ptx::Instruction& i = *instruction_;
  switch (i.opcode) {
    case Opcode::call:
      decode_call();
      return true;
    case Opcode::bar:
    case Opcode::barrier:
      decode_barrier();
      return true;
    case Opcode::membar:
      fence(i.has(Modifier::cta));
      return true;
    case Opcode::fence:
      fence(i.has(Modifier::cta));
      return true;
    case Opcode::trap:
    case Opcode::brkpt:
      emit(control::trap);
      return true;
    case Opcode::nanosleep:
      emit(control::sleep);
      return true;
    case Opcode::pmevent:
    case Opcode::griddepcontrol:
      emit(control::no_operation);
      return true;
    case Opcode::alloca: {
      const uint64_t alignment = i.operands.size() > 2 ? i.operands[2].bits : 8;
      if (!std::has_single_bit(alignment) || alignment > ptx::max_alignment)
        unsupported("with an alignment that is not a power of two up to 65536");
      const uint32_t d = reg64(i.operands[0], Type::u64), a = reg64(i.operands[1], Type::u64);
      Op& op = emit(control::allocate_local64);
      op.d = d;
      op.a = a;
      op.imm = std::max<uint64_t>(alignment, 16);
      return true;
    }
    case Opcode::stacksave: {
      const uint32_t d = reg64(i.operands[0], Type::u64);
      emit(control::save_stack64).d = d;
      return true;
    }
    case Opcode::stackrestore: {
      const uint32_t a = reg64(i.operands[0], Type::u64);
      emit(control::restore_stack64).a = a;
      return true;
    }
    default:
      return false;
  }
}

void Decoder::decode_barrier() {
  const ptx::Instruction& i = *instruction_;
  if (i.has(Modifier::warp) + i.has(Modifier::arrive) + i.has(Modifier::red) > 1)
    unsupported("of two kinds at once");
  if (i.has(Modifier::warp)) {
    const uint32_t mask = reg32(i.operands[0], Type::b32);
    emit(control::warp_sync).e = mask;
    meets_elsewhere({});
    return;
  }
  const bool reduces = i.has(Modifier::red);
  const size_t first = reduces ? 1 : 0;
  const uint32_t barrier = reg32(i.operands[first], Type::u32);
  const bool counted = i.operands.size() - first > (reduces ? 2 : 1);
  const uint32_t count = counted ? reg32(i.operands[first + 1], Type::u32) : control::no_slot;
  if (!reduces) {
    Op& op = emit(i.has(Modifier::arrive) ? control::barrier_arrive : control::barrier_sync);
    op.a = barrier;
    op.b = count;
    return;
  }
  using control::BarrierReduction;
  const auto kind = i.has(Modifier::popc)   ? BarrierReduction::popc
                    : i.has(Modifier::and_) ? BarrierReduction::and_
                                            : BarrierReduction::or_;
  const uint32_t source = predicate(i.operands.back());
  const uint32_t d =
      kind == BarrierReduction::popc ? reg32(i.operands[0], Type::u32) : predicate(i.operands[0]);
  Op& op = emit(control::barrier_reduce);
  op.a = barrier;
  op.b = count;
  op.c = source;
  op.imm = static_cast<uint64_t>(kind);
  Op& result = emit(control::barrier_result);
  result.a = barrier;
  result.d = d;
  result.imm = static_cast<uint64_t>(kind);
}

void Decoder::decode_call() {
  const Operand& target = instruction_->operands[1];
  CallSite site = call_site();
  Handler handler = control::call_indirect;
  uint32_t address = 0;
  if (target.kind == Operand::Kind::symbol) {
    const ptx::Function& callee = module_.functions[target.symbol.index];
    site.callee = target.symbol.index;
    check_passed(site, callee);
    handler = decode_callee(site, callee);
  } else {
    check_passed(site, function_.prototypes[instruction_->operands[3].symbol.index]);
    address = reg64(target, Type::u64);
  }
  Op& op = emit(handler);
  op.a = address;
  op.imm = image_.calls.size();
  image_.calls.push_back(std::move(site));
  if (handler == control::call_indirect) emit(control::reconverge).d = control::no_meet;
}

CallSite Decoder::call_site() {
  CallSite site;
  site.function = image_index_;
  for (const Operand& argument : instruction_->operands[2].elements) {
    site.argument_bytes.push_back(passed_variable(argument).size);
    site.argument_offsets.push_back(offset_of(argument));
  }
  const std::vector<Operand>& results = instruction_->operands[0].elements;
  if (!results.empty()) {
    site.result_bytes = passed_variable(results[0]).size;
    site.result_offset = offset_of(results[0]);
  }
  return site;
}

void Decoder::check_passed(const CallSite& site, const ptx::Function& callee) {
  const auto refuse = [&](const char* what, uint64_t found, uint64_t expected) {
    throw DecodeError(
        instruction_->place,
        fmt::format("{} calls {} with {} of {}; it takes {}", function_.name, callee.name, what,
                    memory::count_bytes(found), memory::count_bytes(expected)));
  };
  const size_t count = callee.parameters.size();
  const bool variadic =
      count > 0 && callee.parameters.back().is_array && callee.parameters.back().size == 0;
  if (!variadic && site.argument_bytes.size() != count)
    throw DecodeError(
        instruction_->place,
        fmt::format("{} calls {} with {}; it takes {}", function_.name, callee.name,
                    warplab::counted(site.argument_bytes.size(), "1 argument", "{} arguments"),
                    count));
  for (size_t i = 0; i < std::min(site.argument_bytes.size(), count - variadic); ++i)
    if (site.argument_bytes[i] != callee.parameters[i].size)
      refuse("an argument", site.argument_bytes[i], callee.parameters[i].size);
  const uint64_t result = callee.returns.empty() ? 0 : callee.returns[0].size;
  if (site.result_bytes != result) refuse("a result", site.result_bytes, result);
}

Handler Decoder::decode_callee(CallSite& site, const ptx::Function& callee) {
  const auto refuse = [&](const char* why) {
    throw DecodeError(instruction_->place,
                      fmt::format("{} calls {}, {}", function_.name, callee.name, why));
  };
  if (callee.kernel) refuse("which is a kernel: only the host launches those");
  if (callee.has_body) return control::call;
  const Intrinsic* intrinsic = find_intrinsic(callee.name);
  if (!intrinsic) refuse("which this program does not define and simt does not know");
  if (!intrinsic->takes(site.argument_bytes, site.result_bytes))
    refuse("whose arguments or result have other sizes");
  site.intrinsic = intrinsic->run;
  return control::call_intrinsic;
}

void Decoder::link() {
  const auto distance = [&](uint32_t from, uint32_t block) {
    return static_cast<int64_t>(first_op_of_[block]) - from;
  };
  for (const Jump& meet : meets_)
    out_.ops[meet.op].d = meet.block == ptx::BasicBlock::none
                              ? control::no_meet
                              : static_cast<uint32_t>(distance(meet.op, meet.block));
  for (const Jump& jump : jumps_) {
    Op& op = out_.ops[jump.op];
    const int64_t d = jump.block < flow_.blocks.size()
                          ? distance(jump.op, jump.block)
                          : static_cast<int64_t>(out_.ops.size() - 1) - jump.op;
    op.imm = d;
    if (d > 0) continue;
    if (op.run == static_cast<Handler>(control::branch)) op.run = control::branch_back;
    if (op.run == static_cast<Handler>(control::branch_if)) op.run = control::branch_if_back;
  }
}

DecodeError::DecodeError(ptx::Place place, const std::string& message)
    : std::runtime_error(fmt::format("{}:{}: {}", place.line, place.column, message)) {}

uint32_t Image::registers() const {
  uint32_t most = 0;
  for (const auto& function : functions) most = std::max(most, function->registers);
  return most;
}

const JointOp* DecodedFunction::joint_at(const Op* op) const {
  const auto index = static_cast<uint32_t>(op - ops.data());
  const auto at = std::ranges::lower_bound(joint_ops, index, {}, &JointOp::index);
  return at != joint_ops.end() && at->index == index ? &*at : nullptr;
}

const DecodedFunction& Image::function_of(const Op* op) const {
  for (const auto& function : functions)
    if (op >= function->ops.data() && op < function->ops.data() + function->ops.size())
      return *function;
  return *functions[0];
}

namespace {

// Offsets of a kernel's parameters in parameter memory (PTX ISA 5.1.6.1: in order, each aligned),
// and the size of all.
void lay_out_parameters(const ptx::Function& kernel, Image& image) {
  uint64_t bytes = 0;
  for (const ptx::Variable& parameter : kernel.parameters) {
    const uint64_t offset = align_up(bytes, std::max<uint32_t>(parameter.alignment, 1));
    bytes = offset + parameter.size;
    if (bytes > most_parameter_bytes)
      throw DecodeError(parameter.place,
                        fmt::format("the parameters of {} take {} bytes up to {}; a kernel has {}",
                                    kernel.name, bytes, parameter.name, most_parameter_bytes));
    image.kernel_parameter_offsets.push_back(offset);
  }
  image.kernel_parameter_bytes = bytes;
}

}  // namespace

std::unique_ptr<Image> decode(const ptx::Module& module, uint32_t kernel,
                              const VariableAddress& address_of, Purposes purposes) {
  auto image = std::make_unique<Image>();
  image->module = &module;
  const Reach reach = find_reach(module, kernel);
  const SharedLayout shared(module, reach);
  if (shared.dynamic_offset() > most_shared_bytes)
    throw DecodeError(
        module.functions[kernel].place,
        fmt::format("the shared variables of {} take {} bytes; a block has {} at most",
                    module.functions[kernel].name, shared.static_bytes(), most_shared_bytes));
  image->static_shared = shared.static_bytes();
  image->dynamic_offset = shared.dynamic_offset();
  lay_out_parameters(module.functions[kernel], *image);
  for (const ptx::Variable& variable : module.variables)
    if (variable.space == ptx::Space::constant) image->constant_bytes += variable.size;
  image->by_index.assign(module.functions.size(), Image::not_decoded);
  for (uint32_t index : reach.functions) {
    image->by_index[index] = image->functions.size();
    image->functions.push_back(std::make_unique<DecodedFunction>());
  }
  for (uint32_t i = 0; i < reach.functions.size(); ++i)
    Decoder(*image, shared, address_of, reach.functions[i], i, purposes).run();
  image->pointer_sites = std::make_shared<PointerSites>(*image);
  return image;
}

}  // namespace simt::exec
