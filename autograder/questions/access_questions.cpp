// Questions about accesses of the program as it was handed in.
#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "autograder/questions/question_kinds.h"
#include "autograder/questions/recount.h"
#include "autograder/questions/wording.h"
#include "autograder/report/numbers.h"
#include "autograder/report/place.h"
#include "simt/observe/profile.h"

namespace warplab {
namespace {

using gpu::AccessLog;
using gpu::LoggedAccess;
using simt::observe::Metric;

// The accesses of one kind at one line of the file.
struct LineAccesses {
  std::uint32_t line = 0;
  LoggedAccess::Kind kind{};
  bool is_shared = false;
  std::vector<const LoggedAccess*> all;
};

// Lines whose accesses all have the same size, and where none is made ahead of its condition: what a reader expects.
std::vector<LineAccesses> plain_lines(const QuestionSubject& subject) {
  std::map<std::tuple<std::uint32_t, LoggedAccess::Kind, bool>, LineAccesses> by_line;
  std::set<std::uint32_t> odd;
  const AccessLog& log = subject.run.log();
  for (const LoggedAccess& access : log.accesses) {
    if (!have_same_name(log.files[access.file], subject.asked.step.file)) continue;
    const bool is_shared = access.buffer == LoggedAccess::shared;
    LineAccesses& at = by_line[{access.line, access.kind, is_shared}];
    if (access.is_guess || access.line == 0 ||
        (!at.all.empty() && at.all.front()->bytes != access.bytes))
      odd.insert(access.line);
    at.line = access.line;
    at.kind = access.kind;
    at.is_shared = is_shared;
    at.all.push_back(&access);
  }
  std::vector<LineAccesses> lines;
  for (auto& [key, at] : by_line)
    if (!odd.contains(at.line) && at.kind != LoggedAccess::Kind::atomic)
      lines.push_back(std::move(at));
  return lines;
}

using Count = std::size_t (*)(const LoggedAccess& access);

std::uint64_t sum_of(const LineAccesses& at, Count count) {
  std::uint64_t sum = 0;
  for (const LoggedAccess* access : at.all) sum += count(*access);
  return sum;
}

// What simt has counted at the line, over all launches.
std::uint64_t counted_by_simt(const QuestionSubject& subject, std::uint32_t line, Metric metric) {
  std::uint64_t sum = 0;
  for (const gpu::KernelRun& run : subject.run.report.runs) {
    if (!run.profile) continue;
    for (const simt::observe::LineProfile& each : run.profile->lines)
      if (each.line == line && have_same_name(each.file, subject.asked.step.file))
        sum += each.metrics[metric];
  }
  return sum;
}

// A warp that executes a line, and what all of its accesses there come to.
struct CountedWarp {
  std::uint32_t launch = 0;
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::size_t count = 0;
  std::uint32_t lanes = 0;
  std::size_t times = 0;  // that it executes the line
};

// Warps whose same lanes come to the same count each time, by that count.
std::map<std::size_t, std::vector<CountedWarp>> constant_warps(const LineAccesses& at,
                                                               Count count) {
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>, CountedWarp> warps;
  std::set<std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>> varying;
  for (const LoggedAccess* access : at.all) {
    const auto key = std::tuple(access->launch, access->block, access->warp);
    const std::size_t now = count(*access);
    const auto [entry, is_first] = warps.try_emplace(
        key, CountedWarp{access->launch, access->block, access->warp, now, access->lanes, 0});
    if (entry->second.count != now || entry->second.lanes != access->lanes) varying.insert(key);
    ++entry->second.times;
  }
  std::map<std::size_t, std::vector<CountedWarp>> by_count;
  for (const auto& [key, warp] : warps)
    if (!varying.contains(key)) by_count[warp.count].push_back(warp);
  return by_count;
}

// A count that lines are asked for.
struct LineCountKind {
  const char* kind;
  Count count;
  std::optional<Metric> loads, stores;  // the same by simt, where it counts it
  const char* asked;                    // ends the question
  const char *one, *many;               // what was counted: "1 bank", "{} banks"
  std::size_t most;                     // that there can be
  std::uint32_t most_bytes;             // per lane
};

const char* verb_of(LoggedAccess::Kind kind) {
  return kind == LoggedAccess::Kind::load ? "reads" : "writes";
}

std::optional<Question> ask_count(const QuestionSubject& subject, const LineAccesses& at,
                                  const LineCountKind& kind, Draw& draw) {
  const std::optional<Metric> metric =
      at.kind == LoggedAccess::Kind::load ? kind.loads : kind.stores;
  const std::uint64_t sum = sum_of(at, kind.count);
  if (metric && counted_by_simt(subject, at.line, *metric) != sum) return std::nullopt;
  const auto by_count = constant_warps(at, kind.count);
  if (by_count.empty()) return std::nullopt;
  // First a count, as most warps come to the same one.
  const auto chosen =
      std::next(by_count.begin(), static_cast<std::ptrdiff_t>(draw.below(by_count.size())));
  const CountedWarp& warp = draw.pick(chosen->second);
  const gpu::KernelRun& run = subject.run.report.runs[warp.launch];
  Question question;
  question.kind = kind.kind;
  question.line = at.line;
  question.text = fmt::format(
      "{} Warp {} of block {} {} {} memory in line {}, {} per lane{}. {}",
      setting_text(subject.run.case_name, subject.run.report.runs, warp.launch), warp.warp,
      block_text(run, warp.block), verb_of(at.kind), at.is_shared ? "shared" : "global", at.line,
      counted(at.all.front()->bytes, "1 byte", "{} bytes"),
      warp.times > 1 ? fmt::format(", {} times", warp.times) : "", kind.asked);
  set_numbers(question, chosen->first, kind.most, draw);
  question.because = fmt::format("From the addresses of the warp's lanes, {} each time",
                                 counted(chosen->first, kind.one, kind.many));
  if (metric)
    question.because +=
        fmt::format("; over all warps the line has {}, as many as simt counts", with_commas(sum));
  question.because += ".";
  return question;
}

std::vector<Candidate> ask_counts(const QuestionSubject& subject, const LineCountKind& kind,
                                  bool is_shared) {
  std::vector<Candidate> candidates;
  for (LineAccesses& at : plain_lines(subject)) {
    if (at.is_shared != is_shared) continue;
    if (at.all.front()->bytes > kind.most_bytes) continue;
    candidates.push_back([&subject, kind, at = std::move(at)](Draw& draw) {
      return ask_count(subject, at, kind, draw);
    });
  }
  return candidates;
}

std::size_t count_lanes(const LoggedAccess& access) {
  return static_cast<std::size_t>(std::popcount(access.lanes));
}

// Bytes of an element of a buffer, as the signature of the step's function has it; 0 where it is none of C's numbers.
std::size_t element_bytes(const QuestionSubject& subject, const std::string& buffer) {
  static const std::map<std::string, std::size_t> sizes = {
      {"char", 1}, {"int", 4}, {"unsigned", 4}, {"float", 4}, {"double", 8}};
  const re2::RE2 pattern("(\\w+)\\s*\\*\\s*" + re2::RE2::QuoteMeta(buffer) + "\\b");
  for (const Entry& entry : subject.asked.problem.entries()) {
    if (std::ranges::count(subject.asked.step.entries, entry.name) == 0) continue;
    std::string type;
    if (!re2::RE2::PartialMatch(entry.signature, pattern, &type)) continue;
    const auto size = sizes.find(type);
    return size == sizes.end() ? 0 : size->second;
  }
  return 0;
}

// A buffer of the case in the log.
struct LoggedBuffer {
  std::string name;
  std::int32_t number = 0;  // in the log
  std::size_t element = 0;  // bytes
  std::uint64_t elements = 0;
};

// The case's inputs or outputs whose elements are numbers, as far as kernels access them.
std::vector<LoggedBuffer> buffers_of(const QuestionSubject& subject, bool are_outputs) {
  std::vector<LoggedBuffer> buffers;
  const CaseLayout& layout = subject.run.layout;
  const std::size_t inputs = layout.input_bytes.size();
  const auto& logged = subject.run.log().buffers;
  for (std::size_t b = 0; b < layout.names.size(); ++b) {
    if ((b >= inputs) != are_outputs) continue;
    const auto found = std::ranges::find(logged, layout.names[b]);
    const std::size_t element = element_bytes(subject, layout.names[b]);
    if (found == logged.end() || element == 0) continue;
    const std::size_t bytes = are_outputs ? layout.output_bytes[b - inputs] : layout.input_bytes[b];
    buffers.push_back({layout.names[b], static_cast<std::int32_t>(found - logged.begin()), element,
                       bytes / element});
  }
  return buffers;
}

// The last launch that accesses a buffer in this way; nothing where none does, or not for certain.
std::optional<std::uint32_t> last_launch(const QuestionSubject& subject, const LoggedBuffer& buffer,
                                         LoggedAccess::Kind kind) {
  std::optional<std::uint32_t> last;
  for (const LoggedAccess& access : subject.run.log().accesses) {
    if (access.buffer != buffer.number) continue;
    if (access.is_guess) return std::nullopt;
    if (access.kind == kind) last = std::max(last.value_or(0), access.launch);
  }
  return last;
}

// By element, how many threads of the launch access it.
std::vector<std::set<LoggedThread>> threads_by_element(const QuestionSubject& subject,
                                                       const LoggedBuffer& buffer,
                                                       std::uint32_t launch,
                                                       LoggedAccess::Kind kind) {
  std::vector<std::set<LoggedThread>> threads(buffer.elements);
  for (const LoggedAccess& access : subject.run.log().accesses) {
    if (access.buffer != buffer.number || access.launch != launch || access.kind != kind) continue;
    std::uint32_t lanes = access.lanes;
    for (const std::uint64_t offset : access.offsets) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
      lanes &= lanes - 1;
      for (std::uint64_t e = offset / buffer.element;
           e <= (offset + access.bytes - 1) / buffer.element && e < buffer.elements; ++e)
        threads[e].insert({access.block, access.warp * 32 + lane});
    }
  }
  return threads;
}

// Threads that a reader may take for `right`: at the same place of another block, with x and y swapped, next to it, or
// simply by the number of the element.
std::vector<LoggedThread> similar_threads(const gpu::KernelRun& run, const LoggedThread& right,
                                          std::uint64_t element, Draw& draw) {
  const std::uint32_t threads = threads_of_block(run);
  const std::uint64_t blocks = blocks_of_grid(run);
  const std::uint32_t x = right.thread % run.block[0], y = right.thread / run.block[0];
  std::vector<LoggedThread> similar = {
      {right.block, x * run.block[0] + y},
      {right.block, right.thread + 1},
      {right.block, right.thread + run.block[0]},
      {right.block, right.thread - 1},
      {right.block + 1, right.thread},
      {right.block - 1, right.thread},
      {right.block + run.grid[0], right.thread},
      {element / threads, static_cast<std::uint32_t>(element % threads)},
      {draw.below(blocks), static_cast<std::uint32_t>(draw.below(threads))},
  };
  std::erase_if(similar, [&](const LoggedThread& each) {
    return each.block >= blocks || each.thread >= threads || each == right;
  });
  return similar;
}

// About an element that one thread of the launch writes.
std::optional<Question> ask_writer_of(const QuestionSubject& subject, const LoggedBuffer& buffer,
                                      std::uint32_t launch, std::uint64_t element,
                                      const LoggedThread& right, Draw& draw) {
  const auto recounted =
      threads_that_access(subject.run.log(), launch, buffer.number, LoggedAccess::Kind::store,
                          element * buffer.element, buffer.element);
  if (recounted != std::set{right}) return std::nullopt;
  const gpu::KernelRun& run = subject.run.report.runs[launch];
  std::vector<std::string> wrong;
  for (const LoggedThread& each : similar_threads(run, right, element, draw))
    wrong.push_back(thread_text(run, each));
  Question question;
  question.kind = "writer";
  question.text = fmt::format("{} Which thread writes {}[{}]?",
                              setting_text(subject.run.case_name, subject.run.report.runs, launch),
                              buffer.name, element);
  if (!set_options(question, thread_text(run, right), std::move(wrong), draw)) return std::nullopt;
  question.because = fmt::format(
      "Of all stores of the launch, lane by lane, one reaches byte {} of {}: that of {}.",
      with_commas(element * buffer.element), buffer.name, thread_text(run, right));
  return question;
}

std::optional<Question> ask_writer(const QuestionSubject& subject, const LoggedBuffer& buffer,
                                   Draw& draw) {
  const auto launch = last_launch(subject, buffer, LoggedAccess::Kind::store);
  if (!launch) return std::nullopt;
  const auto threads = threads_by_element(subject, buffer, *launch, LoggedAccess::Kind::store);
  std::vector<std::uint64_t> elements;
  for (std::uint64_t e = 0; e < threads.size(); ++e)
    if (threads[e].size() == 1) elements.push_back(e);
  draw.shuffle(elements);
  for (const std::uint64_t element : elements)
    if (auto question =
            ask_writer_of(subject, buffer, *launch, element, *threads[element].begin(), draw))
      return question;
  return std::nullopt;
}

std::optional<Question> ask_reader(const QuestionSubject& subject, const LoggedBuffer& buffer,
                                   Draw& draw) {
  const auto kind = LoggedAccess::Kind::load;
  const auto launch = last_launch(subject, buffer, kind);
  if (!launch) return std::nullopt;
  const auto threads = threads_by_element(subject, buffer, *launch, kind);
  std::map<std::size_t, std::vector<std::uint64_t>> by_count;
  for (std::uint64_t e = 0; e < threads.size(); ++e)
    if (!threads[e].empty()) by_count[threads[e].size()].push_back(e);
  if (by_count.empty()) return std::nullopt;
  const auto chosen =
      std::next(by_count.begin(), static_cast<std::ptrdiff_t>(draw.below(by_count.size())));
  const std::uint64_t element = draw.pick(chosen->second);
  const std::size_t recounted = threads_that_access(subject.run.log(), *launch, buffer.number, kind,
                                                    element * buffer.element, buffer.element)
                                    .size();
  if (recounted != chosen->first) return std::nullopt;
  Question question;
  question.kind = "readers";
  question.text = fmt::format("{} How many different threads read {}[{}] from global memory?",
                              setting_text(subject.run.case_name, subject.run.report.runs, *launch),
                              buffer.name, element);
  set_numbers(question, recounted, UINT32_MAX, draw);
  question.because = fmt::format(
      "Of all loads of the launch, lane by lane, those that reach byte {} of {} are of {}.",
      with_commas(element * buffer.element), buffer.name,
      counted(recounted, "1 thread", "{} threads"));
  return question;
}

}  // namespace

