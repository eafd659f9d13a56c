// How lanes that have drifted apart execute a _sync instruction together.
#include "simt/exec/converge.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <string>

#include "simt/exec/control.h"
#include "simt/exec/running.h"
#include "simt/ptx/program.h"

namespace simt::exec {
namespace {

using Holds = JointOp::Holds;

struct Field {
  uint32_t Op::*slot;
  Holds JointOp::*holds;
};
constexpr Field sources[] = {{&Op::a, &JointOp::a}, {&Op::b, &JointOp::b}, {&Op::c, &JointOp::c}};
constexpr Field results[] = {{&Op::d, &JointOp::d}, {&Op::f, &JointOp::f}};

bool same_place(const Split& a, const Split& b) {
  return a.op == b.op && a.frame.r32 == b.frame.r32 && a.frame.r64 == b.frame.r64 &&
         a.frame.predicates == b.frame.predicates;
}

const ptx::Instruction& instruction_of(const Split& split) {
  return split.frame.function->function->instructions[split.op->pc];
}

// Behind Ops that are run apart.
const Op stop{.run = [](Warp&, const Op*) -> const Op* { return nullptr; }};

// The operands of one instruction, of lanes that bring them from different places.
class Gathered {
 public:
  // The lanes' sources and masks, from the registers of the split that the warp uses.
  void take_sources(Warp& warp, const Split& split) {
    for (uint32_t i = 0; i < std::size(sources); ++i)
      take(warp, split.op->*sources[i].slot, split.joint->*sources[i].holds, i, split.mask);
    take(warp, split.op->e, Holds::bits32, masks_, split.mask);
  }
  // Executes the instruction of one of the splits for all `lanes`.
  void run(Warp& warp, const Split& split, uint32_t lanes) {
    Op ops[] = {*split.op, stop};
    for (uint32_t i = 0; i < std::size(sources); ++i)
      ops[0].*sources[i].slot = place_of(split.joint->*sources[i].holds, i);
    for (uint32_t i = 0; i < std::size(results); ++i)
      ops[0].*results[i].slot = place_of(split.joint->*results[i].holds, first_result_ + i);
    ops[0].e = place_of(Holds::bits32, masks_);
    warp.r32 = reinterpret_cast<std::byte*>(words_);
    warp.r64 = reinterpret_cast<std::byte*>(wide_);
    warp.predicates = predicates_;
    warp.active = lanes;
    for (const Op* op = ops; op;) op = op->run(warp, op);
  }
  // What its lanes get, into the registers of the split that the warp uses.
  void give_results(Warp& warp, const Split& split) const {
    for (uint32_t i = 0; i < std::size(results); ++i) {
      const uint32_t slot = split.op->*results[i].slot, place = first_result_ + i;
      switch (split.joint->*results[i].holds) {
        case Holds::bits32:
          for_active(split.mask, [&](int l) { warp.reg<uint32_t>(slot)[l] = words_[place][l]; });
          break;
        case Holds::predicate:
          warp.active = split.mask;
          warp.set_predicate(slot, predicates_[place]);
          break;
        default:
          break;
      }
    }
  }

 private:
  static constexpr uint32_t masks_ = std::size(sources), first_result_ = masks_ + 1;
  static constexpr uint32_t places_ = first_result_ + std::size(results);

  void take(Warp& warp, uint32_t slot, Holds holds, uint32_t place, uint32_t lanes) {
    switch (holds) {
      case Holds::bits32:
        for_active(lanes, [&](int l) { words_[place][l] = warp.reg<uint32_t>(slot)[l]; });
        break;
      case Holds::bits64:
        for_active(lanes, [&](int l) { wide_[place][l] = warp.reg<uint64_t>(slot)[l]; });
        break;
      case Holds::predicate:
        predicates_[place] |= warp.predicate(slot) & lanes;
        break;
      case Holds::nothing:
        break;
    }
  }
  static uint32_t place_of(Holds holds, uint32_t place) {
    switch (holds) {
      case Holds::bits32:
        return place * sizeof words_[0];
      case Holds::bits64:
        return place * sizeof wide_[0];
      default:
        return place;
    }
  }

