// warplab leaderboard: who is fastest, among all that was graded in this checkout.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "autograder/commands/context.h"
#include "autograder/commands/subcommand.h"
#include "autograder/report/history.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace warplab {
namespace {

// Prints the fastest correct run of every submission to each step of a lab, one table for each
// place where times come from; as JSON too if asked. Throws CourseError for a lab that does not
// exist, HistoryError for a damaged history.
int leaderboard_command(const Context& context, const std::string& name,
                        const std::optional<std::filesystem::path>& json) {
  const Lab& lab = context.course.find(name);
  const std::filesystem::path file = context.grades / "history.sqlite";
  std::unique_ptr<History> history;
  if (std::filesystem::exists(file)) history = std::make_unique<History>(file);
  nlohmann::json listed = nlohmann::json::array();
  fmt::print("{}  {}\n", lab.name, sanitize_line(lab.title));
  for (const Step& step : lab.steps) {
    std::string origin;
    int place = 0;
    for (const FastestRun& run :
         history ? history->fastest(lab.name, step.number) : std::vector<FastestRun>{}) {
      if (run.origin != origin) {
        origin = run.origin;
        place = 0;
        fmt::print("\nstep {}  {}, {}\n", step.number, sanitize_line(step.name),
                   sanitize_line(origin));
      }
      fmt::print("{:>4}  {:>9.4g} ms  {:>7}  {}  {}\n", ++place, run.median_s * 1e3,
                 run.ratio > 0 ? fmt::format("{:.2f}x", run.ratio) : "-",
                 sanitize_line(run.at.substr(0, 10)), sanitize_line(run.submission));
      listed.push_back({{"step", step.number},
                        {"place", place},
                        {"submission", run.submission},
                        {"origin", run.origin},
                        {"median_s", run.median_s},
                        {"ratio", run.ratio},
                        {"at", run.at}});
    }
  }
  if (listed.empty())
    fmt::print("\nno correct run yet: make grade-{}, with SUBMISSION=file for someone else's\n",
               short_name(lab.name));
  if (json) write_file(*json, listed.dump(2) + "\n");
  return 0;
}

}  // namespace

Subcommand command_leaderboard() {
  struct Request {
    JsonFile json;
    std::string lab;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "leaderboard",
          .help = "show the fastest correct runs of a lab in this checkout",
          .place = 60,
          .arguments = {json_argument(request->json),
                        {.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab14, 14 or the full name",
                         .is_required = true}},
          .run = [request](const Context& context) {
            return leaderboard_command(context, request->lab, request->json);
          }};
}

}  // namespace warplab
