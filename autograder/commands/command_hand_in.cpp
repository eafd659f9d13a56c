// warplab hand-in: packs what a student hands in of a lab.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <minizip/zip.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/build/intake.h"
#include "autograder/commands/context.h"
#include "autograder/commands/known_stubs.h"
#include "autograder/commands/subcommand.h"
#include "autograder/graded/read_result.h"
#include "autograder/report/numbers.h"
#include "autograder/report/result.h"
#include "autograder/report/sanitize.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

struct HandedFile {
  std::string name;  // "lab5-shared-int/convolution.cu"
  std::string text;
};

struct ZipEnd {
  void operator()(void* zip) const { zipClose(zip, nullptr); }
};

zip_fileinfo dated_now() {
  zip_fileinfo about{};
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  about.tmz_date.tm_sec = local.tm_sec;
  about.tmz_date.tm_min = local.tm_min;
  about.tmz_date.tm_hour = local.tm_hour;
  about.tmz_date.tm_mday = local.tm_mday;
  about.tmz_date.tm_mon = local.tm_mon;
  about.tmz_date.tm_year = local.tm_year + 1900;
  about.external_fa = 0100644u << 16;  // a file that everybody may read, where it is unpacked
  return about;
}

void write_zip(const fs::path& archive, const std::vector<HandedFile>& files) {
  constexpr unsigned long by_unix = 3 << 8;
  fs::create_directories(fs::absolute(archive).parent_path());
  const fs::path part = archive.string() + ".part";
  bool is_written = true;
  {
    const std::unique_ptr<void, ZipEnd> zip(zipOpen64(part.c_str(), APPEND_STATUS_CREATE));
    is_written = zip != nullptr;
    const zip_fileinfo about = dated_now();
    for (const HandedFile& file : files)
      is_written = is_written &&
                   zipOpenNewFileInZip4(zip.get(), file.name.c_str(), &about, nullptr, 0, nullptr,
                                        0, nullptr, Z_DEFLATED, Z_DEFAULT_COMPRESSION, 0,
                                        -MAX_WBITS, DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, nullptr, 0,
                                        by_unix, 0) == ZIP_OK &&
                   zipWriteInFileInZip(zip.get(), file.text.data(),
                                       static_cast<unsigned>(file.text.size())) == ZIP_OK &&
                   zipCloseFileInZip(zip.get()) == ZIP_OK;
  }
  if (!is_written) {
    fs::remove(part);
    throw FileError(fmt::format("cannot write {}: is the disk full, or the folder read-only?",
                                sanitize_line(archive.string())));
  }
  fs::rename(part, archive);
}

// Whether what is handed in was graded last, and how.
std::string grading_of(const Context& context, const Lab& lab,
                       const std::vector<HandedFile>& files) {
  const fs::path result = context.grades / lab.name / "result.json";
  const std::string grade = fmt::format("make grade-{}", short_name(lab.name));
  std::error_code none;
  const auto graded_at = fs::last_write_time(result, none);
  if (none) return fmt::format("not graded yet: {}", grade);
  for (const HandedFile& each : files) {
    const fs::path file = lab.folder / fs::path(each.name).filename();
    if (const auto changed = fs::last_write_time(file, none); !none && changed > graded_at)
      return fmt::format("{} has changed since it was graded: {}", file.filename().string(), grade);
  }
  try {
    const LabResult last = read_graded(result).at(0).lab;
    return fmt::format("graded last: {}", fraction(last.score, last.max_score));
  } catch (const std::exception&) {  // another program's file
    return fmt::format("not graded yet: {}", grade);
  }
}

// Packs those of the lab's files that were edited, into `archive` or, if that is empty, build/hand-in/<lab>.zip, in a folder named
// after the lab. Says what is in it, what is not, and whether that is what was graded last. Throws CourseError where no file
// was edited or one cannot be handed in: nothing is written then. FileError where it cannot be written.
int hand_in_command(const Context& context, const std::string& name, const fs::path& archive,
                    const std::optional<fs::path>& json) {
  const Lab& lab = context.course.find(name);
  const KnownStubs stubs(context.course);
  std::vector<HandedFile> files;
  std::vector<std::string> left_out;
  for (const Step& step : lab.steps) {
    if (std::ranges::any_of(
            files, [&](const HandedFile& each) { return each.name == lab.name + "/" + step.file; }))
      continue;
    const fs::path file = lab.folder / step.file;
    if (!fs::exists(fs::symlink_status(file))) {
      left_out.push_back(step.file + ": there is none");
      continue;
    }
    std::string text;
    try {
      text = read_source(file, lab.folder);
    } catch (const IntakeError& error) {
      throw CourseError(fmt::format("{}: {}", lab.name, error.what()));
    }
    if (stubs.is_stub(lab, step.file, text))
      left_out.push_back(step.file + ": you have not edited it");
    else
      files.push_back({lab.name + "/" + step.file, std::move(text)});
  }
  if (files.empty())
    throw CourseError(fmt::format("{}: there is nothing to hand in:\n  {}", lab.name,
                                  fmt::join(left_out, "\n  ")));
  const fs::path written =
      archive.empty() ? context.grades.parent_path() / "hand-in" / (lab.name + ".zip") : archive;
  write_zip(written, files);
  fmt::print("{}\n", sanitize_line(written.lexically_proximate(fs::current_path()).string()));
  for (const HandedFile& file : files)
    fmt::print("  {}, {}\n", file.name,
               counted(static_cast<std::size_t>(std::ranges::count(file.text, '\n')), "1 line",
                       "{} lines"));
  for (const std::string& each : left_out) fmt::print("  not in it: {}\n", each);
  fmt::print("{}\n", grading_of(context, lab, files));
  if (json) {
    nlohmann::json names = nlohmann::json::array();
    for (const HandedFile& file : files) names.push_back(file.name);
    write_file(
        *json,
        nlohmann::json{{"archive", written.string()}, {"files", names}, {"left_out", left_out}}
                .dump(2) +
            "\n");
  }
  return 0;
}

}  // namespace

Subcommand command_hand_in() {
  struct Request {
    JsonFile json;
    std::string lab;
    fs::path archive;
  };
  const auto request = std::make_shared<Request>();
  return {.name = "hand-in",
          .help = "pack the files of a lab that you hand in",
          .place = 40,
          .arguments = {json_argument(request->json),
                        {.name = "lab",
                         .into = &request->lab,
                         .help = "the lab: lab5, 5 or the full name",
                         .is_required = true},
                        {.name = "--output",
                         .into = &request->archive,
                         .help = "the archive to write",
                         .type = "FILE"}},
          .run = [request](const Context& context) {
            return hand_in_command(context, request->lab, request->archive, request->json);
          }};
}

}  // namespace warplab