  alignas(64) uint32_t words_[places_][warp_size] = {};
  alignas(64) uint64_t wide_[places_][warp_size] = {};
  uint32_t predicates_[places_] = {};
};

}  // namespace

const uint32_t* RunningWarp::masks_of(const Split& split) const {
  return reinterpret_cast<const uint32_t*>(file32.data() + split.frame.r32 + split.op->e);
}

// Whether lanes of `b` that lanes of `a` name give the same mask as these.
bool RunningWarp::agree(const Split& a, const Split& b) const {
  const uint32_t *of_a = masks_of(a), *of_b = masks_of(b);
  for (uint32_t left = a.mask; left;) {
    const uint32_t mask = of_a[std::countr_zero(left)];
    if (mask & b.mask & ~lanes_where([=](int l) { return of_b[l] == mask; })) return false;
    left &= ~lanes_where([=](int l) { return of_a[l] == mask; });
  }
  return true;
}

// Whether two splits that converge execute their instructions together. At different places these
// have to be the same but for the operands (PTX ISA 9.0, section 9.7.13), and to name one mask.
bool RunningWarp::meet(const Split& a, const Split& b) const {
  if (same_place(a, b)) return true;
  if (!a.joint || !b.joint) return false;
  const ptx::Instruction &of_a = instruction_of(a), &of_b = instruction_of(b);
  return of_a.opcode == of_b.opcode && of_a.modifiers == of_b.modifiers &&
         of_a.types == of_b.types && agree(a, b) && agree(b, a);
}

RunningWarp::Group RunningWarp::group_of(uint32_t index) const {
  Group group{{index}, splits[index].mask, splits[index].needed & alive};
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t t = 0; t < splits.size(); ++t) {
      const Split& other = splits[t];
      if (other.state != Split::State::converging || (other.mask & group.lanes) ||
          !(other.mask & group.needed) ||
          !std::ranges::all_of(group.members, [&](uint32_t m) { return meet(splits[m], other); }))
        continue;
      group.members.push_back(t);
      group.lanes |= other.mask;
      group.needed |= other.needed & alive;
      grew = true;
    }
  }
  return group;
}

bool RunningWarp::go_on() { return try_converge() || leave_meeting(); }

// Finds splits that wait for each other and are complete. Those of one place and one meeting become
// one split again; others execute the instruction together and go on apart.
bool RunningWarp::try_converge() {
  for (uint32_t s = 0; s < splits.size(); ++s) {
    if (splits[s].state != Split::State::converging) continue;
    Group group = group_of(s);
    if (group.needed & ~group.lanes) continue;
    const bool together = std::ranges::all_of(group.members, [&](uint32_t m) {
      return splits[m].meeting == splits[s].meeting && same_place(splits[m], splits[s]);
    });
    if (!together) {
      run_jointly(group);
      return true;
    }
    splits[s].mask = group.lanes;
    splits[s].state = Split::State::ready;
    std::sort(group.members.begin() + 1, group.members.end(), std::greater<>());
    for (size_t i = 1; i < group.members.size(); ++i)
      splits.erase(splits.begin() + group.members[i]);
    current = no_split;
    return true;
  }
  return false;
}

void RunningWarp::run_jointly(const Group& group) {
  const bool one_place = std::ranges::all_of(
      group.members, [&](uint32_t m) { return same_place(splits[m], splits[group.members[0]]); });
  joint = true;
  if (one_place)
    run_at_place(group);
  else
    run_at_places(group);
  joint = false;
  for (uint32_t m : group.members) splits[m].state = Split::State::ready;
  current = no_split;
}

void RunningWarp::run_at_place(const Group& group) {
  const Op* first = splits[group.members[0]].op;
  std::vector<Op> ops;
  const Op* behind = first;
  for (; behind->pc == first->pc; ++behind) ops.push_back(*behind);
  ops.push_back(stop);
  current = group.members[0];
  load_split();
  active = group.lanes;
  for (const Op* op = ops.data(); op;) op = op->run(*this, op);
  for (uint32_t m : group.members) splits[m].op = behind;
}

// Each place has its instruction executed with what all lanes bring, for its own lanes.
void RunningWarp::run_at_places(const Group& group) {
  Gathered gathered;
  for (uint32_t m : group.members) {
    use_frame(splits[m].frame);
    gathered.take_sources(*this, splits[m]);
  }
  for (uint32_t m : group.members) {
    gathered.run(*this, splits[m], group.lanes);
    use_frame(splits[m].frame);
    gathered.give_results(*this, splits[m]);
    ++splits[m].op;
    use_read_values(m);
  }
}

