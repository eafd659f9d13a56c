// Nothing that a module says leads out of the memories that it has: operands of every kind, sizes,
// spaces.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "simt/exec/emitter.h"
#include "simt/observe/profile.h"
#include "simt/ptx/opcodes.h"
#include "simt/ptx/operand_forms.h"
#include "simt/ptx/parser.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

using events::FindingKind;
using observe::Metric;

std::string module_of(const std::string& body, const std::string& before = "",
                      const std::string& parameters = ".param .u64 p0") {
  return ptx_header() + before + ".visible .entry snippet(" + parameters +
         ")\n{\n"
         "  .reg .pred %p<4>;\n  .reg .b16 %h<4>;\n  .reg .b32 %r<8>;\n  .reg .b64 %d<8>;\n"
         "  .reg .f32 %f<4>;\n  .reg .f64 %e<4>;\n  .reg .b128 %q<2>;\n" +
         body + "\n  ret;\n}\n";
}

// Why the module is refused, "" where it is not.
std::string refusal_of(const std::string& ptx) {
  try {
    Device device({.workers = 1});
    device.load(ptx).kernel("snippet")->info();
  } catch (const ptx::ParseError& error) {
    return error.what();
  } catch (const exec::DecodeError& error) {
    return error.what();
  }
  return "";
}

// A device that checks and counts, with a buffer of 4096 bytes whose first half has values.
struct Launched {
  Device device;
  const memory::Allocation* buffer;
  LaunchResult result;

  explicit Launched(const std::string& ptx, const Launch& launch = {.block = {32, 1, 1}})
      : device({.counters = true,
                .time = true,
                .checkers = true,
                .workers = 1,
                .loop_limit = 1 << 20}) {
    buffer = device.memory().allocate(4096, memory::Kind::device);
    std::memset(buffer->host, 0, 4096);
    device.memory().notify_wrote(buffer->begin, 2048);
    const uint64_t parameters[] = {buffer->begin};
    const Program program = device.load(ptx);
    result =
        device.launch(*program.kernel("snippet"), launch, std::as_bytes(std::span(parameters)));
  }
  std::vector<FindingKind> kinds() const {
    std::vector<FindingKind> kinds;
    for (const events::Finding& finding : result.findings) kinds.push_back(finding.kind);
    return kinds;
  }
  uint64_t operator[](Metric metric) const {
    return observe::make_launch_profile(*result.counters, nullptr, nullptr).metrics[metric];
  }
  uint32_t word(size_t index) const {
    uint32_t word;
    std::memcpy(&word, buffer->host + 4 * index, 4);
    return word;
  }
};

using Kinds = std::vector<FindingKind>;

// One operand of each kind, by the kinds that it is.
struct Sample {
  const char* text;
  uint16_t kinds;
};
constexpr Sample samples[] = {
    {"%r1", ptx::writable | ptx::readable | ptx::condition},
    {"_", ptx::writable},
    {"!%p1", ptx::condition},
    {"5", ptx::readable | ptx::condition | ptx::integer},
    {"1.5", ptx::readable | ptx::condition},
    {"%tid.x", ptx::readable | ptx::condition},
    {"p0", ptx::readable | ptx::condition},
    {"global", ptx::readable | ptx::condition},
    {"LABEL", 0},
    {"table", ptx::target_table},
    {"{%r1, %r2}", ptx::writable_vector | ptx::readable_vector},
    {"{%r1, 5}", ptx::readable_vector},
    {"%r1|%p1", ptx::writable_pair},
    {"[%d1]", ptx::in_brackets},
};

std::string fitting(uint16_t kinds) {
  for (const Sample& sample : samples)
    if (sample.kinds & kinds) return sample.text;
  return "";
}

