#include "autograder/classroom/settings.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "autograder/classroom/normal_name.h"
#include "autograder/course/json_node.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr int most_minutes = 60 * 24 * 365;
constexpr long furthest_from_utc_s = 14 * 3600;

Moment read_moment(const JsonNode& node, const std::optional<Zone>& zone) {
  const auto moment = parse_moment(node.text(), zone);
  if (!moment && zone)
    node.fail_expected(fmt::format("a time in {}, as in \"2026-10-12T23:59\"", zone->name()));
  if (!moment)
    node.fail_expected(
        "a time with its distance to UTC, as in \"2026-10-12T23:59+02:00\" or "
        "\"2026-10-12T21:59Z\"");
  return *moment;
}

Zone read_zone(const JsonNode& node) {
  try {
    return Zone(node.text());
  } catch (const CourseError& error) {
    node.fail(error.what());
  }
}

LatePolicy read_late(const JsonNode& node) {
  node.expect_fields({"percent_a_day"}, {"grace_minutes", "days"});
  LatePolicy late;
  late.percent_a_day = node.child("percent_a_day").number_from_zero();
  if (late.percent_a_day > 100) node.child("percent_a_day").fail_expected("at most 100");
  if (node.has("grace_minutes"))
    late.grace = std::chrono::minutes(node.child("grace_minutes").integer(0, most_minutes));
  if (node.has("days")) late.days = node.child("days").number_from_zero();
  return late;
}

// The lab that a field is called after.
const Lab& lab_of(const Course& course, const JsonNode& node, const std::string& name) {
  try {
    return course.find(name);
  } catch (const CourseError& error) {
    node.fail(error.what());
  }
}

// Times by lab, each of which must be there once, under whatever name.
std::map<const Lab*, Moment> read_extensions(const Course& course, const JsonNode& node,
                                             const std::optional<Zone>& zone) {
  std::map<const Lab*, Moment> moments;
  for (const std::string& name : node.fields()) {
    const JsonNode field = node.child(name);
    if (!moments.emplace(&lab_of(course, field, name), read_moment(field, zone)).second)
      field.fail("the lab is there under another name already; keep one");
  }
  return moments;
}

void read_labs(const Course& course, const JsonNode& node, ClassSettings& settings) {
  for (const std::string& name : node.fields()) {
    const JsonNode field = node.child(name);
    const Lab& lab = lab_of(course, field, name);
    if (std::ranges::find(settings.labs, &lab) != settings.labs.end())
      field.fail("the lab is there under another name already; keep one");
    field.expect_fields({}, {"deadline"});
    settings.labs.push_back(&lab);
    if (field.has("deadline"))
      settings.deadlines[&lab] = read_moment(field.child("deadline"), settings.zone);
  }
  if (settings.labs.empty()) node.fail_expected("at least one lab");
  std::ranges::sort(settings.labs);  // as they lie in the course
}

SlurmSettings read_slurm(const JsonNode& node) {
  node.expect_fields({}, {"options", "constraint"});
  SlurmSettings slurm;
  if (node.has("options"))
    for (const JsonNode& option : node.child("options").elements()) {
      slurm.options.push_back(option.text());
      if (!slurm.options.back().starts_with("--"))
        option.fail_expected("a long option of sbatch, as in \"--partition=teaching\"");
    }
  if (node.has("constraint")) slurm.constraint = node.child("constraint").text();
  return slurm;
}

}  // namespace

// strptime() takes a day of up to 31 in every month, and the calendar then makes another of it.
std::optional<Moment> parse_moment(const std::string& text) {
  std::tm parts{};
  const char* end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M%z", &parts);
  if (end == nullptr) end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S%z", &parts);
  const long from_utc_s = parts.tm_gmtoff;
  if (end == nullptr || *end != '\0' || std::labs(from_utc_s) > furthest_from_utc_s)
    return std::nullopt;
  const int day = parts.tm_mday;
  const std::time_t there = ::timegm(&parts);
  if (parts.tm_mday != day) return std::nullopt;
  return Moment(std::chrono::seconds(there - from_utc_s));
}

std::optional<Moment> parse_moment(const std::string& text, const std::optional<Zone>& zone) {
  if (const auto moment = parse_moment(text); moment || !zone) return moment;
  std::tm parts{};
  const char* const end = ::strptime(text.c_str(), "%Y-%m-%dT%H:%M", &parts);
  if (end == nullptr || *end != '\0') return std::nullopt;
  const Moment moment = zone->moment(parts);
  const std::tm shown = zone->local(moment);
  const bool is_there = shown.tm_mday == parts.tm_mday && shown.tm_hour == parts.tm_hour;
  return is_there ? std::optional(moment) : std::nullopt;
}

std::string text_of(Moment moment) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(moment)));
}

double LatePolicy::share_left(std::chrono::seconds late) const {
  using Days = std::chrono::duration<double, std::ratio<86400>>;
  return share_after(std::ceil(Days(late - grace).count()));
}

double LatePolicy::share_after(double days_begun) const {
  if (days_begun <= 0) return 1;
  if (days_begun > days) return 0;
  return std::max(0.0, 1 - percent_a_day / 100 * days_begun);
}

double ClassSettings::share_left(Moment deadline, Moment handed_in) const {
  return zone ? late.share_after(zone->days_begun(deadline + late.grace, handed_in))
              : late.share_left(handed_in - deadline);
}

std::optional<Moment> ClassSettings::deadline(const std::string& student, const Lab& lab) const {
  if (const auto own = extensions.find(student); own != extensions.end())
    if (const auto moment = own->second.find(&lab); moment != own->second.end())
      return moment->second;
  const auto moment = deadlines.find(&lab);
  return moment == deadlines.end() ? std::nullopt : std::optional(moment->second);
}

ClassSettings read_settings(const Course& course, const fs::path& folder) {
  const fs::path file = folder / "class.json";
  if (!fs::exists(file))
    throw CourseError(
        fmt::format("there is no {0}: make it with `warplab class init {1} "
                    "--submissions FOLDER`",
                    file.string(), folder.string()));
  const LocatedJson source = parse_located(read_file(file), file.string());
  const JsonNode root(source, source.value, "");
  root.expect_fields({"submissions"},
                     {"attempts", "late", "labs", "extensions", "adjustments", "slurm", "zone"});
  ClassSettings settings;
  settings.submissions = (folder / root.child("submissions").text()).lexically_normal();
  if (!fs::is_directory(settings.submissions))
    root.child("submissions")
        .fail(fmt::format("there is no folder {}", settings.submissions.string()));
  if (root.has("attempts")) {
    const std::string attempts = root.child("attempts").text();
    if (attempts != "best" && attempts != "latest")
      root.child("attempts").fail_expected("\"best\" or \"latest\"");
    settings.attempts = attempts == "best" ? Attempts::best : Attempts::latest;
  }
  if (root.has("zone")) settings.zone = read_zone(root.child("zone"));
  if (root.has("late")) settings.late = read_late(root.child("late"));
  if (root.has("labs"))
    read_labs(course, root.child("labs"), settings);
  else
    settings.labs = course.select({});
  if (root.has("extensions"))
    for (const std::string& student : root.child("extensions").fields())
      settings.extensions[normal_name(student)] =
          read_extensions(course, root.child("extensions").child(student), settings.zone);
  if (root.has("adjustments"))
    settings.adjustments = read_adjustments(course, root.child("adjustments"), settings.labs);
  if (root.has("slurm")) settings.slurm = read_slurm(root.child("slurm"));
  return settings;
}

}  // namespace warplab
