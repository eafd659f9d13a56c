#include "autograder/judge/overrun.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "autograder/judge/omp_races.h"
#include "autograder/judge/session.h"
#include "autograder/judge/shared_buffers.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "common/processor/signal_registers.h"

namespace warplab {
namespace {

std::string bytes_text(std::uint64_t bytes) {
  return counted(static_cast<std::size_t>(bytes), "1 byte", "{} bytes");
}

// "8 bytes past the end of", "4 bytes before the start of".
std::string distance_of(const MemoryError& error) {
  if (error.byte < 0)
    return bytes_text(-static_cast<std::uint64_t>(error.byte)) + " before the start of";
  const auto beyond = static_cast<std::uint64_t>(error.byte) - error.has_bytes;
  return beyond == 0 ? "right past the end of" : bytes_text(beyond) + " past the end of";
}

// What is left: a variable by its name, or memory of malloc(). Empty where AddressSanitizer names another one.
std::string name_of(const MemoryError& error) {
  const bool is_outside =
      error.byte < 0 || static_cast<std::uint64_t>(error.byte) >= error.has_bytes;
  if (error.has_bytes == 0 || !is_outside) return {};
  if (error.kind == MemoryKind::heap)
    return bytes_text(error.has_bytes) + " that were allocated on the heap";
  const std::string name =
      sanitize(std::string(error.name, strnlen(error.name, sizeof error.name)));
  return name.empty() ? "" : fmt::format("{}, which has {}", name, bytes_text(error.has_bytes));
}

std::string what_happens(const Overrun& overrun) {
  const MemoryError& error = *overrun.memory;
  const std::string line = text_of(overrun.place);
  if (error.kind == MemoryKind::freed && error.bytes == 0)
    return fmt::format("frees at {} memory that is already free", line);
  const std::string access =
      fmt::format("{} {} at {}", overrun.is_write ? "writes" : "reads",
                  bytes_text(static_cast<std::uint64_t>(std::max(error.bytes, 1))), line);
  if (error.kind == MemoryKind::freed) return access + ", of memory that was already freed";
  const std::string name = name_of(error);
  if (!name.empty()) return fmt::format("{}, {} {}", access, distance_of(error), name);
  return access + (error.kind == MemoryKind::heap     ? ", outside what was allocated on the heap"
                   : error.kind == MemoryKind::global ? ", outside a static or global array"
                                                      : ", outside a local array");
}

std::string next_step(const Overrun& overrun) {
  if (overrun.memory->kind == MemoryKind::freed) return "free() it after its last use, once";
  if (overrun.memory->kind == MemoryKind::heap && overrun.counts_threads_outside)
    return "is it large enough for each thread? Outside of a parallel region omp_get_num_threads() "
           "is 1: omp_get_max_threads() tells how many there will be";
  return "is it large enough for this case, and does the index begin at 0?";
}

}  // namespace

std::optional<Overrun> find_overrun(const BuiltStep& built, const std::string& failed_case,
                                    const Limits& limits, const ProgressLine& progress) {
  const LabBench& bench = built.bench;
  const Builder& builder = bench.workshop.builder;
  const Build build = builder.with_bounds(
      fmt::format("{}-step{}-bounds{}", bench.lab.name, built.step.number, built.run),
      built.step.file, built.source, bench.lab, built.step, bench.problem);
  if (build.verdict.kind != VerdictKind::ok) return std::nullopt;
  auto cases = bench.problem.small_cases(bench.lab, built.step);
  if (!failed_case.empty())
    std::erase_if(cases, [&](const auto& each) { return each->name() != failed_case; });
  if (cases.empty()) return std::nullopt;
  std::vector<CaseLayout> layouts;
  for (const auto& each : cases) layouts.push_back(each->layout());
  const Defences& defences = bench.workshop.options.defences;
  SharedBuffers buffers(layouts, defences.private_copy);
  Session session(bench.workshop.sandbox, build.executable, buffers, limits, threads_of(bench.lab),
                  {}, true);
  Seeds seeds = built.seeds("bounds");
  Subject subject{session,
                  buffers,
                  bench.problem,
                  defences,
                  [](std::uint64_t) { return std::optional<SourcePlace>(); },
                  "",
                  seeds,
                  {}};
  if (bench.lab.has_openmp()) subject.teams = team_sizes();
  run_cases(subject, cases, progress);
  const auto fault = session.fault();
  if (!fault || (fault->signal != trap_signal && fault->memory.is_one == 0)) return std::nullopt;
  const auto place = builder.source_line(build.executable, fault->instruction);
  if (!place) return std::nullopt;
  Overrun overrun;
  if (fault->memory.is_one != 0) overrun.memory = fault->memory;
  overrun.is_write = fault->is_write != 0;
  overrun.place = *place;
  overrun.counts_threads_outside = built.source.find("omp_get_num_threads") != std::string::npos;
  return overrun;
}

bool allocates(const std::string& source) { return source.find("alloc") != std::string::npos; }

void explain_by_overrun(const Overrun& overrun, Diagnosis& diagnosis) {
  const std::size_t after_first = std::min<std::size_t>(1, diagnosis.facts.size());
  if (overrun.memory) {
    const MemoryKind kind = overrun.memory->kind;
    diagnosis.cause = kind == MemoryKind::heap    ? "heap-overrun"
                      : kind == MemoryKind::freed ? "use-after-free"
                                                  : "array-overrun";
    insert_fact(diagnosis, after_first, what_happens(overrun), overrun.place);
    diagnosis.sentence.clear();
    diagnosis.next = {next_step(overrun)};
    return;
  }
  // It need not be the cause: k[0][7] of an array k[5][5] is k[1][2].
  diagnosis.cause = "array-overrun";
  insert_fact(diagnosis, after_first,
              "is it large enough for this case, and does the index begin at 0? If all is as it is "
              "meant to be:");
  insert_fact(diagnosis, after_first,
              fmt::format("an array is indexed outside its bounds at {}, and neighbouring memory "
                          "may have been overwritten",
                          text_of(overrun.place)),
              overrun.place);
}

}  // namespace warplab
