// mma.sync and ldmatrix against products of whole matrices.
#include <cmath>

#include "tests/ptx/half_reference.h"
#include "tests/ptx/ptx_fixture.h"

namespace simt::test {
namespace {

constexpr int rows = 16, columns = 8;
using Words = std::vector<uint32_t>;  // of lane l: 4 l to 4 l + 3

// "{%a0, %a1}"
std::string registers(const std::string& name, int count) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += (i ? ", %" : "%") + name + std::to_string(i);
  return text + "}";
}

// Runs `code` in one warp: %a0.. to %c3 hold each lane's words of a, b and c; %d0.. are its result.
Words run_in_a_warp(const std::string& code, const Words& a, const Words& b, const Words& c) {
  const DeviceArray<uint32_t> in_a(a), in_b(b), in_c(c), out(Words(128, 0xdeadbeef));
  std::string text = ptx_header() +
                     ".visible .entry snippet(.param .u64 pa, .param .u64 pb, .param .u64 pc,"
                     " .param .u64 pd)\n{\n  .reg .b32 %t;\n  .reg .b64 %p, %o;\n"
                     "  .reg .b32 %a<4>, %b<4>, %c<4>, %d<4>;\n  mov.u32 %t, %tid.x;\n"
                     "  mul.wide.u32 %o, %t, 16;\n";
  for (const std::string name : {"a", "b", "c", "d"})
    text += "  ld.param.u64 %p, [p" + name + "];\n  add.u64 %p, %p, %o;\n  ld.global.v4.b32 " +
            registers(name, 4) + ", [%p];\n";
  text += "  " + code + "\n  st.global.v4.b32 [%p], " + registers("d", 4) + ";\n  ret;\n}\n";
  launch_ptx(text, {.grid = {1, 1, 1}, .block = {32, 1, 1}},
             {in_a.address(), in_b.address(), in_c.address(), out.address()});
  return out.read();
}

// An element type of a and b: how a value is written, and values that are exact in it.
struct Element {
  const char* name;
  int bits;
  uint32_t (*encode)(int value);
  double scale;  // of the integers that `encode` takes
};
const Element elements[] = {
    {"f16", 16, [](int v) { return uint32_t(HalfFormat::f16().round(v / 8.0)); }, 1 / 8.0},
    {"bf16", 16, [](int v) { return uint32_t(HalfFormat::bf16().round(v / 8.0)); }, 1 / 8.0},
    {"tf32", 32, [](int v) { return std::bit_cast<uint32_t>(float(v) / 8) | 0x1fff; }, 1 / 8.0},
    {"s8", 8, [](int v) { return uint32_t(v) & 0xff; }, 1},
    {"u8", 8, [](int v) { return uint32_t(v) & 0xff; }, 1},
};

struct Product {
  int depth;
  const Element& a;
  const Element& b;
  std::vector<int> left, right;  // [row][k], [k][column]
  Words a_words, b_words;
  int words_of_b;
};

// The layout of section 9.7.14.5 (PTX ISA 9.0), element by element.
Product random_product(int depth, const Element& a, const Element& b, unsigned seed) {
  Product product{depth,
                  a,
                  b,
                  std::vector<int>(rows * depth),
                  std::vector<int>(depth * columns),
                  Words(128),
                  Words(128),
                  depth * b.bits / 128};
  std::mt19937 random(seed);
  const auto value = [&](const Element& of) {
    const int v = static_cast<int>(random() % (of.bits == 8 ? 256 : 61));
    return of.name[0] == 'u' ? v : v - (of.bits == 8 ? 128 : 30);
  };
  const int a_word = 32 / a.bits;  // elements
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < depth; ++k) {
      const int v = product.left[row * depth + k] = value(a);
      const int lane = row % 8 * 4 + k / a_word % 4;
      const int word = row / 8 + 2 * (k / (4 * a_word));
      product.a_words[lane * 4 + word] |= a.encode(v) << (k % a_word * a.bits);
    }
  for (int k = 0; k < depth; ++k)
    for (int column = 0; column < columns; ++column) {
      const int v = product.right[k * columns + column] = value(b);
      const int lane = column * 4 + k / a_word % 4;
      product.b_words[lane * 4 + k / (4 * a_word)] |= b.encode(v) << (k % a_word * b.bits);
    }
  return product;
}

// Element i of lane l of c and d.
int row_of(int lane, int i) { return lane / 4 + i / 2 * 8; }
int column_of(int lane, int i) { return lane % 4 * 2 + i % 2; }

double element_of(const Product& p, int row, int column) {
  double sum = 0;
  for (int k = 0; k < p.depth; ++k)
    sum += p.left[row * p.depth + k] * p.a.scale * p.right[k * columns + column] * p.b.scale;
  return sum;
}

std::string code_of(const Product& p, const std::string& sum, int sum_words,
                    const std::string& more = "") {
  return "mma.sync.aligned.m16n8k" + std::to_string(p.depth) + ".row.col" + more + "." + sum + "." +
         p.a.name + "." + p.b.name + "." + sum + " " + registers("d", sum_words) + ", " +
         registers("a", 2 * p.words_of_b) + ", " + registers("b", p.words_of_b) + ", " +
         registers("c", sum_words) + ";";
}

