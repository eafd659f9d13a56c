// Decodes one function into an Image: operands in decode_operands.cpp, what follows values in
// decode_values.cpp, everything else in decode.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/exec/control.h"
#include "simt/exec/emitter.h"
#include "simt/exec/image.h"
#include "simt/exec/loads_ahead.h"
#include "simt/exec/op.h"
#include "simt/exec/reach.h"
#include "simt/exec/registers.h"
#include "simt/exec/vector_accesses.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::exec {

class Decoder final : public Emitter {
 public:
  Decoder(Image& image, const SharedLayout& shared, const VariableAddress& address_of,
          uint32_t module_index, uint32_t image_index, Purposes purposes)
      : image_(image),
        module_(*image.module),
        function_(module_.functions[module_index]),
        shared_(shared),
        address_of_(address_of),
        module_index_(module_index),
        image_index_(image_index),
        counting_(purposes.counting),
        covering_(purposes.covering),
        checking_(purposes.checking),
        out_(*image.functions[image_index]) {}

  void run();

  const ptx::Instruction& instruction() const override { return *instruction_; }
  const ptx::Function& function() const override { return function_; }
  const ptx::Module& module() const override { return module_; }

  Op& emit(Handler run) override;
  void meets_elsewhere(JointOp joint) override;
  bool keeps_read_lanes() const override { return keeps_read_lanes_; }

  uint32_t reg32(const ptx::Operand& operand, ptx::Type type) override;

  uint32_t reg64(const ptx::Operand& operand, ptx::Type type) override;

  uint32_t predicate(const ptx::Operand& operand) override;
  bool comes_first(const ptx::Operand& operand) const;

  uint32_t constant32(uint32_t value) override;
  uint32_t constant64(uint64_t value) override;
  uint32_t scratch32() override;
  uint32_t scratch64() override;

  DecodedAddress address(const ptx::Operand& operand, ptx::Space space) override;

  uint32_t site() override;

  [[noreturn]] void unsupported(const std::string& what) override;

 private:
  struct Jump {
    uint32_t op = 0;
    uint32_t block = 0;
  };

  uint32_t false_predicate() const { return slots_.count_predicates; }

  uint32_t access_bytes() const;

  [[noreturn]] void wrong_register(const ptx::Operand& operand, const char* expected);

  void lay_out_frame();

  // Of a variable or parameter; generic of what is neither.
  ptx::Space space_of(ptx::Symbol symbol) const;
  // Throws DecodeError where an access in that space cannot be one of the symbol.
  void check_space(ptx::Symbol symbol, ptx::Space accessed, int64_t offset);
  // Throws DecodeError where an access to a .param variable leads beyond its ends.
  void check_passed_bytes(ptx::Symbol symbol, int64_t offset);
  // Of a parameter, a result or a variable of the function itself.
  const ptx::Variable& variable_of(ptx::Symbol symbol) const;

  DecodedAddress address_of_symbol(ptx::Symbol symbol, DecodedAddress result);

  // A slot with the address of a symbol, in its own space.
  uint32_t symbol_address(const ptx::Operand& operand, bool wide);

  void decode_block(uint32_t b);

  uint32_t block_starting_at(uint32_t unit) const;

  uint32_t guard_predicate() const;

  // Whether lanes that diverge at the instruction are noted: it decides who comes to a barrier.
  bool is_noted() const;
  void branch_where(uint32_t taken, uint32_t from, uint32_t target);

  void branch_to(uint32_t target);
  // Whether the branch at the end of the block leads to several places: where all ways are one,
  // lanes do not diverge, for nobody would wait for them.
  bool parts(uint32_t block) const;

  void decode_unit(uint32_t block);

  // What units from this one on, none from `end` on, are parts of (vector_accesses.h).
  JoinedAccess joined_at(uint32_t unit, uint32_t end) const;
  std::vector<ptx::Interval> lives_with_copies(std::vector<ptx::Interval> lives) const;
  bool writes_a_slot_twice(const ptx::Instruction& access) const;
  // Decodes them as that: tests of the lanes' addresses, the wholes, and the units for lanes that do
  // not allow these. Returns how many units those are; 0 for none, and then nothing is decoded.
  uint32_t decode_joined(uint32_t unit, uint32_t end);
  void begin_unit(uint32_t unit);
  // Counts the lanes that the unit's instruction sends each way, if it is one that does.
  void count_ways(uint32_t unit);

