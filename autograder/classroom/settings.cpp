#include "autograder/classroom/settings.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>

#include "autograder/classroom/normal_name.h"
#include "autograder/course/json_node.h"
#include "autograder/report/numbers.h"
#include "autograder/report/rounding.h"
#include "autograder/report/sanitize.h"
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
  constexpr const char* older = "percent_a_day";  // of version 0.9
  const char* const percent = node.has(older) ? older : "percent_per_day";
  node.expect_fields({percent}, {"grace_minutes", "days"});
  LatePolicy late;
  late.percent_per_day = node.child(percent).number_from_zero();
  if (late.percent_per_day > 100) node.child(percent).fail_expected("at most 100");
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

// Points in tenths, from 0 to `most`.
double read_points(const JsonNode& node, double most = 10000) {
  const double points = node.number_from_zero();
  if (points > most) node.fail_expected(fmt::format("at most {}", points_text(most)));
  if (std::abs(10 * points - std::round(10 * points)) > 1e-6)
    node.fail_expected("points in tenths");
  return in_tenths(points);
}

void read_labs(const Course& course, const JsonNode& node, ClassSettings& settings) {
  for (const std::string& name : node.fields()) {
    const JsonNode field = node.child(name);
    const Lab& lab = lab_of(course, field, name);
    if (std::ranges::find(settings.labs, &lab) != settings.labs.end())
      field.fail("the lab is there under another name already; keep one");
    field.expect_fields({}, {"deadline", "late", "weight", "pass"});
    settings.labs.push_back(&lab);
    if (field.has("deadline"))
      settings.deadlines[&lab] = read_moment(field.child("deadline"), settings.zone);
    LabPolicy& own = settings.own[&lab];
    if (field.has("late")) own.late = read_late(field.child("late"));
    if (field.has("weight")) own.weight = read_points(field.child("weight"));
    if (field.has("pass")) own.pass = read_points(field.child("pass"), lab.max_score());
  }
  if (settings.labs.empty()) node.fail_expected("at least one lab");
  std::ranges::sort(settings.labs);  // as they lie in the course
}

// Into the settings, which have all that labs are worth.
void read_total(const JsonNode& node, ClassSettings& settings) {
  node.expect_fields({}, {"best", "pass", "scale"});
  TotalPolicy& total = settings.total.emplace();
  if (node.has("best"))
    total.best = node.child("best").integer(1, static_cast<int>(settings.labs.size()));
  const double most = settings.max_total();
  if (node.has("pass")) total.pass = read_points(node.child("pass"), most);
  if (!node.has("scale")) return;
  const JsonNode scale = node.child("scale");
  for (const std::string& name : scale.fields()) {
    const double from = read_points(scale.child(name), most);
    for (const TotalPolicy::Grade& other : total.scale)
      if (other.from == from)
        scale.child(name).fail(fmt::format("{} begins there, too", sanitize_line(other.name)));
    total.scale.push_back({from, sanitize_line(name)});
  }
  std::ranges::sort(total.scale, std::ranges::greater{}, &TotalPolicy::Grade::from);
  if (total.scale.empty() || total.scale.back().from > 0)
    scale.fail("a grade from 0 points is missing, for all others and for who does not pass");
}

// Late days cost nothing where being late costs something.
int read_late_days(const JsonNode& node, const ClassSettings& settings) {
  const bool has_cost = std::ranges::any_of(settings.labs, [&](const Lab* lab) {
    const LatePolicy& late = settings.late_policy(*lab);
    return late.percent_per_day > 0 || std::isfinite(late.days);
  });
  const int days = node.integer(0, 1000);
  if (!has_cost) node.fail("being late costs nothing: say in \"late\" what other days cost");
  return days;
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

int LatePolicy::days_begun(std::chrono::seconds late) const {
  return std::max(0, static_cast<int>(std::chrono::ceil<std::chrono::days>(late - grace).count()));
}

double LatePolicy::share_after(int days_begun) const {
  if (days_begun <= 0) return 1;
  if (days_begun > days) return 0;
  return std::max(0.0, 1 - percent_per_day / 100 * days_begun);
}

const LatePolicy& ClassSettings::late_policy(const Lab& lab) const {
  const auto policy = own.find(&lab);
  return policy == own.end() || !policy->second.late ? late : *policy->second.late;
}

int ClassSettings::days_late(const Lab& lab, Moment deadline, Moment handed_in) const {
  const LatePolicy& policy = late_policy(lab);
  return zone ? zone->days_begun(deadline + policy.grace, handed_in)
              : policy.days_begun(handed_in - deadline);
}

double ClassSettings::max_score(const Lab& lab) const {
  double points = lab.max_score();
  for (const Adjustment& each : adjustments)
    if (each.kind == Adjustment::Kind::voided_gate && each.lab == &lab) points -= each.gate_points;
  return in_tenths(points);
}

double ClassSettings::max_total() const {
  std::vector<double> weights;
  for (const Lab* lab : labs) weights.push_back(weight(*lab));
  std::ranges::sort(weights, std::ranges::greater{});
  if (total && total->best > 0) weights.resize(std::min(total->best, weights.size()));
  double sum = 0;
  for (const double weight : weights) sum += weight;
  return in_tenths(sum);
}

double ClassSettings::weight(const Lab& lab) const {
  const auto policy = own.find(&lab);
  return policy == own.end() || !policy->second.weight ? max_score(lab) : *policy->second.weight;
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
  root.expect_fields({"submissions"}, {"attempts", "late", "labs", "extensions", "late_days",
                                       "total", "adjustments", "slurm", "zone"});
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
  if (root.has("late_days")) settings.late_days = read_late_days(root.child("late_days"), settings);
  if (root.has("total")) read_total(root.child("total"), settings);
  if (root.has("slurm")) settings.slurm = read_slurm(root.child("slurm"));
  return settings;
}

}  // namespace warplab
