// Tables in documents that repeat a table of the code, or the files of a folder: no name is
// missing, and none is left over.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "autograder/exports/export.h"
#include "autograder/gpu/counters.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "common/version.h"
#include "tests/behaviour/head_lines.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab::documents_test {
namespace {

namespace fs = std::filesystem;

const fs::path root = checkout::root;

const std::vector<std::string> verdicts = {
#define VERDICT(enumerator, text) text,
#include "autograder/report/verdicts.def"
#undef VERDICT
};

// The rows of all tables with this line at their head.
std::vector<std::string> rows_of_table(const fs::path& document, const std::string& head) {
  std::vector<std::string> rows;
  std::istringstream text(read_file(root / document));
  bool inside = false;
  for (std::string line; std::getline(text, line);) {
    if (line == head || !line.starts_with("|")) inside = line == head;
    if (inside && line != head && !line.starts_with("|-")) rows.push_back(line);
  }
  return rows;
}

// The names in the first column of these tables, without the marks around them: "`load-bytes`,
// `requests`" are two.
std::vector<std::string> names_of_table(const fs::path& document, const std::string& head) {
  std::vector<std::string> names;
  for (const std::string& row : rows_of_table(document, head)) {
    std::istringstream cell(row.substr(1, row.find('|', 1) - 1));
    for (std::string word; cell >> word;) {
      word = word.substr(0, word.find(']'));
      std::erase_if(word, [](char c) { return c == '`' || c == '[' || c == ','; });
      names.push_back(word);
    }
  }
  return names;
}

TEST(NamesOfTable, AreThoseOfItsRows) {
  const fs::path page = own_folder() / "table.md";
  write_file(page,
             "| a | b |\n|---|---|\n| [`x`](#y) | `z` |\n| `u`, `v` | w |\n\n| `other` | t |\n");
  EXPECT_EQ(names_of_table(page, "| a | b |"), (std::vector<std::string>{"x", "u", "v"}));
}

TEST(Documents, ListTheVerdicts) {
  EXPECT_EQ(names_of_table("docs/verdicts.md", "| verdict | meaning |"), verdicts);
  const std::string text = read_file(root / "docs/verdicts.md");
  for (const std::string& verdict : verdicts)
    EXPECT_NE(text.find("\n## " + verdict + "\n"), std::string::npos) << verdict;
}

TEST(Documents, ListTheCountersOfGates) {
  auto listed = names_of_table("docs/instructor-guide.md", "| counter | what it is |");
  auto names = gpu::counter_names();
  std::ranges::sort(listed);
  std::ranges::sort(names);
  EXPECT_EQ(listed, names);
}

TEST(Documents, ListTheExportFormats) {
  auto listed =
      names_of_table("docs/grading-a-class.md", "| format | is | needs | `GRADER_ERROR` becomes |");
  std::vector<std::string> names;
  for (const Export& format : all_exports()) {
    names.push_back(format.name);
    EXPECT_FALSE(format.help.empty()) << format.name;
    EXPECT_NE(!format.make, !format.make_book) << format.name << " is made of one of the two";
  }
  std::ranges::sort(listed);
  std::ranges::sort(names);
  EXPECT_EQ(listed, names);
}

// Names of files and folders of the tree, in backticks. Where a section has said which folder it is about, the end
// of the path is enough.
TEST(Documents, ContributingNamesWhatIsThere) {
  std::vector<std::string> paths = {"/README.md", "/handout.md", "/CMakeLists.txt"};
  for (const char* folder :
       {"autograder", "common", "docs", "labs", "simt", "solutions", "tests"}) {
    paths.push_back(std::string("/") + folder + "/");
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      paths.push_back("/" + fs::relative(entry.path(), root).string() +
                      (entry.is_directory() ? "/" : ""));
  }
  const std::string text = read_file(root / "CONTRIBUTING.md");
  const std::regex name("`([\\w./-]+(?:/|\\.(?:cpp|h|def|md|json|txt)))`");
  int found = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
    const std::string named = (*at)[1];
    if (named.find("labN") != std::string::npos) continue;
    ++found;
    EXPECT_TRUE(std::ranges::any_of(paths, [&](const std::string& path) {
      return path.ends_with("/" + named);
    })) << named;
  }
  EXPECT_GT(found, 40);
}

