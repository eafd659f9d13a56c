#include "autograder/gpu/access_log.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace warplab::gpu {
namespace {

using nlohmann::json;

// Most warps access addresses at equal distances: then the first of them and the distance say it all.
json encode_offsets(const std::vector<std::uint64_t>& offsets) {
  if (offsets.size() <= 2) return offsets;
  const std::uint64_t stride = offsets[1] - offsets[0];
  for (std::size_t i = 2; i < offsets.size(); ++i)
    if (offsets[i] - offsets[i - 1] != stride) return offsets;
  return {offsets[0], stride};
}

std::vector<std::uint64_t> offsets_from(const json& j, std::size_t count) {
  auto offsets = j.get<std::vector<std::uint64_t>>();
  if (count > 2 && offsets.size() == 2) {
    const std::uint64_t stride = offsets.back();
    offsets.pop_back();
    while (offsets.size() < count) offsets.push_back(offsets.back() + stride);
  }
  if (offsets.size() != count) throw std::runtime_error("an access of another number of lanes");
  return offsets;
}

json encode_access(const LoggedAccess& access) {
  return {access.launch,
          access.block,
          access.warp,
          access.lanes,
          access.file,
          access.line,
          static_cast<int>(access.kind),
          access.bytes,
          access.buffer,
          access.barriers,
          access.is_guess,
          encode_offsets(access.offsets)};
}

LoggedAccess access_from(const json& j) {
  LoggedAccess access;
  j.at(0).get_to(access.launch);
  j.at(1).get_to(access.block);
  j.at(2).get_to(access.warp);
  j.at(3).get_to(access.lanes);
  j.at(4).get_to(access.file);
  j.at(5).get_to(access.line);
  const int kind = j.at(6);
  if (kind < 0 || kind > static_cast<int>(LoggedAccess::Kind::atomic))
    throw std::runtime_error("an access of no kind");
  access.kind = static_cast<LoggedAccess::Kind>(kind);
  j.at(7).get_to(access.bytes);
  j.at(8).get_to(access.buffer);
  j.at(9).get_to(access.barriers);
  j.at(10).get_to(access.is_guess);
  access.offsets = offsets_from(j.at(11), static_cast<std::size_t>(std::popcount(access.lanes)));
  return access;
}

}  // namespace

json to_json(const AccessLog& log) {
  json accesses = json::array();
  for (const LoggedAccess& access : log.accesses) accesses.push_back(encode_access(access));
  return {{"files", log.files},
          {"buffers", log.buffers},
          {"accesses", std::move(accesses)},
          {"is_cut", log.is_cut},
          {"has_async_copies", log.has_async_copies}};
}

AccessLog access_log_from(const json& j) {
  AccessLog log;
  j.at("files").get_to(log.files);
  j.at("buffers").get_to(log.buffers);
  j.at("is_cut").get_to(log.is_cut);
  j.at("has_async_copies").get_to(log.has_async_copies);
  for (const json& each : j.at("accesses")) {
    LoggedAccess& access = log.accesses.emplace_back(access_from(each));
    const bool is_known = access.file < log.files.size() && access.buffer >= LoggedAccess::shared &&
                          access.buffer < static_cast<std::int32_t>(log.buffers.size());
    if (!is_known) throw std::runtime_error("an access of an unknown file or buffer");
  }
  return log;
}

}  // namespace warplab::gpu
