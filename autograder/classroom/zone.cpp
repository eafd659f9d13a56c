// C++20 has zones in its library, libstdc++ from version 14 on. The C library knows those of the variable TZ.
#include "autograder/classroom/zone.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "autograder/course/lab.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The zone of the C library, for a moment, in a program that has one thread.
class InZone {
 public:
  explicit InZone(const std::string& name) {
    if (name.empty()) return;
    if (const char* before = std::getenv("TZ")) before_ = before;
    is_set_ = true;
    setenv("TZ", (":" + name).c_str(), 1);
    tzset();
  }
  ~InZone() {
    if (!is_set_) return;
    if (before_)
      setenv("TZ", before_->c_str(), 1);
    else
      unsetenv("TZ");
    tzset();
  }
  InZone(const InZone&) = delete;
  InZone& operator=(const InZone&) = delete;

 private:
  std::optional<std::string> before_;
  bool is_set_ = false;
};

std::tm local_now(Moment moment) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(moment);
  std::tm parts{};
  localtime_r(&seconds, &parts);
  return parts;
}

Moment moment_now(std::tm parts) {
  parts.tm_isdst = -1;
  return Moment(std::chrono::seconds(std::mktime(&parts)));
}

}  // namespace

Zone::Zone(std::string name) : name_(std::move(name)) {
  if (name_.empty()) return;
  const fs::path data = "/usr/share/zoneinfo";
  if (!fs::is_directory(data))
    throw CourseError(fmt::format("there is no {}: apt-get install tzdata", data.string()));
  const bool leads_out = name_.front() == '/' || name_.find("..") != std::string::npos;
  if (leads_out || !fs::is_regular_file(data / name_))
    throw CourseError(fmt::format("{} has no zone \"{}\": name one as \"Europe/Berlin\"",
                                  data.string(), sanitize_line(name_)));
}

std::tm Zone::local(Moment moment) const {
  const InZone here(name_);
  return local_now(moment);
}

Moment Zone::moment(std::tm local) const {
  const InZone here(name_);
  return moment_now(local);
}

int Zone::days_begun(Moment from, Moment to) const {
  if (to <= from) return 0;
  const InZone here(name_);
  const std::tm begin = local_now(from);
  const auto end_of = [&](int days) {
    std::tm end = begin;
    end.tm_mday += days;
    return moment_now(end);
  };
  int days = static_cast<int>((to - from) / std::chrono::hours(24));
  while (days > 0 && end_of(days) >= to) --days;
  while (end_of(days) < to) ++days;
  return days;
}

}  // namespace warplab
