#include "autograder/platforms/take_in.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "autograder/classroom/csv.h"
#include "autograder/classroom/near_name.h"
#include "autograder/classroom/times.h"
#include "autograder/platforms/archive.h"
#include "autograder/platforms/book.h"
#include "autograder/platforms/clone.h"
#include "autograder/platforms/gradescope.h"
#include "autograder/platforms/lab_files.h"
#include "autograder/platforms/names.h"
#include "autograder/platforms/people.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/sandbox.h"
#include "common/files.h"
#include "common/numbers.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

constexpr const char* metadata = "submission_metadata.yml";

std::string shown_name(const fs::path& path) { return sanitize_line(path.filename().string()); }

// One of those that were named: an archive or a folder, and what is in it.
struct HandedOut {
  fs::path path;
  std::vector<PackedFile> files;
  Naming naming = Naming::folders;
};

// What one owner handed in.
struct HandedOver {
  Owner owner;
  std::vector<PackedFile> files;
};

// Whether a file lies in what no student is named after: a lab's folder, or labs/.
bool is_in_lab_folder(const Course& course, const std::string& name) {
  const fs::path folder = fs::path(name).parent_path();
  if (folder.empty()) return false;
  const std::string first = *folder.begin();
  return first == "labs" || std::ranges::any_of(course.labs, [&](const Lab& lab) {
           return first == lab.name || first == short_name(lab.name);
         });
}

// Whether all files lie in one folder, which has a labs/ in it: a kit as a student got it.
bool is_kit(const std::vector<PackedFile>& files) {
  const std::string folder = files.front().name.substr(0, files.front().name.find('/') + 1);
  const auto has_it = [&](const PackedFile& file) { return file.name.starts_with(folder); };
  const auto is_in_labs = [&](const PackedFile& file) {
    return file.name.starts_with(folder + "labs/");
  };
  return !folder.empty() && std::ranges::all_of(files, has_it) &&
         std::ranges::any_of(files, is_in_labs);
}

// Whether it lies in no folder, and is a lab's file.
bool is_loose_file(const Intake& intake, const std::string& name) {
  return std::ranges::any_of(intake.labs, [&](const Lab* lab) {
    return std::ranges::any_of(lab->steps,
                               [&](const Step& step) { return is_nearly(name, step.file); });
  });
}

// A folder that takes the place of another one, or of none, all at once.
class NewFolder {
 public:
  explicit NewFolder(const fs::path& folder)
      : folder_(folder),
        new_(folder.parent_path() / ("." + folder.filename().string() + "-new")),
        old_(folder.parent_path() / ("." + folder.filename().string() + "-old")) {
    // A run that was killed between the two renames.
    if (!fs::exists(folder_) && fs::exists(old_)) fs::rename(old_, folder_);
    fs::remove_all(old_);
    fs::remove_all(new_);
    fs::create_directories(folder_.parent_path());
    if (fs::exists(folder_))
      fs::copy(folder_, new_, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
    else
      fs::create_directory(new_);
  }
  ~NewFolder() {
    std::error_code ignored;
    fs::remove_all(new_, ignored);
  }
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const fs::path& path() const { return new_; }
  void put_in_place() {
    if (fs::exists(folder_)) fs::rename(folder_, old_);
    fs::rename(new_, folder_);
    fs::remove_all(old_);
  }

 private:
  const fs::path folder_, new_, old_;
};

class TakingIn {
 public:
  TakingIn(const Course& course, const Intake& intake)
      : course_(course), intake_(intake), tree_(intake.folder / taken_in) {}

  TakenIn run() {
    read_class();
    for (const fs::path& path : intake_.from)
      if (is_table(path))
        people_->add(read_book(read_file(path), shown_name(path), intake_.zone, result_.remarks));
    std::vector<HandedOut> sources;
    for (const fs::path& path : intake_.from)
      if (!is_table(path)) sources.push_back(open(path));
    if (sources.empty())
      throw CourseError("there is only a table: give the archive or the folder that it is of, too");
    for (const HandedOut& source : sources)
      for (const HandedOver& each : handed_over(source)) take(source, each);
    write_class();
    say_what_times_are();
    result_.students = students_.size();
    if (result_.hand_ins > 0) tree_.put_in_place();
    return std::move(result_);
  }

 private:
  static bool is_table(const fs::path& path) {
    const std::string kind = path.extension();
    return (kind == ".csv" || kind == ".CSV") && fs::is_regular_file(path);
  }

  void remark(const std::string& text, bool hinders = true) {
    result_.remarks.push_back({text, hinders});
  }

  // Who is in the class, and when they handed in what lies there.
  void read_class() {
    std::vector<Student> known;
    const fs::path roster = tree_.path() / "students.csv", times = tree_.path() / times_file;
    if (fs::exists(roster)) {
      roster_ = read_file(roster);
      known = read_roster(roster_, "students.csv", result_.remarks).students;
    }
    if (fs::exists(times)) times_ = read_times(read_file(times), times_file, result_.remarks);
    people_.emplace(std::move(known));
  }

