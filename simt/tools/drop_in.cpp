#include "simt/tools/drop_in.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace simt::tools {
namespace {

namespace fs = std::filesystem;

// A file that libelf reads.
class ElfFile {
 public:
  explicit ElfFile(const fs::path& file) : descriptor_(open(file.c_str(), O_RDONLY | O_CLOEXEC)) {
    elf_version(EV_CURRENT);
    if (descriptor_ >= 0) elf_ = elf_begin(descriptor_, ELF_C_READ_MMAP, nullptr);
    if (elf_ != nullptr && elf_kind(elf_) != ELF_K_ELF) {
      elf_end(elf_);
      elf_ = nullptr;
    }
  }
  ~ElfFile() {
    elf_end(elf_);
    if (descriptor_ >= 0) close(descriptor_);
  }
  ElfFile(const ElfFile&) = delete;
  Elf* get() const { return elf_; }

 private:
  const int descriptor_;
  Elf* elf_ = nullptr;
};

void read_dynamic(Elf* elf, Elf_Scn* section, const GElf_Shdr& header, LinkedRuntime& runtime) {
  Elf_Data* const data = elf_getdata(section, nullptr);
  if (data == nullptr || header.sh_entsize == 0) return;
  bool has_runpath = false;
  for (size_t i = 0; i < header.sh_size / header.sh_entsize; ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, static_cast<int>(i), &entry) == nullptr) return;
    if (entry.d_tag == DT_RPATH) runtime.has_rpath = true;
    if (entry.d_tag == DT_RUNPATH) has_runpath = true;
    if (entry.d_tag != DT_NEEDED) continue;
    const char* const name = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
    if (name == nullptr) continue;
    const std::string file = fs::path(name).filename();
    if (file.starts_with("libcudart.so")) runtime.cudart = file;
  }
  if (has_runpath) runtime.has_rpath = false;  // the loader looks at one of them
}

fs::path folder() {
  std::error_code none;
  const fs::path found = fs::read_symlink("/proc/self/exe", none).parent_path() / "../cuda/drop-in";
  return fs::weakly_canonical(found, none);
}

fs::path redirect_in(const fs::path& folder) { return folder / "libsimt_redirect.so"; }

// "NAME=first:what is there"
std::string put_first(const char* name, const fs::path& first) {
  const char* const before = std::getenv(name);
  return fmt::format("{}={}{}{}", name, first.string(),
                     before == nullptr || *before == '\0' ? "" : ":",
                     before == nullptr ? "" : before);
}

}  // namespace

LinkedRuntime linked_runtime(const fs::path& file) {
  LinkedRuntime runtime;
  const ElfFile opened(file);
  Elf* const elf = opened.get();
  size_t names = 0;
  if (elf == nullptr || elf_getshdrstrndx(elf, &names) != 0) return runtime;
  for (Elf_Scn* section = nullptr; (section = elf_nextscn(elf, section)) != nullptr;) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == nullptr) continue;
    const char* const name = elf_strptr(elf, names, header.sh_name);
    if (name != nullptr && std::string_view(name) == ".nv_fatbin") runtime.has_device_code = true;
    if (header.sh_type == SHT_DYNAMIC) read_dynamic(elf, section, header, runtime);
  }
  return runtime;
}

std::vector<std::string> drop_in_environment(const fs::path& program) {
  const fs::path own = folder();
  std::error_code none;
  if (!fs::exists(own / "libcudart.so.13", none)) return {};
  std::vector<std::string> entries{put_first("LD_LIBRARY_PATH", own)};
  if (linked_runtime(program).has_rpath) entries.push_back(put_first("LD_AUDIT", redirect_in(own)));
  return entries;
}

std::string why_unseen(const fs::path& file) {
  const LinkedRuntime runtime = linked_runtime(file);
  if (!runtime.cudart.empty() && !fs::exists(folder() / runtime.cudart))
    return fmt::format(
        "it was linked with {}, and simt stands in for CUDA 12 and 13: link it with one of them, "
        "or "
        "build it with simtcc",
        runtime.cudart);
  if (!runtime.cudart.empty())
    return fmt::format(
        "its RPATH, or an LD_LIBRARY_PATH that is set on the way, leads to NVIDIA's libcudart: set "
        "LD_AUDIT={} for it",
        redirect_in(folder()).string());
  if (runtime.has_device_code)
    return "CUDA's runtime is linked into it, as nvcc does by default: link it with -cudart shared "
           "(CMake: -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared), or build it with simtcc";
  return "it calls the driver API, which simt lacks, or has a library into which CUDA's runtime is "
         "linked: link that with -cudart shared (CMake: -DCMAKE_CUDA_RUNTIME_LIBRARY=Shared), or "
         "build it with simtcc";
}

}  // namespace simt::tools
