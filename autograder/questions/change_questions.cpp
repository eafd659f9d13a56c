// Questions about a program that is changed in one place: the changed one is built and run.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "autograder/questions/question_kinds.h"
#include "autograder/questions/recount.h"
#include "autograder/questions/source_changes.h"
#include "autograder/questions/wording.h"
#include "autograder/report/numbers.h"
#include "autograder/report/place.h"
#include "simt/observe/profile.h"

namespace warplab {
namespace {

using gpu::AccessLog;
using gpu::LoggedAccess;
using simt::observe::Metric;

std::string lines_text(const LinePair& lines) {
  return lines.first == lines.second ? fmt::format("line {} with itself", lines.first)
                                     : fmt::format("lines {} and {}", lines.first, lines.second);
}

// The number of the student's file in a log; nothing where no access is from it.
std::optional<std::uint32_t> number_of_file(const AccessLog& log, const std::string& name) {
  for (std::size_t f = 0; f < log.files.size(); ++f)
    if (have_same_name(log.files[f], name)) return static_cast<std::uint32_t>(f);
  return std::nullopt;
}

// Pairs of lines of the file of which a checker says that they race.
std::set<LinePair> racing_lines(const ObservedRun& run, const std::string& file) {
  std::set<LinePair> pairs;
  for (const simt::events::Finding& finding : run.report.findings) {
    const bool is_race = finding.kind == simt::events::FindingKind::shared_race && finding.other;
    if (is_race && have_same_name(finding.where.file, file) &&
        have_same_name(finding.other->file, file))
      pairs.insert(std::minmax(finding.where.line, finding.other->line));
  }
  return pairs;
}

// All pairs of lines that access shared memory, and of those with others that access memory.
std::set<LinePair> pairs_of_lines(const AccessLog& log, std::uint32_t file) {
  std::set<std::uint32_t> shared, all;
  for (const LoggedAccess& access : log.accesses) {
    if (access.file != file || access.line == 0) continue;
    all.insert(access.line);
    if (access.buffer == LoggedAccess::shared) shared.insert(access.line);
  }
  std::set<LinePair> pairs;
  for (const std::uint32_t one : shared)
    for (const std::uint32_t other : all) pairs.insert(std::minmax(one, other));
  return pairs;
}

std::optional<Question> ask_barrier(const QuestionSubject& subject, const SourceChange& change,
                                    Draw& draw) {
  auto program = subject.build(change.source, {subject.size});
  const auto run = program ? program->run(subject.size, Observed::accesses) : std::nullopt;
  if (!run || run->log().is_cut || run->log().has_async_copies) return std::nullopt;
  const std::string& name = subject.asked.step.file;
  const auto file = number_of_file(run->log(), name);
  if (!file) return std::nullopt;
  const std::set<LinePair> found = racing_lines(*run, name);
  const UnorderedLines counted = find_unordered(run->log(), *file);
  std::vector<LinePair> right;
  std::ranges::set_intersection(found, counted.between_warps, std::back_inserter(right));
  if (right.empty()) return std::nullopt;
  std::vector<std::string> wrong = {"no two: the barrier is not needed"};
  for (const LinePair& pair : pairs_of_lines(run->log(), *file))
    if (!found.contains(pair) && !counted.between_warps.contains(pair) &&
        !counted.between_lanes.contains(pair))
      wrong.push_back(lines_text(pair));
  Question question;
  question.kind = "barrier";
  question.line = change.line;
  question.text = fmt::format(
      "{}. In the case {}, which of these race then: accesses to the same shared memory in an "
      "order that nothing "
      "decides?",
      change.told, run->case_name);
  const LinePair& pair = draw.pick(right);
  if (!set_options(question, lines_text(pair), std::move(wrong), draw)) return std::nullopt;
  question.because = fmt::format(
      "The changed program was run: the checker for races names {}, and so do the addresses, as "
      "threads of two warps "
      "reach one byte between the same barriers, one of them with a store.",
      lines_text(pair));
  return question;
}

// Sizes that straddle blocks and sizes that fill them, of the usual sides.
std::vector<Size> sizes_to_try(bool are_rows) {
  if (are_rows)
    return {{256, 0}, {512, 0}, {768, 0}, {1024, 0}, {100, 0}, {300, 0}, {700, 0}, {1000, 0}};
  return {{32, 32}, {64, 32}, {64, 64}, {96, 32}, {40, 24}, {33, 32}, {32, 50}, {70, 37}};
}

// Sizes for which a changed program is right, and for which it is not.
struct TriedSizes {
  std::vector<Size> right, wrong;

