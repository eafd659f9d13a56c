#include "simt/events/finding_json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

namespace simt::events {
namespace {

using nlohmann::json;

json index_json(const Index3& i) { return {i.x, i.y, i.z}; }
Index3 index_from(const json& j) {
  return {j.at(0).get<uint32_t>(), j.at(1).get<uint32_t>(), j.at(2).get<uint32_t>()};
}

json site_json(const Site& s) {
  return {{"file", s.file},
          {"line", s.line},
          {"column", s.column},
          {"block", index_json(s.block)},
          {"thread", index_json(s.thread)},
          {"access", s.access},
          {"access_kind", name_of(s.kind)},
          {"bytes", s.bytes}};
}
Site site_from(const json& j) {
  Site s = {j.at("file"), j.at("line"), index_from(j.at("block")), index_from(j.at("thread")),
            j.at("access")};
  // Older findings have none of these.
  s.column = j.value("column", 0u);
  s.kind = access_kind_from(j.value("access_kind", ""));
  s.bytes = j.value("bytes", 0u);
  return s;
}

constexpr std::string_view miss_names[] = {"beside", "empty", "across-end"};

memory::Miss miss_from(std::string_view name) {
  const auto* const found = std::ranges::find(miss_names, name);
  return found == std::end(miss_names) ? memory::Miss::beside
                                       : static_cast<memory::Miss>(found - miss_names);
}

FindingKind kind_from(const std::string& name) {
  if (const auto kind = kind_named(name)) return *kind;
  throw std::invalid_argument("there is no kind of finding named '" + name + "'");
}

}  // namespace

json to_json(const Finding& f) {
  json j = {{"kind", name_of(f.kind)},     {"kernel", f.kernel},
            {"where", site_json(f.where)}, {"space", f.space},
            {"allocation", f.allocation},  {"what", f.what},
            {"advice", advice_of(f)},      {"count", f.count}};
  if (f.other) j["other"] = site_json(*f.other);
  if (f.other) j["role_of_other"] = role_of_other(f);
  if (f.has_address) j["address"] = f.address;
  if (f.allocation_begin != 0) j["allocation_begin"] = f.allocation_begin;
  if (f.miss != memory::Miss::beside) j["miss"] = miss_names[static_cast<size_t>(f.miss)];
  if (!f.computed_in.empty()) j["computed_in"] = f.computed_in;
  if (!f.written_in.empty()) j["written_in"] = f.written_in;
  return j;
}

Finding finding_from_json(const json& j) {
  Finding f;
  f.kind = kind_from(j.at("kind"));
  f.kernel = j.at("kernel");
  f.where = site_from(j.at("where"));
  if (j.contains("other")) f.other = site_from(j.at("other"));
  f.is_divergence = j.value("role_of_other", "") == "missing";
  f.space = j.at("space");
  f.has_address = j.contains("address");
  if (f.has_address) f.address = j.at("address");
  f.allocation_begin = j.value("allocation_begin", uint64_t{0});
  f.miss = miss_from(j.value("miss", ""));
  if (j.contains("computed_in")) j.at("computed_in").get_to(f.computed_in);
  if (j.contains("written_in")) j.at("written_in").get_to(f.written_in);
  f.allocation = j.at("allocation");
  f.what = j.at("what");
  f.count = j.at("count");
  return f;
}

}  // namespace simt::events