TEST(Matrix, MultipliesFloatsIntoF32) {
  for (const auto& [element, depth] : {std::pair{0, 8}, {0, 16}, {1, 8}, {1, 16}, {2, 4}, {2, 8}}) {
    const Product p = random_product(depth, elements[element], elements[element], 1);
    Words c(128);
    for (int l = 0; l < 32; ++l)
      for (int i = 0; i < 4; ++i) c[l * 4 + i] = std::bit_cast<uint32_t>(float(l * 4 + i) / 4);
    const std::string code = code_of(p, "f32", 4);
    const Words d = run_in_a_warp(code, p.a_words, p.b_words, c);
    for (int l = 0; l < 32; ++l)
      for (int i = 0; i < 4; ++i)
        ASSERT_EQ(std::bit_cast<float>(d[l * 4 + i]),
                  element_of(p, row_of(l, i), column_of(l, i)) + (l * 4 + i) / 4.0)
            << code << " lane " << l << " element " << i;
  }
}

TEST(Matrix, MultipliesF16IntoF16) {
  const auto& f16 = HalfFormat::f16();
  for (const int depth : {8, 16}) {
    const Product p = random_product(depth, elements[0], elements[0], 2);
    Words c(128);
    for (int l = 0; l < 32; ++l)
      for (int i = 0; i < 4; ++i) c[l * 4 + i / 2] |= uint32_t(f16.round(l - i)) << (i % 2 * 16);
    const std::string code = code_of(p, "f16", 2);
    const Words d = run_in_a_warp(code, p.a_words, p.b_words, c);
    for (int l = 0; l < 32; ++l)
      for (int i = 0; i < 4; ++i)
        ASSERT_EQ(d[l * 4 + i / 2] >> (i % 2 * 16) & 0xffff,
                  f16.round(element_of(p, row_of(l, i), column_of(l, i)) + l - i))
            << code << " lane " << l << " element " << i;
  }
}

TEST(Matrix, MultipliesBytes) {
  for (const auto& [a, b] : {std::pair{3, 3}, {3, 4}, {4, 3}, {4, 4}})
    for (const int depth : {16, 32})
      for (const bool saturated : {false, true}) {
        const Product p = random_product(depth, elements[a], elements[b], 3);
        Words c(128);
        for (int l = 0; l < 32; ++l)
          for (int i = 0; i < 4; ++i)
            c[l * 4 + i] = l % 2 ? uint32_t(l * i) : uint32_t(i % 2 ? INT32_MAX : INT32_MIN);
        const std::string code = code_of(p, "s32", 4, saturated ? ".satfinite" : "");
        const Words d = run_in_a_warp(code, p.a_words, p.b_words, c);
        for (int l = 0; l < 32; ++l)
          for (int i = 0; i < 4; ++i) {
            int64_t sum = static_cast<int64_t>(element_of(p, row_of(l, i), column_of(l, i))) +
                          static_cast<int32_t>(c[l * 4 + i]);
            if (saturated) sum = std::clamp<int64_t>(sum, INT32_MIN, INT32_MAX);
            ASSERT_EQ(d[l * 4 + i], static_cast<uint32_t>(sum))
                << code << " lane " << l << " element " << i;
          }
      }
}

TEST(Matrix, PropagatesInfinityAndNan) {
  Product p = random_product(8, elements[0], elements[0], 4);
  std::fill(p.a_words.begin(), p.a_words.end(), 0x7c007c00);  // infinities
  std::fill(p.b_words.begin(), p.b_words.end(), 0x3c003c00);
  p.b_words[0] = 0;  // column 0, k = 0 and 1
  const Words d = run_in_a_warp(code_of(p, "f32", 4), p.a_words, p.b_words, Words(128));
  EXPECT_EQ(d[0], 0x7fffffffu);
  EXPECT_EQ(d[1], 0x7f800000u);
}

// Four matrices of 8 x 8 in shared memory; element (row, column) of matrix m is
// 256 m + 16 row + column. Rows have a stride of 48 bytes.
TEST(Matrix, LoadsMatricesFromSharedMemory) {
  for (const int count : {1, 2, 4})
    for (const bool transposed : {false, true}) {
      std::string code =
          "{ .shared .align 16 .b8 tile[1536]; .reg .b32 base, row, at, v, m; .reg .pred more;\n"
          "  mov.u32 base, tile; mul.lo.u32 row, %t, 48; add.u32 base, base, row;\n"
          "  shr.u32 m, %t, 3; and.b32 v, %t, 7; shl.b32 v, v, 4; shl.b32 m, m, 8;\n"
          "  add.u32 v, v, m; mov.u32 at, 0;\n"
          "FILL: add.u32 m, base, at; st.shared.b16 [m], v; add.u32 v, v, 1; add.u32 at, at, 2;\n"
          "  setp.lt.u32 more, at, 16; @more bra FILL;\n"
          "  bar.warp.sync 0xffffffff;\n";
      code += "  ldmatrix.sync.aligned.m8n8.x" + std::to_string(count) +
              (transposed ? ".trans" : "") + ".shared.b16 " + registers("d", count) + ", [base]; }";
      const Words d = run_in_a_warp(code, Words(128), Words(128), Words(128));
      for (int l = 0; l < 32; ++l)
        for (int m = 0; m < 4; ++m) {
          const auto element = [&](int j) {
            const int row = transposed ? l % 4 * 2 + j : l / 4;
            const int column = transposed ? l / 4 : l % 4 * 2 + j;
            return uint32_t(256 * m + 16 * row + column);
          };
          const uint32_t expected = m < count ? element(0) | element(1) << 16 : 0xdeadbeef;
          ASSERT_EQ(d[l * 4 + m], expected) << "lane " << l << " matrix " << m << "\n" << code;
        }
    }
}

}  // namespace
}  // namespace simt::test
