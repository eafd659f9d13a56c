#include "autograder/gpu/play_report.h"

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "simt/observe/finding_json.h"

namespace warplab::gpu {
namespace {

using nlohmann::json;

constexpr std::size_t most_output = 64 << 10, most_findings = 200, most_activities = 4000,
                      longest_text = 4 << 10, most_runs_with_lines = 100;

// Names of kernels and files come from the student's device code, and may be as long as that.
void shorten(std::string& text) {
  if (text.size() > longest_text) text.replace(longest_text, std::string::npos, "...");
}

void shorten(PlayReport& report) {
  if (report.output.size() > most_output) report.output.resize(most_output);
  if (report.findings.size() > most_findings) report.findings.resize(most_findings);
  if (report.elapsed && report.elapsed->activities.size() > most_activities)
    report.elapsed->activities.clear();
  shorten(report.reason);
  for (simt::observe::Finding& finding : report.findings) {
    for (std::string* text : {&finding.kernel, &finding.space, &finding.allocation, &finding.what})
      shorten(*text);
    for (simt::observe::Site* site : {&finding.where, finding.other ? &*finding.other : nullptr})
      if (site != nullptr) shorten(site->file), shorten(site->access);
  }
}

json encode(const Elapsed& elapsed) {
  json j = {{"seconds", elapsed.seconds},
            {"in_s", elapsed.in_s},
            {"kernels_s", elapsed.kernels_s},
            {"out_s", elapsed.out_s},
            {"overlap", elapsed.overlap}};
  j["activities"] = json::array();
  for (const simt::model::Activity& activity : elapsed.activities)
    j["activities"].push_back({static_cast<int>(activity.kind), activity.name, activity.track,
                               activity.resource, activity.begin, activity.end, activity.bytes});
  return j;
}

Elapsed elapsed_from(const json& j) {
  Elapsed elapsed;
  j.at("seconds").get_to(elapsed.seconds);
  j.at("in_s").get_to(elapsed.in_s);
  j.at("kernels_s").get_to(elapsed.kernels_s);
  j.at("out_s").get_to(elapsed.out_s);
  j.at("overlap").get_to(elapsed.overlap);
  for (const json& a : j.at("activities"))
    elapsed.activities.push_back({static_cast<simt::model::Activity::Kind>(a.at(0).get<int>()),
                                  a.at(1), a.at(2), a.at(3), 0, a.at(4), a.at(5), a.at(6)});
  return elapsed;
}

std::string encode(const PlayReport& report) {
  json j = {{"gpu", report.gpu},
            {"error", report.error},
            {"reason", report.reason},
            {"error_site", report.error_site},
            {"output", report.output},
            {"copy_seconds", report.copy_seconds},
            {"copies", report.copies},
            {"changed_input", report.changed_input},
            {"changed_byte", report.changed_byte},
            {"bytes_in", report.bytes_in},
            {"bytes_out", report.bytes_out},
            {"pageable_bytes", report.pageable_bytes},
            {"default_stream_calls", report.default_stream_calls}};
  j["elapsed"] = report.elapsed ? encode(*report.elapsed) : json();
  j["hazards"] = json::array();
  for (const Hazard& hazard : report.hazards)
    j["hazards"].push_back({{"kind", hazard.kind},
                            {"what", hazard.what},
                            {"site", hazard.site},
                            {"other_site", hazard.other_site}});
  j["findings"] = json::array();
  for (const auto& finding : report.findings)
    j["findings"].push_back(simt::observe::to_json(finding));
  j["runs"] = json::array();
  for (const KernelRun& run : report.runs)
    j["runs"].push_back(
        {{"kernel", run.kernel},
         {"seconds", run.seconds},
         {"profile", run.profile ? json(simt::observe::to_json(*run.profile)) : json()}});
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

void write_report(PlayReport report, std::span<std::byte> bytes) {
  shorten(report);
  const std::size_t room = bytes.size() - sizeof(std::uint64_t);
  std::string text = encode(report);
  if (text.size() > room) {
    for (std::size_t r = most_runs_with_lines; r < report.runs.size(); ++r)
      if (report.runs[r].profile) report.runs[r].profile->lines.clear();
    text = encode(report);
  }
  if (text.size() > room) {
    report.runs.clear();
    report.error = "cudaErrorLaunchFailure";
    report.reason =
        "the launch function launches so many kernels, or such large ones, that nobody "
        "can list what they do";
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

PlayReport read_report(std::span<const std::byte> bytes) {
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > bytes.size() - sizeof length) throw std::runtime_error("no report");
  const auto* begin = reinterpret_cast<const char*>(bytes.data()) + sizeof length;
  const json j = json::parse(begin, begin + length);
  PlayReport report;
  j.at("gpu").get_to(report.gpu);
  j.at("error").get_to(report.error);
  j.at("reason").get_to(report.reason);
  j.at("error_site").get_to(report.error_site);
  j.at("output").get_to(report.output);
  j.at("copy_seconds").get_to(report.copy_seconds);
  j.at("copies").get_to(report.copies);
  j.at("changed_input").get_to(report.changed_input);
  j.at("changed_byte").get_to(report.changed_byte);
  j.at("bytes_in").get_to(report.bytes_in);
  j.at("bytes_out").get_to(report.bytes_out);
  j.at("pageable_bytes").get_to(report.pageable_bytes);
  j.at("default_stream_calls").get_to(report.default_stream_calls);
  if (!j.at("elapsed").is_null()) report.elapsed = elapsed_from(j.at("elapsed"));
  for (const json& hazard : j.at("hazards"))
    report.hazards.push_back(
        {hazard.at("kind"), hazard.at("what"), hazard.at("site"), hazard.at("other_site")});
  for (const json& finding : j.at("findings"))
    report.findings.push_back(simt::observe::finding_from_json(finding));
  for (const json& run : j.at("runs")) {
    KernelRun& added = report.runs.emplace_back();
    run.at("kernel").get_to(added.kernel);
    run.at("seconds").get_to(added.seconds);
    if (!run.at("profile").is_null())
      added.profile = simt::observe::launch_profile_from_json(run.at("profile"));
  }
  return report;
}

}  // namespace warplab::gpu
