#include "autograder/course_commands/class_from.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "autograder/classroom/settings.h"
#include "autograder/course_commands/grade_class.h"
#include "autograder/course_commands/open_class.h"
#include "autograder/platforms/take_in.h"
#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// A path whose last part is a name.
fs::path without_slash_at_end(const fs::path& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

// What a class that is there decides: which labs count, whose calendar. Throws CourseError for one of other submissions.
void follow_settings(const Context& context, const fs::path& folder,
                     const ClassFromRequest& request, Intake& intake) {
  const ClassSettings settings = read_settings(context.course, folder);
  if (!fs::exists(folder / taken_in) || !fs::equivalent(settings.submissions, folder / taken_in))
    throw CourseError(fmt::format("{} is the class of {}: give another folder",
                                  sanitize_line(folder.string()),
                                  sanitize_line(settings.submissions.string())));
  if (!request.lab) intake.labs = settings.labs;
  const std::string zone = settings.zone ? settings.zone->name() : "";
  if (request.zone && *request.zone != zone)
    throw CourseError(
        fmt::format("{} has {}, and --zone says \"{}\": change it there, or leave out --zone",
                    sanitize_line((folder / "class.json").string()),
                    zone.empty() ? "no \"zone\"" : fmt::format("the zone \"{}\"", zone),
                    sanitize_line(*request.zone)));
  if (settings.zone) intake.zone = *settings.zone;
}

}  // namespace

int class_from_command(const Context& context, const fs::path& folder,
                       const ClassFromRequest& request, const std::optional<fs::path>& json) {
  Intake intake;
  intake.folder = folder;
  for (const fs::path& path : request.from) intake.from.push_back(without_slash_at_end(path));
  intake.labs =
      context.course.select(request.lab ? std::vector{*request.lab} : std::vector<std::string>{});
  if (request.zone) intake.zone = Zone(*request.zone);
  if (fs::exists(folder / "class.json")) follow_settings(context, folder, request, intake);
  const TakenIn taken = take_in(context.course, intake);
  const bool is_hindered = tell_remarks(taken.remarks);
  fmt::print("{} of {}, in {}\n", counted(taken.hand_ins, "1 hand-in", "{} hand-ins"),
             counted(taken.students, "1 student", "{} students"),
             sanitize_line((folder / taken_in).string()));
  if (taken.hand_ins > 0) make_class(folder, folder / taken_in, request.zone);
  nlohmann::json remarks = nlohmann::json::array();
  for (const Remark& remark : taken.remarks) remarks.push_back(remark.text);
  write_json(json, {{"students", taken.students},
                    {"hand_ins", taken.hand_ins},
                    {"settings", (folder / "class.json").string()},
                    {"remarks", remarks}});
  return is_hindered || taken.hand_ins == 0 ? 2 : 0;
}

}  // namespace warplab
