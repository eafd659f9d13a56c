#include "autograder/judge/gpu_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <sstream>

#include "autograder/judge/fault.h"
#include "autograder/judge/random.h"
#include "autograder/report/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

using simt::observe::Finding;

constexpr int repetitions = 2;  // of a small case, each with its own inputs
constexpr std::size_t most_findings_told = 3;
constexpr std::size_t columns = 74;              // of what is told, as terminals have 80
constexpr std::size_t text_column = 14;          // of findings: behind "  next step   "
constexpr std::size_t most_lines_of_values = 8;  // that show what a finding led to

std::string replace_all(std::string text, const std::string& what, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
    text.replace(at, what.size(), with);
  return text;
}

// The device worker knows buffers by number only.
std::string with_buffer_names(std::string text, const GpuSubject& subject, const Case& the_case) {
  const std::vector<std::string> names = subject.problem.buffer_names();
  const std::size_t inputs = the_case.layout().input_bytes.size();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string number =
        i < inputs ? fmt::format("input {}", i + 1) : fmt::format("output {}", i - inputs + 1);
    text = replace_all(std::move(text), number, names[i]);
  }
  return text;
}

// What CUDA's own errors mean to somebody who launches kernels.
std::string advice_on(const std::string& error, const std::string& reason) {
  if (error == "cudaErrorInvalidConfiguration")
    return "a block has at most 1024 threads, a grid at most 65535 blocks in y and z, and neither "
           "may be empty: look at the two arguments of <<<grid, block>>>";
  if (error == "cudaErrorNotSupported")
    return "host code may allocate, fill, copy and launch; all that is computed, kernels compute";
  if (error == "cudaErrorLaunchOutOfResources")
    return "fewer threads a block, or less shared memory";
  if (error == "cudaErrorMemoryAllocation")
    return "cudaMemGetInfo() says how much is left: count in every buffer, with its halo, for each "
           "stream, and free what you do not need";
  if (error == "cudaErrorInvalidDevice") return "devices are counted from 0, and here there is one";
  if (error == "cudaErrorInvalidResourceHandle")
    return "streams and events have to be created before their first use, and destroyed behind "
           "their last";
  const bool is_shared_memory = reason.find("dynamic shared memory") != std::string::npos ||
                                reason.find("cudaFuncSetAttribute") != std::string::npos;
  if (error == "cudaErrorInvalidValue" && is_shared_memory)
    return "next: the third argument of <<<grid, block, bytes>>> is what one block gets: 48 KiB at "
           "most without cudaFuncSetAttribute(), 227 KiB on an H200 with it; let a block keep a "
           "tile of its own pixels only, so that its size does not grow with the image";
  if (error == "cudaErrorInvalidValue" && reason.starts_with("a copy of"))
    return "a copy has to end inside both of its buffers: sizes are in bytes, and the last piece "
           "of "
           "something is often shorter than the others";
  if (error == "cudaErrorInvalidValue") return "check sizes and pointers of the call";
  return "check what every CUDA call returns: CUDA_CHECK(cudaGetLastError()) behind a launch";
}

// Lines of a finding, as a lesson: what and where, who, the other side, what to do.
void tell(const Finding& found, const GpuSubject& subject, const Case& the_case,
          std::vector<std::string>& lines) {
  Finding finding = found;
  finding.where.file = fs::path(finding.where.file).filename();
  if (finding.other) finding.other->file = fs::path(finding.other->file).filename();
  std::istringstream text(with_buffer_names(finding.text(), subject, the_case));
  const std::string prefix = "simt: ";
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(prefix)) line.erase(0, prefix.size());
    // Below a heading, lines are indented and have a name ahead: what follows keeps their column.
    const bool has_name = line.starts_with("  ");
    std::string indentation;
    for (const std::string& part : wrap(line, columns)) {
      lines.push_back(indentation + part);
      if (has_name) indentation = std::string(text_column, ' ');
    }
  }
}

// What several launches have in common is one finding. The one that explains the error comes first.
std::vector<Finding> most_telling_first(const gpu::PlayReport& report) {
  const auto is_same = [](const Finding& a, const Finding& b) {
    const auto line = [](const std::optional<simt::observe::Site>& site) {
      return site ? site->line : 0;
    };
    return a.kind == b.kind && a.where.file == b.where.file && a.where.line == b.where.line &&
           line(a.other) == line(b.other);
  };
  std::vector<Finding> findings;
  for (const Finding& finding : report.findings) {
    const auto same = std::find_if(findings.begin(), findings.end(),
                                   [&](const Finding& other) { return is_same(finding, other); });
    if (same == findings.end())
      findings.push_back(finding);
    else
      same->count += finding.count;
  }
  if (report.error == "cudaErrorMisalignedAddress")
    std::stable_partition(findings.begin(), findings.end(), [](const Finding& finding) {
      return finding.kind == simt::observe::FindingKind::misaligned;
    });
  return findings;
}