TEST(Operands, AreOfTheKindsThatTheTableSays) {
  int tried = 0;
  for (size_t o = 0; o < ptx::opcode_count(); ++o) {
    const auto opcode = static_cast<ptx::Opcode>(o);
    const ptx::OpcodeInfo& info = ptx::info_of(opcode);
    if (info.status == ptx::Status::none) continue;
    for (const ptx::OperandForm& form : ptx::operand_forms_of(opcode)) {
      if (form.anything) continue;
      std::string mnemonic(info.name);
      if (!form.modifiers.empty()) mnemonic += "." + std::string(name_of(form.modifiers[0]));
      for (size_t s = 0; s < form.slots.size(); ++s)
        for (const Sample& sample : samples) {
          std::string text = mnemonic;
          for (size_t i = 0; i < form.slots.size(); ++i)
            text += (i ? ", " : " ") + (i == s ? sample.text : fitting(form.slots[i].kinds));
          const std::string refusal = [&]() -> std::string {
            try {
              ptx::parse(module_of("LABEL: table: .branchtargets LABEL;\n" + text + ";",
                                   ".global .b32 global;\n"));
            } catch (const ptx::ParseError& error) {
              return error.what();
            }
            return "";
          }();
          EXPECT_EQ(refusal.empty(), (form.slots[s].kinds & sample.kinds) != 0)
              << text << ": " << refusal;
          ++tried;
        }
    }
  }
  EXPECT_GT(tried, 3000);
}

TEST(Operands, AreRefusedWithTheirPlace) {
  const std::pair<const char*, const char*> cases[] = {
      {"setp.eq.s32 1, %r1, %r2;", "14:13: operand 1 of setp must be a register or '_' or a pair"},
      {"setp.and.eq.s32 %p1, %r1, %r2;", "14:1: setp takes 4 operands, found 3"},
      {"setp.eq %p1, %r1, %r2;", "14:1: setp of type .none is not supported"},
      {"LABEL: brx.idx %r1, LABEL;", "14:21: operand 2 of brx must be the name of .branchtargets"},
      {"brx.idx %r1, p0;", "14:14: operand 2 of brx must be the name of .branchtargets"},
      {"cp.async.mbarrier.arrive.shared.b64;", "14:1: cp takes 1 operand, found 0"},
      {"cp.async.wait_group %r1;", "14:21: operand 1 of cp must be an integer"},
      {"bar.sync;", "14:1: bar takes 1 to 2 operands, found 0"},
      {"mbarrier.test_wait.shared.b64 %p1, [%d1];",
       "14:1: mbarrier takes 3 to 4 operands, found 2"},
      {"lop3.or.b32 %r1|%p1, %r1, %r2, %r3, 1;", "14:1: lop3 takes 6 operands, found 5"},
      {"cvt.pack.sat.u16.s32 %r1, %r2;", "14:1: cvt takes 3 to 4 operands, found 2"},
      {"add.u32 %r1, !%r2, %r3;", "14:14: operand 2 of add must be a value"},
      {"and.b32 %r1, !%r2, %r3;",
       "14:1: and with the negation of an operand that is not a predicate is not supported"},
      {"dp4a.u64.u64 %r1, %d1, %d2, %r2;", "14:1: dp4a of type .u64 is not supported"},
      {"mul24.lo.u64 %d1, %d2, %d3;", "14:1: mul24 of type .u64 is not supported"},
      {"szext.clamp.u64 %d1, %d2, %r3;", "14:1: szext of type .u64 is not supported"},
      {"redux.sync.add.u64 %d1, %d2, -1;", "14:1: redux of type .u64 is not supported"},
      {"div.approx.f64 %e1, %e2, %e3;", "14:1: div with .approx and type .f64 is not supported"},
      {"min.f64 %e0, %e1, %e2, %e3;", "14:1: min of three sources of .f64 is not supported"},
      {"add.sat.f64 %e1, %e2, %e3;",
       "14:1: add with .sat and a type other than .f32 is not supported"},
      {"slct.b32.f64 %r1, %r2, %r3, %e1;",
       "14:1: slct by a value that is neither .s32 nor .f32 is not supported"},
      {"cvt.rn.f32.f64 %f1, %f2;",
       "14:1: cvt with a register that is narrower than its type is not supported"},
      {"cvt.f64.f32 %r1, %f2;",
       "14:1: cvt with a register that is narrower than its type is not supported"},
      {"atom.global.add.u32 %r1, [%d1], %d2;",
       "14:1: atom with a register of another size than its type's is not supported"},
      {"alloca.u64 %d1, %d2, 3;",
       "14:1: alloca with an alignment that is not a power of two up to 65536 is not supported"},
      {"bar.arrive.red.and.pred 1, 0;", "14:1: bar of two kinds at once is not supported"},
      {"cp.async.tensor.mbarrier.arrive;", "14:1: cp in this form is not supported"},
      {"ld.shared.u32 %r1, [global];",
       "14:1: ld in .shared memory of a variable in .global is not supported"},
      {"ld.const.u32 %r1, [global];",
       "14:1: ld in .const memory of a variable in .global is not supported"},
      {"ld.global.u32 %r1, [p0];",
       "14:1: ld in .global memory of a variable in .param is not supported"},
      {"ld.param.u64 %d1, [p0+8];",
       "14:1: ld of 8 bytes from byte 8 on of p0, which has 8, is not supported"},
      {"ld.param.u32 %r1, [p0-4];",
       "14:1: ld of 4 bytes from byte -4 on of p0, which has 8, is not supported"},
      {"cp.async.ca.shared.global [global], [%d1], 4;",
       "14:1: cp in .shared memory of a variable in .global is not supported"},
  };
  for (const auto& [text, message] : cases)
    EXPECT_TRUE(refusal_of(module_of(text, ".global .b32 global;\n")).starts_with(message))
        << text << ": " << refusal_of(module_of(text, ".global .b32 global;\n"));
}

