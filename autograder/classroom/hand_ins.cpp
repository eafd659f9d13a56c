#include "autograder/classroom/hand_ins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/classroom/litter.h"
#include "autograder/classroom/near_name.h"
#include "autograder/classroom/normal_name.h"
#include "autograder/classroom/times.h"
#include "autograder/course/suggest.h"
#include "autograder/judge/basis.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::string shown(const fs::path& path) { return sanitize_line(path.string()); }

bool is_there(const fs::path& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

// Why a folder cannot be looked through: empty where it can. `path` is below `top`, and no link may
// be on the way.
std::string complaint_about_folder(const fs::path& top, const fs::path& path) {
  fs::path at = top;
  for (const fs::path& part : path.lexically_relative(top)) {
    if (part == ".") continue;
    at /= part;
    struct stat status {};
    if (lstat(at.c_str(), &status) != 0)
      return fmt::format("{}: {}", shown(at), std::strerror(errno));
    if (S_ISLNK(status.st_mode))
      return fmt::format("{} is a symbolic link: put the folder itself in its place", shown(at));
    if (!S_ISDIR(status.st_mode))
      return fmt::format("{} is not a folder: unpack it or remove it", shown(at));
  }
  if (access(path.c_str(), R_OK | X_OK) != 0)
    return fmt::format("{}: {}", shown(path), std::strerror(errno));
  return "";
}

// The names in a folder but litter, in order. An unreadable folder has none.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (std::string name = entry.path().filename(); !is_litter(name))
      names.push_back(std::move(name));
  std::ranges::sort(names);
  return names;
}

// The files that a lab asks for.
std::set<std::string> files_of(const Lab& lab) {
  std::set<std::string> files;
  for (const Step& step : lab.steps) files.insert(step.file);
  return files;
}

// What there is at `path` below `top`, whose names may be composed differently on the disk.
fs::path on_disk(const fs::path& top, const fs::path& path) {
  fs::path at = top;
  for (const fs::path& part : path.lexically_normal()) {
    const fs::path spelt = at / part;
    const std::vector<std::string> names =
        is_there(spelt) ? std::vector<std::string>{} : names_in(at);
    const auto same = std::ranges::find(names, normal_name(part), normal_name);
    at = same == names.end() ? spelt : at / *same;
  }
  return at;
}

// What there is instead, ", only a, b and 3 more".
std::string only(const std::vector<std::string>& names) {
  constexpr std::size_t most = 4;
  if (names.empty()) return ": it is empty";
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    first.push_back(sanitize_line(names[i]));
  const std::string all = fmt::format(", only {}", fmt::join(first, ", "));
  return names.size() > most ? fmt::format("{} and {} more", all, names.size() - most) : all;
}

bool has_files(const Lab& lab, const fs::path& folder) {
  return std::ranges::any_of(files_of(lab),
                             [&](const std::string& file) { return is_there(folder / file); });
}

// Whether a folder is meant for a lab, even if its name is spelt differently: "Lab_1".
bool may_be_lab(const std::string& name) {
  return name.size() > 3 && strncasecmp(name.c_str(), "lab", 3) == 0 &&
         std::isalpha(static_cast<unsigned char>(name[3])) == 0;
}

class Search {
 public:
  Search(const Course& course, const ClassSettings& settings, const std::string& machine,
         const std::string& grader)
      : course_(course), settings_(settings), machine_(machine), grader_(grader) {}

  HandedIn run() && {
    for (const Lab* lab : settings_.labs)
      found_.bases[lab->name] = basis_of(course_, *lab, grader_);
    const fs::path& top = settings_.submissions;
    if (const fs::path times = top / times_file; is_there(times))
      times_ = read_times(read_file(times), shown(times), found_.remarks);
    if (const fs::path roster = top / "students.csv"; is_there(roster))
      take_roster(roster);
    else
      take_folders();
    for (const Student& student : found_.students) take_student(student);
    std::ranges::move(useless_extensions(settings_, found_.students),
                      std::back_inserter(found_.remarks));
    std::ranges::move(useless_adjustments(settings_.adjustments, found_.students),
                      std::back_inserter(found_.remarks));
    return std::move(found_);
  }

 private:
  void remark(const std::string& text, bool hinders = true) {
    found_.remarks.push_back({text, hinders});
  }

