#include "autograder/unpack/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace warplab {
namespace {

constexpr std::size_t longest_name = 1000;    // bytes, with folders
constexpr std::uint64_t most_swelling = 200;  // of an archive that is larger than this unpacked:
constexpr std::uint64_t small_archive = 16 << 20;  // bytes

struct ReaderEnd {
  void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchiveReader = std::unique_ptr<archive, ReaderEnd>;

// The kinds of archives that people hand in, and no others.
ArchiveReader make_reader() {
  ArchiveReader reader(archive_read_new());
  archive_read_support_format_zip(reader.get());
  archive_read_support_format_tar(reader.get());
  archive_read_support_format_7zip(reader.get());
  archive_read_support_format_rar(reader.get());
  archive_read_support_format_rar5(reader.get());
  archive_read_support_filter_gzip(reader.get());
  archive_read_support_filter_bzip2(reader.get());
  archive_read_support_filter_xz(reader.get());
  archive_read_support_filter_zstd(reader.get());
  return reader;
}

// A name as programs of Windows and others may have written it, with slashes and without "./".
std::string plain_name(archive_entry* entry) {
  const char* name = archive_entry_pathname_utf8(entry);
  if (name == nullptr) name = archive_entry_pathname(entry);
  std::string plain = name == nullptr ? "" : name;
  std::ranges::replace(plain, '\\', '/');
  while (plain.starts_with("./")) plain.erase(0, 2);
  while (plain.ends_with('/')) plain.pop_back();
  return plain == "." ? "" : plain;
}

bool leads_up(std::string_view name) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    if (name.substr(begin, end - begin) == "..") return true;
    begin = end + 1;
  }
  return false;
}

// What is wrong with a name, or nothing.
std::string complaint_about_name(const std::string& name) {
  const bool has_drive = name.size() > 1 && name[1] == ':';
  if (name.starts_with('/') || has_drive)
    return "has a file with an absolute name in it, " + name.substr(0, longest_name);
  if (leads_up(name))
    return "has a file in it whose name leads out of the archive, " + name.substr(0, longest_name);
  if (name.size() > longest_name) return "has a file in it whose name is longer than 1000 bytes";
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(name, is_control))
    return "has a file in it whose name has a control character, " + name;
  return "";
}

class Unpacking {
 public:
  Unpacking(const std::string& archive, const std::string& folder, const ArchiveLimits& limits)
      : reader_(make_reader()), archive_(archive), folder_(folder), limits_(limits) {}

  std::string run() {
    struct stat status {};
    if (stat(archive_.c_str(), &status) != 0) return "cannot be read";
    packed_bytes_ = static_cast<std::uint64_t>(status.st_size);
    if (archive_read_open_filename(reader_.get(), archive_.c_str(), 1 << 16) != ARCHIVE_OK)
      return damage();
    archive_entry* entry = nullptr;
    for (int code; (code = archive_read_next_header(reader_.get(), &entry)) != ARCHIVE_EOF;) {
      if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return damage();
      if (std::string complaint = take(entry); !complaint.empty()) return complaint;
    }
    return write_list();
  }

 private:
  std::string damage() {
    const char* const error = archive_error_string(reader_.get());
    const std::string why = error == nullptr ? "it ends early" : error;
    // archive_read_has_encrypted_entries() of libarchive 3.6 jumps astray where no format was recognised.
    if (why.find("ncrypt") != std::string::npos) return encrypted();
    return "is damaged, or no archive: " + why;
  }
  static std::string encrypted() { return "is encrypted: ask for one without a password"; }

  // Returns what is wrong with an entry, or nothing.
  std::string take(archive_entry* entry) {
    if (++entries_ > limits_.files)
      return "has more than " + std::to_string(limits_.files) + " files in it";
    if (archive_entry_is_encrypted(entry) > 0) return encrypted();
    const std::string name = plain_name(entry);
    if (std::string complaint = complaint_about_name(name); !complaint.empty()) return complaint;
    const auto type = archive_entry_filetype(entry);
    if (name.empty() || type == AE_IFDIR) return "";
    if (type != AE_IFREG || archive_entry_hardlink(entry) != nullptr) {
      note("link", "", entry, name);
      return "";
    }
    return take_file(entry, name);
  }

  std::string take_file(archive_entry* entry, const std::string& name) {
    const std::string number = std::to_string(files_);
    bool is_large = archive_entry_size_is_set(entry) != 0 &&
                    static_cast<std::uint64_t>(archive_entry_size(entry)) > limits_.file_bytes;
    if (!is_large) {
      std::string complaint = copy(folder_ + "/" + number, is_large);
      if (!complaint.empty()) return complaint;
    }
    note(is_large ? "large" : "file", is_large ? "" : number, entry, name);
    if (!is_large) ++files_;
    return "";
  }

  // What is larger than its limit is not kept, whatever its header says; its bytes count all the same.
  std::string copy(const std::string& path, bool& is_large) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (file < 0) return "cannot be unpacked: the disk is full?";
    std::string complaint;
    std::uint64_t size = 0;
    std::string buffer(1 << 16, '\0');
    while (complaint.empty() && !is_large) {
      const la_ssize_t count = archive_read_data(reader_.get(), buffer.data(), buffer.size());
      if (count == 0) break;
      if (count < 0) {
        complaint = damage();
        break;
      }
      size += static_cast<std::uint64_t>(count);
      complaint = charge(static_cast<std::uint64_t>(count));
      is_large = size > limits_.file_bytes;
      if (complaint.empty() && write(file, buffer.data(), static_cast<std::size_t>(count)) != count)
        complaint = "cannot be unpacked: the disk is full?";
    }
    close(file);
    if (is_large || !complaint.empty()) unlink(path.c_str());
    return complaint;
  }

  std::string charge(std::uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ > limits_.bytes)
      return "has more than " + std::to_string(limits_.bytes >> 20) + " MiB in it";
    if (bytes_ > small_archive && bytes_ / most_swelling > packed_bytes_)
      return "unpacks to more than " + std::to_string(most_swelling) + " times its size";
    return "";
  }

  void note(const std::string& kind, const std::string& number, archive_entry* entry,
            const std::string& name) {
    const std::string modified =
        archive_entry_mtime_is_set(entry) != 0 ? std::to_string(archive_entry_mtime(entry)) : "";
    for (const std::string& text : {kind, number, modified, name}) list_ += text + '\0';
  }

  std::string write_list() {
    const std::string path = folder_ + "/list";
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    const bool is_written = file >= 0 && write(file, list_.data(), list_.size()) ==
                                             static_cast<la_ssize_t>(list_.size());
    if (file >= 0) close(file);
    return is_written ? "" : "cannot be unpacked: the disk is full?";
  }

  const ArchiveReader reader_;
  const std::string archive_, folder_;
  const ArchiveLimits limits_;
  std::uint64_t packed_bytes_ = 0, bytes_ = 0;
  std::size_t entries_ = 0, files_ = 0;
  std::string list_;
};

}  // namespace

std::string unpack(const std::string& archive, const std::string& folder,
                   const ArchiveLimits& limits) {
  return Unpacking(archive, folder, limits).run();
}

}  // namespace warplab