// A call whose argument and result are as given.
std::string call_of(const std::string& callee, const std::string& argument,
                    const std::string& result) {
  return module_of(
      ".param .b64 a;\n.param .b32 r;\n.param .b32 narrow;\n.local .b8 local[8];\n"
      "st.param.b64 [a], 5;\ncall (" +
          result + "), " + callee + ", (" + argument + ");",
      ".shared .b64 shared;\n.extern .func (.param .b32 r) vprintf(.param .b64 a);\n"
      ".visible .func (.param .b32 r) f(.param .b64 a) { ret; }\n"
      ".visible .entry other(.param .b64 a, .param .b64 b) { .reg .b64 %d; ld.param.u64 %d, [b]; "
      "}\n");
}

TEST(Calls, PassVariablesOfTheCallersFrameOnly) {
  EXPECT_EQ(refusal_of(call_of("f", "a", "r")), "");
  const char* place = "an argument or a result of call must be a .param variable of the caller";
  for (const char* operand :
       {"shared", "local", "p0", "5", "%d1", "%tid.x", "f", "_", "a+4", "!%p1", "%r1|%p1"}) {
    EXPECT_NE(refusal_of(call_of("f", operand, "r")).find(place), std::string::npos) << operand;
    EXPECT_NE(refusal_of(call_of("f", "a", operand)).find(place), std::string::npos) << operand;
  }
}

TEST(Calls, PassAsManyBytesAsTheCalleeTakes) {
  EXPECT_NE(refusal_of(call_of("f", "narrow", "r")).find("with an argument of 4 bytes; it takes 8"),
            std::string::npos);
  EXPECT_NE(refusal_of(call_of("f", "a", "a")).find("with a result of 8 bytes; it takes 4"),
            std::string::npos);
  EXPECT_NE(refusal_of(call_of("vprintf", "a", "r")).find("whose arguments or result have other"),
            std::string::npos);
}

TEST(Calls, OfAKernelAreRefused) {
  const std::string ptx = module_of(".param .b64 a;\ncall other, (a, a);",
                                    ".visible .entry other(.param .b64 a, .param .b64 b) { .reg "
                                    ".b64 %d; ld.param.u64 %d, [b]; }\n");
  EXPECT_NE(refusal_of(ptx).find("which is a kernel"), std::string::npos) << refusal_of(ptx);
  const Launched indirect(
      module_of("mov.u64 %d1, other;\npt: .callprototype _ ();\ncall %d1, (), pt;",
                ".visible .entry other(.param .b64 a, .param .b64 b) { .reg .b64 %d; ld.param.u64 "
                "%d, [b]; }\n"));
  EXPECT_EQ(indirect.kinds(), Kinds{FindingKind::out_of_bounds});
}

