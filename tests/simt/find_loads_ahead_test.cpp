// Which loads are followed until their values are used: those whose value some lane may throw away, and
// no others.
#include <gtest/gtest.h>

#include <string>

#include "simt/exec/loads_ahead.h"
#include "simt/ptx/flow.h"
#include "simt/ptx/parser.h"

namespace simt::exec::which_loads {
namespace {

// Whether box is loaded ahead by a kernel that goes on like this, where %p1 is a condition.
bool is_ahead(const std::string& body) {
  const ptx::Module module = ptx::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<2>;\n.shared .align 4 .b8 box[64];\n"
      "ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nsetp.eq.s32 %p1, %r1, 0;\nmov.u32 %r5, 0;\n" +
      body + "\nret;\n}\n");
  const ptx::Function& kernel = module.functions.front();
  return !find_loads_ahead(kernel, ptx::find_flow(kernel)).empty();
}

constexpr const char *load = "ld.shared.u32 %r2, [box];\n", *store = "st.global.u32 [%rd1], %r2;\n";

TEST(FindLoadsAhead, ALaneMayThrowTheValueAway) {
  const std::string text = load;
  EXPECT_TRUE(is_ahead(text + "selp.b32 %r2, %r2, 7, %p1;\n" + store)) << "by a select";
  EXPECT_TRUE(is_ahead(text + "mov.u32 %r3, 7;\n@%p1 mov.u32 %r3, %r2;\n"
                              "st.global.u32 [%rd1], %r3;"))
      << "by a guard";
  EXPECT_TRUE(is_ahead(text + "setp.lt.s32 %p2, %r2, 5;\nand.pred %p3, %p1, %p2;\n"
                              "@%p3 st.global.u32 [%rd1], 1;"))
      << "by logic";
  EXPECT_TRUE(is_ahead(text + "@%p1 bra SKIP;\n" + store + "SKIP:")) << "by a branch";
  EXPECT_TRUE(is_ahead(text + "@%p1 exit;\n" + store)) << "at its end";
  for (const char* mode : {"idx", "up", "down"})
    EXPECT_TRUE(is_ahead(text + "shfl.sync." + mode + ".b32 %r2, %r2, 1, 31, -1;\n" + store))
        << "in a shuffle, " << mode;
  EXPECT_TRUE(is_ahead(text + "AGAIN:\n@%p1 bra NEXT;\n" + store +
                       "NEXT:\nadd.s32 %r5, %r5, 1;\nsetp.lt.s32 %p2, %r5, 9;\n@%p2 bra AGAIN;"))
      << "in each turn of a loop";
}

TEST(FindLoadsAhead, AllLanesUseTheValue) {
  const std::string text = load;
  EXPECT_FALSE(is_ahead(text + store)) << "at once";
  EXPECT_FALSE(is_ahead(text + "@%p1 bra SKIP;\n" + store + "bra END;\nSKIP:\n" + store + "END:"))
      << "on both ways";
  EXPECT_FALSE(is_ahead(text + "mov.u32 %r3, %r2;\n@%p1 bra SKIP;\nadd.s32 %r3, %r3, %r2;\nSKIP:\n"
                               "bar.sync 0;\nst.shared.u32 [box], %r3;"))
      << "in a copy";
  EXPECT_FALSE(is_ahead(text + "add.s32 %r3, %r2, 1;\nselp.b32 %r3, %r3, %r2, %p1;\n"
                               "st.global.u32 [%rd1], %r3;"))
      << "whatever they choose";
  EXPECT_FALSE(is_ahead(text + "setp.lt.s32 %p2, %r2, 5;\nselp.b32 %r3, 1, 2, %p2;\n"
                               "st.global.u32 [%rd1], %r3;"))
      << "to choose by it";
  EXPECT_FALSE(is_ahead(text + "shfl.sync.bfly.b32 %r2, %r2, 1, 31, -1;\n" + store)) << "in pairs";
  EXPECT_FALSE(is_ahead(text + "shfl.sync.idx.b32 %r2, %r5, %r2, 31, -1;\n" + store))
      << "to choose a lane by it";
  EXPECT_FALSE(
      is_ahead(text + "shfl.sync.idx.b32 %r3, %r2, 0, 31, -1;\nadd.s32 %r2, %r2, %r3;\n" + store))
      << "besides a shuffle";
  EXPECT_FALSE(is_ahead("AGAIN:\n" + text +
                        "add.s32 %r5, %r5, %r2;\nsetp.lt.s32 %p2, %r5, 9;\n@%p2 bra AGAIN;\n"
                        "@%p1 st.global.u32 [%rd1], %r5;"))
      << "in a running sum";
}

}  // namespace
}  // namespace simt::exec::which_loads