Diagnosis explain_findings(const GpuSubject& subject, const Case& the_case,
                           const gpu::PlayReport& report) {
  const std::vector<Finding> findings = most_telling_first(report);
  Diagnosis diagnosis;
  diagnosis.pattern = std::string(name_of(findings.front().kind));
  diagnosis.lines.push_back(fmt::format("in the case {}", the_case.name()));
  for (std::size_t f = 0; f < std::min(most_findings_told, findings.size()); ++f)
    tell(findings[f], subject, the_case, diagnosis.lines);
  if (findings.size() > most_findings_told)
    diagnosis.lines.push_back(fmt::format("... and {} more", findings.size() - most_findings_told));
  return diagnosis;
}

void add_wrapped(std::vector<std::string>& lines, const std::string& sentence) {
  for (const std::string& line : wrap(sentence, columns)) lines.push_back(line);
}

Diagnosis explain_changed_input(const GpuSubject& subject, const Case& the_case,
                                const gpu::PlayReport& report) {
  const std::string input = with_buffer_names(report.changed_input, subject, the_case);
  Diagnosis diagnosis{"input-written", {fmt::format("in the case {}", the_case.name())}, {}};
  add_wrapped(diagnosis.lines, fmt::format("{} is not what it was: the first byte that was changed "
                                           "is number {}",
                                           input, report.changed_byte));
  add_wrapped(diagnosis.lines, fmt::format("next: {} is read-only, as other threads may still read "
                                           "it: store to memory of your own (cudaMalloc) and to "
                                           "the result only",
                                           input));
  return diagnosis;
}

// What the order of streams needs, by kind of hazard.
std::string advice_on_hazard(const std::string& kind) {
  if (kind == "missing-sync")
    return "cudaDeviceSynchronize(), or cudaStreamSynchronize() for each stream, before you return";
  if (kind == "host-in-use")
    return "an asynchronous copy owns its host memory until it is done: cudaEventRecord() behind "
           "it, "
           "cudaEventSynchronize() before the host touches the memory again";
  return "one stream for both, a buffer for each stream, or cudaEventRecord() behind the first and "
         "cudaStreamWaitEvent() ahead of the second";
}

Diagnosis explain_hazard(const GpuSubject& subject, const Case& the_case,
                         const gpu::Hazard& hazard) {
  const auto place = [&](std::uint64_t site) {
    const std::string line = subject.source_line(site);
    return line.empty() ? line : " (" + line + ")";
  };
  std::string what = replace_all(hazard.what, "{1}", place(hazard.site));
  what = replace_all(what, "{2}", place(hazard.other_site));
  Diagnosis diagnosis{hazard.kind, {fmt::format("in the case {}", the_case.name())}, {}};
  add_wrapped(diagnosis.lines, what);
  add_wrapped(diagnosis.lines, "next: " + advice_on_hazard(hazard.kind));
  return diagnosis;
}

// What a finding led to: the values, without the guess at a cause that follows them.
void add_values(Diagnosis& diagnosis, const Diagnosis& of_values) {
  std::size_t added = 0;
  for (const std::string& line : of_values.lines) {
    if (line.starts_with("next:") || added++ == most_lines_of_values) break;
    diagnosis.lines.push_back(line);
  }
  diagnosis.picture = of_values.picture;
}

// The first name of a CUDA error in what a program printed.
std::string cuda_error_in(const std::string& text) {
  const std::size_t begin = text.find("cudaError");
  if (begin == std::string::npos) return {};
  const std::size_t end = text.find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", begin);
  return text.substr(begin, end - begin);
}