TEST(Sizes, AreAddedIn64Bits) {
  EXPECT_NE(
      refusal_of(module_of("", "", ".param .align 8 .b8 p0[8589934608]"))
          .find("the parameters of snippet take 8589934608 bytes up to p0; a kernel has 32764"),
      std::string::npos);
  EXPECT_NE(refusal_of(module_of(".local .b8 x[4294967296];"))
                .find("the variables of snippet take 4294967296 bytes of local memory up to x"),
            std::string::npos);
  EXPECT_NE(refusal_of(module_of(".shared .b8 x[4294967328];"))
                .find("the shared variables of snippet take 4294967328 bytes"),
            std::string::npos);
  EXPECT_NE(refusal_of(module_of("", ".const .b8 a[65000];\n.const .b8 b[600];\n"))
                .find("constant variables of 65600 bytes up to b; a module has 65536"),
            std::string::npos);
  EXPECT_NE(refusal_of(module_of("", ".local .b8 a[8];\n"))
                .find("variables outside of functions are .global, .const or .shared"),
            std::string::npos);
}

TEST(Sizes, OfTheStackAreLimited) {
  const Kinds overflow{FindingKind::stack_overflow};
  const std::string recursion = module_of("call f, ();", ".func f() { call f, (); }\n");
  EXPECT_EQ(Launched(recursion).kinds(), overflow);
  EXPECT_EQ(Launched(module_of("mov.u64 %d1, -1;\nalloca.u64 %d2, %d1;")).kinds(), overflow);
  EXPECT_EQ(Launched(module_of("mov.u64 %d1, 524288;\nalloca.u64 %d2, %d1, 65536;\n"
                               "alloca.u64 %d2, %d1, 65536;"))
                .kinds(),
            overflow);
  EXPECT_EQ(Launched(module_of("mov.u64 %d1, 0x7fffffff;\nstackrestore.u64 %d1;")).kinds(),
            Kinds{FindingKind::out_of_bounds});
}

TEST(Sizes, DynamicSharedMemoryBeginsAtItsAlignment) {
  const Launched run(module_of("mov.u64 %d1, dynamic;\nst.shared.u32 [%d1+252], 7;\n"
                               "mov.u64 %d2, few;\nst.shared.u8 [%d2], 1;\n"
                               "ld.shared.u32 %r1, [%d1+252];",
                               ".extern .shared .align 1024 .b8 dynamic[];\n.shared .b8 few[4];\n"),
                     {.block = {1, 1, 1}, .dynamic_shared = 256});
  EXPECT_EQ(run.result.counters->info.shared_bytes, 1024u + 256);
}

TEST(Constants, AreReadFromConstantMemoryOnly) {
  const std::string before = ".const .align 4 .b8 table[128] = {7};\n";
  const Launched good(
      module_of("mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, 4;\nmov.u64 %d2, table;\n"
                "add.u64 %d1, %d1, %d2;\nld.const.u32 %r2, [%d1];\n"
                "ld.const.u32 %r3, [%d2];\nld.const.u32 %r4, [table];\n"
                "ld.param.u64 %d3, [p0];\nst.global.u32 [%d3], %r3;",
                before));
  EXPECT_EQ(good.kinds(), Kinds{});
  EXPECT_EQ(good.word(0), 7u);
  EXPECT_EQ(good[Metric::constant_requests], 3u);
  EXPECT_EQ(good[Metric::constant_passes], 32u + 1 + 1);
  EXPECT_EQ(good[Metric::global_load_requests], 0u);

  // The second round comes by the way that the first, of a constant, has made fast.
  const Launched bad(
      module_of(".loc 1 5 0\nmov.u64 %d1, table;\nld.param.u64 %d2, [p0];\n"
                "mov.u32 %r1, 0;\nAGAIN:\n.loc 1 7 0\nld.const.u32 %r2, [%d1];\n"
                "mov.u64 %d1, %d2;\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 2;\n"
                "@%p1 bra AGAIN;",
                ".file 1 \"k.cu\"\n" + before));
  ASSERT_EQ(bad.kinds(), Kinds{FindingKind::out_of_bounds});
  EXPECT_EQ(bad.result.findings[0].where.line, 7u);
  EXPECT_EQ(bad.result.findings[0].space, "const");
  EXPECT_EQ(bad.result.findings[0].count, 32u);
}

// The same loads, of one address by all lanes and of one by each: these are served in turn.
TEST(Constants, CostTimeForEveryAddressOfAWarp) {
  const auto seconds = [](const char* stride) {
    const Launched run(
        module_of("mov.u32 %r1, %tid.x;\nmul.wide.u32 %d1, %r1, " + std::string(stride) +
                      ";\nmov.u64 %d2, table;\nadd.u64 %d1, %d1, %d2;\nmov.u32 %r2, 0;\n"
                      "AGAIN:\nld.const.u32 %r3, [%d1];\nadd.u32 %r2, %r2, 1;\n"
                      "setp.lt.u32 %p1, %r2, 100;\n@%p1 bra AGAIN;",
                  ".const .align 4 .b8 table[128];\n"),
        {.grid = {2000, 1, 1}, .block = {32, 1, 1}});
    return run.result.time->seconds;
  };
  EXPECT_GT(seconds("4"), 2 * seconds("0"));
}

