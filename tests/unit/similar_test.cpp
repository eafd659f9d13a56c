// Which hand-ins resemble each other: their tokens, the runs that they have in common, and the pairs that are listed.
#include "autograder/similar/similar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "autograder/similar/common_runs.h"
#include "autograder/similar/similar_views.h"
#include "autograder/similar/tokens.h"
#include "common/wrap.h"

namespace warplab {
namespace {

std::size_t number_of_tokens(const std::string& text) { return token_kinds(text).size(); }

TEST(Tokens, NamesNumbersStringsCommentsAndLayoutMakeNoDifference) {
  EXPECT_EQ(
      token_kinds("for (int i = 0; i < 10; ++i) sum += a[i] * 2.5f;  // add\nputs(\"no\");\n"),
      token_kinds("for(int row=0x1;row<20;/* next */++row)\r\n\ttotal+=b [ row ]*1;puts('y');"));
  EXPECT_NE(token_kinds("a + b"), token_kinds("a - b"));
  EXPECT_NE(token_kinds("int a"), token_kinds("float a"));
  EXPECT_NE(token_kinds("a"), token_kinds("1"));
  EXPECT_NE(token_kinds("1"), token_kinds("\"1\""));
  EXPECT_NE(token_kinds("__global__ void"), token_kinds("__device__ void"));
}

TEST(Tokens, TheLongestOperatorIsTaken) {
  EXPECT_EQ(number_of_tokens("f<<<grid, block>>>(a)"), 7u);
  EXPECT_EQ(number_of_tokens("a <<= b << c <= d < e"), 9u);
  EXPECT_EQ(number_of_tokens("a+++b"), 4u);
  EXPECT_EQ(number_of_tokens("a->*b->c...::d<=>e"), 10u);
  EXPECT_NE(token_kinds("a << b"), token_kinds("a < < b"));
}

TEST(Tokens, ANumberIsOneTokenHoweverItIsWritten) {
  for (const char* number :
       {"0", "1'000'000ull", "0xFFu", "0x1.8p-3f", "0b10", ".5e+3", "1.", "1e-7", "12_km", "3.0L"})
    EXPECT_EQ(token_kinds(number), token_kinds("7")) << number;
  EXPECT_EQ(number_of_tokens("1+2"), 3u);
  EXPECT_EQ(number_of_tokens("1.e3-x"), 3u);
  EXPECT_EQ(number_of_tokens("p.x"), 3u);
}

TEST(Tokens, AStringOrACharacterIsOneTokenWhateverIsInIt) {
  for (const char* text :
       {R"("")", R"("a\"b // c")", R"("/* ")", R"('\'')", R"('"')", R"(L"wide")", R"(u8"x")",
        "R\"(a \" b)\"", "R\"x()\" \n)x\"", "u8R\"(\\)\"", "LR\"-(\n\n)-\""})
    EXPECT_EQ(token_kinds(std::string(text) + ";"), token_kinds("\"a\";")) << text;
  EXPECT_EQ(number_of_tokens("FOUR\"a\""), 2u) << "no prefix";
  EXPECT_EQ(number_of_tokens("\"a\" \"b\""), 2u);
}

TEST(Tokens, WhatIsNotClosedEndsWithItsLineOrWithTheText) {
  EXPECT_EQ(token_kinds("a = \"b;\nc;"), token_kinds("a = \"\" c;"));
  EXPECT_EQ(token_kinds("a = 'b;\nc;"), token_kinds("a = \"\" c;"));
  EXPECT_EQ(token_kinds("a \"b\\"), token_kinds("a \"\""));
  EXPECT_EQ(token_kinds("a /* b\nc"), token_kinds("a"));
  EXPECT_EQ(token_kinds("a R\"x( b\nc"), token_kinds("a \"\""));
  EXPECT_EQ(token_kinds("a R\"no bracket within 16 characters( b\nc"), token_kinds("a \"\" c"));
  EXPECT_EQ(token_kinds(""), "");
  EXPECT_EQ(token_kinds("\\"), "");
}

TEST(Tokens, ALineThatEndsInABackslashGoesOn) {
  EXPECT_EQ(token_kinds("whi\\\nle (a\\  \r\nb) c;"), token_kinds("while (ab) c;"));
  EXPECT_EQ(token_kinds("a; // b \\\nc;\nd;"), token_kinds("a; d;"));
  EXPECT_EQ(token_kinds("\"a\\\nb\""), token_kinds("\"\""));
}

TEST(Tokens, ParenthesesBracesAndOtherSpellingsAreNoDisguise) {
  EXPECT_EQ(token_kinds("return (a)/(*b);"), token_kinds("return a / *b;"));
  EXPECT_EQ(token_kinds("if (a) { b(); } else c();"), token_kinds("if (a) b(); else { c(); }"));
  EXPECT_EQ(token_kinds("a and not b or c"), token_kinds("a && !b || c"));
  EXPECT_EQ(token_kinds("%:define A <% a<:0:> = 1; %>"), token_kinds("#define A { a[0] = 1; }"));
  EXPECT_EQ(token_kinds("a > b; a >= b"), token_kinds("b < a; b <= a"));
  EXPECT_EQ(token_kinds("float* __restrict__ a"), token_kinds("float* restrict a"));
}

TEST(Tokens, OfThePreprocessorsLinesOnlyIncludesAreLeftOut) {
  EXPECT_EQ(token_kinds("#include <a//b>\n #  include \"c.h\"\na;"), token_kinds("a;"));
  EXPECT_EQ(number_of_tokens("#define LAUNCH(a, b) \\\n  kernel<<<a, b>>>()\n"), 12u);
  EXPECT_EQ(number_of_tokens("#pragma omp parallel for\n"), 5u);
  EXPECT_EQ(number_of_tokens("include + b"), 3u) << "a name";
}

TEST(Tokens, LinesOfTheStubAreLeftOutHoweverTheyAreIndented) {
  const std::string stub = "int f(int a) {\n  // TODO: add\n  return g(0);\n}\n";
  EXPECT_EQ(token_kinds("int f(int a){\n\tint b = a;\r\n  return b;\n}", stub),
            token_kinds("int b = a; return b;"));
  EXPECT_EQ(token_kinds("int f(int a)  // mine\n{\n  return (g((0)));\n}", stub), "");
  EXPECT_EQ(token_kinds("int f(int b) {", stub), token_kinds("int f(int b) {")) << "another name";
  EXPECT_EQ(token_kinds("/* TODO:\n  return g(0); */ a;\n", stub), token_kinds("a;"));
  EXPECT_EQ(token_kinds("a;\n/* b\n*/\nc;", "*/\n"), token_kinds("a; c;")) << "a comment ends";
}

TEST(Tokens, AnyTextHasTokens) {
  std::mt19937 random(1);
  const std::string pieces = "\"'\\\n/*()R{}#<>:%a0.e-\xff\x80 \t\r";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    for (std::size_t length = random() % 60; length > 0; --length)
      text += pieces[random() % pieces.size()];
    EXPECT_LE(number_of_tokens(text), text.size());
    EXPECT_EQ(token_kinds(text, text), "");
  }
}