Outcome explain_failed_worker(const GpuSubject& subject, const Case& the_case) {
  const Session& session = subject.workers.failed_session();
  const bool host = subject.workers.recorder_failed();
  Death death{session.verdict(),
              host ? session.fault() : std::nullopt,
              session.limit_message(),
              the_case.name(),
              {},
              {},
              {}};
  if (death.fault && death.fault->instruction != 0)
    death.source_line = subject.source_line(death.fault->instruction);
  Outcome outcome;
  outcome.verdict = death.verdict;
  outcome.diagnosis = explain(death);
  outcome.failed_case = the_case.name();
  if (!host) return outcome;
  const std::string error = cuda_error_in(session.output());
  if (session.verdict().kind == VerdictKind::no_result && !death.fault && !error.empty()) {
    // CUDA_CHECK has said what failed, and ended the program.
    outcome.verdict = {VerdictKind::gpu_error, error};
    outcome.diagnosis = {error, {fmt::format("in the case {}", the_case.name())}, {}};
    for (const std::string& line : wrap(session.output(), columns))
      outcome.diagnosis.lines.push_back(line);
    for (const std::string& line : wrap(advice_on(error, session.output()), columns))
      outcome.diagnosis.lines.push_back(line);
  } else if (death.fault && gpu::is_symbolic(death.fault->address)) {
    outcome.diagnosis = {
        "device-pointer",
        {fmt::format("in the case {}", the_case.name()),
         fmt::format("host code {} device memory{}", death.fault->is_write ? "writes to" : "reads",
                     death.source_line.empty() ? "" : " at " + death.source_line),
         "next: only kernels can follow these pointers; hand them on to one"},
        {}};
  } else if (death.fault && death.fault->signal == SIGSEGV && death.fault->code == SEGV_ACCERR &&
             the_case.layout().is_on_host) {
    // Pages that are there and may not be touched: those of images.
    outcome.diagnosis = {"host-pixels", {fmt::format("in the case {}", the_case.name())}, {}};
    add_wrapped(
        outcome.diagnosis.lines,
        fmt::format("host code {} an image itself{}", death.fault->is_write ? "writes to" : "reads",
                    death.source_line.empty() ? "" : " at " + death.source_line));
    add_wrapped(outcome.diagnosis.lines,
                "next: the host only copies images (cudaMemcpy, memcpy); what has to look at "
                "pixels is a kernel, on the device");
  }
  return outcome;
}

// Errors that say something about the machine, where the same plan went through on simt.
bool is_of_the_machine(const std::string& error) {
  static const std::set<std::string> names = {"cudaErrorMemoryAllocation",
                                              "cudaErrorInsufficientDriver",
                                              "cudaErrorDevicesUnavailable",
                                              "cudaErrorNoKernelImageForDevice",
                                              "cudaErrorNoDevice",
                                              "cudaErrorSystemDriverMismatch",
                                              "cudaErrorUnsupportedPtxVersion"};
  return names.contains(error);
}

// One play on the case's present inputs, judged.
class Trial {
 public:
  Trial(const GpuSubject& subject, Case& the_case, const gpu::PlayOptions& options)
      : subject_(subject), case_(the_case), options_(options) {}

  // `last_seed` made the inputs of the play before. Without `explains`, wrong values and findings
  // have a verdict and no diagnosis. Right outputs are shown where there is a place for a picture.
  Outcome run(std::optional<std::uint64_t> last_seed, bool explains = true,
              const std::optional<std::filesystem::path>& picture = std::nullopt) {
    const std::uint64_t seed = seed_ = random_seed();
    case_.generate(seed);
    const std::uint32_t poison = random_poison();
    auto played = subject_.workers.play(case_, options_, poison);
    worker_failed_ = !played;
    if (!played) return explain_failed_worker(subject_, case_);
    report_ = std::move(played->report);
    if (subject_.workers.is_on_real_gpu() && is_of_the_machine(report_.error))
      throw GpuUnusable(report_.reason);

    Outcome outcome;
    const Check check = case_.check(played->outputs);
    outcome.wrong = check.wrong;
    outcome.total = check.total;
    outcome.wrong_cases = !check.ok;
    outcome.cases = 1;
    if (!check.ok) outcome.verdict = {VerdictKind::wrong, ""};
    if (!report_.error.empty()) outcome.verdict = {VerdictKind::gpu_error, report_.error};
    if (!report_.findings.empty() && check.ok && report_.error.empty())
      outcome.verdict = {VerdictKind::unsafe, std::string(name_of(report_.findings[0].kind))};
    const bool changed_input = !report_.changed_input.empty();
    if (changed_input && outcome.verdict.kind == VerdictKind::ok)
      outcome.verdict = {VerdictKind::unsafe, "input-written"};
    if (!report_.hazards.empty() && outcome.verdict.kind == VerdictKind::ok)
      outcome.verdict = {VerdictKind::unsafe, report_.hazards.front().kind};
    if (outcome.verdict.kind == VerdictKind::ok && picture)
      showing_ = case_.show(played->outputs, *picture);
    if (outcome.verdict.kind == VerdictKind::ok) return outcome;
    if (!explains && outcome.verdict.kind != VerdictKind::gpu_error) return outcome;

    outcome.failed_case = case_.name();
    const auto explain_values = [&] {
      return explain_wrong(copy(played->outputs), poison, seed, last_seed);
    };
    const bool has_finding = !report_.findings.empty() || changed_input || !report_.hazards.empty();
    if (!report_.findings.empty())
      outcome.diagnosis = explain_findings(subject_, case_, report_);
    else if (changed_input)
      outcome.diagnosis = explain_changed_input(subject_, case_, report_);
    else if (!report_.hazards.empty())
      outcome.diagnosis = explain_hazard(subject_, case_, report_.hazards.front());
    else if (!report_.error.empty())
      outcome.diagnosis = explain_error();
    else if (report_.runs.empty() && case_.wants_kernels())
      outcome.diagnosis = {
          "nothing-written",
          {fmt::format("in the case {}", case_.name()), "the launch function launched no kernel",
           fmt::format("next: kernel<<<grid, block>>>(arguments), with enough blocks for every {}",
                       subject_.problem.unit())},
          {}};
    else
      outcome.diagnosis = explain_values();
    if (has_finding && outcome.verdict.kind == VerdictKind::wrong)
      add_values(outcome.diagnosis, explain_values());
    return outcome;
  }