TEST(Constants, AreGlobalMemoryForGenericLoads) {
  const Launched run(module_of("cvta.const.u64 %d1, table;\nld.u32 %r2, [%d1];",
                               ".const .align 4 .b8 table[128] = {7};\n"));
  EXPECT_EQ(run.kinds(), Kinds{});
  EXPECT_EQ(run[Metric::constant_requests], 0u);
  EXPECT_EQ(run[Metric::global_load_requests], 1u);
  EXPECT_EQ(run[Metric::global_load_sectors], 1u);
}

TEST(AsyncCopies, AreLoadsOfTheirBytes) {
  const Launched run(
      module_of("mov.u32 %r1, %tid.x;\nld.param.u64 %d1, [p0];\n"
                "mad.wide.u32 %d1, %r1, 16, %d1;\nmov.u32 %r2, tile;\n"
                "mad.lo.u32 %r2, %r1, 16, %r2;\n"
                "cp.async.cg.shared.global [%r2], [%d1], 16;\ncp.async.wait_all;",
                ".shared .align 16 .b8 tile[512];\n"));
  EXPECT_EQ(run.kinds(), Kinds{});
  EXPECT_EQ(run[Metric::global_load_bytes], 512u);
}

// Of a float4 of which three elements are used, or all.
TEST(VectorLoads, AreOneRequestWhicheverCompilerMadeThem) {
  const std::string address =
      "mov.u32 %r1, %tid.x;\nld.param.u64 %d1, [p0];\nmad.wide.u32 %d1, %r1, 16, %d1;\n";
  const std::string values =
      "st.global.f32 [%d1+1024], %f1;\nst.global.f32 [%d1+1028], %f2;\n"
      "st.global.f32 [%d1+1032], %f3;";
  const std::string llvm = "//\n// Generated by LLVM NVPTX Back-End\n//\n";
  const auto run = [&](const std::string& head, const std::string& loads) {
    return Launched(head + module_of(address + loads + values));
  };
  for (const std::string loads :
       {"ld.global.v2.f32 {%f1, %f2}, [%d1];\nld.global.f32 %f3, [%d1+8];\n",
        "ld.global.f32 %f3, [%d1+8];\nld.global.v2.f32 {%f1, %f2}, [%d1];\n",
        "ld.global.f32 %f1, [%d1+4];\nld.global.v2.f32 {%f2, %f3}, [%d1+8];\n",
        "ld.v2.f32 {%f1, %f2}, [%d1];\nld.f32 %f3, [%d1+12];\n",
        "ld.global.f32 %f0, [%d1+4];\nld.global.v2.f32 {%f1, %f2}, [%d1+8];\n"
        "ld.global.f32 %f3, [%d1];\nst.global.f32 [%d1+1036], %f0;\n"}) {
    const Launched joined = run(llvm, loads), apart = run("", loads);
    EXPECT_EQ(joined.kinds(), Kinds{}) << loads;
    EXPECT_EQ(joined[Metric::global_load_requests], 1u) << loads;
    EXPECT_EQ(joined[Metric::global_load_sectors], 16u) << loads;
    EXPECT_GE(apart[Metric::global_load_requests], 2u) << "nvcc would have made one load" << loads;
    for (int word = 256; word < 512; ++word) EXPECT_EQ(joined.word(word), apart.word(word));
  }
  const std::string across =
                        "ld.global.v2.f32 {%f1, %f2}, [%d1+8];\nld.global.f32 %f3, [%d1+16];\n",
                    twice = "ld.global.v2.f32 {%f1, %f2}, [%d1];\nld.global.f32 %f3, [%d1+4];\n",
                    strong =
                        "ld.global.v2.f32 {%f1, %f2}, [%d1];\n"
                        "ld.volatile.global.f32 %f3, [%d1+8];\n",
                    of_an_array = "ld.global.f32 %f1, [%d1];\nld.global.f32 %f3, [%d1+8];\n";
  for (const std::string& loads : {across, twice, strong, of_an_array})
    EXPECT_EQ(run(llvm, loads)[Metric::global_load_requests], 2u) << loads;
}