// A text of so many tokens that has no run in common with one of another number.
std::string unlike(int text, std::size_t tokens) {
  std::string kinds;
  for (std::size_t i = 0; i < tokens; ++i)
    kinds += static_cast<char>(i % 2 == 0 ? text : i / 2 % 100);
  return kinds;
}

int share_of(const std::string& one, const std::string& other) {
  const CommonShares shares = find_common_runs({one, other});
  EXPECT_EQ(find_common_runs({other, one}), shares) << "whichever comes first";
  EXPECT_LE(shares.size(), 1u);
  return shares.empty() ? 0 : shares.at({0, 1});
}

TEST(CommonRuns, AShareIsPercentOfTheTokensOfTheFileThatHasMoreInCommon) {
  const std::string run = unlike(101, 40);
  const std::string one = unlike(102, 60) + run, other = run + unlike(103, 160);
  EXPECT_EQ(share_of(one, other), 40);
  EXPECT_EQ(share_of(run, other), 100);
  EXPECT_EQ(share_of(one + unlike(104, 20), other), 33) << "rounded down";
  EXPECT_EQ(share_of(unlike(102, 5000) + run, unlike(103, 5000) + run), 0);
  EXPECT_TRUE(find_common_runs({unlike(102, 5000) + run, unlike(103, 5000) + run}).empty());
}

