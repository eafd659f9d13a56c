#include "autograder/build/intake.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>

#include "autograder/build/odd_characters.h"
#include "autograder/report/sanitize.h"
#include "autograder/sandbox/descriptor.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

// The offset of the first byte that is not well-formed UTF-8 (RFC 3629), or npos.
std::size_t first_invalid_utf8(const std::string& text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xc0u) == 0x80u; };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned first = byte(i), second = byte(i + 1);
    if (first < 0x80) {
      i += 1;
    } else if (first >= 0xc2 && first <= 0xdf && continues(i + 1)) {
      i += 2;
    } else if ((first & 0xf0u) == 0xe0u && continues(i + 1) && continues(i + 2) &&
               !(first == 0xe0 && second < 0xa0) && !(first == 0xed && second > 0x9f)) {
      i += 3;
    } else if (first >= 0xf0 && first <= 0xf4 && continues(i + 1) && continues(i + 2) &&
               continues(i + 3) && !(first == 0xf0 && second < 0x90) &&
               !(first == 0xf4 && second > 0x8f)) {
      i += 4;
    } else {
      return i;
    }
  }
  return std::string::npos;
}

// The encoding of a text whose characters are units of 2 or 4 bytes, or null. It begins with a byte order mark, or with
// two characters of ASCII, of which only one byte is not zero.
const char* other_encoding(const std::string& text) {
  const std::string_view begin = std::string_view(text).substr(0, 8);
  const auto is_zero = [&](std::size_t i) { return i < begin.size() && begin[i] == '\0'; };
  const auto is_ascii = [&](std::size_t i) { return i < begin.size() && begin[i] > '\0'; };
  using namespace std::string_view_literals;
  if (begin.starts_with("\xff\xfe\0\0"sv) || begin.starts_with("\0\0\xfe\xff"sv)) return "UTF-32";
  if (begin.starts_with("\xff\xfe") || begin.starts_with("\xfe\xff")) return "UTF-16";
  const bool is_little = is_ascii(0) && is_zero(1) && is_ascii(2) && is_zero(3);
  const bool is_big = is_zero(0) && is_ascii(1) && is_zero(2) && is_ascii(3);
  return is_little || is_big ? "UTF-16" : nullptr;
}

// As it may be shown: what a file is called is up to a student.
std::string shown(const fs::path& path) { return sanitize_line(path.string()); }

[[noreturn]] void refuse(const fs::path& path, const std::string& name, int error) {
  std::error_code nowhere;  // where a link leads to itself
  if (error == ELOOP)
    throw IntakeError("symlink", fmt::format("{} is a symbolic link: hand in the {} itself", name,
                                             fs::is_directory(path, nowhere) ? "folder" : "file"));
  if (error == ENOENT || error == ENOTDIR)
    throw IntakeError("missing", fmt::format("{} does not exist", name));
  throw IntakeError("unreadable", fmt::format("{}: {}", name, std::strerror(error)));
}

// One at its end would follow a link.
fs::path without_slash(const fs::path& folder) {
  const fs::path path = folder.has_filename() ? folder : folder.parent_path();
  return path.empty() ? "." : path;
}

// Opens a file below a folder that was handed in, one component of the path after the other, so that nothing can be
// exchanged for a link between looking and opening. Nothing on the way is a link, the folder neither. What is wrong is
// named by the path from the folder: what leads there is the instructor's, and grade books show students what is wrong. A
// folder that is wrong itself is named as it was given.
Descriptor open_below(const fs::path& folder, const fs::path& below) {
  fs::path at;  // what is being opened, below the folder
  const auto refuse_it = [&](int error) {
    at.empty() ? refuse(folder, shown(folder), error) : refuse(folder / at, shown(at), error);
  };
  const auto open_folder = [&](int within, const fs::path& component) {
    Descriptor opened(openat(within, component.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat status {};
    if (!opened || fstat(opened.get(), &status) != 0) refuse_it(errno);
    if (S_ISLNK(status.st_mode)) refuse_it(ELOOP);
    if (!S_ISDIR(status.st_mode)) refuse_it(ENOTDIR);
    return opened;
  };
  Descriptor within = open_folder(AT_FDCWD, folder);
  for (const fs::path& component : below.parent_path()) {
    if (component == "..") refuse(folder / below, shown(below), ENOENT);
    at /= component;
    within = open_folder(within.get(), component);
  }
  at = below;
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  Descriptor file(openat(within.get(), below.filename().c_str(), flags));
  if (!file) refuse_it(errno);
  return file;
}

}  // namespace

std::string read_source(const fs::path& path, const fs::path& folder) {
  const fs::path top =
      without_slash((folder.empty() ? path.parent_path() : folder).lexically_normal());
  const fs::path below = path.lexically_normal().lexically_relative(top);
  const std::string name = shown(below);
  const Descriptor file = open_below(top, below);
  struct stat status {};
  fstat(file.get(), &status);
  if (!S_ISREG(status.st_mode))
    throw IntakeError("not a file", fmt::format("{} is not a regular file", name));
  if (status.st_size == 0) throw IntakeError("empty", fmt::format("{} is empty", name));

  std::string text(largest_source + 1, '\0');
  std::size_t size = 0;
  ssize_t count = 0;
  while (size < text.size() && (count = read(file.get(), &text[size], text.size() - size)) > 0)
    size += count;
  if (count < 0) throw IntakeError("unreadable", fmt::format("{}: {}", name, std::strerror(errno)));
  if (size > largest_source)
    throw IntakeError("huge", fmt::format("{} has {} bytes; at most {} KiB are accepted", name,
                                          status.st_size, largest_source >> 10));
  text.resize(size);

  const auto line_of = [&](std::size_t offset) {
    return fmt::format("{}:{}", shown(path.filename()),
                       1 + std::count(text.begin(), text.begin() + offset, '\n'));
  };
  if (const char* const encoding = other_encoding(text))
    throw IntakeError("encoding", fmt::format("{} is {}: save the file as UTF-8", name, encoding));
  if (const std::size_t nul = text.find('\0'); nul != std::string::npos)
    throw IntakeError("binary", fmt::format("{}: has a NUL byte: this is not a source file, "
                                            "perhaps an object or an archive",
                                            line_of(nul)));
  if (const std::size_t bad = first_invalid_utf8(text); bad != std::string::npos)
    throw IntakeError("encoding",
                      fmt::format("{}: byte 0x{:02x} is not UTF-8: save the file as UTF-8",
                                  line_of(bad), static_cast<unsigned char>(text[bad])));
  // What gcc and clang take in C, they take alike: gcc decides, and Builder explains what it says.
  const auto odd = path.extension() == ".c" ? std::nullopt : find_odd_character(text);
  if (odd)
    throw IntakeError("character", fmt::format("{}:{}:{}: {}", shown(path.filename()), odd->line,
                                               odd->column, message_of(*odd)));
  return text;
}

}  // namespace warplab
