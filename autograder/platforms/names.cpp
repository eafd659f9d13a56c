#include "autograder/platforms/names.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace warplab {
namespace {

constexpr std::string_view moodle_mark = "_assignsubmission_";

bool all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// "a/b/c" as "a" and "b/c".
std::pair<std::string, std::string> split_first(const std::string& path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) return {path, ""};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// The number of a Canvas user, and what is before and after it and its underscores.
struct CanvasNumber {
  std::string_view before, number, after;
};

// The first number between two underscores that another one follows, or the name of what is no file.
std::optional<CanvasNumber> find_canvas_number(std::string_view name) {
  for (std::size_t at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1)) {
    const std::size_t end = name.find('_', at + 1);
    if (end == std::string_view::npos) break;
    const std::string_view number = name.substr(at + 1, end - at - 1), after = name.substr(end + 1);
    const bool is_followed =
        all_digits(after.substr(0, after.find('_'))) && after.find('_') != std::string_view::npos;
    const bool is_no_file = after == "text.html" || after == "link.html";
    if (all_digits(number) && (is_followed || is_no_file))
      return CanvasNumber{name.substr(0, at), number, after};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Owner> moodle_owner(const std::string& path) {
  const auto [first, rest] = split_first(path);
  const std::size_t mark = first.find(moodle_mark);
  if (mark == std::string::npos) return std::nullopt;
  Owner owner;
  owner.name = first.substr(0, mark);
  const std::size_t before_number = owner.name.rfind('_');
  if (before_number != std::string::npos && all_digits(owner.name.substr(before_number + 1))) {
    owner.number = owner.name.substr(before_number + 1);
    owner.name.erase(before_number);
  }
  if (owner.name.empty()) return std::nullopt;
  const std::string kind = first.substr(mark + moodle_mark.size());
  const std::size_t end = std::min(kind.find('_'), kind.size());
  if (kind.substr(0, end) == "file")
    owner.file = !rest.empty() ? rest : end < kind.size() ? kind.substr(end + 1) : "";
  return owner;
}

std::optional<Owner> canvas_owner(const std::string& path) {
  if (path.find('/') != std::string::npos) return std::nullopt;
  const auto found = find_canvas_number(path);
  if (!found) return std::nullopt;
  Owner owner;
  owner.number = found->number;
  std::string_view name = found->before;
  for (const std::string_view mark : {"_LATE", "_late", "LATE_"}) {
    if (name.ends_with(mark) && mark.starts_with('_')) {
      owner.is_late = true;
      name.remove_suffix(mark.size());
    } else if (name.starts_with(mark)) {
      owner.is_late = true;
      name.remove_prefix(mark.size());
    }
  }
  owner.name = name;
  const std::string_view after = found->after;
  if (after != "text.html" && after != "link.html") owner.file = after.substr(after.find('_') + 1);
  return owner;
}

std::optional<Owner> gradescope_owner(const std::string& path) {
  constexpr std::string_view begin = "submission_";
  const auto [first, rest] = split_first(path);
  if (!first.starts_with(begin) || rest.empty()) return std::nullopt;
  return Owner{first.substr(begin.size()), first, false, rest};
}

std::optional<Owner> folder_owner(const std::string& path) {
  const auto [first, rest] = split_first(path);
  if (!rest.empty()) return Owner{"", first, false, rest};
  if (!is_archive(first)) return std::nullopt;
  return Owner{"", without_archive_suffix(first), false, first};
}

void remove_common_folder(std::vector<PackedFile>& files) {
  if (files.empty()) return;
  const std::string folder = split_first(files.front().name).first;
  const bool is_common = std::ranges::all_of(
      files, [&](const PackedFile& file) { return file.name.starts_with(folder + "/"); });
  const bool is_hand_in = moodle_owner(folder) || gradescope_owner(folder + "/x");
  // A single student's folder is one, too; what is around all of a class has folders or archives in it.
  const bool has_owners = std::ranges::all_of(files, [&](const PackedFile& file) {
    const std::string below = file.name.substr(std::min(folder.size() + 1, file.name.size()));
    return below.find('/') != std::string::npos || is_archive(below) || canvas_owner(below) ||
           moodle_owner(below) || below == "submission_metadata.yml";
  });
  if (!is_common || is_hand_in || !has_owners) return;
  for (PackedFile& file : files) file.name.erase(0, folder.size() + 1);
}

Naming naming_of(const std::vector<PackedFile>& files) {
  std::size_t moodle = 0, canvas = 0;
  for (const PackedFile& file : files) {
    if (file.name == "submission_metadata.yml") return Naming::gradescope;
    moodle += moodle_owner(file.name).has_value() ? 1 : 0;
    canvas += canvas_owner(file.name).has_value() ? 1 : 0;
  }
  if (2 * moodle > files.size()) return Naming::moodle;
  if (2 * canvas > files.size()) return Naming::canvas;
  return Naming::folders;
}

std::optional<Owner> owner_of(Naming naming, const std::string& path) {
  switch (naming) {
    case Naming::moodle:
      return moodle_owner(path);
    case Naming::canvas:
      return canvas_owner(path);
    case Naming::gradescope:
      return gradescope_owner(path);
    case Naming::folders:
      break;
  }
  return folder_owner(path);
}

}  // namespace warplab