  gpu::PlayReport& report() { return report_; }
  const Showing& showing() const { return showing_; }
  std::uint64_t seed() const { return seed_; }
  bool worker_failed() const { return worker_failed_; }

 private:
  Diagnosis explain_error() const {
    Diagnosis diagnosis{report_.error, {fmt::format("in the case {}", case_.name())}, {}};
    std::string what = with_buffer_names(report_.reason, subject_, case_);
    if (report_.error_site != 0)
      if (const std::string line = subject_.source_line(report_.error_site); !line.empty())
        what += " (" + line + ")";
    for (const std::string& sentence : {what, advice_on(report_.error, report_.reason)})
      for (const std::string& line : wrap(sentence, columns)) diagnosis.lines.push_back(line);
    return diagnosis;
  }

  Diagnosis explain_wrong(const Bytes& outputs, std::uint32_t poison, std::uint64_t seed,
                          std::optional<std::uint64_t> last_seed) {
    Case::Evidence evidence;
    evidence.poison = poison;
    if (last_seed) {
      case_.generate(*last_seed);
      evidence.is_stale = case_.check(views(outputs)).ok;
      case_.generate(seed);
    }
    // What is left of another poison as well was never written; what differs otherwise is a race.
    const std::uint32_t other = ~poison;
    std::vector<std::byte> unwritten;
    if (const auto again = subject_.workers.play(case_, options_, other)) {
      const auto byte_of = [](std::uint32_t word, std::size_t at) {
        return static_cast<std::byte>(word >> (8 * (at % 4)));
      };
      for (std::size_t i = 0; i < outputs[0].size(); ++i) {
        const bool both =
            outputs[0][i] == byte_of(poison, i) && again->outputs[0][i] == byte_of(other, i);
        unwritten.push_back(std::byte{both});
        evidence.differs_between_runs |= !both && outputs[0][i] != again->outputs[0][i];
      }
    }
    evidence.unwritten = unwritten;
    return case_.diagnose(views(outputs), evidence, subject_.picture);
  }

  const GpuSubject& subject_;
  Case& case_;
  const gpu::PlayOptions& options_;
  gpu::PlayReport report_;
  Showing showing_;
  std::uint64_t seed_ = 0;
  bool worker_failed_ = false;
};

// Adds the counters of a report to what was read before, where they are worse.
void read_counters(const gpu::PlayReport& report, const Case& the_case,
                   std::map<std::string, CounterReading>& worst) {
  const gpu::Work work = work_of(report);
  for (const std::string& name : gpu::counter_names()) {
    const gpu::Counter& counter = *gpu::find_counter(name);
    if (!counter.in_every_case) continue;
    const double value = counter.value(work, the_case.outputs());
    const auto [entry, is_first] = worst.try_emplace(name);
    if (!is_first && value <= entry->second.value) continue;
    entry->second = {value, the_case.name(), heaviest_line(report, counter)};
  }
}

}  // namespace