  Unpacker& unpacker() {
    if (!unpacker_) {
      sandbox_.emplace(SandboxKind::bubblewrap, Defences{});
      unpacker_.emplace(*sandbox_);
    }
    return *unpacker_;
  }

  HandedOut open(const fs::path& path) {
    HandedOut source{path, {}};
    if (fs::is_directory(path)) {
      source.files = files_below(path);
    } else if (fs::is_regular_file(path)) {
      try {
        source.files = unpacker().unpack(path, shown_name(path), class_archive);
      } catch (const ArchiveError& error) {
        throw CourseError(error.what());
      }
      remove_common_folder(source.files);
    } else {
      throw CourseError(fmt::format("there is no {}", sanitize_line(path.string())));
    }
    if (source.files.empty())
      throw CourseError(fmt::format("{}: there is nothing in it", shown_name(path)));
    source.naming = naming_of(source.files);
    if (source.naming == Naming::gradescope) read_metadata(source);
    return source;
  }

  void read_metadata(const HandedOut& source) {
    const auto file = std::ranges::find(source.files, metadata, &PackedFile::name);
    if (file->kind != PackedKind::file)
      throw CourseError(
          fmt::format("{} in {} is not a file, or too large", metadata, shown_name(source.path)));
    people_->add(read_gradescope_metadata(read_file(file->bytes), metadata));
  }

  // Whether all of a source is one student's.
  bool is_ones(const HandedOut& source) const {
    if (source.naming != Naming::folders) return false;
    if (fs::is_directory(source.path) && is_clone(source.path)) return true;
    if (!fs::is_directory(source.path) && is_kit(source.files)) return true;
    const auto is_in_lab = [&](const PackedFile& file) {
      return is_in_lab_folder(course_, file.name);
    };
    const auto is_loose = [&](const PackedFile& file) { return is_loose_file(intake_, file.name); };
    const auto is_others = [](const PackedFile& file) {
      return is_archive(file.name) || file.name.find('/') != std::string::npos;
    };
    return std::ranges::any_of(source.files, is_in_lab) ||
           (std::ranges::any_of(source.files, is_loose) &&
            std::ranges::none_of(source.files, is_others));
  }

  std::vector<HandedOver> handed_over(const HandedOut& source) {
    if (is_ones(source))
      return {{{"", without_archive_suffix(shown_name(source.path)), false, ""}, source.files}};
    std::map<std::pair<std::string, std::string>, HandedOver> by_owner;
    std::vector<std::string> nobodys;
    for (const PackedFile& file : source.files) {
      const auto owner = owner_of(source.naming, file.name);
      if (!owner) {
        const bool is_known = file.name == metadata || file.name.ends_with(".csv");
        if (!is_known) nobodys.push_back(file.name);
        continue;
      }
      HandedOver& over = by_owner[{owner->number, owner->name}];
      const bool was_late = over.owner.is_late;
      over.owner = *owner;
      over.owner.is_late |= was_late;
      if (owner->file.empty()) continue;
      over.files.push_back(file);
      over.files.back().name = owner->file;
    }
    if (!nobodys.empty())
      remark(fmt::format(
          "{}: {} matches no student{}", shown_name(source.path), nobodys.front(),
          nobodys.size() > 1 ? fmt::format(", nor do {} more", nobodys.size() - 1) : ""));
    std::vector<HandedOver> all;
    for (auto& [owner, over] : by_owner) all.push_back(std::move(over));
    return all;
  }

  void take(const HandedOut& source, const HandedOver& over) {
    std::vector<PackedFile> files;
    bool is_usable = true;
    for (const PackedFile& file : over.files)
      if (is_archive(file.name))
        is_usable &= add_archive(over, file, files);
      else
        files.push_back(file);
    if (is_usable) look_through(source, over, files);
    for (const fs::path& folder : unpacked_) fs::remove_all(folder);
    unpacked_.clear();
  }

  void look_through(const HandedOut& source, const HandedOver& over,
                    const std::vector<PackedFile>& files) {
    const LabFiles found = find_lab_files(course_, intake_.labs, files);
    for (const std::string& complaint : found.complaints)
      remark(fmt::format("{}: {}", over.owner.name, complaint));
    if (!found.renamed.empty())
      remark(fmt::format("{}: takes {}", over.owner.name, fmt::join(found.renamed, ", ")), false);
    if (!found.found.empty()) keep(source, over, found.found);
  }

