#include "autograder/classroom/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <nlohmann/json.hpp>
#include <utility>

#include "autograder/report/numbers.h"
#include "autograder/report/terminal.h"
#include "autograder/sandbox/kind.h"
#include "autograder/sandbox/lock_file.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

using nlohmann::json;

fs::path place_of(const fs::path& class_folder, const std::string& student,
                  const std::string& lab) {
  return class_folder / student / lab;
}

Moment now() { return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()); }

// The folders in one, in order; hidden ones are none of a class.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.is_directory(error) && !entry.path().filename().string().starts_with('.'))
      folders.push_back(entry.path());
  std::ranges::sort(folders);
  return folders;
}

// The place of each student's lab that there is anything of.
std::vector<fs::path> places_in(const fs::path& class_folder) {
  std::vector<fs::path> places;
  for (const fs::path& student : folders_in(class_folder))
    for (const fs::path& lab : folders_in(student)) places.push_back(lab);
  return places;
}

std::string student_of(const fs::path& place) { return place.parent_path().filename(); }
std::string lab_of(const fs::path& place) { return place.filename(); }

// Names a picture from the folder that it is in.
void make_relative(json& path) {
  if (path.is_string() && !path.get_ref<const std::string&>().empty())
    path = fs::path(path.get<std::string>()).filename();
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::map<std::pair<int, std::string>, double> gates_of(const json& result) {
  std::map<std::pair<int, std::string>, double> points;
  for (const json& lab : result.value("labs", json::array()))
    for (const json& step : lab.at("steps"))
      for (const json& gate : step.value("gates", json::array()))
        if (gate.at("points").is_number())
          points[{step.at("step"), gate.at("name")}] = gate.at("points");
  return points;
}

KeptResult kept_result(const fs::path& place, const fs::path& folder) {
  const json result = json::parse(read_file(folder / "result.json"));
  const json& about = result.at("class");
  return {student_of(place),
          lab_of(place),
          folder.filename(),
          about.at("files"),
          parse_moment(about.at("handed_in")).value_or(Moment{}),
          parse_moment(about.at("graded")).value(),
          result.at("score"),
          result.at("max_score"),
          result.at("seconds"),
          about.value("tries", 1),
          is_gradable(result.at("sandbox").get<std::string>()),
          about.value("machine", ""),
          about.value("job", ""),
          about.value("basis", ""),
          false,
          gates_of(result)};
}

// What failed.json says in a hand-in's place, where there is one.
std::optional<json> read_note(const fs::path& place) {
  const fs::path file = place / "failed.json";
  if (!fs::exists(file)) return std::nullopt;
  json failure;
  try {
    failure = json::parse(read_file(file), nullptr, false);
  } catch (const FileError&) {  // it has been graded just now
    return std::nullopt;
  }
  return failure.is_object() ? failure : json::object();
}

// What failed.json says of each hand-in that has one, if the run that wrote it gave up, or if not.
std::vector<FailedHandIn> read_noted(const fs::path& class_folder, bool is_given_up) {
  std::vector<FailedHandIn> noted;
  for (const fs::path& place : places_in(class_folder)) {
    const std::optional<json> failure = read_note(place);
    if (!failure || failure->value("given_up", true) != is_given_up) continue;
    noted.push_back(
        {student_of(place), lab_of(place), failure->value("why", ""), failure->value("tries", 1)});
  }
  return noted;
}

// A line for result.txt; nothing for what was in time, as far as anybody knows.
std::string lateness_of(const HandIn& hand_in) {
  if (hand_in.is_late) return "handed in late; by how much is not known\n";
  if (!hand_in.deadline || hand_in.at <= *hand_in.deadline) return "";
  const std::chrono::duration<double> late = hand_in.at - *hand_in.deadline;
  return fmt::format("handed in {}, {} after the deadline, {}\n", text_of(hand_in.at),
                     duration_text(late.count()), text_of(*hand_in.deadline));
}

// Makes a rename survive a power cut, where the file system can.
void sync_folder(const fs::path& folder) {
  const Descriptor file(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (file) fsync(file.get());
}

}  // namespace

Claim::Claim(fs::path place, Descriptor lock) : place_(std::move(place)), lock_(std::move(lock)) {}

std::optional<Claim> Claim::take(const fs::path& class_folder, const std::string& student,
                                 const std::string& lab) {
  const fs::path place = place_of(class_folder, student, lab);
  std::error_code error;
  fs::create_directories(place, error);
  if (access(place.c_str(), W_OK | X_OK) != 0)
    throw FileError(
        fmt::format("cannot write in {}: {}; make the folder of the class writable for "
                    "you",
                    place.string(), std::strerror(errno)));
  Descriptor lock = try_lock(place / ".lock", O_CREAT);
  if (!lock) return std::nullopt;
  futimens(lock.get(), nullptr);  // since when, for read_in_work()
  Claim claim(place, std::move(lock));
  fs::remove_all(claim.part());
  fs::create_directory(claim.part());
  return claim;
}

// The lock is removed last, while it is held.
Claim::~Claim() {
  if (!lock_) return;
  std::error_code ignored;
  fs::remove_all(part(), ignored);
  fs::remove(place_ / ".lock", ignored);
}

void Claim::keep(const fs::path& graded, const std::string& key) {
  sync_folder(graded);
  fs::rename(graded, place_ / key);
  sync_folder(place_);
  fs::remove(place_ / "failed.json");
}

void Claim::note_failure(const std::string& why, int number, bool is_last) {
  const json note = {{"why", why}, {"tries", number}, {"given_up", is_last}};
  write_file(place_ / "failed.json",
             note.dump(2, ' ', false, json::error_handler_t::replace) + "\n");
}

bool is_graded(const fs::path& class_folder, const HandIn& hand_in) {
  return fs::exists(place_of(class_folder, hand_in.student, hand_in.lab->name) / hand_in.key);
}

void complete_result(const fs::path& graded, const fs::path& output, const HandIn& hand_in,
                     const GradedBy& by) {
  const fs::path file = graded / "result.json";
  json result = json::parse(read_file(file));
  for (json& lab : result.at("labs"))
    for (json& step : lab.at("steps")) {
      make_relative(step.at("timeline"));
      for (const char* part : {"diagnosis", "showing"})
        if (step.at(part).is_object()) make_relative(step.at(part).at("picture"));
    }
  result["class"] = {{"student", hand_in.student},
                     {"key", hand_in.key},
                     {"files", hand_in.files},
                     {"handed_in", hand_in.at == Moment{} ? "" : text_of(hand_in.at)},
                     {"graded", text_of(now())},
                     {"machine", by.machine},
                     {"tries", by.tries},
                     {"basis", hand_in.basis}};
  if (!by.job.empty()) result["class"]["job"] = by.job;
  std::string text = read_file(output);
  for (const fs::path& folder : {fs::path(shown_path(graded)), graded})
    replace_all(text, folder.string() + "/", "");
  text += lateness_of(hand_in);
  write_file(graded / "result.txt", text);
  write_file(file, result.dump(2) + "\n");
}

std::string graded_lab_json(const fs::path& graded) {
  return json::parse(read_file(graded / "result.json")).at("labs").at(0).value("lab_json", "");
}

std::vector<KeptResult> read_results(const fs::path& class_folder) {
  std::vector<KeptResult> results;
  for (const fs::path& place : places_in(class_folder))
    for (const fs::path& folder : folders_in(place)) {
      try {
        results.push_back(kept_result(place, folder));
      } catch (const std::exception&) {  // a file of somebody else's
      }
    }
  return results;
}

void mark_outdated(std::vector<KeptResult>& results, const HandedIn& handed_in) {
  for (KeptResult& each : results)
    if (const auto basis = handed_in.bases.find(each.lab); basis != handed_in.bases.end())
      each.is_outdated = each.basis != basis->second;
}

std::vector<FailedHandIn> read_failures(const fs::path& class_folder) {
  return read_noted(class_folder, true);
}

std::vector<FailedHandIn> read_retries(const fs::path& class_folder) {
  return read_noted(class_folder, false);
}

std::vector<InWork> read_in_work(const fs::path& class_folder) {
  std::vector<InWork> all;
  for (const fs::path& place : places_in(class_folder)) {
    struct stat status {};
    if (stat((place / ".lock").c_str(), &status) != 0) continue;
    const double begun = static_cast<double>(status.st_mtim.tv_sec);
    all.push_back({student_of(place), lab_of(place),
                   static_cast<double>(std::time(nullptr)) - begun, is_locked(place / ".lock")});
  }
  return all;
}

int failed_tries(const fs::path& class_folder, const HandIn& hand_in) {
  const std::optional<json> failure =
      read_note(place_of(class_folder, hand_in.student, hand_in.lab->name));
  return failure ? failure->value("tries", 1) : 0;
}

void forget_failure(const fs::path& class_folder, const HandIn& hand_in) {
  fs::remove(place_of(class_folder, hand_in.student, hand_in.lab->name) / "failed.json");
}

void remove_abandoned(const fs::path& class_folder) {
  for (const fs::path& place : places_in(class_folder))
    if (fs::exists(place / ".lock") || fs::exists(place / ".part"))
      Claim::take(class_folder, student_of(place), lab_of(place));
}

}  // namespace warplab