  void take_roster(const fs::path& roster) {
    const fs::path& top = settings_.submissions;
    Roster read = read_roster(read_file(roster), shown(roster), found_.remarks);
    std::set<std::string> known = {"students.csv", times_file};
    const auto know = [&](const fs::path& path) {
      if (!path.empty()) known.insert(on_disk(top, *path.lexically_normal().begin()).filename());
    };
    for (const Student& student : read.students) know(student.path);
    for (const Student& student : read.refused) {  // why was said
      know(student.path);
      know(student.id);
    }
    found_.students = std::move(read.students);
    for (const std::string& name : names_in(top))
      if (!known.contains(name))
        remark(fmt::format("{} matches no student in {}", shown(top / name), shown(roster)),
               fs::is_directory(fs::symlink_status(top / name)));
  }

  void take_folders() {
    const fs::path& top = settings_.submissions;
    std::map<std::string, std::vector<std::string>> folders;  // by id
    for (const std::string& name : names_in(top)) {
      if (name == times_file) continue;
      std::string complaint = complaint_about_id(name);
      if (!complaint.empty())
        complaint = fmt::format("{}: {}", shown(top / name), complaint);
      else
        complaint = complaint_about_folder(top, top / name);
      if (complaint.empty())
        folders[normal_name(name)].push_back(name);
      else
        remark(complaint);
    }
    for (const auto& [id, names] : folders)
      if (names.size() == 1)
        found_.students.push_back({id, "", "", "", names.front()});
      else
        remark(fmt::format("{} and {} are one name: keep one", shown(top / names[0]),
                           shown(top / names[1])));
  }

  void take_student(const Student& student) {
    const fs::path& top = settings_.submissions;
    const fs::path folder = on_disk(top, student.path);
    if (!is_there(folder)) {
      remark(fmt::format("{} has handed in nothing: there is no {}", student.id, shown(folder)),
             false);
      return;
    }
    if (const std::string complaint = complaint_about_folder(top, folder); !complaint.empty()) {
      remark(complaint);
      return;
    }
    const fs::path kit = folder / "labs";
    const std::string kit_complaint = is_there(kit) ? complaint_about_folder(top, kit) : "";
    if (!kit_complaint.empty()) remark(kit_complaint);
    std::map<const Lab*, std::vector<fs::path>> folders;
    int labs = find_labs(folder, folders);
    if (kit_complaint.empty()) labs += find_labs(kit, folders);
    const bool has_labs = labs > 0;
    if (!has_labs && settings_.labs.size() == 1 && has_files(*settings_.labs.front(), folder))
      folders[settings_.labs.front()] = {folder};
    else if (!has_labs && kit_complaint.empty())
      remark_no_lab(folder);
    const std::size_t all = folders.size();
    std::erase_if(folders, [this](const auto& each) {
      return std::ranges::find(settings_.labs, each.first) == settings_.labs.end();
    });
    if (all > 0 && folders.empty() && !is_there(folder / "labs"))  // and is no whole kit
      remark(fmt::format("{} has no lab that class.json names{}: add it there to \"labs\"",
                         shown(folder), only(names_in(folder))));
    for (const auto& [lab, places] : folders) take_lab(student, *lab, places);
  }

  void remark_no_lab(const fs::path& folder) {
    std::string text = fmt::format("{} has no lab's folder in it, such as {}{}", shown(folder),
                                   settings_.labs.front()->name, only(names_in(folder)));
    const auto lab = std::ranges::find_if(
        settings_.labs, [&](const Lab* each) { return has_files(*each, folder); });
    if (lab != settings_.labs.end())
      text += ": put the files into a folder of their lab, or name that one alone in class.json";
    remark(text);
  }

  // Adds the folders of labs, by lab; returns how many there are, also of labs that do not exist.
  int find_labs(const fs::path& folder, std::map<const Lab*, std::vector<fs::path>>& folders) {
    int count = 0;
    for (const std::string& name : names_in(folder)) {
      if (!may_be_lab(name)) continue;
      ++count;
      try {
        folders[&course_.find(name)].push_back(folder / name);
      } catch (const CourseError& error) {
        const std::string message = error.what();
        remark(fmt::format("{}: {}", shown(folder / name), message.substr(0, message.find('\n'))));
      }
    }
    return count;
  }