namespace {

// A loop without end takes long to be found where an image is large, if checkers run, so a small
// one is asked first: the smallest that has several warps. Nothing where the kernels end, well or
// badly.
std::optional<Outcome> find_endless_loop(const GpuSubject& subject,
                                         const std::vector<std::unique_ptr<Case>>& cases,
                                         const gpu::PlayOptions& options) {
  constexpr double least_pixels = 128;
  Case* smallest = nullptr;
  for (const auto& each : cases)
    if (each->outputs() >= least_pixels &&
        (smallest == nullptr || each->outputs() < smallest->outputs()))
      smallest = each.get();
  if (smallest == nullptr || smallest == cases.front().get()) return std::nullopt;
  Trial trial(subject, *smallest, options);
  Outcome outcome = trial.run(std::nullopt, false);
  const bool ended = trial.report().error != "cudaErrorLaunchTimeout";
  if (ended && !trial.worker_failed()) return std::nullopt;
  return outcome;
}

}  // namespace

GpuOutcome run_gpu_cases(const GpuSubject& subject, const std::vector<std::unique_ptr<Case>>& cases,
                         const gpu::PlayOptions& options,
                         const std::function<void(const std::string&)>& progress) {
  GpuOutcome result;
  Outcome& all = result.judged;
  if (options.checkers) {
    if (auto endless = find_endless_loop(subject, cases, options)) {
      all = std::move(*endless);
      return result;
    }
  }
  for (std::size_t i = 0; i < cases.size(); ++i) {
    progress(fmt::format("case {} of {}: {}", i + 1, cases.size(), cases[i]->name()));
    std::optional<std::uint64_t> last_seed;
    bool wrong = false;
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      Trial trial(subject, *cases[i], options);
      const Outcome one = trial.run(last_seed);
      last_seed = trial.seed();
      all.wrong += one.wrong;
      all.total += one.total;
      wrong |= one.wrong_cases > 0;
      result.output += trial.report().output;
      read_counters(trial.report(), *cases[i], result.worst);
      const bool explained = all.verdict.kind != VerdictKind::ok;
      // A wrong result outweighs a finding without one.
      const bool outweighs =
          all.verdict.kind == VerdictKind::unsafe && one.verdict.kind != VerdictKind::unsafe;
      if (one.verdict.kind == VerdictKind::ok || (explained && !outweighs)) continue;
      all.verdict = one.verdict;
      all.diagnosis = one.diagnosis;
      all.failed_case = one.failed_case;
      const bool goes_on =
          one.verdict.kind == VerdictKind::wrong || one.verdict.kind == VerdictKind::unsafe;
      if (!goes_on) return result;
    }
    ++all.cases;
    all.wrong_cases += wrong;
  }
  return result;
}

double seconds_of(const gpu::PlayReport& report) {
  if (report.elapsed) return report.elapsed->seconds;
  double seconds = report.copy_seconds;
  for (const gpu::KernelRun& run : report.runs) seconds += run.seconds;
  return seconds;
}

Timed time_on_gpu(const GpuSubject& subject, GpuWorkers* baseline, Case& the_case,
                  const TimingPlan& plan, const std::function<void(const std::string&)>& progress) {
  Timed timed;
  timed.outcome.cases = 1;
  gpu::PlayOptions options;
  options.time = true;
  // On the inputs that the case has just then.
  const auto time_baseline = [&] {
    const auto played = baseline->play(the_case, options, random_poison());
    if (!played || !played->report.error.empty())
      throw GpuUnusable(fmt::format(
          "it does not run the course's own baseline: {}",
          played ? played->report.reason : verdict_text(baseline->failed_session().verdict())));
    return seconds_of(played->report);
  };
  const double begin = now_s();
  for (int number = 0;; ++number) {
    progress(fmt::format("{}: {}", the_case.name(),
                         number == 0 ? "warm-up" : fmt::format("timed run {}", number)));
    Pair pair;
    const bool baseline_first = number % 2 == 1;
    if (baseline != nullptr && baseline_first) pair.baseline_s = time_baseline();
    Trial trial(subject, the_case, options);
    const Outcome one = trial.run(std::nullopt);
    timed.outcome.wrong += one.wrong;
    timed.outcome.total += one.total;
    if (one.verdict.kind != VerdictKind::ok) {
      timed.outcome = one;
      return timed;
    }
    pair.submission_s = seconds_of(trial.report());
    if (baseline != nullptr && !baseline_first) pair.baseline_s = time_baseline();
    if (number == 0) continue;
    timed.pairs.push_back(pair);
    if (is_enough(timed.pairs, plan, now_s() - begin, baseline != nullptr)) return timed;
  }
}

GpuRun run_gpu_case(const GpuSubject& subject, Case& the_case, const gpu::PlayOptions& options,
                    const std::optional<std::filesystem::path>& picture) {
  Trial trial(subject, the_case, options);
  GpuRun run{trial.run(std::nullopt, true, picture), {}, trial.showing()};
  run.report = std::move(trial.report());
  return run;
}

}  // namespace warplab