  bool give_a_question() const { return asks_for_wrong() || (!right.empty() && wrong.size() > 2); }
  bool asks_for_wrong() const { return !wrong.empty() && right.size() > 2; }
};

// Runs it for each; a size whose run fails is left out.
TriedSizes try_sizes(AskedProgram& program, const std::vector<Size>& sizes) {
  TriedSizes tried;
  for (const Size& size : sizes)
    if (const auto run = program.run(size, Observed::findings))
      (run->is_right ? tried.right : tried.wrong).push_back(size);
  return tried;
}

// The same of two runs with other inputs, without sizes for which they differ.
TriedSizes try_twice(AskedProgram& program, const std::vector<Size>& sizes) {
  TriedSizes tried = try_sizes(program, sizes);
  if (!tried.give_a_question()) return tried;
  tried.right = try_sizes(program, tried.right).right;
  tried.wrong = try_sizes(program, tried.wrong).wrong;
  return tried;
}

std::vector<std::string> texts_of(const std::vector<Size>& sizes) {
  std::vector<std::string> texts;
  for (const Size& size : sizes) texts.push_back(size.text());
  return texts;
}

std::optional<Question> ask_condition(const QuestionSubject& subject, const SourceChange& change,
                                      Draw& draw) {
  const std::vector<Size> sizes = sizes_to_try(subject.size.is_row());
  auto program = subject.build(change.source, sizes);
  if (!program) return std::nullopt;
  const TriedSizes tried = try_twice(*program, sizes);
  if (!tried.give_a_question()) return std::nullopt;
  const auto& [right, wrong] = tried;
  const bool asks_for_wrong = tried.asks_for_wrong();
  Question question;
  question.kind = "condition";
  question.line = change.line;
  question.text = fmt::format(
      "{}. For which of these sizes {}?", change.told,
      asks_for_wrong ? "is the program wrong then, by its result or by what a checker finds"
                     : "is the program still right, by its result and by all checkers");
  const std::string answer = draw.pick(asks_for_wrong ? wrong : right).text();
  if (!set_options(question, answer, texts_of(asks_for_wrong ? right : wrong), draw))
    return std::nullopt;
  question.because = fmt::format(
      "The changed program was run twice for each of {} sizes, with other inputs each time. It is "
      "right for {} and "
      "not for {}.",
      right.size() + wrong.size(), fmt::join(texts_of(right), ", "),
      fmt::join(texts_of(wrong), ", "));
  return question;
}

// What changes with the shape of blocks.
struct BlockCount {
  const char* asked;  // "sectors of global memory that loads touch"
  Metric metric;
  bool is_shared;
  LoggedAccess::Kind kind;
  std::size_t (*count)(const LoggedAccess& access);
};
constexpr BlockCount block_counts[] = {
    {"sectors that loads from global memory touch", Metric::global_load_sectors, false,
     LoggedAccess::Kind::load, count_sectors_touched},
    {"sectors that stores to global memory touch", Metric::global_store_sectors, false,
     LoggedAccess::Kind::store, count_sectors_touched},
    {"warp instructions that load from global memory", Metric::global_load_requests, false,
     LoggedAccess::Kind::load, [](const LoggedAccess&) { return std::size_t{1}; }},
    {"wavefronts that reads of shared memory take", Metric::shared_load_wavefronts, true,
     LoggedAccess::Kind::load, count_wavefronts},
};

std::uint64_t counted_in_run(const ObservedRun& run, const BlockCount& asked) {
  std::uint64_t sum = 0;
  for (const gpu::KernelRun& each : run.report.runs)
    if (each.profile) sum += each.profile->metrics[asked.metric];
  return sum;
}

std::uint64_t recounted_in_log(const ObservedRun& run, const BlockCount& asked) {
  std::uint64_t sum = 0;
  for (const LoggedAccess& access : run.log().accesses)
    if ((access.buffer == LoggedAccess::shared) == asked.is_shared && access.kind == asked.kind)
      sum += asked.count(access);
  return sum;
}

// "more", "fewer" or "just as many".
std::optional<Question> ask_block(const QuestionSubject& subject, const BlockChange& changed,
                                  Draw& draw) {
  auto program = subject.build(changed.change.source, {subject.size});
  const auto run = program ? program->run(subject.size, Observed::accesses) : std::nullopt;
  if (!run || !run->is_right || run->log().is_cut || run->log().has_async_copies ||
      run->report.runs.empty())
    return std::nullopt;
  const auto& block = run->report.runs.front().block;
  if (BlockSides{block[0], block[1]} != changed.block) return std::nullopt;
  std::vector<const BlockCount*> exact;
  for (const BlockCount& each : block_counts)
    if (counted_in_run(subject.run, each) == recounted_in_log(subject.run, each) &&
        counted_in_run(*run, each) == recounted_in_log(*run, each))
      exact.push_back(&each);
  std::erase_if(exact,
                [&](const BlockCount* each) { return counted_in_run(subject.run, *each) == 0; });
  if (exact.empty()) return std::nullopt;
  const BlockCount& asked = *draw.pick(exact);
  const std::uint64_t before = counted_in_run(subject.run, asked);
  const std::uint64_t now = counted_in_run(*run, asked);
  Question question;
  question.kind = "blocks";
  question.line = changed.change.line;
  question.text = fmt::format(
      "{}, so `{}` runs as {} in the case {}. Over the whole run, are there more {}, fewer, or "
      "just "
      "as many?",
      changed.change.told, kernel_name(run->report.runs.front()),
      shape_text(run->report.runs.front()), run->case_name, asked.asked);
  question.options = {"more", "fewer", "just as many"};
  question.answer = now > before ? 0 : now < before ? 1 : 2;
  question.because = fmt::format(
      "The changed program was run, and is right: {} in place of {}, by simt's counters and by the "
      "addresses.",
      with_commas(now), with_commas(before));
  return question;
}

}  // namespace

std::vector<Candidate> ask_barriers(const QuestionSubject& subject) {
  std::vector<Candidate> candidates;
  for (SourceChange& change : without_barriers(subject.source))
    candidates.push_back([&subject, change = std::move(change)](Draw& draw) {
      return ask_barrier(subject, change, draw);
    });
  return candidates;
}

std::vector<Candidate> ask_conditions(const QuestionSubject& subject) {
  std::vector<Candidate> candidates;
  for (SourceChange& change : without_conditions(subject.source))
    candidates.push_back([&subject, change = std::move(change)](Draw& draw) {
      return ask_condition(subject, change, draw);
    });
  return candidates;
}

std::vector<Candidate> ask_blocks(const QuestionSubject& subject) {
  const auto& block = subject.run.report.runs.front().block;
  std::vector<Candidate> candidates;
  for (BlockChange& change : with_other_blocks(subject.source, {block[0], block[1]}))
    candidates.push_back([&subject, change = std::move(change)](Draw& draw) {
      return ask_block(subject, change, draw);
    });
  return candidates;
}

}  // namespace warplab