  // Where the values of loads ahead go (decode_values.cpp). Whatever says "mask" is a predicate.
  struct Followed {
    LoadAhead load;
    uint32_t index = 0;                  // in followed_
    uint32_t access_pc = 0;              // of the joined access that it is a part of, or its own
    uint32_t unused = 0;                 // mask of the lanes that have not used the value yet
    std::map<uint32_t, uint32_t> masks;  // of the lanes in which it is in a register
  };
  void find_followed();
  void join_followed();
  // Whether all of these units are such loads.
  bool are_followed(uint32_t unit, uint32_t parts) const;
  // What reads and writes values: an instruction, and its guard.
  void follow_values();
  void follow_guard();
  // Steps of neighbouring instructions are emitted together, ahead of the first one that does more
  // than write registers in all active lanes, or whose steps depend on a condition: nothing else sees
  // the masks.
  Op& add_step(const Followed& followed, Handler run);
  void emit_steps_unless_delayed();
  uint32_t due_bit(const Followed& followed) const;
  void emit_steps();
  // Behind the Op of an access that is such a load, or of several: tells it, and begins to follow
  // what the instruction has loaded.
  void mark_access_ahead();
  void begin_to_follow();
  void use_values(const Followed& followed, const std::vector<uint32_t>& registers);
  Op& use_value(const Followed& followed, uint32_t mask, uint32_t other);
  // By the instruction, to what has that mask.
  void pass_value(const Followed& followed, uint32_t mask);
  // Of the lanes in which the operand holds any followed value; `followed`: who asks.
  uint32_t mask_of_any(const Followed& followed, const ptx::Operand& operand);
  bool combines_values() const;

  // Throws DecodeError where the instruction has a form or a type that simt does not cover.
  void check_form();

  // Branches and the like, whose guard is part of them.
  bool decode_flow(uint32_t block);

  void decode_plain();
  // As that, with the Ops that follow values; and what comes behind those ahead of it.
  void decode_followed();
  void decode_access();

  // Calls, barriers and what else the core does itself.
  bool decode_core();

  void fence(bool scope_block) { emit(control::fence).imm = scope_block; }

  void decode_barrier();

  // The .param variable that a call passes. Throws DecodeError where it is none.
  const ptx::Variable& passed_variable(const ptx::Operand& operand);
  uint32_t offset_of(const ptx::Operand& passed) const {
    return variable_offsets_[passed.symbol.index];
  }

  void decode_call();
  CallSite call_site();
  // Whether what is passed has the sizes that the callee says.
  void check_passed(const CallSite& site, const ptx::Function& callee);
  // A direct call: of a function with a body, or of one that simt answers itself.
  Handler decode_callee(CallSite& site, const ptx::Function& callee);

  void link();

  Image& image_;
  const ptx::Module& module_;
  const ptx::Function& function_;
  const SharedLayout& shared_;
  const VariableAddress& address_of_;
  const uint32_t module_index_, image_index_;
  const bool counting_, covering_, checking_;
  DecodedFunction& out_;

  ptx::Flow flow_;
  std::vector<uint32_t> noted_branches_;  // by pc
  RegisterSlots slots_;
  std::vector<uint32_t> variable_offsets_;
  std::vector<uint32_t> first_op_of_;
  std::vector<Jump> jumps_, meets_;
  std::map<uint32_t, uint32_t> constants32_;
  std::map<uint64_t, uint32_t> constants64_;
  uint32_t next32_ = 0, next64_ = 0;
  // Scratch slots are the instruction's own: the next one uses the same again.
  std::vector<uint32_t> scratch_slots32_, scratch_slots64_;
  uint32_t scratch32_ = 0, scratch64_ = 0;
  std::vector<Followed> followed_;
  std::map<uint32_t, uint32_t> followed_at_;               // index in followed_, by pc
  std::map<uint32_t, std::vector<uint32_t>> followed_in_;  // indexes, by register
  uint32_t any_value_ = 0;                                 // mask of mask_of_any()
  uint32_t passed_value_ = 0;                              // of a register that is not followed
  uint32_t due_ = 0;                                       // the word of control::follow_values
  bool is_always_due_ = false;                             // whatever that word says
  bool keeps_read_lanes_ = false;                          // the instruction does
  std::vector<Op> steps_;                                  // to emit; site: index in followed_
  uint32_t pc_ = 0;
  const ptx::Instruction* instruction_ = nullptr;
};

}  // namespace simt::exec
