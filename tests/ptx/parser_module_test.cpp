// Functions, variables and initialisers; text as compilers write it.
#include <bit>
#include <cstring>

#include "tests/ptx/parser_helper.h"

namespace simt::ptx {
namespace {

const Variable& only_variable(const Module& module) { return module.variables.at(0); }

template <class T>
T initial(const Variable& variable, size_t index) {
  T value{};
  if ((index + 1) * sizeof(T) <= variable.initial.size())
    std::memcpy(&value, variable.initial.data() + index * sizeof(T), sizeof(T));
  return value;
}

TEST(Module, Header) {
  const Module m = parse(
      "//\n/* a\ncomment */.version 9.12\n.target sm_90a, texmode_independent, debug\n"
      ".address_size 64\n");
  EXPECT_EQ(m.version_major, 9u);
  EXPECT_EQ(m.version_minor, 12u);
  EXPECT_EQ(m.target, "sm_90a");
  EXPECT_EQ(m.address_size, 64u);
  EXPECT_EQ(m.files.size(), 1u);
}

TEST(Module, ZerosAfterTheTextDoNotMatter) {
  EXPECT_EQ(parse(std::string(header) + in_kernel("ret;") + std::string(3, '\0')).functions.size(),
            1u);
}

TEST(Module, DebuggingSectionsAreSkipped) {
  const Module m = module_of(
      ".section .debug_info\n{\n.b8 1,2 // }\n.b32 .debug_abbrev\nL1:\n.b64 L1-L0\n}\n"
      ".section\t.debug_loc\t{\t}\n" +
      in_kernel("ret;"));
  EXPECT_EQ(m.functions.size(), 1u);
}

TEST(Functions, KernelDirectives) {
  const Module m = module_of(
      ".visible .entry k(.param .u64 .ptr .global .align 64 p, .param .align 16 .b8 s[48],\n"
      ".param .f32 x)\n.maxntid 256, 2\n.reqntid 32,4,2\n.minnctapersm 3\n.maxnreg 64\n"
      ".reqnctapercluster 2,1,1\n.explicitcluster\n.maxclusterrank 8\n.pragma \"nounroll\";\n"
      "{ .pragma \"used_bytes_mask 15\"; ret; }");
  const Function& k = m.functions[0];
  EXPECT_TRUE(k.kernel && k.has_body);
  ASSERT_EQ(k.parameters.size(), 3u);
  EXPECT_EQ(k.parameters[0].size, 8u);
  EXPECT_EQ(k.parameters[0].alignment, 8u);  // of the pointer, not of what it points to
  EXPECT_EQ(k.parameters[1].size, 48u);
  EXPECT_EQ(k.parameters[1].alignment, 16u);
  EXPECT_EQ(k.parameters[2].space, Space::param);
  EXPECT_EQ(k.max_threads[1], 2u);
  EXPECT_EQ(k.max_threads[2], 1u);
  EXPECT_EQ(k.required_threads[2], 2u);
  EXPECT_EQ(k.min_blocks, 3u);
  EXPECT_EQ(k.max_registers, 64u);
  EXPECT_EQ(k.cluster_blocks[0], 2u);
}

TEST(Functions, DeclarationsMergeWithDefinitions) {
  const Module m =
      module_of(".func (.param .b32 r) f (.param .b32 a);\n.extern .func g;\n.extern .func g;\n" +
                in_kernel("{ .param .b32 o, i; call (o), f, (i); }") +
                ".func (.param .b32 r) f (.param .b32 a)\n"
                "{ .reg .b32 %r<2>; ld.param.b32 %r1, [a]; st.param.b32 [r], %r1; ret; }\n"
                ".func (.param .b32 r) f (.param .b32 a);\n");
  ASSERT_EQ(m.functions.size(), 3u);
  EXPECT_TRUE(m.functions[0].has_body);
  EXPECT_FALSE(m.functions[1].has_body);
  const auto& store = m.functions[0].instructions[1];
  EXPECT_EQ(store.operands[0].symbol.kind, Symbol::Kind::return_parameter);
  EXPECT_EQ(m.functions[2].instructions[0].operands[1].symbol.index, 0u);
}

TEST(Functions, AliasesHaveTheBodyOfTheirFunction) {
  const Module m = module_of(
      ".func f (.param .b32 a);\n.func g (.param .b32 a);\n" + in_kernel("call f, (1);") +
      ".func g (.param .b32 b) { .reg .b32 %r<2>; ld.param.b32 %r1, [b]; ret; }\n.alias f, g;\n");
  EXPECT_EQ(m.functions[0].name, "f");
  EXPECT_TRUE(m.functions[0].has_body);
  EXPECT_EQ(m.functions[0].instructions.size(), 2u);
}

TEST(Functions, VariablesOfABodyKeepTheirSpace) {
  const Module m = module_of(
      in_kernel(".local .align 16 .b8 depot[64];\n.shared .f64 t[4][5];\n.global .u32 once = 3;\n"
                ".extern .shared .align 8 .b8 dynamic[];\n{ .param .align 4 .b8 p[12]; }\n"
                "mov.u64 %rd1, once;\nmov.u64 %rd1, dynamic;"));
  const Function& k = m.functions[0];
  ASSERT_EQ(k.variables.size(), 3u);
  EXPECT_EQ(k.variables[0].space, Space::local);
  EXPECT_EQ(k.variables[1].size, 160u);
  EXPECT_EQ(k.variables[2].space, Space::param);
  ASSERT_EQ(m.variables.size(), 2u);
  EXPECT_EQ(m.variables[0].name, "once");
  EXPECT_TRUE(m.variables[1].external);
  EXPECT_EQ(k.instructions[1].operands[1].symbol.kind, Symbol::Kind::module_variable);
}

TEST(Variables, SizesAndAlignments) {
  const Module m = module_of(
      ".global .u16 a;\n.shared .align 32 .b8 b[3];\n.const .v4 .f32 c[2][3];\n"
      ".extern .shared .align 16 .b8 d[];\n.visible .global .attribute(.managed) .s64 e, f[2];\n"
      ".weak .global .attribute(.unified(1,2), .managed) .align 4 .b8 g[WARP_SZ*2];\n"
      ".global .texref t;\n.global .align 8 .b8 none[0];");
  const auto expect = [&](size_t i, uint64_t size, uint32_t alignment) {
    EXPECT_EQ(m.variables[i].size, size) << m.variables[i].name;
    EXPECT_EQ(m.variables[i].alignment, alignment) << m.variables[i].name;
  };
  expect(0, 2, 2);
  expect(1, 3, 32);
  expect(2, 96, 16);
  expect(3, 0, 16);
  EXPECT_TRUE(m.variables[3].external && m.variables[3].is_array);
  expect(4, 8, 8);
  expect(5, 16, 8);
  EXPECT_TRUE(m.variables[5].managed);
  expect(6, 64, 4);
  expect(7, 8, 8);
  expect(8, 0, 8);
}

TEST(Variables, ExternMergesWithTheDefinition) {
  const Module m = module_of(
      ".extern .global .u32 x;\n.extern .global .u32 x;\n.global .u64 p = x;\n"
      ".visible .global .u32 x = 7;\n.extern .global .u32 x;");
  ASSERT_EQ(m.variables.size(), 2u);
  EXPECT_FALSE(m.variables[0].external);
  EXPECT_EQ(initial<uint32_t>(m.variables[0], 0), 7u);
  EXPECT_EQ(m.variables[1].relocations[0].symbol.index, 0u);
}

TEST(Initialisers, Numbers) {
  const Variable bytes =
      only_variable(module_of(".global .align 1 .b8 x[8] = {1, -1, 0x7f, 300};"));
  EXPECT_EQ(bytes.initial.size(), 4u);
  EXPECT_EQ(bytes.size, 8u);
  EXPECT_EQ(initial<uint8_t>(bytes, 1), 255);
  EXPECT_EQ(initial<uint8_t>(bytes, 3), 44);
  const Variable f32 =
      only_variable(module_of(".const .f32 x[4] = {0f40490FDB, 2.5, -3, 0d4000000000000000};"));
  EXPECT_EQ(std::bit_cast<uint32_t>(initial<float>(f32, 0)), 0x40490fdbu);
  EXPECT_EQ(initial<float>(f32, 1), 2.5f);
  EXPECT_EQ(initial<float>(f32, 2), -3.0f);
  EXPECT_EQ(initial<float>(f32, 3), 2.0f);
  const Variable f64 = only_variable(module_of(".global .f64 x = 0dC008000000000000;"));
  EXPECT_EQ(initial<double>(f64, 0), -3.0);
  EXPECT_FALSE(f64.is_array);
  const Variable u64 = only_variable(module_of(".global .u64 x = {18446744073709551615};"));
  EXPECT_EQ(initial<uint64_t>(u64, 0), UINT64_MAX);
}

TEST(Initialisers, NestedBracesAndOpenEnds) {
  const Variable grid = only_variable(module_of(".global .u32 x[3][2] = {{1}, {2, 3}, 4, 5};"));
  EXPECT_EQ(grid.size, 24u);
  const uint32_t expected[] = {1, 0, 2, 3, 4, 5};
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(initial<uint32_t>(grid, i), expected[i]) << i;
  const Variable open = only_variable(module_of(".global .u16 x[][2] = {{1, 2}, {3}};"));
  EXPECT_EQ(open.size, 8u);
  const Variable vectors = only_variable(module_of(".global .v2 .u32 x[] = {{1, 2}, {3, 4}};"));
  EXPECT_EQ(vectors.size, 16u);
  EXPECT_EQ(vectors.alignment, 8u);
  const Variable vector = only_variable(module_of(".global .v4 .u8 x = {1, 2, 3, 4};"));
  EXPECT_EQ(initial<uint8_t>(vector, 3), 4);
  EXPECT_EQ(vector.size, 4u);
  const Variable text = only_variable(module_of(".global .b8 x[] = \"abc\";"));
  EXPECT_EQ(text.size, 4u);
  EXPECT_EQ(initial<char>(text, 2), 'c');
}

TEST(Initialisers, Addresses) {
  const Module m = module_of(
      ".func f;\n.global .u32 y[4];\n"
      ".global .u64 p[5] = {y, y+8, generic(y)-4, f, 9};\n"
      ".global .u8 q[3] = {0xFF(y), 0xFF00(generic(y+4)), 0xff00000000000000(f)};\n"
      ".global .u32 low = y;");
  const auto& p = m.variables[1].relocations;
  ASSERT_EQ(p.size(), 4u);
  EXPECT_EQ(p[1].offset, 8u);
  EXPECT_EQ(p[1].addend, 8);
  EXPECT_EQ(p[1].bytes, 8);
  EXPECT_FALSE(p[1].generic);
  EXPECT_TRUE(p[2].generic);
  EXPECT_EQ(p[2].addend, -4);
  EXPECT_EQ(p[3].symbol.kind, Symbol::Kind::function);
  EXPECT_EQ(initial<uint64_t>(m.variables[1], 4), 9u);
  const auto& q = m.variables[2].relocations;
  ASSERT_EQ(q.size(), 3u);
  EXPECT_EQ(q[1].shift, 1);
  EXPECT_EQ(q[1].bytes, 1);
  EXPECT_EQ(q[1].addend, 4);
  EXPECT_EQ(q[2].shift, 7);
  EXPECT_EQ(m.variables[3].relocations[0].bytes, 4);
}

// The shapes that nvcc gives a kernel with a call to printf and inline assembly.
TEST(Compilers, NvccStyle) {
  const Module m = parse(R"(//
// Generated by NVIDIA NVVM Compiler
//
.version 9.0
.target sm_90
.address_size 64

	// .globl	_Z4workPfi
.extern .func  (.param .b32 func_retval0) vprintf
(
	.param .b64 vprintf_param_0,
	.param .b64 vprintf_param_1
)
;
.extern .func __assertfail (.param .b64 a) .noreturn;
.global .align 1 .b8 $str[4] = {37, 100, 10};
// _ZZ4workPfiE4tile has been demoted

.visible .entry _Z4workPfi(
	.param .u64 .ptr .align 1 _Z4workPfi_param_0,
	.param .u32 _Z4workPfi_param_1
)
.maxntid 256
{
	.local .align 8 .b8 	__local_depot0[8];
	.reg .b64 	%SP;
	.reg .b64 	%SPL;
	.reg .pred 	%p<3>;
	.reg .b32 	%r<6>;
	.reg .b64 	%rd<5>;
	// demoted variable
	.shared .align 4 .b8 _ZZ4workPfiE4tile[1024];
	.loc	1 3 0
$L__func_begin0:
	mov.u64 	%SPL, __local_depot0;
	cvta.local.u64 	%SP, %SPL;
	ld.param.u32 	%r2, [_Z4workPfi_param_1];
	.loc	1 4 9
	// begin inline asm
	{ .reg .pred p; setp.ne.u32 p, %r2, 0; @p bra L1; mov.u32 %r1, 5; L1: }
	// end inline asm
	setp.eq.s32 	%p1, %r1, 0;
	@%p1 bra 	$L__BB0_2;
	st.local.u32 	[%SPL], %r1;
	mov.u64 	%rd2, $str;
	cvta.global.u64 	%rd3, %rd2;
	{ // callseq 0, 0
	.param .b64 param0;
	st.param.b64 	[param0], %rd3;
	.param .b64 param1;
	st.param.b64 	[param1], %SP;
	.param .b32 retval0;
	call.uni (retval0), 
	vprintf, 
	(
	param0, 
	param1
	);
	ld.param.b32 	%r3, [retval0];
	} // callseq 0
$L__BB0_2:
	.loc	1 9 1
	ret;
$L__func_end0:

}
	.file	1 "work.cu"
	.section	.debug_str
	{
$L__info_string0:
.b8 95,90,0

	}
)");
  ASSERT_EQ(m.functions.size(), 3u);
  EXPECT_EQ(m.functions[2].instructions.size(), 16u);
  EXPECT_TRUE(m.functions[1].no_return);
  EXPECT_EQ(m.variables[0].size, 4u);
  EXPECT_EQ(m.file_of(m.functions[2].instructions.back().source), "work.cu");
  EXPECT_EQ(m.functions[2].instructions.back().source.line, 9u);
}

// The shapes that clang gives virtual functions: tables of addresses and prototypes.
TEST(Compilers, ClangStyle) {
  const Module m = module_of(R"(
.func  (.param .b32 func_retval0) _ZN1B1fEi
(
	.param .b64 _ZN1B1fEi_param_0,
	.param .b32 _ZN1B1fEi_param_1
)
;
.visible .global .align 8 .u64 _ZTV1B[3] = {0, 0, _ZN1B1fEi};
.visible .entry _Z1kP1B(
	.param .u64 _Z1kP1B_param_0
)
{
	.reg .b32 	%r<6>;
	.reg .b64 	%rd<6>;
// %bb.0:
	ld.param.u64 	%rd1, [_Z1kP1B_param_0];
	ld.u64 	%rd2, [%rd1];
	ld.u64 	%rd3, [%rd2];
	{ // callseq 0, 0
	.param .b64 param0;
	st.param.b64 	[param0+0], %rd1;
	.param .b32 param1;
	st.param.b32 	[param1+0], 7;
	.param .b32 retval0;
	prototype_0 : .callprototype (.param .b32 _) _ (.param .b64 _, .param .b32 _);
	call (retval0), 
	%rd3, 
	(
	param0, 
	param1
	)
	, prototype_0;
	ld.param.b32 	%r1, [retval0+0];
	} // callseq 0
	ret;
                                        // -- End function
}
)");
  EXPECT_EQ(m.functions[1].prototypes.size(), 1u);
  EXPECT_EQ(m.variables[0].relocations[0].offset, 16u);
  EXPECT_EQ(m.functions[1].instructions[5].operands[3].symbol.kind, Symbol::Kind::prototype);
}

}  // namespace
}  // namespace simt::ptx
