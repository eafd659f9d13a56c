// Constants of clang that hold addresses of shared memory, as it writes them.
#include "simt/frontend/shared_constants.h"

#include <gtest/gtest.h>

#include <string>

namespace simt::frontend {
namespace {

std::string found_in(const std::string& ptx) {
  const auto constant = find_shared_constant(ptx);
  return constant ? constant->variable + " of " + constant->shared : "";
}

// The array is declared in the kernel that uses it.
const std::string kernel =
    ".visible .entry _Z1kPf(\n\t.param .u64 _Z1kPf_param_0\n)\n{\n"
    "\t.shared .align 4 .b8 _ZZ1kPfE1a[32];\n\tld.shared.u32 %r1, [_ZZ1kPfE1a];\n}\n";

TEST(SharedConstants, AreNamedAsTheSourceNamesThem) {
  EXPECT_EQ(found_in(".global .align 8 .u64 __const_$__Z1kPf_$_rows[2] = {generic(_ZZ1kPfE1a), "
                     "generic(_ZZ1kPfE1a)+16};\n" +
                     kernel),
            "rows of a");
  EXPECT_EQ(found_in(".global .align 8 .u64 __const_$__Z1kPf_$_rows_$_1[2] = {7, "
                     "generic(_ZZ1kPfE1a)};\n" +
                     kernel),
            "rows of a");
  EXPECT_EQ(found_in(".weak .shared .align 4 .b8 _ZZ1kIfEvPT_E4tile[64];\n"
                     ".global .align 8 .u64 __const_$__Z1kIfEvPT__$_two_rows[1] = "
                     "{generic(_ZZ1kIfEvPT_E4tile)};"),
            "two_rows of tile");
  EXPECT_EQ(found_in(".extern .shared .align 16 .b8 all[];\n"
                     ".const .align 8 .u64 table = generic(all);\n"),
            "table of all");
}

TEST(SharedConstants, AreNoOtherVariables) {
  EXPECT_EQ(found_in(""), "");
  EXPECT_EQ(found_in(kernel), "");
  EXPECT_EQ(found_in(".global .align 4 .u32 x = 5;\n.global .align 8 .u64 p = generic(x);\n"), "");
  EXPECT_EQ(found_in(".global .align 1 .b8 _ZZ1kPfE1a_name[2] = {1, 2};\n" + kernel), "");
}

TEST(SharedConstants, AreExplainedAtTheirLine) {
  const SharedConstant rows{"rows", "a"};
  const std::string what = ": error: the initialiser of 'rows' has the address of the __shared__ ";
  const auto begins_with = [&](const std::string& place, const std::string& source) {
    const std::string message = message_of(rows, "x.cu", source);
    EXPECT_EQ(message.substr(0, place.size() + what.size()), place + what);
  };
  begins_with("x.cu:3", "__global__ void k() {\n  // rows = {a};\n  float* rows[2] = {a, b};\n}\n");
  begins_with("x.cu:1", "float* const rows [ 2 ][1]{{a}, {b}};\nrows[0][0] = a;");
  begins_with("x.cu", "float* rows[1] = {a};\nfloat* rows[1] = {b};\n");
  begins_with("x.cu", "MACRO(a)\n");
  begins_with("x.cu:2", "rows[0] = a; { float* narrows = {a}; }\nfloat* rows[2]  // two\n= {a};\n");
  const std::string many(1 << 20, ' ');
  begins_with("x.cu:1", "float* rows" + many + "[2]" + many + "=" + many + "{a, b};\n");
}

}  // namespace
}  // namespace simt::frontend