// Of a float4 all elements of which are written.
TEST(VectorStores, AreOneRequestWhicheverCompilerMadeThem) {
  const std::string before =
      "mov.u32 %r1, %tid.x;\nld.param.u64 %d1, [p0];\nmad.wide.u32 %d1, %r1, 16, %d1;\n"
      "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%d1];\n";
  const std::string llvm = "//\n// Generated by LLVM NVPTX Back-End\n//\n";
  const auto run = [&](const std::string& head, const std::string& stores) {
    return Launched(head + module_of(before + stores));
  };
  for (const std::string stores :
       {"st.global.v2.f32 [%d1+512], {%f0, %f1};\nst.global.f32 [%d1+520], %f2;\n"
        "st.global.f32 [%d1+524], %f3;",
        "st.global.f32 [%d1+512], %f3;\nst.global.f32 [%d1+516], %f2;\n"
        "st.global.v2.f32 [%d1+520], {%f1, %f1};",
        "st.v2.f32 [%d1+520], {%f1, %f2};\nst.v2.f32 [%d1+512], {%f3, %f0};"}) {
    const Launched joined = run(llvm, stores), apart = run("", stores);
    EXPECT_EQ(joined.kinds(), Kinds{}) << stores;
    EXPECT_EQ(joined[Metric::global_store_requests], 1u) << stores;
    EXPECT_EQ(joined[Metric::global_store_sectors], 16u) << stores;
    EXPECT_GE(apart[Metric::global_store_requests], 2u) << stores;
    for (int word = 128; word < 256; ++word) EXPECT_EQ(joined.word(word), apart.word(word));
  }
  const std::string three =
                        "st.global.v2.f32 [%d1+512], {%f0, %f1};\nst.global.f32 [%d1+520], %f2;",
                    across =
                        "st.global.v2.f32 [%d1+520], {%f0, %f1};\n"
                        "st.global.v2.f32 [%d1+528], {%f2, %f3};",
                    twice =
                        "st.global.v2.f32 [%d1+512], {%f0, %f1};\n"
                        "st.global.v2.f32 [%d1+512], {%f2, %f3};",
                    strong =
                        "st.global.v2.f32 [%d1+512], {%f0, %f1};\n"
                        "st.volatile.global.v2.f32 [%d1+520], {%f2, %f3};";
  for (const std::string& stores : {three, across, twice, strong})
    EXPECT_EQ(run(llvm, stores)[Metric::global_store_requests], 2u) << stores;
}

// Of a float4 that is copied whole, which LLVM does in halves.
TEST(VectorCopies, AreOneLoadAndOneStoreWhicheverCompilerMadeThem) {
  const std::string before =
      "mov.u32 %r1, %tid.x;\nld.param.u64 %d1, [p0];\nmad.wide.u32 %d1, %r1, 16, %d1;\n"
      "mov.u64 %d2, tile;\nmad.wide.u32 %d2, %r1, 16, %d2;\n";
  const std::string after =
      "ld.shared.v4.f32 {%f0, %f1, %f2, %f3}, [%d2];\n"
      "st.global.v4.f32 [%d1+1024], {%f0, %f1, %f2, %f3};";
  const std::string llvm = "//\n// Generated by LLVM NVPTX Back-End\n//\n";
  const auto run = [&](const std::string& head, const std::string& copy) {
    return Launched(head + module_of(before + copy + after, ".shared .align 16 .b8 tile[528];\n"));
  };
  const std::string low = "ld.global.u64 %d3, [%d1];\nst.shared.u64 [%d2], %d3;\n",
                    high = "ld.global.u64 %d4, [%d1+8];\nst.shared.u64 [%d2+8], %d4;\n";
  for (const std::string& copy : {low + high, high + low}) {
    const Launched joined = run(llvm, copy), apart = run("", copy);
    EXPECT_EQ(joined.kinds(), Kinds{}) << copy;
    EXPECT_EQ(joined[Metric::global_load_requests], 1u) << copy;
    EXPECT_EQ(joined[Metric::global_load_sectors], 16u) << copy;
    EXPECT_EQ(joined[Metric::shared_store_requests], 1u) << copy;
    EXPECT_EQ(apart[Metric::global_load_requests], 2u) << copy;
    for (int word = 256; word < 384; ++word) EXPECT_EQ(joined.word(word), apart.word(word));
  }
  const std::string elsewhere = "ld.global.u64 %d4, [%d1+8];\nst.shared.u64 [%d2+16], %d4;\n" + low,
                    another = "ld.global.u64 %d3, [%d1];\nst.shared.u64 [%d2], %d1;\n" + high,
                    strong = low +
                             "ld.volatile.global.u64 %d4, [%d1+8];\n"
                             "st.shared.u64 [%d2+8], %d4;\n";
  for (const std::string& copy : {elsewhere, another, strong})
    EXPECT_EQ(run(llvm, copy)[Metric::global_load_requests], 2u) << copy;
}