TEST(CommonRuns, RunsCountFromTheShortestOn) {
  const std::string run = unlike(101, shortest_run);
  EXPECT_EQ(share_of(unlike(102, 76) + run, run + unlike(103, 76)), 24);
  EXPECT_EQ(share_of(unlike(102, 76) + run.substr(1), run.substr(1) + unlike(103, 76)), 0);
}

TEST(CommonRuns, ATokenInSeveralRunsCountsOnce) {
  const std::string run = unlike(101, 36);
  // The other has the first 24 of the 36 tokens, and the last 24.
  EXPECT_EQ(share_of(run + unlike(102, 64), run.substr(0, 24) + unlike(103, 20) + run.substr(12)),
            100 * 48 / 68);
  EXPECT_EQ(share_of(run + unlike(102, 4), run.substr(0, 24) + unlike(103, 80) + run.substr(12)),
            90);
}

TEST(CommonRuns, FilesWithFewTokensHaveNone) {
  const std::string shorter = unlike(101, shortest_run - 1);
  EXPECT_TRUE(find_common_runs({}).empty());
  EXPECT_TRUE(find_common_runs({"", "", shorter, shorter, unlike(101, 100)}).empty());
}

TEST(CommonRuns, OneTokenOverAndOverIsARunLikeAnyOther) {
  const std::string repeated(30'000, 'a'), few(shortest_run, 'a');
  const CommonShares shares = find_common_runs({repeated, repeated, few, unlike('b', 30'000)});
  EXPECT_EQ(shares, (CommonShares{{{0, 1}, 100}, {{0, 2}, 100}, {{1, 2}, 100}}));
}

// Percent of the tokens of `one` that are in a run which `other` has too, from each pair of places.
int slow_share(const std::string& one, const std::string& other) {
  std::vector<bool> common(one.size(), false);
  for (std::size_t i = 0; i < one.size(); ++i)
    for (std::size_t j = 0; j < other.size(); ++j) {
      std::size_t length = 0;
      while (i + length < one.size() && j + length < other.size() &&
             one[i + length] == other[j + length])
        ++length;
      if (length >= shortest_run)
        std::fill_n(common.begin() + static_cast<std::ptrdiff_t>(i), length, true);
    }
  return one.empty() ? 0
                     : static_cast<int>(100 * std::ranges::count(common, true) / std::ssize(one));
}

TEST(CommonRuns, EveryCommonRunIsFoundAndNothingElse) {
  std::mt19937 random(7);
  for (int round = 0; round < 60; ++round) {
    const unsigned kinds = 1 + random() % 6;
    std::vector<std::string> texts(4);
    for (std::string& text : texts)
      for (std::size_t length = random() % 150; length > 0; --length)
        text += static_cast<char>('a' + random() % kinds);
    // What one has of another, anywhere.
    const std::string& source = texts[0];
    for (std::size_t i = 1; i < texts.size(); ++i) {
      const std::size_t begin = random() % (source.size() + 1);
      texts[i].insert(random() % (texts[i].size() + 1), source.substr(begin, random() % 60));
    }
    const CommonShares shares = find_common_runs(texts);
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        const auto at = shares.find({i, j});
        EXPECT_EQ(at == shares.end() ? 0 : at->second,
                  std::max(slow_share(texts[i], texts[j]), slow_share(texts[j], texts[i])))
            << texts[i] << "\n"
            << texts[j];
      }
  }
}

TEST(CommonRuns, ThoseApartAreComparedWithTheOthersAlone) {
  const std::string run = unlike(101, 100);
  EXPECT_EQ(
      find_common_runs({run, run, run, run}, 2),
      (CommonShares{{{0, 1}, 100}, {{0, 2}, 100}, {{0, 3}, 100}, {{1, 2}, 100}, {{1, 3}, 100}}));
  EXPECT_TRUE(find_common_runs({run, run}, 2).empty());
  EXPECT_EQ(share_of(run + unlike(102, 100), run), 100);
  EXPECT_EQ(find_common_runs({run, run + unlike(102, 100)}, 1).at({0, 1}), 100) << "the larger";
  EXPECT_EQ(find_common_runs({run + unlike(102, 100), run}, 1).at({0, 1}), 100);
}

class Similar : public testing::Test {
 protected:
  // A file of a student, 100 tokens long.
  void add(const std::string& student, const std::string& folder, std::size_t tokens = 100) {
    files.push_back({student, folder, std::string(tokens, 'a')});
  }
  Similarities found() const {
    Similarities all;
    add_pairs(all, step, files, others, shares);
    put_in_order(all);
    return all;
  }

  ComparedStep step = {"lab8-reduction", 3, "sequential", "sequential.cu"};
  std::vector<ComparedFile> files;
  std::vector<OtherFile> others;
  CommonShares shares;
};

TEST_F(Similar, APairHasItsShareAndWhatIsUsual) {
  for (const char* student : {"ada", "bob", "cy"}) add(student, student);
  shares = {{{0, 1}, 90}, {{0, 2}, 10}, {{1, 2}, 30}};
  const Similarities all = found();
  EXPECT_EQ(all.compared, 3u);
  ASSERT_EQ(all.pairs.size(), 2u) << "10 % is none";
  EXPECT_EQ(all.pairs[0].one, "ada");
  EXPECT_EQ(all.pairs[0].other, "bob");
  EXPECT_EQ(all.pairs[0].share, 90);
  EXPECT_EQ(all.pairs[0].usual, 30);
  EXPECT_EQ(all.pairs[1].share, 30);
}

// Five of seven have one solution; two others, who are less alike, wrote their own.
TEST_F(Similar, WhereMostHaveCopiedTheUsualIsThatOfTheOthers) {
  for (const char* student : {"a", "b", "c", "d", "e", "f", "g"}) add(student, student);
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = i + 1; j < 7; ++j) shares[{i, j}] = j < 5 ? 99 : j == 5 ? 12 : 20;
  shares[{0, 4}] = 40;  // near over others
  for (const SimilarPair& pair : found().pairs) EXPECT_EQ(pair.usual, 20);
  shares[{5, 6}] = 8;
  EXPECT_EQ(found().pairs.at(0).usual, 12) << "of 12, 20 and 8";
}

TEST_F(Similar, WhereAllAreNearEachOtherNothingIsUsual) {
  for (const char* student : {"a", "b", "c"}) add(student, student);
  shares = {{{0, 1}, 99}, {{0, 2}, 60}, {{1, 2}, 91}};
  const Similarities all = found();
  ASSERT_EQ(all.pairs.size(), 3u);
  EXPECT_EQ(all.pairs[0].usual, std::nullopt);
  EXPECT_NE(table_of(all).find("  99 %       -  lab8/3 sequential"), std::string::npos)
      << table_of(all);
  EXPECT_TRUE(to_json(all).at("pairs").at(0).at("usual").is_null());
}

TEST_F(Similar, ThoseWhoWorkTogetherAndThoseWithoutAnythingOfTheirOwnAreNoPair) {
  add("ada", "together");
  add("bob", "together");
  add("cy", "cy", shortest_run - 1);
  shares = {{{0, 1}, 100}, {{0, 2}, 100}, {{1, 2}, 100}};
  EXPECT_EQ(found().compared, 0u);
  EXPECT_TRUE(found().pairs.empty());
}

TEST_F(Similar, OtherFilesAreInPairsWithStudentsAndChangeNothingElse) {
  for (const char* student : {"ada", "bob", "cy"}) add(student, student);
  others = {{"last-year/eve/a.cu", std::string(100, 'a')}, {"short.cu", "a"}};
  shares = {{{0, 1}, 40}, {{0, 2}, 10}, {{1, 2}, 12}, {{0, 3}, 100},
            {{1, 3}, 95}, {{2, 3}, 29}, {{0, 4}, 100}};
  const Similarities all = found();
  EXPECT_EQ(all.compared, 6u) << "the short one is in none";
  ASSERT_EQ(all.pairs.size(), 3u);
  EXPECT_EQ(all.pairs[0].one, "ada");
  EXPECT_EQ(all.pairs[0].other, "last-year/eve/a.cu");
  EXPECT_TRUE(all.pairs[0].is_with_other);
  EXPECT_EQ(all.pairs[0].usual, 12)
      << "of students, who are not one for having copied the same file";
  EXPECT_EQ(all.pairs[1].one, "bob");
  EXPECT_FALSE(all.pairs[2].is_with_other);
  const std::string table = table_of(all);
  EXPECT_NE(table.find(" 100 %    12 %  lab8/3 sequential        ada                 with\n"
                       "                 last-year/eve/a.cu\n"),
            std::string::npos)
      << table;
  const auto pairs = to_json(all)["pairs"];
  EXPECT_EQ(pairs[0]["students"], nlohmann::json({"ada"}));
  EXPECT_EQ(pairs[0]["with"], "last-year/eve/a.cu");
  EXPECT_TRUE(pairs[2]["with"].is_null());
}

TEST_F(Similar, OfALongPathTheEndIsShown) {
  Similarities all;
  const std::string folders = "2025/" + std::string(30, 'b') + "/" + std::string(30, 'c');
  all.pairs = {{step, "ada", folders + "/lab5/a.cu", 90, std::nullopt, true},
               {step, "ada", std::string(300, 'x'), 90, std::nullopt, true}};
  all.not_compared = {{step, folders + "/a.cu", "binary", true}};
  const std::string table = table_of(all);
  EXPECT_NE(table.find("  .../" + std::string(30, 'c') + "/lab5/a.cu\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("not compared: .../" + std::string(30, 'c') + "/a.cu: binary\n"),
            std::string::npos)
      << table;
  for (const std::string& line : split_lines(table)) EXPECT_LE(width_of(line), 80u) << line;
  const auto missed = to_json(all)["not_compared"][0];
  EXPECT_TRUE(missed["student"].is_null());
  EXPECT_EQ(missed["with"], folders + "/a.cu");
}

TEST_F(Similar, WhatIsLeastUsualComesFirstOfEqualShares) {
  Similarities all;
  for (const double usual : {90., 10., 50.})
    all.pairs.push_back({step, "ada", "bob", usual == 50 ? 70 : 100, usual});
  put_in_order(all);
  EXPECT_EQ(all.pairs[0].usual, 10);
  EXPECT_EQ(all.pairs[1].usual, 90);
  EXPECT_EQ(all.pairs[2].share, 70);
}

TEST_F(Similar, TheTableHasTwentyPairsInEightyColumnsWhateverNamesAre) {
  Similarities all;
  const std::string hostile = "\x1b[31mé\xff\u202e" + std::string(300, 'x') + "\n| {0}";
  for (int i = 0; i < 23; ++i) all.pairs.push_back({step, hostile, "bob", 100, 12.25});
  all.not_compared = {{step, hostile, "binary\n"}, {step, "bob", "longer\x1b"}};
  const std::string table = table_of(all);
  for (const std::string& line : split_lines(table)) {
    EXPECT_LE(width_of(line), 80u) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos) << line;
  }
  EXPECT_NE(table.find("and 3 more: --json FILE lists all"), std::string::npos) << table;
  EXPECT_NE(table.find(" 100 %    12 %  lab8/3 sequential"), std::string::npos) << table;
  EXPECT_NE(table.find("not a verdict"), std::string::npos) << table;
  EXPECT_EQ(to_json(all)["pairs"].size(), 23u);
  EXPECT_EQ(to_json(all)["not_compared"][1]["student"], "bob");
}

}  // namespace
}  // namespace warplab