std::vector<Candidate> ask_writers(const QuestionSubject& subject) {
  std::vector<Candidate> candidates;
  for (const LoggedBuffer& buffer : buffers_of(subject, true))
    candidates.push_back(
        [&subject, buffer](Draw& draw) { return ask_writer(subject, buffer, draw); });
  return candidates;
}

std::vector<Candidate> ask_readers(const QuestionSubject& subject) {
  std::vector<Candidate> candidates;
  for (const LoggedBuffer& buffer : buffers_of(subject, false))
    candidates.push_back(
        [&subject, buffer](Draw& draw) { return ask_reader(subject, buffer, draw); });
  return candidates;
}

std::vector<Candidate> ask_wavefronts(const QuestionSubject& subject) {
  return ask_counts(
      subject,
      {"wavefronts", count_wavefronts, Metric::shared_load_wavefronts,
       Metric::shared_store_wavefronts,
       "How many wavefronts does that take each time: passes in which each bank serves one word?",
       "the busiest bank serves 1 word", "the busiest bank serves {} words", 32,
       4},  // lanes that access more are served in several groups
      true);
}

std::vector<Candidate> ask_sectors(const QuestionSubject& subject) {
  return ask_counts(
      subject,
      {"sectors", count_sectors_touched, Metric::global_load_sectors, Metric::global_store_sectors,
       "How many sectors of 32 bytes does it touch each time?", "1 sector", "{} sectors", 1024, 32},
      false);
}

std::vector<Candidate> ask_banks(const QuestionSubject& subject) {
  return ask_counts(
      subject,
      {"banks", count_banks_hit, std::nullopt, std::nullopt,
       "How many of the 32 banks does it reach each time?", "1 bank", "{} banks", 32, 32},
      true);
}

std::vector<Candidate> ask_lanes(const QuestionSubject& subject) {
  return ask_counts(subject,
                    {"lanes", count_lanes, std::nullopt, std::nullopt,
                     "How many of its lanes take part?", "1 lane", "{} lanes", 32, 32},
                    false);
}

}  // namespace warplab