TEST(GenericAccesses, AreCountedLaneByLane) {
  // Odd lanes add to shared memory, even ones to global memory, lane 31 among the odd.
  const std::string split =
      "mov.u32 %r1, %tid.x;\nand.b32 %r2, %r1, 1;\nsetp.eq.u32 %p1, %r2, 1;\n"
      "mul.wide.u32 %d1, %r1, 4;\nld.param.u64 %d2, [p0];\ncvta.shared.u64 %d3, slots;\n"
      "selp.b64 %d4, %d3, %d2, %p1;\nadd.u64 %d4, %d4, %d1;\n";
  const std::string before = ".shared .align 16 .b8 slots[256];\n";
  const Launched atomics(module_of(split + "red.add.u32 [%d4], 1;", before));
  EXPECT_EQ(atomics[Metric::global_red_requests], 1u);
  EXPECT_EQ(atomics[Metric::global_red_sectors], 4u);
  EXPECT_EQ(atomics[Metric::shared_atom_requests], 1u);
  const Launched loads(module_of(split + "st.u32 [%d4], %r1;\nld.u32 %r3, [%d4];", before));
  EXPECT_EQ(loads[Metric::global_load_requests], 1u);
  EXPECT_EQ(loads[Metric::global_load_sectors], 4u);
  EXPECT_EQ(loads[Metric::global_load_bytes], 64u);
  EXPECT_EQ(loads[Metric::global_store_requests], 1u);
  EXPECT_EQ(loads[Metric::shared_load_requests], 1u);
  EXPECT_EQ(loads[Metric::shared_store_requests], 1u);
}

TEST(Atomics, WorkInGlobalAndSharedMemoryOnly) {
  const Launched run(
      module_of(".local .align 8 .b8 x[16];\nmov.u64 %d1, x;\ncvta.local.u64 %d1, %d1;\n"
                "atom.add.u64 %d2, [%d1+8], 1;"));
  EXPECT_EQ(run.kinds(), Kinds{FindingKind::out_of_bounds});
}

TEST(SharedOnly, InstructionsRefuseOtherMemory) {
  for (const char* text :
       {"mbarrier.init.b64 [%d1], 1;", "ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%d1];"}) {
    const Launched run(module_of("ld.param.u64 %d1, [p0];\n" + std::string(text)));
    EXPECT_EQ(run.kinds(), Kinds{FindingKind::out_of_bounds}) << text;
  }
}

// What the first round has made fast leads nowhere in the second.
TEST(SharedMemory, EndsAtBothEndsOfTheAddresses) {
  for (const char* distance : {"0x7fffffffffffff00", "0x8000000000000000", "-256", "128"}) {
    const Launched run(
        module_of("mov.u64 %d1, tile;\nmov.u32 %r1, 0;\nAGAIN:\nst.shared.u32 [%d1], %r1;\nadd.u64 "
                  "%d1, %d1, " +
                      std::string(distance) +
                      ";\nadd.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 2;\n@%p1 bra AGAIN;",
                  ".shared .align 16 .b8 tile[128];\n"));
    EXPECT_EQ(run.kinds(), Kinds{FindingKind::out_of_bounds}) << distance;
  }
}

