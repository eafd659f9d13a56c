// On a Debian with nothing else, the first command builds: each header comes from a package that make installs, or that
// one of those depends on.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/checkout.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

using Names = std::set<std::string>;

// "libc6 (>= 2.34), debconf | debconf-2.0, python3:any": each name, of alternatives all.
Names names_in(std::string relations) {
  for (char& c : relations)
    if (c == '|') c = ',';
  Names names;
  std::istringstream parts(relations);
  for (std::string part; std::getline(parts, part, ',');) {
    std::string name;
    if (std::istringstream(part) >> name) names.insert(name.substr(0, name.find(':')));
  }
  return names;
}

// What the packages that are installed here need, and which of them is, or provides, what has a name.
struct Packages {
  std::map<std::string, Names> needs_of, called;

  Packages() {
    const std::string format =
        R"('${Package}\t${Pre-Depends}, ${Depends}\t${Package}, ${Provides}\n')";
    std::istringstream lines(run_command("dpkg-query --show --showformat=" + format).output);
    for (std::string package, needs, provided; std::getline(lines, package, '\t') &&
                                               std::getline(lines, needs, '\t') &&
                                               std::getline(lines, provided);) {
      needs_of[package].merge(names_in(needs));
      for (const std::string& name : names_in(provided)) called[name].insert(package);
    }
  }

  // Those, and all that they need.
  Names with_their_needs(const Names& names) const {
    Names all;
    std::vector<std::string> next(names.begin(), names.end());
    while (!next.empty()) {
      const std::string name = next.back();
      next.pop_back();
      const auto found = called.find(name);
      if (found == called.end()) continue;
      for (const std::string& package : found->second) {
        if (!all.insert(package).second) continue;
        const Names& needed = needs_of.at(package);
        next.insert(next.end(), needed.begin(), needed.end());
      }
    }
    return all;
  }
};

// What make would install for a goal.
Names installed_for(const std::string& goal) {
  const std::string line =
      run_command(fmt::format("make --dry-run --directory {} {} | grep install_packages.sh",
                              quoted(checkout::root), goal))
          .output;
  std::istringstream words(line.substr(line.find("install_packages.sh")));
  Names names;
  for (std::string word; words >> word;) names.insert(word);
  return names;
}

// Whom the headers belong to that a target's sources include: "zlib1g-dev", with one of its headers.
std::map<std::string, std::string> owners_of_headers(const std::string& target) {
  const std::string ninja = "ninja -C " + quoted(checkout::build) + " -t ";
  std::istringstream lines(
      run_command(fmt::format("{0}inputs {1} | grep '\\.o$' | xargs {0}deps | "
                              "grep -o '/usr/\\(include\\|lib\\)/.*' | sort -u | xargs dpkg -S",
                              ninja, target))
          .output);
  std::map<std::string, std::string> owners;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t colon = line.rfind(": ");
    if (colon == std::string::npos) continue;
    const Names packages = names_in(line.substr(0, colon));
    owners.emplace(fmt::format("{}", fmt::join(packages, " ")), line.substr(colon + 2));
  }
  return owners;
}

struct Goal {
  const char *goal, *target;
};

void PrintTo(const Goal& goal, std::ostream* out) { *out << goal.goal; }

class NeededPackages : public testing::TestWithParam<Goal> {};

TEST_P(NeededPackages, HaveAllHeaders) {
  if (run_command("command -v dpkg-query").code != 0) GTEST_SKIP() << "this is not a Debian";
  const Packages packages;
  const Names there = packages.with_their_needs(installed_for(GetParam().goal));
  EXPECT_TRUE(there.contains("libc6-dev")) << fmt::format("{}", fmt::join(there, " "));
  const auto owners = owners_of_headers(GetParam().target);
  EXPECT_TRUE(owners.contains("libfmt-dev"));
  for (const auto& [package, header] : owners) {
    bool is_there = false;
    for (const std::string& name : names_in(package)) is_there |= there.contains(name);
    EXPECT_TRUE(is_there) << "make " << GetParam().goal << " builds with " << header << " of "
                          << package << ", which it does not install";
  }
}

INSTANTIATE_TEST_SUITE_P(Of, NeededPackages,
                         testing::Values(Goal{"grade-lab1", "warplab_cpu"},
                                         Goal{"grade-lab5", "warplab"}, Goal{"test", "tests"}),
                         [](const auto& instance) {
                           std::string name = instance.param.goal;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace warplab