// Documents for people: those in the root, those in docs/ and the labs' own.
std::vector<fs::path> documents() {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(root)) all.push_back(entry.path());
  for (const char* folder : {"docs", "labs"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      all.push_back(entry.path());
  std::erase_if(all, [](const fs::path& file) { return file.extension() != ".md"; });
  return all;
}

// "`make grade-lab5 STEP=2`", or a line of a block of code; N is any number.
TEST(Documents, NameGoalsThatMakeHas) {
  static const std::regex rule("\n([\\w%][\\w% -]*):(?!=)"), word("\\S+"), last_number("(\\d+|N)$"),
      call("(?:`|\n    |\n\\$ )make((?: +[\\w=./-]+)+)");
  const std::string makefile = read_file(root / "Makefile");
  std::set<std::string> goals;
  for (std::sregex_iterator at(makefile.begin(), makefile.end(), rule), end; at != end; ++at) {
    const std::string names = at->str(1);
    goals.insert(std::sregex_token_iterator(names.begin(), names.end(), word), {});
  }
  int named = 0;
  for (const fs::path& document : documents()) {
    const std::string text = read_file(document);
    for (std::sregex_iterator at(text.begin(), text.end(), call), end; at != end; ++at) {
      std::istringstream words(at->str(1));
      for (std::string goal; words >> goal;) {
        if (goal.starts_with('-') || goal.find('=') != std::string::npos) continue;
        ++named;
        EXPECT_TRUE(goals.contains(goal) ||
                    goals.contains(std::regex_replace(goal, last_number, "%")))
            << "make " << goal << " in " << document;
      }
    }
  }
  EXPECT_GT(named, 100);
}

TEST(Documents, OfLabsSayHowToGradeWatchAndGetHints) {
  int labs = 0;
  for (const auto& lab : fs::directory_iterator(root / "labs")) {
    if (!fs::exists(lab.path() / "lab.json")) continue;
    ++labs;
    const std::string name = short_name(lab.path().filename());
    const std::string text = read_file(lab.path() / "README.md");
    for (const char* verb : {"grade", "watch", "hint"})
      EXPECT_NE(text.find(fmt::format("\n    make {}-{} ", verb, name)), std::string::npos)
          << verb << " in " << lab.path();
  }
  EXPECT_GE(labs, 14);
}

TEST(Documents, TableOfSavesIsWhatWasMeasured) {
  const auto entry = [](const std::string& machine, int lab) {
    const auto table = nlohmann::json::parse(read_file(
        root / "docs/timing-tables" / (machine + "-2-cores-gcc-12.2.0.grader.bench.json")));
    for (const auto& each : table["entries"])
      if (each["name"] == fmt::format("edit to verdict, make grade-lab{}", lab)) return each;
    return nlohmann::json();
  };
  std::vector<std::string> expected;
  for (int lab = 1; lab <= 14; ++lab) {
    const auto xeon = entry("intel-xeon", lab), epyc = entry("amd-epyc", lab);
    expected.push_back(fmt::format("| lab{} | {:.1f} | {:.1f} | {:.0f} |", lab,
                                   xeon["value"].get<double>(), epyc["value"].get<double>(),
                                   xeon["limit"].get<double>()));
  }
  EXPECT_EQ(
      rows_of_table("docs/timing-tables/README.md", "| lab | Intel Xeon | AMD EPYC | limit |"),
      expected);
}

struct Quote {
  std::string file, text;
};

// Blocks of code below a line that names their file, `<!-- autograder/main.cpp -->`.
std::vector<Quote> quotes_of(const fs::path& document) {
  std::vector<Quote> quotes;
  std::istringstream text(read_file(root / document));
  for (std::string line, above; std::getline(text, line); above = line) {
    if (!line.starts_with("```") || !above.starts_with("<!-- ")) continue;
    Quote quote = {above.substr(5, above.find(" -->") - 5), ""};
    while (std::getline(text, line) && line != "```") quote.text += line + "\n";
    quotes.push_back(quote);
  }
  return quotes;
}

TEST(Documents, QuoteTheExampleOfAFamily) {
  const fs::path example = root / "tests" / "example";
  std::set<std::string> quoted;
  std::size_t of_family = 0;
  for (const Quote& quote : quotes_of("docs/new-family.md")) {
    const std::string file = read_file(example / quote.file);
    EXPECT_NE(file.find(quote.text), std::string::npos)
        << quote.file << " does not have these lines:\n"
        << quote.text;
    quoted.insert(quote.file);
    if (quote.file.ends_with("/saxpy.cpp")) of_family += quote.text.size();
  }
  for (const auto& entry : fs::recursive_directory_iterator(example / "autograder")) {
    if (entry.is_regular_file()) {
      EXPECT_TRUE(quoted.contains(fs::relative(entry.path(), example))) << entry.path();
    }
  }
  const fs::path family = example / "autograder/problems/saxpy/saxpy.cpp";
  EXPECT_GT(of_family, 0.8 * static_cast<double>(fs::file_size(family))) << "all but its head";
}

std::vector<std::string> keys_of(const nlohmann::json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(Documents, ListTheKeysOfAResult) {
  StepResult step;
  step.gates.resize(1);
  step.time = Timing();
  step.diagnosis.cause = "unclamped";
  Result result;
  result.labs.resize(1);
  result.labs[0].steps = {step};
  const nlohmann::json run = to_json(result), &lab = run["labs"][0], &one = lab["steps"][0];
  std::vector<std::string> keys;
  for (const auto* object : {&run, &lab, &one, &one["gates"][0], &one["diagnosis"]})
    for (const std::string& key : keys_of(*object)) keys.push_back(key);
  auto listed = names_of_table("docs/result.md", "| key | type | meaning |");
  auto of_time = names_of_table("docs/result.md", "| key | type | unit, meaning |");
  std::ranges::sort(keys);
  std::ranges::sort(listed);
  std::ranges::sort(of_time);
  EXPECT_EQ(listed, keys);
  EXPECT_EQ(of_time, keys_of(one["time"]));
}

TEST(Documents, ListTheAttacks) {
  const fs::path attacks = "tests/attacks";
  auto listed = names_of_table(attacks / "README.md", "| file | tries |");
  for (const std::string& control : names_of_table(attacks / "README.md", "| file | is |"))
    listed.push_back(control);
  std::vector<std::string> files;
  for (const char* folder : {"", "controls"})
    for (const fs::path& file : sources_in(root / attacks / folder))
      files.push_back(fs::relative(file, root / attacks));
  std::ranges::sort(listed);
  std::ranges::sort(files);
  EXPECT_EQ(listed, files);
}

// "Intel Xeon, 2 cores, 23.5 GiB, Linux 6.18.44, gcc 12.2.0" as the name of a file:
// "intel-xeon-2-cores-gcc-12.2.0".
std::string file_name_of_machine(const std::string& machine) {
  std::string name = machine.substr(0, machine.find(',', machine.find(',') + 1)) +
                     machine.substr(machine.rfind(','));
  std::erase(name, ',');
  std::ranges::replace(name, ' ', '-');
  std::ranges::transform(name, name.begin(), [](char c) { return std::tolower(c); });
  return name;
}

// A figure means nothing without the machine, the day and the commit that it is of.
TEST(Documents, ListTheBenchmarksWithTheirDatesAndCommits) {
  static const std::regex row_of_file("\\| `(.*)` \\| .* \\| (.*) \\| (.*) \\|");
  const fs::path folder = root / "docs/timing-tables";
  std::set<std::string> listed, files;
  for (const std::string& row :
       rows_of_table("docs/timing-tables/README.md", "| file | measures | date | commit |")) {
    std::smatch cells;
    ASSERT_TRUE(std::regex_match(row, cells, row_of_file)) << row;
    const std::string name = cells[1];
    listed.insert(name);
    const auto measured = nlohmann::json::parse(read_file(folder / name));
    EXPECT_EQ(measured["date"], cells[2].str()) << name;
    EXPECT_TRUE(measured["commit"].get<std::string>().starts_with(cells[3].str())) << name;
    EXPECT_TRUE(name.starts_with(file_name_of_machine(measured["machine"]) + ".")) << name;
  }
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.insert(entry.path().filename());
  EXPECT_EQ(listed, files);
}

// What a document may call a test: "Suite.Name", a file below tests/, "fuzz_plan" for a fuzzer.
std::set<std::string> names_of_tests() {
  static const std::regex test("\nTEST(?:_F|_P)?\\((\\w+),\\s*(\\w+)\\)");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests")) {
    if (!entry.is_regular_file()) continue;
    const fs::path& file = entry.path();
    names.insert(file.stem().string());
    if (file.parent_path().filename() == "fuzz") names.insert("fuzz_" + file.stem().string());
    if (!file.string().ends_with("_test.cpp")) continue;
    const std::string text = read_file(file);
    for (std::sregex_iterator at(text.begin(), text.end(), test), end; at != end; ++at)
      names.insert(at->str(1) + "." + at->str(2));
  }
  return names;
}

// A name that ends in * is the beginning of others.
TEST(Documents, SecurityNamesTestsThatAreThere) {
  static const std::regex quoted("`([\\w.*]+)`");
  const std::set<std::string> tests = names_of_tests();
  int named = 0;
  for (const std::string& row : rows_of_table("docs/security.md", "| idea | defence | test |")) {
    const std::string cell = row.substr(row.rfind('|', row.size() - 2));
    for (std::sregex_iterator at(cell.begin(), cell.end(), quoted), end; at != end; ++at) {
      std::string name = at->str(1);
      const bool is_beginning = name.ends_with('*');
      if (is_beginning) name.pop_back();
      const auto found = tests.lower_bound(name);
      EXPECT_TRUE(found != tests.end() &&
                  (is_beginning ? found->starts_with(name) : *found == name))
          << at->str(1) << " in" << row;
      ++named;
    }
  }
  EXPECT_GT(named, 100);
}

// Of the next release until it has a date.
TEST(Documents, AgreeOnTheVersion) {
  const std::string changes = read_file(root / "CHANGELOG.md");
  const std::string citation = read_file(root / "CITATION.cff");
  std::smatch heading, cited, released;
  ASSERT_TRUE(std::regex_search(changes, heading, std::regex("\n## ([\\d.]+), (.*)\n")));
  ASSERT_TRUE(std::regex_search(citation, cited, std::regex("\nversion: (.*)\n")));
  EXPECT_EQ(heading[1].str(), version().number);
  EXPECT_EQ(cited[1].str(), version().number);
  std::regex_search(citation, released, std::regex("\ndate-released: (.*)\n"));
  EXPECT_EQ(released.empty() ? "unreleased" : released[1].str(), heading[2].str());
}

TEST(Attacks, GetEveryVerdictOfAProgram) {
  std::set<std::string> missing(verdicts.begin(), verdicts.end());
  missing.erase("SOURCE_ERROR");  // of a file that is no program: bad_source_test.cpp
  missing.erase("GRADER_ERROR");  // ours
  for (const char* folder : {"tests/attacks", "tests/attacks/controls"})
    for (const fs::path& file : sources_in(root / folder))
      for (const std::string& expected : head_lines(file, "EXPECT"))
        for (const std::string& verdict : alternatives(expected))
          missing.erase(verdict.substr(0, verdict.find('(')));
  EXPECT_EQ(missing, std::set<std::string>{});
}

}  // namespace
}  // namespace warplab::documents_test