TEST(MBarriers, CountBytesWithoutOverflow) {
  const Launched run(module_of("mbarrier.init.shared.b64 [gate], 5;\n"
                               "mov.u32 %r1, 0x7fffffff;\n"
                               "mbarrier.expect_tx.relaxed.cta.shared.b64 [gate], %r1;\n"
                               "mbarrier.expect_tx.relaxed.cta.shared.b64 [gate], %r1;",
                               ".shared .align 8 .b64 gate;\n"),
                     {.block = {1, 1, 1}});
  EXPECT_EQ(run.kinds(), Kinds{});
}

TEST(Loops, OfIndexedBranchesEnd) {
  const Launched run(
      module_of("mov.u32 %r1, 0;\nAGAIN:\ntable: .branchtargets AGAIN, END;\n"
                "brx.idx %r1, table;\nEND:"));
  EXPECT_EQ(run.kinds(), Kinds{FindingKind::endless_loop});
}

TEST(Barriers, AllKindsAreCounted) {
  const Launched run(
      module_of("setp.ne.u32 %p1, %r0, %r0;\nmov.u32 %r1, %tid.x;\n"
                "setp.eq.u32 %p2, %r1, 0;\n@%p2 mbarrier.init.shared.b64 [gate], 64;\n"
                "bar.sync 0;\nbarrier.sync 3, 64;\nmbarrier.arrive.shared.b64 %d1, [gate];\n"
                "WAIT: mbarrier.try_wait.shared.b64 %p1, [gate], %d1;\n@!%p1 bra WAIT;",
                ".shared .align 8 .b64 gate;\n"),
      {.block = {64, 1, 1}});
  EXPECT_EQ(run.result.status, Status::ok) << run.result.message;
  EXPECT_EQ(run[Metric::barriers], 3 * 2u);
}

TEST(Checkers, SeeAccessesOfEightElements) {
  const Launched run(
      module_of("ld.param.u64 %d1, [p0];\nst.global.v8.b32 [%d1], {1, 2, 3, 4, 5, 6, 7, "
                "8};\nld.global.v8.b32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [%d1];"));
  EXPECT_EQ(run.word(7), 8u);
}

TEST(Checkers, SeeCopiesFromSeveralAllocations) {
  const Launched run(
      module_of("mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 7;\nmov.u64 %d1, far;\n"
                "ld.param.u64 %d2, [p0];\nselp.b64 %d1, %d1, %d2, %p1;\n"
                "mov.u32 %r2, tile;\nmad.lo.u32 %r2, %r1, 4, %r2;\n"
                "cp.async.ca.shared.global [%r2], [%d1+2048], 4;\ncp.async.wait_all;",
                ".global .align 16 .b8 far[4096];\n.shared .align 16 .b8 tile[128];\n"));
  ASSERT_EQ(run.kinds(), Kinds{FindingKind::uninitialised_global});
  EXPECT_EQ(run.result.findings[0].count, 25u);
}

TEST(Branches, ThatLeadToOnePlaceKeepAllLanes) {
  for (const char* branch :
       {"@%p1 bra NEXT;", "table: .branchtargets NEXT, NEXT;\nbrx.idx %r1, table;"}) {
    const Launched run(module_of(
        ".param .b32 a;\nmov.u32 %r2, %tid.x;\nst.param.b32 [a], %r2;\ncall f, (a);\n"
        "ld.param.u64 %d1, [p0];\nred.global.add.u32 [%d1], 1;",
        ".func f(.param .b32 a)\n{\n.reg .b32 %r<2>;\n.reg .pred %p<2>;\nld.param.b32 %r1, [a];\n"
        "setp.lt.u32 %p1, %r1, 1;\n" +
            std::string(branch) + "\nNEXT:\nret;\n}\n"));
    EXPECT_EQ(run.kinds(), Kinds{}) << branch;
    EXPECT_EQ(run.word(0), 32u) << branch;
  }
}

// Lanes that come apart to the last instruction, and execute it together.
TEST(Convergence, AtTheEndOfAFunction) {
  const std::string ptx =
      ptx_header() +
      ".visible .entry snippet(.param .u64 p0)\n{\n.reg .pred %p<2>;\n.reg .b32 %r<2>;\n"
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p1, %r1, 7;\n@%p1 bra LATE;\nbra VOTE;\n"
      "LATE:\nnanosleep.u32 1;\nVOTE:\nvote.sync.any.pred %p0, %p1, -1;\n}\n";
  EXPECT_EQ(Launched(ptx).kinds(), Kinds{});
}

}  // namespace
}  // namespace simt::test
