// Each fact from the plainest place that has it; a missing one stays empty.
#include "autograder/report/machine.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <vector>

#include "common/cores.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

std::string trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return "";
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first));
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return trim(line);
}

// The value of the first "key : value" line of a file.
std::string value_of(const fs::path& path, std::string_view key) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(':');
    if (colon != std::string::npos && trim(line.substr(0, colon)) == key) {
      return trim(line.substr(colon + 1));
    }
  }
  return "";
}

std::uint64_t memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return 0;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

std::string compiler_version() {
  const std::string version = tool_version("gcc -dumpfullversion");
  return version.empty() ? "" : "gcc " + version;
}

// The kernel module says which GPUs there are; the first one is taken.
std::string gpu_model() {
  std::error_code error;
  for (const auto& gpu : fs::directory_iterator("/proc/driver/nvidia/gpus", error)) {
    const std::string model = value_of(gpu.path() / "information", "Model");
    if (!model.empty()) return model;
  }
  return "";
}

// The .git folder of the checkout that `folder` lies in; a work tree has a file that names it.
fs::path find_git_folder(fs::path folder) {
  std::error_code error;
  for (folder = fs::absolute(folder, error); !folder.empty(); folder = folder.parent_path()) {
    const fs::path git = folder / ".git";
    if (fs::is_directory(git, error)) return git;
    if (fs::is_regular_file(git, error)) {
      const std::string target = value_of(git, "gitdir");
      return target.empty() ? fs::path() : folder / target;
    }
    if (folder == folder.root_path()) break;
  }
  return {};
}

std::string packed_ref(const fs::path& git, const std::string& name) {
  std::ifstream file(git / "packed-refs");
  for (std::string line; std::getline(file, line);) {
    const std::size_t space = line.find(' ');
    if (space != std::string::npos && trim(line.substr(space + 1)) == name) {
      return line.substr(0, space);
    }
  }
  return "";
}

bool is_commit(const std::string& text) {
  const bool digits =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
  return digits && (text.size() == 40 || text.size() == 64);
}

// What HEAD points at, read as gitrepository-layout(5) lays it out.
std::string read_commit(const fs::path& course_root) {
  const fs::path git = find_git_folder(course_root);
  if (git.empty()) return "";
  const std::string common = first_line(git / "commondir");
  const fs::path shared = common.empty() ? git : git / common;

  constexpr std::string_view prefix = "ref: ";
  std::string commit = first_line(git / "HEAD");
  if (commit.starts_with(prefix)) {
    const std::string name = commit.substr(prefix.size());
    commit = first_line(shared / name);
    if (commit.empty()) commit = packed_ref(shared, name);
  }
  return is_commit(commit) ? commit : "";
}

// "Intel(R) Xeon(R) CPU @ 2.20GHz" -> "Intel Xeon 2.20GHz": without the words that say nothing.
std::string plain_cpu(std::string cpu) {
  for (const std::string_view mark : {"(R)", "(TM)", "(tm)"}) {
    for (std::size_t at; (at = cpu.find(mark)) != std::string::npos;) {
      cpu.replace(at, mark.size(), " ");
    }
  }
  std::vector<std::string> words;
  std::istringstream stream(cpu);
  for (std::string word; stream >> word;) {
    const bool says_nothing =
        word == "CPU" || word == "Processor" || word == "@" || word.ends_with("-Core");
    if (!says_nothing) words.push_back(word);
  }
  return fmt::format("{}", fmt::join(words, " "));
}

// Lower case; every run of other characters becomes one '-'.
std::string slug(const std::string& text) {
  std::string result;
  for (const unsigned char c : text) {
    if (std::isalnum(c) || (c == '.' && !result.empty())) {
      result += static_cast<char>(std::tolower(c));
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (result.ends_with('-')) result.pop_back();
  return result;
}

std::string count_cores(int cores) {
  return fmt::format("{} core{}", cores, cores == 1 ? "" : "s");
}

}  // namespace

Machine read_machine(const fs::path& course_root) {
  Machine machine;
  utsname system{};
  ::uname(&system);
  machine.cpu = value_of("/proc/cpuinfo", "model name");
  if (machine.cpu.empty()) machine.cpu = system.machine;
  machine.cores = usable_cores();
  machine.memory = memory_bytes();
  // The version alone: what a builder appends to it says nothing about speed.
  const std::string release = system.release;
  machine.kernel = trim(fmt::format("{} {}", system.sysname, release.substr(0, release.find('-'))));
  machine.compiler = compiler_version();
  machine.gpu = gpu_model();
  if (!machine.gpu.empty()) machine.driver = first_line("/sys/module/nvidia/version");
  machine.commit = read_commit(course_root);
  return machine;
}

std::optional<std::uint64_t> available_memory() {
  std::istringstream value(value_of("/proc/meminfo", "MemAvailable"));
  std::uint64_t kibibytes = 0;
  if (!(value >> kibibytes)) return std::nullopt;
  return kibibytes << 10;
}

std::string why_pages_do_not_fit(long page_bytes) {
  if (page_bytes == 4096) return {};
  return fmt::format(
      "this kernel gives memory in pages of {} bytes, and grading needs pages of 4096: on a "
      "Raspberry Pi 5, kernel=kernel8.img in /boot/firmware/config.txt gives them",
      page_bytes);
}

std::string tool_version(const std::string& line) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      ::popen(fmt::format("( {} ) 2>/dev/null", line).c_str(), "r"), ::pclose);
  if (!pipe) return "";
  std::string text;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe.get())) text += buffer;
  return first_version(text);
}

std::string first_version(const std::string& text) {
  static const RE2 dotted("([0-9]+(?:[.][0-9]+)+)", RE2::Latin1);
  std::string version;
  RE2::PartialMatch(text, dotted, &version);
  return version;
}

std::string fingerprint(const Machine& machine) {
  constexpr std::size_t longest_part = 40;
  std::vector<std::string> parts;
  for (const std::string& part :
       {plain_cpu(machine.cpu), count_cores(machine.cores), machine.gpu, machine.compiler}) {
    const std::string name = slug(slug(part).substr(0, longest_part));
    if (!name.empty()) parts.push_back(name);
  }
  return fmt::format("{}", fmt::join(parts, "-"));
}

std::string machine_kind(const Machine& machine, const std::string& cuda_compiler) {
  return fingerprint(machine) + "-" + cuda_compiler;
}

std::string describe(const Machine& machine) {
  const double gibibytes = static_cast<double>(machine.memory) / (1024.0 * 1024.0 * 1024.0);
  std::string gpu = machine.gpu;
  if (!gpu.empty() && !machine.driver.empty()) gpu += fmt::format(" (driver {})", machine.driver);
  std::vector<std::string> parts;
  for (const std::string& part :
       {plain_cpu(machine.cpu), count_cores(machine.cores), fmt::format("{:.1f} GiB", gibibytes),
        gpu, machine.kernel, machine.compiler}) {
    if (!part.empty()) parts.push_back(part);
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace warplab
