// What compilers made of submissions, so that the same text is not compiled twice: neither by the
// next grading run nor by another checkout.
//
// Kept is only what a compiler that succeeded has written, and what it said. All that is decided of
// it (symbols, what is watched for races, the link) is decided again each time, so a kept
// compilation and a new one get the same verdict. Whatever fails is compiled again.
//
// The key is a hash of all that a compiler in its jail can read: its command line, each file of its
// folder (the source, the headers of common/, simtcc and simt's headers), its limits, and the state
// of /usr (system_state()). A submission cannot write here: the folder is the grader's own, no jail
// sees it, and the grader fills it when the jail has ended. An entry is written beside its place and
// renamed, so graders may share the folder; it begins with its own hash, and one that is cut,
// damaged or somebody else's is removed and counts as none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace warplab {

// 64 hexadecimal digits.
std::string sha256(std::string_view text);

// The ingredients of a key, whose order counts.
class BuildKey {
 public:
  void add(std::string_view ingredient);
  // The paths below the folder and the content of each file, but of those in the folder `except`.
  void add_files(const std::filesystem::path& folder, const std::filesystem::path& except = {});
  std::string text() const { return sha256(ingredients_); }

 private:
  std::string ingredients_;
};

// What a compiler finds in /usr, as a hash: Debian's list of packages, size and time of each file
// below /usr/local, which belongs to no package, and of the compilers behind their links. Empty on a
// machine without such a list.
std::string system_state();

// Whether what a compiler makes of it depends on when it runs.
bool asks_for_time(std::string_view source);

// What a compiler wrote and said.
struct Compilation {
  std::string code;
  std::string messages;
};

class BuildStore {
 public:
  // Keeps nothing and finds nothing where `folder` is empty, where it cannot be made, where it is
  // not a folder of ours that others are kept out of, or where a jail could see it. Of more than
  // `most_bytes` those are removed that were not used for longest.
  explicit BuildStore(std::filesystem::path folder,
                      std::uint64_t most_bytes = std::uint64_t{2} << 30);

  bool is_open() const { return !folder_.empty(); }
  std::optional<Compilation> find(const std::string& key) const;
  // A failure, a full disk say, leaves it as it was: it only saves time.
  void keep(const std::string& key, const Compilation& compilation) const;

 private:
  void shrink() const;

  std::filesystem::path folder_;  // empty: closed
  std::uint64_t most_bytes_;
};

// $XDG_CACHE_HOME/warplab/builds, or that in ~/.cache; empty where the environment names neither.
std::filesystem::path build_store_folder();

}  // namespace warplab
