// Which hand-ins resemble each other: what sim prints, and the pairs that are listed.
#include "autograder/similar/similar.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "autograder/similar/sim.h"
#include "autograder/similar/similar_views.h"
#include "common/wrap.h"

namespace warplab {
namespace {

// As sim_c++ -aep -t 1 prints it.
const char* const printed_by_sim =
    "File 0: 309 tokens, 66 lines\n"
    "File 1: 280 tokens, 60 lines (not NL-terminated)\n"
    "File 2: 1 token, 2 lines, 2 non-ASCII characters\n"
    "Total input: 3 files (3 new, 0 old), 590 tokens\n"
    "\n"
    "0 consists for 55 % of 1 material\n"
    "1 consists for 61 % of 0 material\n";

TEST(Sim, WhatItPrintsIsRead) {
  const auto report = read_sim(printed_by_sim, 3);
  ASSERT_TRUE(report);
  EXPECT_EQ(report->tokens, (std::vector<int>{309, 280, 1}));
  EXPECT_EQ(report->shares.size(), 1u);
  EXPECT_EQ(report->shares.at({0, 1}), 61) << "the larger of both";
}

TEST(Sim, AFileThatItHasNotReadIsNoLikenessOfNone) {
  EXPECT_FALSE(read_sim(printed_by_sim, 4));
  EXPECT_FALSE(read_sim("File 0: >>>> cannot open <<<<\nFile 1: 3 tokens, 1 line\n", 2));
  EXPECT_FALSE(read_sim("", 2));
  EXPECT_FALSE(read_sim("File 99999999999999999999: 3 tokens, 1 line\n", 1));
  const auto odd = read_sim("File 0: 3 tokens, 1 line\n7 consists for 5 % of 0 material\n", 1);
  ASSERT_TRUE(odd);
  EXPECT_TRUE(odd->shares.empty());
}

TEST(Sim, LinesOfTheStubAreTakenOutHoweverTheyAreIndented) {
  const std::string stub = "int f(int a) {\n  // TODO: add\n  return 0;\n}\n";
  EXPECT_EQ(without_lines_of(stub, "int f(int a){\n\tint b = a;\r\n  return b;\n}"),
            "\tint b = a;\r\n  return b;\n");
  EXPECT_EQ(without_lines_of(stub, stub), "");
  EXPECT_EQ(without_lines_of("", "a\n"), "a\n");
}

TEST(Sim, ParenthesesAreBlanksToIt) {
  EXPECT_EQ(without_parentheses("return (a)/(*b); // (\n f(')', \"(\");\n"),
            "return  a / *b ; //  \n f ' ', \" \" ;\n");
  EXPECT_EQ(without_lines_of(without_parentheses("return f(0);\n"),
                             without_parentheses("return (f((0)));\n")),
            "");
}

class Similar : public testing::Test {
 protected:
  // A file of a student, 100 tokens long.
  void add(const std::string& student, const std::string& folder, int tokens = 100) {
    files.push_back({student, folder, ""});
    report.tokens.push_back(tokens);
  }
  Similarities found() const {
    Similarities all;
    add_pairs(all, step, files, report);
    put_in_order(all);
    return all;
  }

  ComparedStep step = {"lab8-reduction", 3, "sequential", "sequential.cu"};
  std::vector<ComparedFile> files;
  SimReport report;
};

TEST_F(Similar, APairHasItsShareAndWhatIsUsual) {
  for (const char* student : {"ada", "bob", "cy"}) add(student, student);
  report.shares = {{{0, 1}, 90}, {{0, 2}, 10}, {{1, 2}, 30}};
  const Similarities all = found();
  EXPECT_EQ(all.compared, 3u);
  ASSERT_EQ(all.pairs.size(), 2u) << "10 % is none";
  EXPECT_EQ(all.pairs[0].one, "ada");
  EXPECT_EQ(all.pairs[0].other, "bob");
  EXPECT_EQ(all.pairs[0].share, 90);
  EXPECT_EQ(all.pairs[0].usual, 30);
  EXPECT_EQ(all.pairs[1].share, 30);
}

TEST_F(Similar, ThoseWhoWorkTogetherAndThoseWithoutAnythingOfTheirOwnAreNoPair) {
  add("ada", "together");
  add("bob", "together");
  add("cy", "cy", shortest_run - 1);
  report.shares = {{{0, 1}, 100}, {{0, 2}, 100}, {{1, 2}, 100}};
  EXPECT_EQ(found().compared, 0u);
  EXPECT_TRUE(found().pairs.empty());
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
  all.not_compared = {{step, hostile, "binary\n"}, {step, "", "sim_c++ ended\x1b"}};
  const std::string table = table_of(all);
  for (const std::string& line : split_lines(table)) {
    EXPECT_LE(width_of(line), 80u) << line;
    EXPECT_EQ(line.find('\x1b'), std::string::npos) << line;
  }
  EXPECT_NE(table.find("and 3 more: --json FILE lists all"), std::string::npos) << table;
  EXPECT_NE(table.find(" 100 %    12 %  lab8/3 sequential"), std::string::npos) << table;
  EXPECT_NE(table.find("not a verdict"), std::string::npos) << table;
  EXPECT_EQ(to_json(all)["pairs"].size(), 23u);
  EXPECT_TRUE(to_json(all)["not_compared"][1]["student"].is_null());
}

}  // namespace
}  // namespace warplab
