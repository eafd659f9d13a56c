// Which of CUDA's mathematical functions PTX lacks.
#include "autograder/gpu/libdevice.h"

#include <gtest/gtest.h>

namespace warplab::gpu {
namespace {

TEST(Libdevice, ADeclarationOfItsFunctionsIsMissing) {
  const char* const ptx = R"(
.extern .func  (.param .b32 func_retval0) vprintf
(
	.param .b64 vprintf_param_0
)
;
.extern .func  (.param .b32 func_retval0) __nv_expf
(
	.param .b32 __nv_expf_param_0
)
;
)";
  EXPECT_EQ(missing_from_libdevice(ptx), "__nv_expf");
}

TEST(Libdevice, ItsBodiesAndOtherDeclarationsAreNot) {
  EXPECT_EQ(missing_from_libdevice(""), "");
  EXPECT_EQ(missing_from_libdevice(".extern .func (.param .b32 r) vprintf (.param .b64 p);\n"
                                   ".func (.param .b32 r) __nv_expf(.param .b32 x)\n{\n ret;\n}\n"
                                   "call.uni (r), __nv_expf, (x);"),
            "");
  EXPECT_EQ(missing_from_libdevice(".extern .func f"), "") << "cut off";
}

}  // namespace
}  // namespace warplab::gpu
