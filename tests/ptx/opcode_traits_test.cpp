// What the rows of opcodes.def say an instruction is like, against each other and against the parts
// of simt that act on it.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "simt/model/instruction_cost.h"
#include "simt/observe/access_sites.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/uniform.h"
#include "tests/ptx/parser_helper.h"

namespace simt::ptx {
namespace {

std::vector<Opcode> opcodes_that_run() {
  std::vector<Opcode> opcodes;
  for (size_t i = 0; i < opcode_count(); ++i)
    if (info_of(static_cast<Opcode>(i)).status != Status::none)
      opcodes.push_back(static_cast<Opcode>(i));
  return opcodes;
}

// One instruction for each type that the row covers, or one without a type.
std::vector<Instruction> instructions_of(Opcode opcode) {
  std::vector<Instruction> instructions;
  for (size_t t = 0; t <= static_cast<size_t>(Type::f64); ++t) {
    const auto type = static_cast<Type>(t);
    if (!info_of(opcode).types.empty() && (type == Type::none || !is_covered(opcode, type)))
      continue;
    Instruction instruction;
    instruction.opcode = opcode;
    if (type != Type::none) instruction.types = {type};
    instructions.push_back(instruction);
  }
  return instructions;
}

TEST(Cost, OfEveryInstructionIsMoreThanNothingOrDeclaredFree) {
  for (const Opcode opcode : opcodes_that_run()) {
    double most = 0;
    for (const Instruction& instruction : instructions_of(opcode))
      most = std::max(most, model::cost_of(instruction).issue);
    EXPECT_EQ(most == 0, info_of(opcode).cost == Cost::free) << name_of(opcode) << ": " << most;
  }
}

TEST(Cost, IsPaidOnPipesThatEveryTargetHas) {
  for (const Opcode opcode : opcodes_that_run())
    for (const Instruction& instruction : instructions_of(opcode)) {
      const model::InstructionCost cost = model::cost_of(instruction);
      EXPECT_TRUE(cost.operations == 0 || cost.pipe != model::Pipe::none) << name_of(opcode);
      for (const model::Target& target : model::targets())
        EXPECT_TRUE(cost.operations == 0 || model::rate_of(target, cost.pipe) > 0)
            << name_of(opcode) << " on " << target.name;
    }
}

TEST(Uniform, IsSaidOfEveryInstructionThatWritesARegister) {
  for (const Opcode opcode : opcodes_that_run()) {
    bool writes = false;
    for (const OperandForm& form : operand_forms_of(opcode))
      writes |=
          !form.slots.empty() && form.slots[0].kinds & (writable | writable_pair | writable_vector);
    EXPECT_EQ(info_of(opcode).uniform != Uniform::none, writes) << name_of(opcode);
  }
}

TEST(Uniform, RegistersHoldWhatTheWholeBlockShares) {
  const std::string body =
      "ld.param.u32 %r1, [k_param_0];\n"
      "ld.const.u32 %r2, [table];\n"
      "ld.global.u32 %r3, [%rd1];\n"
      "mov.u32 %r4, %ctaid.x;\n"
      "mov.u32 %r5, %tid.x;\n"
      "add.u32 %r6, %r1, %r4;\n"
      "add.u32 %r7, %r6, %r5;\n"
      "activemask.b32 %r8;";
  const Module module = module_of(".const .align 4 .b32 table[4];\n" + in_kernel(body));
  const Function& kernel = module.functions.front();
  const std::vector<bool> uniform = find_uniform_registers(kernel);
  std::string found;
  for (size_t r = 0; r < uniform.size(); ++r)
    if (uniform[r]) found += kernel.registers[r].name + " ";
  EXPECT_EQ(found, "%r1 %r2 %r4 %r6 ");
}

TEST(Uniform, RegistersMayNumberBarriersAndMaskLanes) {
  const Function kernel = kernel_of(
      "ld.param.u32 %r1, [k_param_0];\n"
      "barrier.sync %r1;\n"
      "bar.warp.sync %r1;\n"
      "nanosleep.u32 %r1;\n"
      "bar.red.popc.u32 %r2, %r1, %p1;");
  const Instruction& reads = kernel.instructions[1];
  EXPECT_TRUE(find_uniform_registers(kernel).at(reads.operands[0].index));
  EXPECT_FALSE(has_destination(reads));
  EXPECT_FALSE(has_destination(kernel.instructions[2]));
  EXPECT_FALSE(has_destination(kernel.instructions[3]));
  EXPECT_TRUE(has_destination(kernel.instructions[4]));
}

TEST(Access, IsSaidOfEveryInstructionThatTakesAnAddress) {
  for (const Opcode opcode : opcodes_that_run()) {
    bool takes_address = false;
    for (const OperandForm& form : operand_forms_of(opcode))
      for (const OperandSlot& slot : form.slots) takes_address |= slot.kinds & in_brackets;
    EXPECT_EQ(info_of(opcode).access != Access::none, takes_address) << name_of(opcode);
  }
}

// What a checker calls the only instruction of a kernel, "" where it is no access.
std::string site_of(const std::string& instruction) {
  const Module module = module_of(in_kernel(instruction));
  const observe::AccessSites sites(module, module.functions.front());
  const observe::SiteId id = sites.find(&module.functions.front(), 0);
  return id ? sites[id].describe() : "";
}

TEST(Access, MakesAnInstructionASite) {
  EXPECT_EQ(site_of("ld.global.u32 %r1, [%rd1];"), "4-byte read");
  EXPECT_EQ(site_of("ldu.global.u32 %r1, [%rd1];"), "4-byte read");
  EXPECT_EQ(site_of("st.global.u32 [%rd1], %r1;"), "4-byte write");
  EXPECT_EQ(site_of("atom.global.add.u32 %r1, [%rd1], 1;"), "4-byte atomic");
  EXPECT_EQ(site_of("red.global.add.u32 [%rd1], 1;"), "4-byte atomic");
  EXPECT_EQ(site_of("mbarrier.init.shared.b64 [%rd1], 1;"), "8-byte atomic");
  EXPECT_EQ(site_of("cp.async.ca.shared.global [%rd1], [%rd2], 16;"), "16-byte asynchronous copy");
  EXPECT_EQ(site_of("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%rd1];"), "2-byte read");
  EXPECT_EQ(site_of("prefetch.global.L1 [%rd1];"), "");
  EXPECT_EQ(site_of("cp.async.wait_all;"), "");
  EXPECT_EQ(site_of("add.u32 %r1, %r2, %r3;"), "");
}

// Lanes that the guard switches off must not be waited for: they take a branch.
TEST(Control, OfSynchronisingInstructionsMakesGuardsBranches) {
  for (const Opcode opcode : opcodes_that_run()) {
    if (!is_legal(opcode, "sync")) continue;
    EXPECT_EQ(info_of(opcode).control, Control::warp) << name_of(opcode);
  }
  EXPECT_TRUE(guard_is_branch(instruction_of("bar.sync 0;")));
  EXPECT_TRUE(guard_is_branch(instruction_of("shfl.sync.idx.b32 %r1, %r2, 0, 31, -1;")));
  EXPECT_FALSE(guard_is_branch(instruction_of("add.u32 %r1, %r2, %r3;")));
  EXPECT_FALSE(guard_is_branch(instruction_of("exit;")));
}

TEST(Control, EndsBasicBlocks) {
  const Function kernel = kernel_of(
      "add.u32 %r1, %r1, 1;\n"
      "@%p1 bra NEXT;\n"
      "bar.sync 0;\n"
      "NEXT: @%p1 exit;\n"
      "ret;");
  std::vector<std::pair<uint32_t, uint32_t>> blocks;
  for (const BasicBlock& block : find_flow(kernel).blocks)
    blocks.emplace_back(block.first, block.end);
  const std::vector<std::pair<uint32_t, uint32_t>> expected = {{0, 2}, {2, 3}, {3, 4}, {4, 5}};
  EXPECT_EQ(blocks, expected);
}

}  // namespace
}  // namespace simt::ptx
