#include "autograder/judge/gpu/gpu_diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "autograder/build/tool_output.h"
#include "autograder/gpu/plan.h"
#include "autograder/gpu/plan_executor.h"
#include "autograder/judge/fault.h"
#include "autograder/judge/gpu/hazard_text.h"
#include "autograder/report/marked_lines.h"
#include "simt/events/line_list.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

using gpu::CudaError;
using simt::events::Finding;
using simt::events::line_list;

std::string in_case(const Case& the_case) { return fmt::format("in the case {}", the_case.name()); }

// The case, and what happened in it, which names a place where that is known.
Diagnosis seen_in(const std::string& case_name, std::string cause, std::string fact,
                  const std::optional<SourcePlace>& place, std::string next) {
  Diagnosis diagnosis{std::move(cause), {}, "", {std::move(next)}};
  diagnosis.facts = {fmt::format("in the case {}", case_name)};
  add_fact(diagnosis, std::move(fact), place);
  return diagnosis;
}

std::optional<SourcePlace> place_of(const simt::events::Site& site) {
  if (site.line == 0) return std::nullopt;
  return SourcePlace{fs::path(site.file).filename(), site.line};
}

std::string at(const std::optional<SourcePlace>& place) {
  return place ? " at " + text_of(*place) : "";
}

// Sizes and pointers that a call did not like.
std::string advice_on(gpu::ErrorCause cause) {
  switch (cause) {
    case gpu::ErrorCause::shared_memory:
      return "the third argument of <<<grid, block, bytes>>> is what one block gets: 48 KiB at "
             "most without cudaFuncSetAttribute(), 227 KiB on an H200 with it; let a block keep a "
             "tile of its own elements only, so that its size does not grow with the input";
    case gpu::ErrorCause::copy_beyond:
      return "a copy has to end inside both of its buffers: sizes are in bytes, rows of each "
             "buffer have a length of their own, and the last piece of something is often shorter "
             "than the others";
    case gpu::ErrorCause::bad_copy:
      return "cudaMemcpy(destination, source, bytes, direction): the direction says where both "
             "are, cudaMemcpyHostToDevice from the host to the device; a variable of the device, "
             "an array with room for all of it, is filled by cudaMemcpyToSymbol(variable, from, "
             "bytes)";
    case gpu::ErrorCause::wrong_free:
      return "cudaFree() is for what cudaMalloc() returned, cudaFreeHost() for what "
             "cudaMallocHost() and cudaHostAlloc() returned: once, and with exactly that pointer";
    case gpu::ErrorCause::unknown:
      break;
  }
  return "check sizes and pointers of the call";
}

// What CUDA's own errors mean to somebody who launches kernels.
std::string advice_on(CudaError error, gpu::ErrorCause cause) {
  switch (error) {
    case CudaError::cudaErrorInvalidConfiguration:
      return "a block has at most 1024 threads, a grid at most 65535 blocks in y and z, and "
             "neither may be empty: look at the two arguments of <<<grid, block>>>";
    case CudaError::cudaErrorNotSupported:
      return "host code may allocate, fill, copy and launch; all computing is for kernels. A loop "
             "of launches or copies has to end: does what it counts change each time?";
    case CudaError::cudaErrorLaunchOutOfResources:
      return "use fewer threads per block, or less shared memory";
    case CudaError::cudaErrorMemoryAllocation:
      return "cudaMemGetInfo() says how much is left: count in every buffer, with its halo, for "
             "each stream, and free what you do not need";
    case CudaError::cudaErrorInvalidSymbol:
      return "cudaMemcpyToSymbol(variable, from, bytes) takes the variable itself, without & and "
             "quotes: one that is declared __constant__ or __device__ outside of all functions";
    case CudaError::cudaErrorHostMemoryAlreadyRegistered:
      return "what was registered is unregistered before it is freed: cudaHostUnregister(), then "
             "free()";
    case CudaError::cudaErrorInvalidDevice:
      return "devices are counted from 0, and here there is one";
    case CudaError::cudaErrorInvalidResourceHandle:
      return "streams and events have to be created before their first use, and destroyed after "
             "their last";
    case CudaError::cudaErrorInvalidValue:
      return advice_on(cause);
    default:
      return "check what every CUDA call returns: CUDA_CHECK(cudaGetLastError()) after a launch";
  }
}

uint32_t line_of(const std::optional<simt::events::Site>& site) { return site ? site->line : 0; }

// Whether the findings are of the same two lines, in whatever order.
bool same_lines(const Finding& a, const Finding& b) {
  return a.where.file == b.where.file &&
         std::minmax(a.where.line, line_of(a.other)) == std::minmax(b.where.line, line_of(b.other));
}