// What follows the values that the split's instruction has read, while it is known which these are.
void RunningWarp::use_read_values(uint32_t index) {
  Split& split = splits[index];
  if (split.op->run != control::follow_values || split.op->pc != split.op[-1].pc) return;
  const Op* const behind = split.op + 1 + split.op->e;
  std::vector<Op> ops(split.op, behind);
  ops.push_back(stop);
  current = index;
  active = split.mask;
  for (const Op* op = ops.data(); op;) op = op->run(*this, op);
  split.op = behind;
}

// Where all lanes wait for each other, in vain: those at a meeting that others need at a _sync
// instruction may still come to it, behind the meeting.
bool RunningWarp::leave_meeting() {
  uint32_t needed = 0;
  for (const Split& split : splits) {
    if (split.state != Split::State::converging) return false;
    needed |= split.needed & alive;
  }
  for (uint32_t m = 0; m < meetings.size(); ++m) {
    const uint32_t leaving = meetings[m].arrived;
    if (!meetings[m].used || !(leaving & needed)) continue;
    for (Split& split : splits) split.sent_for |= split.needed & leaving;
    send_on(m);
    return true;
  }
  return false;
}

void RunningWarp::leave_meetings() {
  for (uint32_t m = 0; m < meetings.size(); ++m)
    if (meetings[m].used && meetings[m].arrived != 0) {
      send_on(m);
      has_left_meetings = true;
    }
}

// Those who have arrived go on without the others.
void RunningWarp::send_on(uint32_t index) {
  const uint32_t next = meeting_after(index);
  Meeting& meeting = meetings[index];
  const uint32_t leaving = meeting.arrived;
  if (!meeting.at) finish_call(meeting, leaving);
  meeting.expected &= ~leaving;
  meeting.arrived = 0;
  meeting.parent = next;
  Split split;
  split.op = meeting.at ? meeting.at : meeting.return_to;
  split.mask = leaving;
  split.meeting = next;
  split.frame = meeting.frame;
  add_split(split);
}

// The meeting at which lanes meet that have not met at this one.
uint32_t RunningWarp::meeting_after(uint32_t index) {
  const Meeting before = meetings[index];
  const Op* at = before.at ? control::meet_of(before.at) : nullptr;
  if (!at || meetings[before.parent].at == at) return before.parent;
  const uint32_t m = new_meeting();
  meetings[m].at = at;
  meetings[m].expected = before.expected;
  meetings[m].parent = before.parent;
  meetings[m].frame = before.frame;
  return m;
}

uint32_t RunningWarp::waiting_for(uint32_t lanes) const {
  for (uint32_t s = 0; s < splits.size(); ++s)
    if (splits[s].state == Split::State::converging && (splits[s].sent_for & lanes)) return s;
  return no_split;
}

void RunningWarp::stop_incomplete(uint32_t index) {
  const Group group = group_of(index);
  const uint32_t missing = group.needed & ~group.lanes;
  const int first = std::countr_zero(missing);
  const bool waits = std::ranges::any_of(splits, [&](const Split& split) {
    return split.state == Split::State::converging && (split.mask >> first & 1);
  });
  current = index;
  active = splits[index].mask;
  Fault fault;
  fault.kind = events::FindingKind::bad_warp_mask;
  fault.lanes = active;
  fault.missing = missing;
  fault.note = "the mask names " + std::to_string(std::popcount(missing)) +
               " lanes that never come here, lane " + std::to_string(first) + " first" +
               (waits ? ": it waits in another _sync function, or with another mask" : "");
  running_worker(*this).stop(*this, splits[index].op, fault);
  active = 0;
}

bool converge(Warp& w, const Op* op, uint32_t needed) {
  RunningWarp& warp = running(w);
  if (const uint32_t left_out = warp.active & ~needed; left_out && !warp.joint) {
    Fault fault;
    fault.kind = events::FindingKind::bad_warp_mask;
    fault.lanes = left_out;
    fault.note = "the mask leaves out lanes that execute this";
    if (!warp.worker->fault(warp, op, fault)) {
      warp.park(Split::State::ready, op);
      return false;
    }
  }
  if (warp.joint || (needed & warp.alive & ~warp.active) == 0) {
    ++warp.exchanges;
    return true;
  }
  warp.split().needed = needed;
  warp.split().sent_for = 0;
  warp.split().joint = warp.split().frame.function->joint_at(op);
  warp.park(Split::State::converging, op);
  return false;
}

}  // namespace simt::exec
