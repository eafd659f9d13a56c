// Attributes that nvcc takes after __shared__ and clang before it.
#include "simt/frontend/attributes.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

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
  EXPECT_EQ(with_attributes_first("__shared__ /* of 16 */ alignas(16)float t[8];"),
            "alignas(16) /* of 16 */ __shared__ float t[8];");
  EXPECT_EQ(with_attributes_first("__shared__" + std::string(1 << 20, ' ') + "alignas(16) int a;"),
            "alignas(16)" + std::string(1 << 20, ' ') + "__shared__ int a;");
  EXPECT_EQ(with_attributes_first("__constant__\nalignas(8)\nint a; // __device__ alignas(8)"),
            "alignas(8)\n__constant__\nint a; // __device__ alignas(8)");
}

// A directive ends with its line, unless a backslash continues it.
TEST(Attributes, StayInTheLineOfTheirDirective) {
  EXPECT_EQ(with_attributes_first("#define TILE __shared__ alignas(16)\nint f();\n"),
            "#define TILE alignas(16) __shared__\nint f();\n");
  EXPECT_EQ(with_attributes_first("#define TILE __shared__ alignas(16)  // aligned\nint f();\n"),
            "#define TILE alignas(16) __shared__  // aligned\nint f();\n");
  EXPECT_EQ(with_attributes_first("# define TILE(T) __shared__ \\\r\n  alignas(16) T\nint f();"),
            "# define TILE(T) alignas(16) \\\r\n  __shared__ T\nint f();");
  for (const std::string text : {"#define TILE __shared__\nalignas(16) int a;",
                                 "#define TILE __shared__ /* of\n16 */\nalignas(16) int a;",
                                 "__shared__\n#define A alignas(16)\nint a;",
                                 "#define TILE __shared__ // tile\nalignas(16) int a;",
                                 "#define SHARED __shared__\n#define A alignas(\n16) int a;"})
    EXPECT_EQ(with_attributes_first(text), text);
}

TEST(Attributes, StandBeforeTheWordsOfCudaInMacros) {
  const std::string align = "#define ALIGN alignas(16)\n", by = "#define BY(n) alignas(n) [[a]]\n",
                    tile = "#define TILE __shared__\n", none = "#define NONE int\n";
  EXPECT_EQ(with_attributes_first(align + "__shared__ ALIGN int a;"),
            align + "ALIGN __shared__ int a;");
  EXPECT_EQ(with_attributes_first(by + "__shared__ BY(8 * (1 + 1)) int a;"),
            by + "BY(8 * (1 + 1)) __shared__ int a;");
  EXPECT_EQ(with_attributes_first(align + "#define TOO ALIGN\n__shared__ TOO int a;"),
            align + "#define TOO ALIGN\nTOO __shared__ int a;");
  EXPECT_EQ(with_attributes_first(tile + "TILE alignas(16) int a;"),
            tile + "alignas(16) TILE int a;");
  EXPECT_EQ(with_attributes_first(tile + align + "TILE ALIGN int a;"),
            tile + align + "ALIGN TILE int a;");
  for (const std::string& text :
       std::vector<std::string>{none + "__shared__ NONE a; // alignas", by + "__shared__ BY int a;",
                                "#define T(n) __shared__\n__shared__ T(1) int a; // alignas",
                                "__shared__ ALIGN int a; // alignas"})
    EXPECT_EQ(with_attributes_first(text), text);
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
}

}  // namespace
}  // namespace simt::frontend