// What ends a kernel with cudaErrorIllegalAddress.
bool is_bad_address(simt::events::FindingKind kind) {
  using enum simt::events::FindingKind;
  return kind == out_of_bounds || kind == null_pointer || kind == host_pointer ||
         kind == use_after_free || kind == read_only;
}

// What several launches have in common is one finding. What a barrier of the block orders needs
// none of the warp. The finding that explains the error comes first.
std::vector<Finding> most_telling_first(const gpu::ExecutionReport& report) {
  using simt::events::FindingKind;
  const auto is_same = [](const Finding& a, const Finding& b) {
    return a.kind == b.kind && a.where.line == b.where.line && same_lines(a, b);
  };
  std::vector<Finding> findings;
  for (const Finding& finding : report.findings) {
    const auto same = std::ranges::find_if(
        findings, [&](const Finding& other) { return is_same(finding, other); });
    if (same == findings.end())
      findings.push_back(finding);
    else
      same->count += finding.count;
  }
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.kind == FindingKind::warp_race &&
           std::ranges::any_of(report.findings, [&](const Finding& other) {
             return other.kind == FindingKind::shared_race && same_lines(finding, other);
           });
  });
  std::ranges::stable_partition(findings, [&](const Finding& finding) {
    return report.error == CudaError::cudaErrorMisalignedAddress
               ? finding.kind == FindingKind::misaligned
               : report.failed() && is_bad_address(finding.kind);
  });
  return findings;
}

Diagnosis explain_findings(const ExecutedCase& executed) {
  Diagnosis diagnosis;
  diagnosis.findings = most_telling_first(executed.report);
  diagnosis.cause = std::string(name_of(diagnosis.findings.front().kind));
  diagnosis.facts = {in_case(executed.the_case)};
  if (executed.report.error_site != 0)
    mark_place(diagnosis.marks, executed.source_line(executed.report.error_site),
               "launches that kernel");
  if (executed.report.error == CudaError::cudaErrorLaunchTimeout &&
      diagnosis.findings.front().kind == simt::events::FindingKind::divergent_barrier)
    diagnosis.next = {
        "the kernel does not end, as threads wait for others at that barrier: is it in a "
        "condition, "
        "or do threads go through its loop a different number of times? If all come to it, does "
        "the loop end? An unsigned number is never less than 0, so that distance >= 0 is always "
        "true"};
  for (Finding& finding : diagnosis.findings) {
    finding.where.file = fs::path(finding.where.file).filename();
    if (finding.other) finding.other->file = fs::path(finding.other->file).filename();
  }
  return diagnosis;
}

// A pointer that host code has kept from an earlier call leads to memory that is too small, freed, or
// without what that call has left there.
std::optional<Diagnosis> explain_kept_buffer(const ExecutedCase& executed) {
  using simt::events::FindingKind;
  const auto& findings = executed.report.findings;
  const auto kept = std::ranges::find_if(findings, [&](const Finding& finding) {
    if (finding.kind == FindingKind::host_pointer)
      return finding.has_address && gpu::is_symbolic(finding.address);
    return (is_bad_address(finding.kind) || finding.kind == FindingKind::uninitialised_global) &&
           executed.report.kept.contains(finding.allocation_begin);
  });
  if (kept == findings.end()) return std::nullopt;
  const bool is_empty = kept->kind == FindingKind::uninitialised_global;
  return seen_in(
      executed.the_case.name(), "kept-buffer",
      fmt::format("{}:{}: {} of device memory that an earlier call of the launch function "
                  "allocated{}",
                  fs::path(kept->where.file).filename().string(), kept->where.line,
                  kept->where.access, kept->allocation.empty() ? "" : ": " + kept->allocation),
      place_of(kept->where),
      is_empty ? "in each call, fill what its kernels read: each call is judged by itself, and "
                 "nothing that earlier ones left in device memory is there"
               : "cudaMalloc() and cudaFree() what a call needs in that same call: a pointer in a "
                 "static or global variable leads to memory that is gone, or too small");
}

Diagnosis explain_changed_input(const ExecutedCase& executed) {
  const auto& [input, byte] = std::tie(executed.report.changed_input, executed.report.changed_byte);
  return seen_in(
      executed.the_case.name(), "input-written",
      fmt::format("{} is not what it was: the first byte that was changed is number {}", input,
                  byte),
      std::nullopt,
      fmt::format("{} is read-only, as other threads may still read it: store to memory of your "
                  "own (cudaMalloc) and to the result only",
                  input));
}

