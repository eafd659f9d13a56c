// Attributes that nvcc takes after __shared__ and clang before it.
#include "simt/frontend/attributes.h"

#include <gtest/gtest.h>

#include <string>

namespace simt::frontend {
namespace {

TEST(Attributes, StandBeforeTheWordsOfCuda) {
  EXPECT_EQ(with_attributes_first("  __shared__ alignas(16) float t[8];\n"),
            "  alignas(16) __shared__ float t[8];\n");
  EXPECT_EQ(with_attributes_first("__host__ __device__ [[nodiscard]] int f();"),
            "[[nodiscard]] __host__ __device__ int f();");
  EXPECT_EQ(
      with_attributes_first("__shared__ alignas (alignof(float4)) [[maybe_unused]] float4 t;"),
      "alignas (alignof(float4)) [[maybe_unused]] __shared__ float4 t;");
  EXPECT_EQ(with_attributes_first("#define TILE __shared__ \\\n  alignas(16)\nTILE int a;"),
            "#define TILE __shared__ \\\n  alignas(16)\nTILE int a;")
      << "lines stay as they are";
  EXPECT_EQ(with_attributes_first("__constant__\nalignas(8)\nint a; // __device__ alignas(8)"),
            "alignas(8)\n__constant__\nint a; // __device__ alignas(8)");
}

TEST(Attributes, StayWhereClangTakesThem) {
  for (const std::string text :
       {"", "alignas(16) __shared__ float t[8];", "__shared__ struct alignas(16) S { int x; } t;",
        "// __shared__ alignas(16)\n/* __shared__ alignas(16) */",
        "puts(\"__shared__ alignas(16) \");", "my__shared__ alignas(16) int a;",
        "__shared__ alignas_t(16) a;", "__shared__ alignas((", "__device__ a[[1]];"})
    EXPECT_EQ(with_attributes_first(text), text);
  const std::string deep = "__shared__ alignas(" + std::string(1 << 20, '(');
  EXPECT_EQ(with_attributes_first(deep), deep);
  const std::string wide = "__shared__" + std::string(1 << 20, ' ') + "alignas(16) int a;";
  EXPECT_EQ(with_attributes_first(wide), wide);
}

}  // namespace
}  // namespace simt::frontend