  void take_lab(const Student& student, const Lab& lab, const std::vector<fs::path>& places) {
    const fs::path& folder = places.front();
    if (places.size() > 1) {
      remark(fmt::format("{} and {} are one lab: keep one", shown(places[0]), shown(places[1])));
      return;
    }
    if (const std::string complaint = complaint_about_folder(settings_.submissions, folder);
        !complaint.empty()) {
      remark(complaint);
      return;
    }
    if (!has_files(lab, folder)) {
      remark(fmt::format("{} has none of the lab's files, {}{}", shown(folder),
                         fmt::join(files_of(lab), ", "), only(names_in(folder))));
      return;
    }
    remark_near_names(lab, folder);
    HandIn hand_in{student.id, &lab, folder, "", "", {}};
    for (const std::string& file : files_of(lab)) {
      struct stat status {};
      if (lstat((folder / file).c_str(), &status) != 0) continue;
      hand_in.at = std::max(hand_in.at, Moment(std::chrono::seconds(status.st_mtime)));
      if (S_ISREG(status.st_mode) && access((folder / file).c_str(), R_OK) != 0) {
        remark(fmt::format("{}: {}", shown(folder / file), std::strerror(errno)));
        return;
      }
    }
    take_time(hand_in);
    hand_in.files = hash_files(lab, folder);
    hand_in.basis = found_.bases.at(lab.name);
    hand_in.key = key_on(hand_in, machine_);
    found_.hand_ins.push_back(std::move(hand_in));
  }

  // Files that are missing, and may be there under another name.
  void remark_near_names(const Lab& lab, const fs::path& folder) {
    for (const std::string& file : files_of(lab)) {
      if (is_there(folder / file)) continue;
      for (const std::string& name : names_in(folder))
        if (is_nearly(name, file))
          remark(fmt::format("{} is not graded: the lab asks for {}", shown(folder / name), file));
    }
  }

  void take_time(HandIn& hand_in) const {
    hand_in.deadline = settings_.deadline(hand_in.student, *hand_in.lab);
    const auto time = times_.find({hand_in.student, hand_in.lab->name});
    if (time == times_.end()) return;
    hand_in.is_told = true;
    hand_in.at = time->second.at.value_or(Moment{});
    hand_in.is_late = time->second.is_late && !time->second.at;
  }

  const Course& course_;
  const ClassSettings& settings_;
  const std::string machine_, grader_;
  TimesOfHandingIn times_;
  HandedIn found_;
};

}  // namespace

std::vector<Remark> useless_extensions(const ClassSettings& settings,
                                       const std::vector<Student>& students) {
  std::vector<std::string> ids;
  for (const Student& student : students) ids.push_back(student.id);
  std::vector<Remark> useless;
  for (const auto& [id, moments] : settings.extensions) {
    if (std::ranges::count(ids, id) == 0) {
      useless.push_back(
          {fmt::format("class.json has an extension for {}, who is not in the class{}",
                       sanitize_line(id), did_you_mean(id, ids))});
      continue;
    }
    for (const auto& [lab, moment] : moments)
      if (std::ranges::count(settings.labs, lab) == 0)
        useless.push_back(
            {fmt::format("class.json has an extension for {} and {}, which does not count: add it "
                         "there to \"labs\"",
                         sanitize_line(id), lab->name)});
  }
  return useless;
}

std::string key_of(const std::string& files, const std::string& basis, const std::string& machine) {
  return short_hash(fmt::format("{}\n{}\n{}", files, basis, machine));
}

std::string key_on(const HandIn& hand_in, const std::string& machine) {
  return key_of(hand_in.files, hand_in.basis, machine);
}

std::string hash_files(const Lab& lab, const fs::path& folder) {
  std::string all;
  for (const std::string& file : files_of(lab)) {
    std::string content, state = "text";
    try {
      content = read_source(folder / file, folder);
    } catch (const IntakeError& error) {
      state = error.detail;
    }
    all += fmt::format("{} {} {}\n{}\n", file, state, content.size(), content);
  }
  return short_hash(all);
}

HandedIn find_hand_ins(const Course& course, const ClassSettings& settings,
                       const std::string& machine, const std::string& grader) {
  return Search(course, settings, machine, grader).run();
}

}  // namespace warplab
