// What hints and chapters give students to type is code that is graded: it stands in a solution, or in a hand-in of
// tests/unusual/.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "common/files.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

// A place in memory that a page names in the text of a lab.
struct Expression {
  std::string lab;  // "lab4"
  std::string place;
  std::string code;
};

// No code to copy: the text asks about it, or says that it is wrong.
struct NoCode {
  std::string_view lab, code;
};
constexpr NoCode no_code[] = {
    {"lab1", "y * imgWidthF + x"},                       // the number of a pixel
    {"lab1", "(y * imgWidthF + x) * 4 + c"},             // of a float: images for the CPU are small
    {"lab4", "threadIdx.y * blockDim.x + threadIdx.x"},  // the order of threads
    {"lab4", "(y * width + x) * 3"},                     // wrong in large images
    {"lab5", "tile[threadIdx.y + 2][(threadIdx.x + 2) * 3 + c]"},  // a try on the way
    {"lab11", "src[r * columns + c]"},                             // where does it go?
    {"lab11", "dst[c * rows + r] = src[r * columns + c]"},         // what a transpose is
    {"lab11", "stride * k + offset"},                              // of a table
    {"lab11", "y * width + x"},                                    // wrong where there is a pitch
    {"lab12", "a * b + c"},                                        // contracted or not?
    {"lab13", "a * b + c"},
    {"lab13", "a[i] * b[i] + c[i]"},
};

bool is_no_code(const Expression& expression) {
  return std::ranges::any_of(no_code, [&](const NoCode& each) {
    return each.lab == expression.lab && each.code == expression.code;
  });
}

// A sum with a product, in a code span of a page's text.
void add_expressions(const std::string& lab, const std::string& file, const std::string& text,
                     std::vector<Expression>& found) {
  static const std::regex span("`([^`]+)`"), product("[\\w)\\]] \\* [\\w(]");
  std::istringstream lines(text);
  bool is_block = false;
  std::size_t number = 1;
  for (std::string line; std::getline(lines, line); ++number) {
    if (line.starts_with("```")) is_block = !is_block;
    if (is_block || line.starts_with("    ")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), span), end; at != end; ++at)
      if (const std::string code = (*at)[1];
          std::regex_search(code, product) && code.find(" + ") != std::string::npos)
        found.push_back({lab, fmt::format("{}:{}", file, number), code});
  }
}

std::string name_of_lab(const fs::path& folder) {
  const std::string name = folder.filename();
  return name.substr(0, name.find('-'));
}

std::vector<Expression> all_expressions() {
  const fs::path root = checkout::root;
  std::vector<Expression> found;
  for (const auto& lab : fs::directory_iterator(root / "labs")) {
    if (!lab.is_directory()) continue;
    for (const char* page : {"hints.md", "chapter.md"})
      add_expressions(name_of_lab(lab.path()), lab.path().filename().string() + "/" + page,
                      read_file(lab.path() / page), found);
  }
  return found;
}

// Solutions of a lab, and right hand-ins, with one space for each gap.
std::string graded_code(const std::string& lab) {
  const fs::path root = checkout::root;
  std::string code;
  for (const auto& folder : fs::directory_iterator(root / "solutions"))
    if (folder.is_directory() && name_of_lab(folder.path()) == lab)
      for (const auto& file : fs::directory_iterator(folder)) code += read_file(file.path());
  if (fs::exists(root / "tests/unusual" / lab))
    for (const auto& file : fs::directory_iterator(root / "tests/unusual" / lab))
      code += read_file(file.path());
  return std::regex_replace(code, std::regex("\\s+"), " ");
}

// Whether the code has it as it stands, with no cast before it that the page leaves out.
bool has(const std::string& code, const std::string& expression) {
  for (std::size_t at = code.find(expression); at != std::string::npos;
       at = code.find(expression, at + 1)) {
    const char before = at == 0 ? ' ' : code[at - 1];
    if (before != ')' && before != '_' && std::isalnum(static_cast<unsigned char>(before)) == 0)
      return true;
  }
  return false;
}

TEST(HintedCode, IsThatOfARightHandIn) {
  const std::vector<Expression> all = all_expressions();
  EXPECT_GT(all.size(), 20u);
  for (const Expression& each : all)
    EXPECT_TRUE(has(graded_code(each.lab), each.code) || is_no_code(each))
        << each.place << ": " << each.code
        << ": write it as a solution has it, add a hand-in to tests/unusual/, or a row above if it "
           "is no code to copy";
}

TEST(HintedCode, ACastThatIsLeftOutIsNoticed) {
  EXPECT_TRUE(has("dst[(size_t)y * width + x] = 1;", "(size_t)y * width + x"));
  EXPECT_FALSE(has("dst[(size_t)y * width + x] = 1;", "y * width + x"));
  EXPECT_TRUE(has("dst[y * width + x] = 1;", "y * width + x"));
}

}  // namespace
}  // namespace warplab