Diagnosis explain_hazard(const ExecutedCase& executed, const gpu::Hazard& hazard) {
  HazardText text = describe(hazard, executed.source_line);
  Diagnosis diagnosis = seen_in(executed.the_case.name(), name_of(hazard.kind), text.sentence,
                                std::nullopt, std::move(text.advice));
  for (SourcePlace& place : places_of(hazard, executed.source_line))
    diagnosis.places.push_back({std::move(place), text.sentence, diagnosis.facts.size() - 1});
  return diagnosis;
}

Diagnosis explain_error(const ExecutedCase& executed) {
  const gpu::ExecutionReport& report = executed.report;
  const auto place =
      report.error_site == 0 ? std::nullopt : executed.source_line(report.error_site);
  return seen_in(executed.the_case.name(), name_of(report.error),
                 report.reason + (place ? fmt::format(" ({})", text_of(*place)) : ""), place,
                 advice_on(report.error, report.cause));
}

// Host code that follows a pointer of the device.
Diagnosis explain_device_pointer(const Death& death) {
  return seen_in(death.case_name, "device-pointer",
                 fmt::format("host code {} device memory{}",
                             death.fault->is_write ? "writes to" : "reads", at(death.source_line)),
                 death.source_line, "only kernels can follow these pointers; pass them to one");
}

// Host code that touches managed memory whose content is on the device only.
Diagnosis explain_managed_memory(const Death& death) {
  return seen_in(death.case_name, "managed-memory",
                 fmt::format("host code {} managed memory{} whose values the device computes",
                             death.fault->is_write ? "writes to" : "reads", at(death.source_line)),
                 death.source_line,
                 "fill managed memory before the first kernel that gets it; later, work on its "
                 "values in kernels, and move them with cudaMemcpy()");
}

// Host code that looks into what it may only copy: its pages are there and may not be touched.
Diagnosis explain_host_access(const Death& death) {
  return seen_in(death.case_name, "host-access",
                 fmt::format("host code {} an image itself{}",
                             death.fault->is_write ? "writes to" : "reads", at(death.source_line)),
                 death.source_line,
                 "the host only copies images (cudaMemcpy, memcpy); only a kernel, on the device, "
                 "may look at values");
}

// CUDA_CHECK has said what failed, and ended the program.
Diagnosis explain_failed_check(const WorkerDeath& ended, const Case& the_case, CudaError error,
                               const SourceLine& source_line) {
  const auto told = place_named_in(ended.output);
  Diagnosis diagnosis =
      seen_in(the_case.name(), name_of(error), ended.output, told, advice_on(error, ended.cause));
  const auto place = ended.error_site == 0 ? std::nullopt : source_line(ended.error_site);
  if (place && place != told) add_fact(diagnosis, "see " + text_of(*place), place);
  return diagnosis;
}

// The store that left `what` as it is, or the nearest to it, what it is computed in, and who comes there.
void add_store(Diagnosis& diagnosis, const gpu::ValueOrigin& origin, const std::string& next_to,
               const std::string& what) {
  const SourcePlace place{fs::path(origin.file).filename(), origin.line};
  std::string stores = fmt::format("{} stores {}{}", text_of(place), next_to, what);
  if (!origin.computed_in.empty()) stores += ", computed in " + line_list(origin.computed_in);
  add_fact(diagnosis, std::move(stores), place);
  for (const std::uint32_t line : origin.computed_in)
    mark_line(diagnosis.marks, line, fmt::format("{} is computed here", what));
  if (!origin.decided_in.empty())
    diagnosis.facts.push_back(line_list(origin.decided_in) +
                              (origin.decided_in.size() == 1 ? " decides" : " decide") +
                              " which threads come to that store");
  for (const std::uint32_t line : origin.decided_in)
    mark_line(diagnosis.marks, line, "decides which threads come to the store next to " + what);
}

}  // namespace

