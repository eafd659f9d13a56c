#include "autograder/similar/sim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <set>

#include "autograder/report/sanitize.h"
#include "autograder/sandbox/sandbox.h"
#include "common/files.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::string without_blanks(std::string line) {
  std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
  return line;
}

}  // namespace

std::string without_lines_of(const std::string& stub, const std::string& text) {
  std::set<std::string> known;
  for (const std::string& line : split_lines(stub)) known.insert(without_blanks(line));
  std::string rest;
  for (const std::string& line : split_lines(text))
    if (!known.contains(without_blanks(line))) rest += line + "\n";
  return rest;
}

// Blanks, as a comment would begin in a/(*b) without anything for them.
std::string without_parentheses(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '(' || c == ')'; }, ' ');
  return text;
}

std::optional<SimReport> read_sim(const std::string& output, std::size_t texts) {
  SimReport report;
  report.tokens.resize(texts);
  std::size_t read = 0;
  for (const std::string& line : split_lines(output)) {
    unsigned one = 0, other = 0;
    int number = 0;
    if (std::sscanf(line.c_str(), "File %6u: %9d token", &one, &number) == 2 && one < texts) {
      report.tokens[one] = number;
      ++read;
    } else if (std::sscanf(line.c_str(), "%6u consists for %9d %% of %6u material", &one, &number,
                           &other) == 3 &&
               std::max(one, other) < texts) {
      int& share = report.shares[std::minmax({one, other})];
      share = std::max(share, number);
    }
  }
  return read == texts ? std::optional(report) : std::nullopt;
}

void check_sim() {
  if (!fs::exists("/usr/bin/sim_c++"))
    throw GraderError("there is no sim_c++: run `sudo apt-get install similarity-tester`");
  Sandbox(SandboxKind::bubblewrap, {}).probe();
}

SimReport run_sim(const std::vector<std::string>& texts) {
  const Sandbox sandbox(SandboxKind::bubblewrap, {});
  Jail jail;
  jail.read_only = sandbox.staging().folder("texts", false);
  jail.directory = jail.read_only;
  jail.limits = compile_limits();
  jail.limits.wall_s = jail.limits.cpu_s = 600;
  jail.limits.output_bytes = std::uint64_t{1} << 30;
  // Each pair by itself (-e), both ways (-a), in percent (-p), from 1 on (-t).
  std::vector<std::string> words = {"sim_c++", "-aep", "-t",
                                    "1",       "-r",   std::to_string(shortest_run)};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    words.push_back(std::to_string(i));
    write_file(jail.read_only / words.back(), texts[i]);
  }
  const Sandbox::Run run = sandbox.run(jail, words);
  if (run.exceeded)
    throw GraderError(
        fmt::format("sim_c++ needs more {} than the {:.0f} s, {} MiB that it may have",
                    name_of(*run.exceeded), jail.limits.wall_s, jail.limits.memory_bytes >> 20));
  const auto report = run.status.code == 0 ? read_sim(run.output, texts.size()) : std::nullopt;
  if (!report)
    throw GraderError(fmt::format("sim_c++ ended with exit code {}: {}", run.status.code,
                                  sanitize_line(run.output.substr(0, run.output.find('\n')))));
  return *report;
}

}  // namespace warplab
