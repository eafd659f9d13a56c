// A repository that somebody handed in may have settings that make git start programs. So git looks at another one, which
// has nothing but what HEAD was, and borrows the objects.
#include "autograder/platforms/clone.h"

#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "autograder/sandbox/answer.h"
#include "common/files.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

bool is_object_name(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The first line of a file; nothing where there is none.
std::string first_line(const fs::path& file) {
  if (!fs::is_regular_file(fs::symlink_status(file))) return "";
  const std::string text = read_file(file);
  return text.substr(0, text.find('\n'));
}

// The commit that a reference such as refs/heads/main names.
std::string commit_of(const fs::path& git, const std::string& reference) {
  const bool leads_out =
      !reference.starts_with("refs/") || reference.find("..") != std::string::npos;
  if (leads_out) return "";
  if (const std::string commit = first_line(git / reference); is_object_name(commit)) return commit;
  const fs::path packed = git / "packed-refs";
  if (!fs::is_regular_file(fs::symlink_status(packed))) return "";
  const std::string text = read_file(packed);
  const std::size_t at = text.find(" " + reference + "\n");
  const std::size_t begin = at == std::string::npos ? at : text.rfind('\n', at) + 1;
  const std::string commit = at == std::string::npos ? "" : text.substr(begin, at - begin);
  return is_object_name(commit) ? commit : "";
}

std::string head_of(const fs::path& git) {
  constexpr std::string_view to_reference = "ref: ";
  const std::string head = first_line(git / "HEAD");
  if (head.starts_with(to_reference)) return commit_of(git, head.substr(to_reference.size()));
  return is_object_name(head) ? head : "";
}

}  // namespace

bool is_clone(const fs::path& folder) {
  return fs::is_directory(fs::symlink_status(folder / ".git"));
}

std::optional<Moment> commit_time(const fs::path& clone, const std::vector<std::string>& files,
                                  const fs::path& scratch) {
  const fs::path git = clone / ".git";
  const std::string commit = head_of(git);
  if (commit.empty() || files.empty()) return std::nullopt;
  for (const char* folder : {"objects", "refs"}) fs::create_directories(scratch / folder);
  write_file(scratch / "HEAD", commit + "\n");
  if (const std::string shallow = first_line(git / "shallow"); is_object_name(shallow))
    write_file(scratch / "shallow", read_file(git / "shallow"));
  std::vector<std::string> words = {
      "env",
      "-i",
      "PATH=/usr/bin:/bin",
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_NO_LAZY_FETCH=1",
      "GIT_OBJECT_DIRECTORY=" + fs::absolute(git / "objects").string(),
      "git",
      "--git-dir=" + scratch.string(),
      "--no-optional-locks",
      "--literal-pathspecs",
      "log",
      "-1",
      "--format=%ct",
      commit,
      "--"};
  words.insert(words.end(), files.begin(), files.end());
  const Answer answer = ask(words, 60);
  std::int64_t seconds = 0;
  const std::string& text = answer.output;
  if (answer.code != 0 ||
      std::from_chars(text.data(), text.data() + text.size(), seconds).ec != std::errc())
    return std::nullopt;
  return Moment(std::chrono::seconds(seconds));
}

}  // namespace warplab
