// The JSON of a session's request and results.
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>

#include "simt/session/session.h"

namespace simt::session {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 5> activity_kinds{"kernel", "copy", "fill", "host", "wait"};

json index_to_json(const events::Index3& index) { return {index.x, index.y, index.z}; }

events::Index3 index_from_json(const json& json) {
  return {json.at(0).get<uint32_t>(), json.at(1).get<uint32_t>(), json.at(2).get<uint32_t>()};
}

}  // namespace

json to_json(const SessionRequest& request) {
  return {{"simt_session", session_version},
          {"mode", request.mode},
          {"target", request.target},
          {"devices", request.devices},
          {"workers", request.workers},
          {"loop_limit", request.loop_limit},
          {"checkers", request.checkers},
          {"strict", request.strict},
          {"counters", request.counters},
          {"coverage", request.coverage},
          {"time", request.time},
          {"bank_map_file", request.bank_map_file},
          {"bank_map_line", request.bank_map_line}};
}

SessionRequest request_from_json(const json& json) {
  SessionRequest request;
  request.mode = json.at("mode").get<std::string>();
  request.target = json.at("target").get<std::string>();
  request.devices = json.at("devices").get<unsigned>();
  request.workers = json.at("workers").get<unsigned>();
  request.loop_limit = json.at("loop_limit").get<uint64_t>();
  request.checkers = json.at("checkers").get<bool>();
  request.strict = json.at("strict").get<bool>();
  request.counters = json.at("counters").get<bool>();
  request.coverage = json.at("coverage").get<bool>();
  request.time = json.at("time").get<bool>();
  request.bank_map_file = json.at("bank_map_file").get<std::string>();
  request.bank_map_line = json.at("bank_map_line").get<uint32_t>();
  return request;
}

json to_json(const LaunchRecord& record) {
  return {{"kernel", record.kernel},
          {"grid", index_to_json(record.grid)},
          {"block", index_to_json(record.block)},
          {"device", record.device},
          {"begin", record.begin},
          {"end", record.end},
          {"profile", record.profile ? json(observe::to_json(*record.profile)) : json()}};
}

LaunchRecord launch_from_json(const json& json) {
  LaunchRecord record;
  record.kernel = json.at("kernel").get<std::string>();
  record.grid = index_from_json(json.at("grid"));
  record.block = index_from_json(json.at("block"));
  record.device = json.at("device").get<uint32_t>();
  record.begin = json.at("begin").get<double>();
  record.end = json.at("end").get<double>();
  if (!json.at("profile").is_null())
    record.profile = observe::launch_profile_from_json(json.at("profile"));
  return record;
}

json to_json(const model::Activity& activity) {
  return {{"kind", activity_kinds[static_cast<size_t>(activity.kind)]},
          {"name", activity.name},
          {"track", activity.track},
          {"resource", model::name_of(activity.engine)},
          {"device", activity.device},
          {"begin", activity.begin},
          {"end", activity.end},
          {"bytes", activity.bytes}};
}

model::Activity activity_from_json(const json& json) {
  model::Activity activity{};
  const auto name = json.at("kind").get<std::string>();
  for (size_t i = 0; i < activity_kinds.size(); ++i)
    if (activity_kinds[i] == name) activity.kind = static_cast<model::Activity::Kind>(i);
  activity.name = json.at("name").get<std::string>();
  activity.track = json.at("track").get<std::string>();
  activity.engine = model::engine_named(json.at("resource").get<std::string>());
  activity.device = json.at("device").get<uint32_t>();
  activity.begin = json.at("begin").get<double>();
  activity.end = json.at("end").get<double>();
  activity.bytes = json.at("bytes").get<uint64_t>();
  return activity;
}

}  // namespace simt::session
