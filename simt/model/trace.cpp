// The trace event format that chrome://tracing and ui.perfetto.dev read ("Trace Event Format",
// complete and metadata events, JSON array in an object).
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "simt/model/timeline.h"

namespace simt::model {
namespace {

constexpr const char* category(Activity::Kind kind) {
  switch (kind) {
    case Activity::Kind::kernel:
      return "kernel";
    case Activity::Kind::copy:
      return "copy";
    case Activity::Kind::fill:
      return "fill";
    case Activity::Kind::host:
      return "host";
    case Activity::Kind::wait:
      return "wait";
  }
  return "";
}

nlohmann::json metadata(const char* what, uint32_t process, uint32_t thread, const char* key,
                        nlohmann::json value) {
  return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{key, value}}}};
}

}  // namespace

std::string trace_json(const std::vector<Activity>& activities) {
  constexpr double microseconds = 1e6;
  constexpr uint32_t host_process = 0;  // device n is process n + 1
  nlohmann::json events = nlohmann::json::array();
  std::map<uint32_t, std::map<std::pair<Engine, std::string>, uint32_t>> threads;

  for (const Activity& a : activities) {
    const bool on_host = a.engine == Engine::host;
    const uint32_t process = on_host ? host_process : a.device + 1;
    auto& known = threads[process];
    if (known.empty())
      events.push_back(metadata("process_name", process, 0, "name",
                                on_host ? "host" : fmt::format("device {}", a.device)));
    const auto [thread, is_new] =
        known.try_emplace({a.engine, a.track}, static_cast<uint32_t>(known.size()));
    if (is_new)
      events.push_back(metadata("thread_name", process, thread->second, "name",
                                a.track == name_of(a.engine)
                                    ? a.track
                                    : fmt::format("{}: {}", name_of(a.engine), a.track)));
    nlohmann::json event = {{"ph", "X"},
                            {"name", a.name},
                            {"cat", category(a.kind)},
                            {"pid", process},
                            {"tid", thread->second},
                            {"ts", a.begin * microseconds},
                            {"dur", (a.end - a.begin) * microseconds}};
    if (a.bytes > 0)
      event["args"] = {{"bytes", a.bytes},
                       {"GB/s", static_cast<double>(a.bytes) / (a.end - a.begin) / 1e9}};
    events.push_back(std::move(event));
  }
  return nlohmann::json({{"traceEvents", std::move(events)}, {"displayTimeUnit", "ns"}})
      .dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace simt::model
