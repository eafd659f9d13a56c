// Instructions and operands, scopes and labels.
#include <bit>
#include <fstream>
#include <sstream>

#include "simt/ptx/coverage.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/ptx/parser_helper.h"

namespace simt::ptx {
namespace {

using Kind = Operand::Kind;

TEST(Tables, EveryWordOfEveryRowExistsAndIsFoundByItsSpelling) {
  for (size_t i = 0; i < opcode_count(); ++i) {
    const auto opcode = static_cast<Opcode>(i);
    const OpcodeInfo& info = info_of(opcode);
    EXPECT_EQ(find_opcode(info.name), opcode) << info.name;
    EXPECT_FALSE(operand_forms_of(opcode).empty()) << info.name;
    std::istringstream words{std::string(info.words)}, types{std::string(info.types)};
    for (std::string word; words >> word;) {
      ASSERT_TRUE(find_word(word)) << info.name << " ." << word;
      EXPECT_EQ(find_word(word)->type, Type::none) << info.name << " ." << word;
      EXPECT_TRUE(is_legal(opcode, word));
    }
    for (std::string type; types >> type;) {
      ASSERT_TRUE(find_word(type)) << info.name << " ." << type;
      EXPECT_NE(find_word(type)->type, Type::none) << info.name << " ." << type;
    }
    EXPECT_TRUE(info.status == Status::full || !info.note.empty()) << info.name;
  }
}

TEST(Tables, EnumeratorsHaveTheirSpelling) {
  EXPECT_EQ(name_of(Opcode::and_), "and");
  EXPECT_EQ(name_of(Modifier::L1_evict_last), "L1::evict_last");
  EXPECT_EQ(name_of(Modifier::volatile_), "volatile");
  EXPECT_EQ(name_of(SpecialRegister::tid_x), "%tid.x");
  EXPECT_EQ(name_of(Type::bf16x2), "bf16x2");
  EXPECT_EQ(name_of(Space::constant), "const");
  EXPECT_EQ(type_of(SpecialRegister::clock64), Type::u64);
  for (size_t i = 0; i < special_register_count(); ++i) {
    const auto special = static_cast<SpecialRegister>(i);
    EXPECT_EQ(find_special_register(name_of(special)), special);
  }
}

TEST(Coverage, TheCommittedPageIsWhatTheTablesSay) {
  std::ifstream file(std::string(checkout::root) + "/docs/simt-coverage.md");
  std::stringstream committed;
  committed << file.rdbuf();
  const std::string path = warplab::own_folder() / "simt-coverage.md";
  std::ofstream(path) << coverage_markdown();
  EXPECT_TRUE(committed.str() == coverage_markdown())
      << "docs/simt-coverage.md is out of date; next: cp " << path << " docs/";
}

TEST(Instruction, ModifiersTypesAndSpaces) {
  const Instruction cvt = instruction_of("cvt.rni.ftz.sat.s32.f32 %r1, %f1;");
  EXPECT_EQ(cvt.opcode, Opcode::cvt);
  EXPECT_TRUE(cvt.has(Modifier::rni) && cvt.has(Modifier::ftz) && cvt.has(Modifier::sat));
  EXPECT_EQ(cvt.modifiers.count(), 3u);
  EXPECT_EQ(cvt.types, (InlineList<Type, 7>{Type::s32, Type::f32}));
  EXPECT_EQ(cvt.vector, 1);
  EXPECT_EQ(cvt.space(), Space::generic);

  const Instruction load =
      instruction_of("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%r1,%r2,_,%r4}, [%rd1+-8];");
  EXPECT_EQ(load.space(), Space::global);
  EXPECT_EQ(load.vector, 4);
  EXPECT_TRUE(load.has(Modifier::L1_no_allocate) && load.has(Modifier::L2_128B));
  ASSERT_EQ(load.operands[0].kind, Kind::vector);
  EXPECT_EQ(load.operands[0].elements[2].kind, Kind::sink);
  EXPECT_EQ(load.operands[1].offset, -8);

  const Instruction copy =
      instruction_of("cp.async.cg.shared.global.L2::256B [%r1], [%rd1], 16, 8;");
  EXPECT_EQ(copy.spaces, (InlineList<Space, 3>{Space::shared, Space::global}));
  EXPECT_EQ(copy.operands.size(), 4u);

  const Instruction cta = instruction_of("ld.shared::cta.u32 %r1, [%r2];");
  EXPECT_EQ(cta.space(), Space::shared);
  EXPECT_TRUE(cta.has(Modifier::shared_cta));
  const Instruction entry = instruction_of("ld.param::entry.u64 %rd1, [k_param_0];");
  EXPECT_EQ(entry.space(), Space::param);
  EXPECT_EQ(entry.operands[1].symbol.kind, Symbol::Kind::parameter);

  const Instruction mma = instruction_of(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f0,%f1,%f2,%f3}, "
      "{%r0,%r1,%r2,%r3}, {%r4,%r5}, {%f0,%f1,%f2,%f3};");
  EXPECT_EQ(mma.types, (InlineList<Type, 7>{Type::f32, Type::bf16, Type::bf16, Type::f32}));
  EXPECT_TRUE(mma.has(Modifier::m16n8k16));
}

TEST(Instruction, BlanksInTheMnemonicDoNotMatter) {
  const Instruction add = instruction_of("add\t.rn /* half */ .f32 %f1, %f2, %f3;");
  EXPECT_TRUE(add.has(Modifier::rn));
  EXPECT_EQ(add.type(), Type::f32);
}

TEST(Operand, PairsAndSinks) {
  const Function f = kernel_of(
      "setp.lt.and.s32 %p0|%p1, %r1, -1, !%p2;\n"
      "shfl.sync.down.b32 %r1|%p3, %r2, 0x10, 0x1f, 0xffffffff;\n"
      "shfl.sync.idx.b32 _|%p3, %r2, 1, 31, -1;\n"
      "lop3.b32 %r1, %r2, %r3, %r4, 0x96;");
  const Operand& pair = f.instructions[0].operands[0];
  ASSERT_EQ(pair.kind, Kind::pair);
  EXPECT_EQ(name_in(f, pair.elements[0]), "%p0");
  EXPECT_EQ(name_in(f, pair.elements[1]), "%p1");
  EXPECT_EQ(name_in(f, f.instructions[0].operands[3]), "!%p2");
  EXPECT_EQ(static_cast<int64_t>(f.instructions[0].operands[2].bits), -1);
  EXPECT_EQ(f.instructions[1].operands.size(), 5u);
  EXPECT_EQ(f.instructions[2].operands[0].elements[0].kind, Kind::sink);
}

TEST(Instruction, GuardsAndPlaces) {
  const Function f = kernel_of("  @!%p1 exit;\n\n   @%p2 mov.u32 %r1, 5;");
  ASSERT_EQ(f.instructions.size(), 2u);
  EXPECT_TRUE(f.instructions[0].guarded && f.instructions[0].guard_negated);
  EXPECT_EQ(f.registers[f.instructions[0].guard].name, "%p1");
  EXPECT_TRUE(f.instructions[1].guarded && !f.instructions[1].guard_negated);
  EXPECT_EQ(f.instructions[0].place.line, 7u);
  EXPECT_EQ(f.instructions[0].place.column, 3u);
  EXPECT_EQ(f.instructions[1].place.line, 9u);
  EXPECT_EQ(f.instructions[1].operands[0].place.column, 17u);
}

struct ImmediateCase {
  const char* text;
  Type type;
  uint64_t bits;
};

TEST(Operand, Immediates) {
  const ImmediateCase cases[] = {
      {"0", Type::s64, 0},
      {"017", Type::s64, 15},
      {"0b1010", Type::s64, 10},
      {"0xFFu", Type::u64, 255},
      {"9223372036854775807", Type::s64, INT64_MAX},
      {"9223372036854775808", Type::u64, uint64_t{1} << 63},
      {"-9223372036854775808", Type::u64, uint64_t{1} << 63},
      {"18446744073709551615U", Type::u64, UINT64_MAX},
      {"-1", Type::s64, UINT64_MAX},
      {"~0", Type::s64, UINT64_MAX},
      {"!3", Type::s64, 0},
      {"!0", Type::s64, 1},
      {"WARP_SZ", Type::s64, 32},
      {"0f3F800000", Type::f32, 0x3f800000},
      {"-0f3F800000", Type::f32, 0xbf800000},
      {"0F7fc00000", Type::f32, 0x7fc00000},
      {"0d3FF0000000000000", Type::f64, 0x3ff0000000000000},
      {"0D8000000000000000", Type::f64, uint64_t{1} << 63},
      {"1.5", Type::f64, std::bit_cast<uint64_t>(1.5)},
      {"2.", Type::f64, std::bit_cast<uint64_t>(2.0)},
      {"-1e-3", Type::f64, std::bit_cast<uint64_t>(-1e-3)},
      {"1+2*3", Type::s64, 7},
      {"(1+2)*3", Type::s64, 9},
      {"1<<4|1", Type::s64, 17},
      {"10-3-2", Type::s64, 5},
      {"7/2%2", Type::s64, 1},
      {"-7/2", Type::s64, static_cast<uint64_t>(-3)},
      {"-7%4", Type::s64, static_cast<uint64_t>(-3)},
      {"-8>>1", Type::s64, static_cast<uint64_t>(-4)},
      {"(.u64)-8>>60", Type::u64, 15},
      {"(.s64)0x8000000000000000>>63", Type::s64, UINT64_MAX},
      {"1<<64", Type::s64, 0},
      {"-1>>64", Type::s64, UINT64_MAX},
      {"(-9223372036854775807-1)/-1", Type::s64, uint64_t{1} << 63},
      {"(-9223372036854775807-1)%-1", Type::s64, 0},
      {"3<4&&2!=2", Type::s64, 0},
      {"0||2==2", Type::s64, 1},
      {"-1<0", Type::s64, 1},
      {"-1<0U", Type::s64, 0},
      {"1?2:3", Type::s64, 2},
      {"0?2:0?4:5", Type::s64, 5},
      {"6&3^1", Type::s64, 3},
      {"WARP_SZ*2-1", Type::s64, 63},
  };
  for (const ImmediateCase& c : cases) {
    const Operand operand =
        instruction_of(std::string("mov.b64 %rd1, ") + c.text + ";").operands[1];
    EXPECT_EQ(operand.kind, Kind::immediate) << c.text;
    EXPECT_EQ(operand.immediate_type, c.type) << c.text;
    EXPECT_EQ(operand.bits, c.bits) << c.text;
  }
}

TEST(Operand, Addresses) {
  const Function f = kernel_of(
      ".shared .align 4 .b8 tile[64];\n"
      "ld.global.u32 %r1, [%rd2+4096];\n"
      "ld.shared.u32 %r1, [tile+4];\n"
      "ld.shared.u32 %r1, [16];\n"
      "ld.global.u32 %r1, [%rd2-4];\n"
      "mov.u64 %rd1, tile+8;\n"
      "mov.u64 %rd1, k;\n"
      "ld.shared.u32 %r1, [ tile ];");
  const Operand a = f.instructions[0].operands[1];
  EXPECT_EQ(a.kind, Kind::address);
  EXPECT_EQ(a.base, Operand::Base::reg);
  EXPECT_EQ(f.registers[a.index].name, "%rd2");
  EXPECT_EQ(a.offset, 4096);
  const Operand b = f.instructions[1].operands[1];
  EXPECT_EQ(b.base, Operand::Base::symbol);
  EXPECT_EQ(b.symbol.kind, Symbol::Kind::function_variable);
  EXPECT_EQ(f.variables[b.symbol.index].name, "tile");
  EXPECT_EQ(b.offset, 4);
  EXPECT_EQ(f.instructions[2].operands[1].base, Operand::Base::absolute);
  EXPECT_EQ(f.instructions[2].operands[1].offset, 16);
  EXPECT_EQ(f.instructions[3].operands[1].offset, -4);
  EXPECT_EQ(f.instructions[4].operands[1].kind, Kind::symbol);
  EXPECT_EQ(f.instructions[4].operands[1].offset, 8);
  EXPECT_EQ(f.instructions[5].operands[1].symbol.kind, Symbol::Kind::function);
  EXPECT_EQ(f.instructions[6].operands[1].offset, 0);
}

TEST(Operand, SpecialRegisters) {
  const Function f = kernel_of(
      "mov.u32 %r1, %tid.x;\nmov.u32 %r1, %nctaid.z;\nmov.u64 %rd1, %clock64;\n"
      "mov.u32 %r1, %lanemask_lt;\nmov.b32 %r1, %envreg31;");
  EXPECT_EQ(f.instructions[0].operands[1].kind, Kind::special);
  const auto special = [&](int i) {
    return static_cast<SpecialRegister>(f.instructions[i].operands[1].index);
  };
  EXPECT_EQ(special(0), SpecialRegister::tid_x);
  EXPECT_EQ(special(1), SpecialRegister::nctaid_z);
  EXPECT_EQ(special(2), SpecialRegister::clock64);
  EXPECT_EQ(special(3), SpecialRegister::lanemask_lt);
  EXPECT_EQ(special(4), SpecialRegister::envreg31);
}

TEST(Operand, VectorRegisters) {
  const Function f = kernel_of(
      ".reg .v4 .f32 %v; .reg .v2 .b32 %w<3>;\n"
      "mov.f32 %f1, %v.y;\nmov.b32 %r1, %w2.g;\nst.global.v4.f32 [%rd1], %v;");
  EXPECT_EQ(name_in(f, f.instructions[0].operands[1]), "%v.y");
  EXPECT_EQ(name_in(f, f.instructions[1].operands[1]), "%w2.y");
  const Operand& all = f.instructions[2].operands[1];
  ASSERT_EQ(all.elements.size(), 4u);
  EXPECT_EQ(name_in(f, all.elements[3]), "%v.w");
}

TEST(Registers, RangesListsAndSingles) {
  const Function f = kernel_of(
      ".reg .b32 a, %b, r12; .reg .b32 t<3>, %x<2>;\n"
      "add.s32 a, %b, r12;\nadd.s32 t0, t2, %x1;");
  EXPECT_EQ(name_in(f, f.instructions[0].operands[0]), "a");
  EXPECT_EQ(name_in(f, f.instructions[0].operands[2]), "r12");
  EXPECT_EQ(name_in(f, f.instructions[1].operands[1]), "t2");
  EXPECT_EQ(name_in(f, f.instructions[1].operands[2]), "%x1");
  EXPECT_EQ(f.registers[f.instructions[1].operands[2].index].type, Type::b32);
}

TEST(Scopes, InnerDeclarationsHideOuterOnesUntilTheyEnd) {
  const Function f = kernel_of(
      "{ .reg .b32 %r<2>; .reg .b64 t;\n mov.b32 %r1, %r5;\n"
      "  { .reg .b32 %r1; mov.b32 %r1, %r0; mov.b64 t, t; }\n mov.b32 %r1, 1; }\n"
      "mov.b32 %r1, 2;\n{ .reg .b32 t; mov.b32 t, t; }");
  const auto destination = [&](int i) { return f.instructions[i].operands[0].index; };
  EXPECT_NE(destination(0), destination(1));
  EXPECT_EQ(destination(0), destination(3));
  EXPECT_NE(destination(0), destination(4));
  EXPECT_NE(destination(1), destination(4));
  EXPECT_EQ(f.instructions[0].operands[1].index, destination(4) + 4);  // %r5 is the outer one
  EXPECT_EQ(f.registers[destination(2)].type, Type::b64);
  EXPECT_EQ(f.registers[destination(5)].type, Type::b32);
}

TEST(Scopes, LabelsBelongToTheirScope) {
  const Function f = kernel_of(
      "L: nop_: bra L;\n"
      "{ bra L; bra OUT; L: exit; }\n"
      "{ L: exit; { bra L; } bra OUT; }\n"
      "OUT: ret;\nEND:");
  ASSERT_EQ(f.labels.size(), 6u);
  const auto target = [&](int i) {
    return f.labels[f.instructions[i].operands[0].symbol.index].instruction;
  };
  EXPECT_EQ(target(0), 0u);  // L
  EXPECT_EQ(target(1), 3u);  // the L that follows in the same scope
  EXPECT_EQ(target(2), 7u);  // OUT
  EXPECT_EQ(target(5), 4u);  // L of the scope around
  EXPECT_EQ(target(6), 7u);
  EXPECT_EQ(f.labels.back().instruction, 8u);  // one past the last
}

TEST(Branches, TargetLists) {
  const Function f =
      kernel_of("T: .branchtargets A, B, A;\n@%p1 brx.idx.uni %r1, T;\nA: exit;\nB: ret;");
  ASSERT_EQ(f.branch_targets.size(), 1u);
  ASSERT_EQ(f.branch_targets[0].size(), 3u);
  EXPECT_EQ(f.labels[f.branch_targets[0][1]].name, "B");
  EXPECT_EQ(f.branch_targets[0][0], f.branch_targets[0][2]);
  EXPECT_EQ(f.instructions[0].operands[1].symbol.kind, Symbol::Kind::branch_targets);
}

TEST(Calls, AlwaysHaveFourOperands) {
  const Module m = module_of(
      ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
      ".func g;\n.func many(.param .b32 first, .param .b8 rest[]);\n" +
      in_kernel("{ .param .b32 out; .param .b64 x;\n"
                "call.uni (out), vprintf, (x, %rd1);\ncall g;\ncall many, (1, 2, 3);\n"
                "P: .callprototype (.param .b32 _) _ (.param .b64 _);\n"
                "Q: .callprototype _ () .noreturn;\nS: .calltargets vprintf;\n"
                "call (out), %rd1, (x), P;\ncall %rd1, (), Q;\ncall (_), %rd1, (x, x), S; }"));
  const Function& f = m.functions.back();
  ASSERT_EQ(f.instructions.size(), 6u);
  for (const Instruction& call : f.instructions) {
    ASSERT_EQ(call.operands.size(), 4u);
    EXPECT_EQ(call.operands[0].kind, Kind::list);
    EXPECT_EQ(call.operands[2].kind, Kind::list);
  }
  EXPECT_EQ(f.instructions[0].operands[0].elements.size(), 1u);
  EXPECT_EQ(m.functions[f.instructions[0].operands[1].symbol.index].name, "vprintf");
  EXPECT_EQ(f.instructions[0].operands[3].kind, Kind::sink);
  EXPECT_EQ(f.instructions[1].operands[2].elements.size(), 0u);
  EXPECT_EQ(f.instructions[3].operands[1].kind, Kind::reg);
  EXPECT_EQ(f.instructions[3].operands[3].symbol.kind, Symbol::Kind::prototype);
  ASSERT_EQ(f.prototypes.size(), 3u);
  EXPECT_EQ(f.prototypes[0].parameters[0].size, 8u);
  EXPECT_TRUE(f.prototypes[1].no_return);
  EXPECT_EQ(f.prototypes[2].parameters.size(), 2u);
}

TEST(Unsupported, InstructionsAreKeptForTheKernelsThatDoNotUseThem) {
  const Function f = kernel_of(
      "tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%rd1, {%f1, %f2}];\n"
      "wgmma.fence.sync.aligned;\n@%p1 tcgen05.wait::ld.sync.aligned;\nret;");
  ASSERT_EQ(f.instructions.size(), 4u);
  EXPECT_EQ(f.instructions[0].opcode, Opcode::tex);
  EXPECT_TRUE(f.instructions[0].operands.empty());
  EXPECT_EQ(info_of(f.instructions[1].opcode).status, Status::none);
  EXPECT_TRUE(f.instructions[2].guarded);
}

TEST(SourceLines, TheInnermostFunctionCounts) {
  const Module m = module_of(
      ".file 1 \"/a/b.cu\"\n.file 7 \"c.h\", 1700000000, 512\n" +
      in_kernel("mov.u32 %r1, 0;\n.loc 1 5 3\nmov.u32 %r1, 1;\n"
                ".loc\t7 12 9, function_name $L__info_string0, inlined_at 1 6 3\nmov.u32 %r1, 2;\n"
                ".loc 7 13 1, function_name L+20, inlined_at 1 6 3\n{ mov.u32 %r1, 3; }\nret;") +
      in_kernel("ret;").replace(16, 1, "j"));
  const Function& f = m.functions[0];
  EXPECT_EQ(f.instructions[0].source, (SourceLine{0, 0}));
  EXPECT_EQ(m.file_of(f.instructions[0].source), "");
  EXPECT_EQ(f.instructions[1].source, (SourceLine{1, 5}));
  EXPECT_EQ(f.instructions[2].source, (SourceLine{7, 12}));
  EXPECT_EQ(m.file_of(f.instructions[2].source), "c.h");
  EXPECT_EQ(f.instructions[1].source.column, 3u);
  EXPECT_EQ(f.instructions[2].source.column, 9u);
  EXPECT_EQ(f.instructions[4].source, (SourceLine{7, 13}));
  EXPECT_EQ(m.functions[1].instructions[0].source, (SourceLine{0, 0}));
}

// nvcc writes the whole chain of callers in front, and the files behind the functions.
TEST(SourceLines, CodeInlinedFromAToolkitHeaderHasItsCallersLine) {
  const Module m = module_of(
      in_kernel(".loc 1 13 3\n"
                ".loc 1 8 5, function_name $L0, inlined_at 1 13 3\n"
                ".loc 2 897 16, function_name $L1, inlined_at 1 8 5\n"
                ".loc 3 397 9, function_name $L2, inlined_at 2 897 16\nmov.u32 %r1, 0;\n"
                ".loc 1 9 3, function_name $L0, inlined_at 1 13 3\nmov.u32 %r1, 1;\n"
                ".loc 2 20 1\nmov.u32 %r1, 2;\n"
                ".loc 3 397 9, function_name $L2, inlined_at 1 14 3\nmov.u32 %r1, 3;\nret;") +
      ".file 1 \"/a/include/b.cu\"\n"
      ".file 2 \"/cuda/targets/x86_64-linux/include/cooperative_groups.h\"\n"
      ".file 3 \"/cuda/targets/x86_64-linux/include/sm_30_intrinsics.hpp\"\n");
  const Function& f = m.functions[0];
  EXPECT_EQ(f.instructions[0].source, (SourceLine{1, 8}));
  EXPECT_EQ(f.instructions[1].source, (SourceLine{1, 9}));
  EXPECT_EQ(f.instructions[2].source, (SourceLine{2, 20}));
  EXPECT_EQ(f.instructions[3].source, (SourceLine{1, 14}));
  EXPECT_EQ(f.instructions[0].source.column, 5u);
}

// LLVM writes line 0 where it has moved an instruction out of a loop.
TEST(SourceLines, LineZeroIsThatOfTheNeighbourInTheBlock) {
  const Module m = module_of(
      ".file 1 \"/a/b.cu\"\n" +
      in_kernel(
          ".loc 1 46 1\nret;\n"
          "next:\n.loc 1 0 1\nmov.u32 %r1, 0;\nmov.u32 %r1, 1;\n.loc 1 34 44\nmov.u32 %r1, 2;\n"
          ".loc 1 0 44\nbra next;\n"
          "alone:\nmov.u32 %r1, 3;\nbra next;\n"
          ".loc 1 0 9, function_name $L0, inlined_at 1 38 9\nret;"));
  const Function& f = m.functions[0];
  EXPECT_EQ(f.instructions[0].source, (SourceLine{1, 46}));
  for (size_t pc : {1, 2, 3, 4}) EXPECT_EQ(f.instructions[pc].source, (SourceLine{1, 34})) << pc;
  EXPECT_EQ(f.instructions[7].source, (SourceLine{1, 38}));
}

// It has sunk the end of an unrolled loop to a block of its own.
TEST(SourceLines, ABlockOfLineZeroHasTheLinesOfWhatDoesTheSame) {
  const Module m = module_of(
      ".file 1 \"/a/b.cu\"\n" +
      in_kernel(".loc 1 22 25\nld.shared.u32 %r1, [0];\n.loc 1 25 47\nadd.u32 %r1, %r1, %r1;\n"
                ".loc 1 26 3\nst.shared.u32 [0], %r1;\nbra sunk;\n"
                "sunk:\n.loc 1 0 47\nadd.u32 %r1, %r1, %r1;\nld.shared.u32 %r1, [4];\n"
                "xor.b32 %r1, %r1, %r1;\nret;"));
  const Function& f = m.functions[0];
  EXPECT_EQ(f.instructions[4].source, (SourceLine{1, 25}));
  EXPECT_EQ(f.instructions[5].source, (SourceLine{1, 22}));
  EXPECT_EQ(f.instructions[6].source, (SourceLine{1, 0})) << "nothing does the same";
}

}  // namespace
}  // namespace simt::ptx