  // What a student packed. Returns whether it can be used.
  bool add_archive(const HandedOver& over, const PackedFile& archive,
                   std::vector<PackedFile>& files) {
    const std::string name = fmt::format("{}: {}", over.owner.name, archive.name);
    if (archive.kind != PackedKind::file) {
      remark(fmt::format("{} is {}", name,
                         archive.kind == PackedKind::link ? "a link" : "larger than 32 MiB"));
      return false;
    }
    try {
      for (const PackedFile& file : unpacker().unpack(archive.bytes, name, student_archive)) {
        if (is_archive(file.name))
          remark(fmt::format("{} has an archive in it, {}, which is not opened", name, file.name));
        else
          files.push_back(file);
        if (!file.bytes.empty()) unpacked_.insert(file.bytes.parent_path());
      }
    } catch (const ArchiveError& error) {
      remark(error.what());
      return false;
    }
    return true;
  }

  void keep(const HandedOut& source, const HandedOver& over, const std::vector<LabFile>& files) {
    std::map<const Lab*, std::vector<LabFile>> by_lab;
    for (const LabFile& file : files) by_lab[file.lab].push_back(file);
    for (const KnownOwner& known : people_->students_of(source.naming, over.owner, result_.remarks))
      for (const auto& [lab, theirs] : by_lab) {
        const Student& student = known.student;
        const fs::path folder = tree_.path() / student.path / lab->name;
        if (!taken_.insert({student.id, lab->name}).second)
          remark(fmt::format("{} has handed in {} twice: {} is graded", student.id,
                             short_name(lab->name), over.owner.name),
                 false);
        fs::remove_all(folder);
        fs::create_directories(folder);
        for (const LabFile& file : theirs) fs::copy_file(file.packed->bytes, folder / file.file);
        times_[{student.id, lab->name}] = time_of(source, over, known, theirs);
        students_.insert(student.id);
        ++result_.hand_ins;
      }
  }

  TimeOfHandingIn time_of(const HandedOut& source, const HandedOver& over, const KnownOwner& known,
                          const std::vector<LabFile>& files) {
    if (known.handed_in) return {known.handed_in, false, "grade book"};
    if (const auto time = time_of_commit(source, over, files)) return {time, false, "commit"};
    // Moodle and Canvas date what they pack by their own clocks, and when they pack it.
    const bool is_dated = source.naming == Naming::folders;
    std::optional<Moment> last;
    for (const LabFile& file : files)
      if (is_dated && file.packed->modified)
        last = std::max(last.value_or(Moment{}), *file.packed->modified);
    ++(last ? times_of_files_ : unknown_times_);
    return {last, over.owner.is_late, last ? "file" : ""};
  }

  std::optional<Moment> time_of_commit(const HandedOut& source, const HandedOver& over,
                                       const std::vector<LabFile>& files) {
    if (source.naming != Naming::folders || !fs::is_directory(source.path)) return std::nullopt;
    const fs::path clone = is_ones(source) ? source.path : source.path / over.owner.name;
    if (!is_clone(clone)) return std::nullopt;
    std::vector<std::string> names;
    for (const LabFile& file : files) names.push_back(file.packed->name);
    const fs::path scratch = tree_.path() / ".git-scratch";
    fs::create_directory(scratch);
    const auto time = commit_time(clone, names, scratch);
    fs::remove_all(scratch);
    return time;
  }

  void write_class() {
    std::string text = roster_;
    if (text.empty()) text = csv_line({"id", "email", "name", "section", "path"});
    if (!text.ends_with('\n')) text += "\r\n";
    const std::vector<std::string> columns = parse_csv(text).at(0).fields;
    for (const Student& student : people_->new_students()) {
      if (!students_.contains(student.id)) continue;
      std::vector<std::string> row;
      for (const std::string& column : columns)
        row.push_back(column == "id"        ? student.id
                      : column == "email"   ? student.email
                      : column == "name"    ? student.name
                      : column == "section" ? student.section
                                            : "");
      text += csv_line(row);
    }
    write_file(tree_.path() / "students.csv", text);
    write_file(tree_.path() / times_file, text_of(times_));
  }

  void say_what_times_are() {
    if (times_of_files_ > 0)
      remark(counted(times_of_files_, "1 hand-in has the time of its files",
                     "{} hand-ins have the time of their files") +
                 ", which the student's own clock made: the platform's table knows better",
             false);
    if (unknown_times_ > 0)
      remark(fmt::format("when {} handed in is not known, and nothing is deducted for it: give the "
                         "platform's table as well, or write it into {}",
                         counted(unknown_times_, "1 hand-in was", "{} hand-ins were"), times_file),
             false);
  }

  const Course& course_;
  const Intake& intake_;
  NewFolder tree_;
  std::string roster_;  // the text of students.csv
  TimesOfHandingIn times_;
  std::optional<People> people_;
  std::optional<Sandbox> sandbox_;
  std::optional<Unpacker> unpacker_;
  std::set<fs::path> unpacked_;  // what one student packed
  std::set<std::string> students_;
  std::set<std::pair<std::string, std::string>> taken_;
  std::size_t times_of_files_ = 0, unknown_times_ = 0;
  TakenIn result_;
};

}  // namespace

TakenIn take_in(const Course& course, const Intake& intake) {
  return TakingIn(course, intake).run();
}

}  // namespace warplab
