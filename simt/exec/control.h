// The instructions that the core executes itself: branches, calls, barriers, special registers.
#pragma once

#include <cstdint>

#include "simt/exec/op.h"

namespace simt::exec::control {

// Op operands of each handler stand beside it. "target" is an Op of the same function, as the
// distance from this Op in Op::imm (signed).

const Op* enter_block(Warp&, const Op*);  // imm: index in Image::blocks
// Counts the lanes that take each way of the instruction that follows. a: predicate, or slot of the index; b: number of
// ways; e: the first of them among all that are counted
const Op* count_predicate(Warp&, const Op*);
const Op* count_indexes(Warp&, const Op*);
// Lanes meet here; d: distance to where those meet next that went on without others, or no_meet
const Op* reconverge(Warp&, const Op*);
const Op* branch(Warp&, const Op*);       // imm: target, forward
const Op* branch_back(Warp&, const Op*);  // imm: target, not forward
// a: predicate; d: distance to where the ways meet, or no_meet; e: index in Image::branches; f: whether to
// note which lanes diverge here
const Op* branch_if(Warp&, const Op*);
const Op* branch_if_back(Warp&, const Op*);
// a: slot of the index; b: number of targets; d, e, f as branch_if. Followed by b Ops whose imm are
// targets.
const Op* branch_indexed(Warp&, const Op*);
const Op* jump_table_entry(Warp&, const Op*);  // never runs: carries a target
// a: slot of addresses, of 8 bytes where b is set; c: is added to them; imm: target of all lanes
// where one of theirs is no multiple of vector_bytes
const Op* branch_unless_aligned(Warp&, const Op*);
// a: predicate (lanes that leave)
const Op* exit_if(Warp&, const Op*);
const Op* exit_all(Warp&, const Op*);
const Op* return_if(Warp&, const Op*);
const Op* return_all(Warp&, const Op*);
// a: predicate; imm: distance to the Op behind the guarded one; e: index in Image::guards, or
// no_meet
const Op* begin_guard(Warp&, const Op*);
const Op* end_guard(Warp&, const Op*);
// imm: index in Image::calls
const Op* call(Warp&, const Op*);
const Op* call_indirect(Warp&, const Op*);  // a: slot64 of the function's address
const Op* call_intrinsic(Warp&, const Op*);
// a: slot of the barrier's number; b: slot of the thread count, or no_slot
const Op* barrier_sync(Warp&, const Op*);
const Op* barrier_arrive(Warp&, const Op*);
// a, b as above; c: predicate; imm: BarrierReduction. Followed by barrier_result.
const Op* barrier_reduce(Warp&, const Op*);
// d: slot or predicate; a: slot of the barrier's number; imm: BarrierReduction
const Op* barrier_result(Warp&, const Op*);
const Op* warp_sync(Warp&, const Op*);  // e: slot of the mask
const Op* fence(Warp&, const Op*);      // imm: 1 where its scope is the block
// Of values that loads ahead have loaded (loads_ahead.h): a mask of the lanes in which a register
// holds one is a predicate register, and so is that of the lanes that have not used it yet.
// Which loads have lanes like that is a bit each of a word among the predicates: others need not be
// followed.
// d: the word
const Op* begin_following(Warp&, const Op*);
// Takes the steps of the loads that the word has: Ops of this list, behind the next one. a: the word; b:
// what it is taken to have in any case; imm: bits of the loads concerned; e: how many Ops belong to it.
// First a jump_table_entry for each bit from bit c on: e steps, imm Ops further.
const Op* follow_values(Warp&, const Op*);
// d: the first of e masks to clear
const Op* forget_values(Warp&, const Op*);
// d: the first of b masks of registers that have been loaded; e: of the lanes to use them; c: the word;
// imm: the load's bit of it
const Op* load_value(Warp&, const Op*);
// d: mask of what is written; a, b, c, e: of what is read
const Op* pass_value(Warp&, const Op*);
// d, a, b: as above; c: predicate that selects a; e: mask of that predicate
const Op* select_value(Warp&, const Op*);
// d, a, b: as above, of an `and` of two predicates; c: the first, e: the second of them; f: mask of
// the lanes in which the second holds any value that is followed
const Op* combine_values(Warp&, const Op*);
// a, b: masks of what is read; e: of the lanes to use it; imm, f: pcs that the access may be known by; c:
// the word; d: the load's bit of it, 0 where several have it
const Op* use_value(Warp&, const Op*);
// As that, of the lanes that the shuffle before it has read
const Op* use_read_value(Warp&, const Op*);
const Op* sleep(Warp&, const Op*);  // lets others run
const Op* look(Warp&, const Op*);   // a load follows of what others may change
const Op* trap(Warp&, const Op*);
const Op* no_operation(Warp&, const Op*);
// d: slot; imm: SpecialRegister
const Op* read_special32(Warp&, const Op*);
const Op* read_special64(Warp&, const Op*);
// d: slot; imm: offset in the frame
const Op* frame_address32(Warp&, const Op*);
const Op* frame_address64(Warp&, const Op*);
// alloca: d: slot64, a: slot64 of the size, imm: alignment; d: slot64; a: slot64
const Op* allocate_local64(Warp&, const Op*);
const Op* save_stack64(Warp&, const Op*);
const Op* restore_stack64(Warp&, const Op*);

enum class BarrierReduction : uint8_t { popc, and_, or_ };
inline constexpr uint32_t no_meet = 0x80000000;
inline constexpr uint32_t no_slot = 0xffffffff;

// Where lanes meet that diverge at this Op, or that meet here before; null: nowhere.
inline const Op* meet_of(const Op* op) {
  return op->d == no_meet ? nullptr : op + static_cast<int32_t>(op->d);
}

}  // namespace simt::exec::control
