#include "autograder/gpu/execution_report.h"

#include <cstdint>
#include <cstring>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "simt/events/finding_json.h"
#include "simt/model/facts_json.h"

namespace warplab::gpu {
namespace {

using nlohmann::json;
using simt::session::StreamCall;

constexpr std::size_t most_output = 64 << 10, most_findings = 200, longest_text = 4 << 10,
                      most_runs_with_lines = 100;

using Skeletons = std::vector<std::shared_ptr<const simt::model::Skeleton>>;  // that launches share

HazardKind hazard_kind(int number) {
  if (number < 0 || number > static_cast<int>(HazardKind::leak))
    throw std::runtime_error("a report with an unknown hazard");
  return static_cast<HazardKind>(number);
}

ErrorCause error_cause(int number) {
  if (number < 0 || number > static_cast<int>(ErrorCause::shared_memory))
    throw std::runtime_error("a report with an unknown cause");
  return static_cast<ErrorCause>(number);
}

// Names of kernels and files come from the student's device code, and may be as long as that.
void shorten(std::string& text) {
  if (text.size() > longest_text) text.replace(longest_text, std::string::npos, "...");
}

void shorten(ExecutionReport& report) {
  if (report.output.size() > most_output) report.output.resize(most_output);
  if (report.findings.size() > most_findings) report.findings.resize(most_findings);
  shorten(report.reason);
  if (report.origin) shorten(report.origin->file);
  for (simt::events::Finding& finding : report.findings) {
    for (std::string* text : {&finding.kernel, &finding.space, &finding.allocation, &finding.what})
      shorten(*text);
    for (simt::events::Site* site : {&finding.where, finding.other ? &*finding.other : nullptr})
      if (site != nullptr) shorten(site->file), shorten(site->access);
  }
}

// Nothing but a view is made of them.
void leave_out_bank_maps(ExecutionReport& report) {
  for (KernelRun& run : report.runs)
    if (run.profile)
      for (simt::observe::LineProfile& line : run.profile->lines) line.bank_map.reset();
}

json encode(const Elapsed& elapsed) {
  return {{"seconds", elapsed.seconds},
          {"in_s", elapsed.in_s},
          {"kernels_s", elapsed.kernels_s},
          {"out_s", elapsed.out_s}};
}

Elapsed elapsed_from(const json& j) {
  Elapsed elapsed;
  j.at("seconds").get_to(elapsed.seconds);
  j.at("in_s").get_to(elapsed.in_s);
  j.at("kernels_s").get_to(elapsed.kernels_s);
  j.at("out_s").get_to(elapsed.out_s);
  return elapsed;
}

json encode(const StreamCall& call) {
  return {{"what", call.what},
          {"site", call.site},
          {"device", call.stream.device},
          {"stream", call.stream.number}};
}

StreamCall call_from(const json& j) {
  return {j.at("what"), j.at("site"), {j.at("device"), j.at("stream")}};
}

json encode(const Hazard& hazard) {
  return {{"kind", static_cast<int>(hazard.kind)},
          {"call", encode(hazard.call)},
          {"other", encode(hazard.other)},
          {"is_on_host", hazard.is_on_host},
          {"bytes", hazard.bytes}};
}

Hazard hazard_from(const json& j) {
  return {hazard_kind(j.at("kind").get<int>()), call_from(j.at("call")), call_from(j.at("other")),
          j.at("is_on_host"), j.at("bytes")};
}

json encode(const ClockStep& step) {
  return {static_cast<int>(step.kind), step.stream, step.number, step.is_pinned, step.host_waits};
}

ClockStep step_from(const json& j) {
  const int kind = j.at(0);
  if (kind < 0 || kind > static_cast<int>(ClockStep::Kind::synchronize_device))
    throw std::runtime_error("a step of no kind");
  return {static_cast<ClockStep::Kind>(kind), j.at(1), j.at(2), j.at(3), j.at(4)};
}

json encode(const CallCounts& c) {
  return {c.launches, c.threads,           c.copies, c.transferred,
          c.pageable, c.in_default_stream, c.in_turn};
}

CallCounts counts_from(const json& j) {
  return {j.at(0), j.at(1), j.at(2), j.at(3), j.at(4), j.at(5), j.at(6)};
}

json encode(const ValueOrigin& origin) {
  return {{"is_written", origin.is_written},
          {"file", origin.file},
          {"line", origin.line},
          {"computed_in", origin.computed_in},
          {"decided_in", origin.decided_in},
          {"launch_site", origin.launch_site},
          {"copy_site", origin.copy_site},
          {"feeding_sites", origin.feeding_sites},
          {"feeding_lines", origin.feeding_lines}};
}

ValueOrigin origin_from(const json& j) {
  return {j.at("is_written"),  j.at("file"),          j.at("line"),
          j.at("computed_in"), j.at("decided_in"),    j.at("launch_site"),
          j.at("copy_site"),   j.at("feeding_sites"), j.at("feeding_lines")};
}

std::string encode(const ExecutionReport& report) {
  json j = {{"gpu", report.gpu},
            {"error", static_cast<std::uint32_t>(report.error)},
            {"reason", report.reason},
            {"cause", static_cast<int>(report.cause)},
            {"error_site", report.error_site},
            {"kept", report.kept},
            {"output", report.output},
            {"dropped_prints", report.dropped_prints},
            {"copy_seconds", report.copy_seconds},
            {"copies", report.copies},
            {"changed_input", report.changed_input},
            {"changed_byte", report.changed_byte},
            {"bytes_in", report.bytes_in},
            {"bytes_out", report.bytes_out},
            {"pageable_bytes", report.pageable_bytes},
            {"default_stream_calls", report.default_stream_calls},
            {"one_stream_has_all", report.one_stream_has_all}};
  j["elapsed"] = report.elapsed ? encode(*report.elapsed) : json();
  j["hazards"] = json::array();
  for (const Hazard& hazard : report.hazards) j["hazards"].push_back(encode(hazard));
  j["findings"] = json::array();
  for (const auto& finding : report.findings)
    j["findings"].push_back(simt::events::to_json(finding));
  j["calls"] = json::array();
  for (const auto& [site, counts] : report.calls) j["calls"].push_back({site, encode(counts)});
  j["origin"] = report.origin ? encode(*report.origin) : json();
  j["accesses"] = report.accesses ? to_json(*report.accesses) : json();
  j["runs"] = json::array();
  Skeletons skeletons;
  for (const KernelRun& run : report.runs)
    j["runs"].push_back(
        {{"kernel", run.kernel},
         {"grid", run.grid},
         {"block", run.block},
         {"seconds", run.seconds},
         {"facts", run.facts ? simt::model::to_json(*run.facts, skeletons) : json()},
         {"profile", run.profile ? json(simt::observe::to_json(*run.profile)) : json()}});
  j["skeletons"] = json::array();
  for (const auto& skeleton : skeletons) j["skeletons"].push_back(simt::model::to_json(*skeleton));
  j["steps"] = json::array();
  for (const ClockStep& step : report.steps) j["steps"].push_back(encode(step));
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

std::string name_of(HazardKind kind) {
  switch (kind) {
    case HazardKind::missing_sync:
      return "missing-sync";
    case HazardKind::host_in_use:
      return "host-in-use";
    case HazardKind::stream_race:
      return "stream-race";
    case HazardKind::leak:
      return "leak";
  }
  return "leak";
}

Hazard hazard_of(const simt::session::StreamConflict& conflict) {
  using Kind = simt::session::StreamConflict::Kind;
  const auto& [kind, call, other, is_on_host, address] = conflict;
  switch (kind) {
    case Kind::end:
      return {HazardKind::missing_sync, other, {}, is_on_host};
    case Kind::host:
      return {HazardKind::host_in_use, call, other, is_on_host};
    case Kind::streams:
      break;
  }
  return {HazardKind::stream_race, call, other, is_on_host};
}

void write_report(ExecutionReport report, std::span<std::byte> bytes) {
  shorten(report);
  const std::size_t room = bytes.size() - sizeof(std::uint64_t);
  std::string text = encode(report);
  if (text.size() > room && report.accesses) {
    report.accesses.emplace().is_cut = true;
    text = encode(report);
  }
  if (text.size() > room) {
    leave_out_bank_maps(report);
    text = encode(report);
  }
  if (text.size() > room) {
    for (std::size_t r = most_runs_with_lines; r < report.runs.size(); ++r)
      if (report.runs[r].profile) report.runs[r].profile->lines.clear();
    text = encode(report);
  }
  if (text.size() > room) {
    report.runs.clear();
    report.steps.clear();
    report.error = CudaError::cudaErrorLaunchFailure;
    report.reason =
        "the launch function launches too many kernels, or too large ones, to list what they do";
    text = encode(report);
  }
  while (text.size() > room) {
    report.findings.resize(report.findings.size() / 2);
    text = encode(report);
  }
  const std::uint64_t length = text.size();
  std::memcpy(bytes.data(), &length, sizeof length);
  std::memcpy(bytes.data() + sizeof length, text.data(), length);
}

ExecutionReport read_report(std::span<const std::byte> bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > bytes.size() - sizeof length) throw std::runtime_error("no report");
  const auto* begin = reinterpret_cast<const char*>(bytes.data()) + sizeof length;
  const json j = json::parse(begin, begin + length);
  ExecutionReport report;
  j.at("gpu").get_to(report.gpu);
  report.error = static_cast<CudaError>(j.at("error").get<std::uint32_t>());
  j.at("reason").get_to(report.reason);
  report.cause = error_cause(j.at("cause").get<int>());
  j.at("error_site").get_to(report.error_site);
  j.at("kept").get_to(report.kept);
  j.at("output").get_to(report.output);
  j.at("dropped_prints").get_to(report.dropped_prints);
  j.at("copy_seconds").get_to(report.copy_seconds);
  j.at("copies").get_to(report.copies);
  j.at("changed_input").get_to(report.changed_input);
  j.at("changed_byte").get_to(report.changed_byte);
  j.at("bytes_in").get_to(report.bytes_in);
  j.at("bytes_out").get_to(report.bytes_out);
  j.at("pageable_bytes").get_to(report.pageable_bytes);
  j.at("default_stream_calls").get_to(report.default_stream_calls);
  j.at("one_stream_has_all").get_to(report.one_stream_has_all);
  if (!j.at("elapsed").is_null()) report.elapsed = elapsed_from(j.at("elapsed"));
  for (const json& hazard : j.at("hazards")) report.hazards.push_back(hazard_from(hazard));
  for (const json& finding : j.at("findings"))
    report.findings.push_back(simt::events::finding_from_json(finding));
  for (const json& call : j.at("calls")) report.calls[call.at(0)] = counts_from(call.at(1));
  if (!j.at("origin").is_null()) report.origin = origin_from(j.at("origin"));
  if (!j.at("accesses").is_null()) report.accesses = access_log_from(j.at("accesses"));
  Skeletons skeletons;
  for (const json& skeleton : j.at("skeletons"))
    skeletons.push_back(
        std::make_shared<const simt::model::Skeleton>(simt::model::skeleton_from_json(skeleton)));
  for (const json& step : j.at("steps")) report.steps.push_back(step_from(step));
  for (const json& run : j.at("runs")) {
    KernelRun& added = report.runs.emplace_back();
    run.at("kernel").get_to(added.kernel);
    run.at("grid").get_to(added.grid);
    run.at("block").get_to(added.block);
    run.at("seconds").get_to(added.seconds);
    if (!run.at("facts").is_null())
      added.facts = simt::model::facts_from_json(run.at("facts"), skeletons);
    if (!run.at("profile").is_null())
      added.profile = simt::observe::launch_profile_from_json(run.at("profile"));
  }
  return report;
}

}  // namespace warplab::gpu
