#include "autograder/similar/sim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string_view>

#include "autograder/report/sanitize.h"
#include "autograder/report/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::string without_blanks(std::string line) {
  std::erase_if(line, [](unsigned char c) { return std::isspace(c) != 0; });
  return line;
}

// Takes a word off the beginning of `rest`, if it is there.
bool take(std::string_view& rest, std::string_view word) {
  if (!rest.starts_with(word)) return false;
  rest.remove_prefix(word.size());
  return true;
}

template <class Number>
bool take_number(std::string_view& rest, Number& number) {
  const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (read.ec != std::errc()) return false;
  rest.remove_prefix(read.ptr - rest.data());
  return true;
}

// "17.cu"
bool take_name(std::string_view& rest, std::size_t texts, std::size_t& text) {
  if (!take_number(rest, text) || text >= texts || !take(rest, ".")) return false;
  rest.remove_prefix(std::min(rest.find_first_of(" :"), rest.size()));
  return true;
}

// "File 17.cu: 309 tokens, 66 lines"
bool read_tokens(std::string_view line, SimReport& report) {
  std::size_t text = 0;
  return take(line, "File ") && take_name(line, report.tokens.size(), text) && take(line, ": ") &&
         take_number(line, report.tokens[text]) && line.starts_with(" token");
}

// "17.cu consists for 55 % of 4.cu material"
void read_percent(std::string_view line, SimReport& report) {
  std::size_t one = 0, other = 0;
  int percent = 0;
  if (take_name(line, report.tokens.size(), one) && take(line, " consists for ") &&
      take_number(line, percent) && take(line, " % of ") &&
      take_name(line, report.tokens.size(), other) && line == " material")
    report.percent[{one, other}] = percent;
}

}  // namespace

std::string sim_for(const std::string& file) {
  return fs::path(file).extension() == ".c" ? "sim_c" : "sim_c++";
}

std::string sim_name(std::size_t text, const std::string& file) {
  return std::to_string(text) + fs::path(file).extension().string();
}

std::string without_lines_of(const std::string& stub, const std::string& text) {
  std::set<std::string> known;
  for (const std::string& line : split_lines(stub)) known.insert(without_blanks(line));
  std::string rest;
  for (const std::string& line : split_lines(text))
    if (!known.contains(without_blanks(line))) rest += line + "\n";
  return rest;
}

std::optional<SimReport> read_sim(const std::string& output, std::size_t texts) {
  SimReport report;
  report.tokens.resize(texts);
  std::size_t read = 0;
  for (const std::string& line : split_lines(output))
    if (read_tokens(line, report))
      ++read;
    else
      read_percent(line, report);
  return read == texts ? std::optional(report) : std::nullopt;
}

void check_sim() {
  for (const char* sim : {"sim_c", "sim_c++"})
    if (!fs::exists(fs::path("/usr/bin") / sim))
      throw GraderError(
          fmt::format("there is no {}: run `sudo apt-get install similarity-tester`", sim));
}

SimReport run_sim(const Sandbox& sandbox, const std::string& file,
                  const std::vector<std::string>& texts) {
  const std::string sim = sim_for(file);
  Jail jail;
  jail.read_only = sandbox.staging().folder("similar-" + file, false);
  jail.directory = jail.read_only;
  jail.limits = compile_limits();
  jail.limits.wall_s = jail.limits.cpu_s = 600;
  jail.limits.output_bytes = std::uint64_t{1} << 30;
  // Each pair by itself (-e), both ways (-a), in percent (-p), from 1 on (-t).
  std::vector<std::string> words = {sim, "-aep", "-t", "1", "-r", std::to_string(shortest_run)};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    words.push_back(sim_name(i, file));
    std::ofstream copy(jail.read_only / words.back(), std::ios::binary);
    if (!(copy << texts[i]).flush())
      throw GraderError(
          fmt::format("cannot write in {}: is the disk full?", jail.read_only.string()));
  }
  const Sandbox::Run run = sandbox.run(jail, words);
  fs::remove_all(jail.read_only);
  if (run.exceeded)
    throw GraderError(fmt::format("{} needs more {} than the {:.0f} s, {} MiB that it may have",
                                  sim, name_of(*run.exceeded), jail.limits.wall_s,
                                  jail.limits.memory_bytes >> 20));
  const auto report = run.status.code == 0 ? read_sim(run.output, texts.size()) : std::nullopt;
  if (!report)
    throw GraderError(fmt::format("{} ended with exit code {}: {}", sim, run.status.code,
                                  sanitize_line(run.output.substr(0, run.output.find('\n')))));
  return *report;
}

}  // namespace warplab