void add_origin(Diagnosis& diagnosis, const gpu::ValueOrigin& origin, const SourceLine& source_line,
                const std::string& what) {
  const auto placed = [&](std::uint64_t site) {
    return site == 0 ? std::nullopt : source_line(site);
  };
  const auto launch = placed(origin.launch_site), copy = placed(origin.copy_site);
  const std::string next_to = origin.is_written ? "" : "next to ";
  if (origin.line != 0) add_store(diagnosis, origin, next_to, what);
  // What is missing, or was never computed, says more of the calls of the host.
  const bool needs_calls = !origin.is_written || origin.line == 0;
  if (launch && needs_calls)
    add_fact(diagnosis,
             origin.line != 0
                 ? fmt::format("{} launches that kernel", text_of(*launch))
                 : fmt::format("no kernel stores {}; {} launches the last", what, text_of(*launch)),
             launch);
  if (copy && needs_calls)
    add_fact(diagnosis, fmt::format("{} copies {}{}", text_of(*copy), next_to, what), copy);
  mark_place(diagnosis.marks, launch,
             origin.line != 0 ? fmt::format("launches the kernel that stores {}{}", next_to, what)
                              : fmt::format("launches the last kernel; none stores {}", what));
  mark_place(diagnosis.marks, copy, fmt::format("copies {}{}", next_to, what));
  const std::string feeds = "what that kernel reads comes from here";
  for (const std::uint32_t line : origin.feeding_lines) mark_line(diagnosis.marks, line, feeds);
  for (const std::uint64_t site : origin.feeding_sites)
    mark_place(diagnosis.marks, placed(site), feeds);
}

// Errors that say something about the machine, where the same plan went through on simt.
bool is_of_the_machine(CudaError error) {
  static const std::set<CudaError> errors = {CudaError::cudaErrorMemoryAllocation,
                                             CudaError::cudaErrorInsufficientDriver,
                                             CudaError::cudaErrorDevicesUnavailable,
                                             CudaError::cudaErrorNoKernelImageForDevice,
                                             CudaError::cudaErrorNoDevice,
                                             CudaError::cudaErrorSystemDriverMismatch,
                                             CudaError::cudaErrorUnsupportedPtxVersion};
  return errors.contains(error);
}

Verdict verdict_of(const gpu::ExecutionReport& report, bool is_right) {
  if (report.failed()) return {VerdictKind::gpu_error, name_of(report.error)};
  if (!is_right) return {VerdictKind::wrong, ""};
  if (!report.findings.empty())
    return {VerdictKind::unsafe, std::string(name_of(report.findings[0].kind))};
  if (!report.changed_input.empty()) return {VerdictKind::unsafe, "input-written"};
  if (!report.hazards.empty()) return {VerdictKind::unsafe, name_of(report.hazards.front().kind)};
  return {};
}

std::optional<Diagnosis> explain(const ExecutedCase& executed) {
  const gpu::ExecutionReport& report = executed.report;
  if (auto kept = explain_kept_buffer(executed)) return kept;
  if (!report.findings.empty()) return explain_findings(executed);
  if (!report.changed_input.empty()) return explain_changed_input(executed);
  if (!report.hazards.empty()) return explain_hazard(executed, report.hazards.front());
  if (report.failed()) return explain_error(executed);
  if (!report.runs.empty() || !executed.the_case.gpu_needs().kernels) return std::nullopt;
  return seen_in(
      executed.the_case.name(), nothing_written, "the launch function launched no kernel",
      std::nullopt,
      fmt::format("kernel<<<grid, block>>>(arguments), with enough blocks for every {}, also where "
                  "there is little to do: each call writes its whole output",
                  executed.problem.unit()));
}

Outcome explain(const WorkerDeath& ended, const Case& the_case, const SourceLine& source_line) {
  Death death{ended.verdict,
              ended.is_recorder ? ended.fault : std::nullopt,
              ended.limit_message,
              the_case.name(),
              {},
              {},
              {}};
  if (death.fault && death.fault->instruction != 0)
    death.source_line = source_line(death.fault->instruction);
  Outcome outcome;
  outcome.verdict = death.verdict;
  outcome.failed_case = the_case.name();
  const CudaError error =
      ended.is_recorder ? gpu::error_named_in(ended.output) : CudaError::cudaSuccess;
  const bool is_protected =
      death.fault && death.fault->signal == SIGSEGV && death.fault->code == SEGV_ACCERR;
  if (ended.verdict.kind == VerdictKind::no_result && !death.fault &&
      error != CudaError::cudaSuccess) {
    outcome.verdict = {VerdictKind::gpu_error, name_of(error)};
    outcome.diagnosis = explain_failed_check(ended, the_case, error, source_line);
  } else if (is_protected && gpu::is_symbolic(death.fault->address)) {
    outcome.diagnosis = explain_managed_memory(death);
  } else if (death.fault && gpu::is_symbolic(death.fault->address)) {
    outcome.diagnosis = explain_device_pointer(death);
  } else if (is_protected && the_case.gpu_needs().buffers_on_host) {
    outcome.diagnosis = explain_host_access(death);
  } else {
    outcome.diagnosis = explain(death);
  }
  return outcome;
}

}  // namespace warplab
