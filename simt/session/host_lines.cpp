#include "simt/session/host_lines.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <unistd.h>

#include <cstdlib>
#include <mutex>
#include <string_view>

#include "simt/ptx/demangle.h"

namespace simt::session {

struct HostLines::State {
  std::mutex mutex;
  Dwfl* dwfl = nullptr;
  bool tried = false;
};

namespace {

// Local debug information only: nothing is fetched.
char* no_debug_path = nullptr;
constexpr Dwfl_Callbacks callbacks{.find_elf = dwfl_linux_proc_find_elf,
                                   .find_debuginfo = dwfl_standard_find_debuginfo,
                                   .section_address = nullptr,
                                   .debuginfo_path = &no_debug_path};

bool is_header(std::string_view file) {
  return file.ends_with("/cuda_runtime.h") || file.ends_with("/cuda_runtime_api.h") ||
         file.ends_with("/crt/runtime_templates.h");
}

// Where the innermost function that was inlined at `address` from no header was called, or what was
// inlined from one.
void leave_headers(Dwfl_Module* module, Dwarf_Addr address, HostLine& line) {
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
  Dwarf_Die* scopes = nullptr;
  const int count = unit == nullptr ? 0 : dwarf_getscopes(unit, address - bias, &scopes);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> owner(scopes, std::free);
  Dwarf_Files* files = nullptr;
  size_t file_count = 0;
  if (count <= 0 || dwarf_getsrcfiles(unit, &files, &file_count) != 0) return;
  for (int i = 0; i < count && is_header(line.file); ++i) {
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
    Dwarf_Attribute attribute;
    Dwarf_Word file = 0, number = 0;
    if (dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_file, &attribute), &file) != 0 ||
        dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &number) != 0)
      return;
    const char* name = dwarf_filesrc(files, file, nullptr, nullptr);
    if (name == nullptr) return;
    line.file = name;
    line.line = static_cast<uint32_t>(number);
  }
}

std::string_view file_of(Dwfl_Module* module) {
  const char* name =
      dwfl_module_info(module, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  return name == nullptr ? "" : name;
}

// A library of the system's is not the program's, nor is the one that this function is in.
bool is_of_program(Dwfl* dwfl, Dwfl_Module* module) {
  const std::string_view file = file_of(module);
  char executable[4096];
  const ssize_t length = readlink("/proc/self/exe", executable, sizeof(executable));
  if (length > 0 && file == std::string_view(executable, static_cast<size_t>(length))) return true;
  static const char here = 0;
  return !file.empty() && !file.starts_with("/lib") && !file.starts_with("/usr/lib") &&
         module != dwfl_addrmodule(dwfl, reinterpret_cast<Dwarf_Addr>(&here));
}

}  // namespace

HostLines::HostLines() : state_(std::make_unique<State>()) {}

HostLines::~HostLines() {
  if (state_->dwfl != nullptr) dwfl_end(state_->dwfl);
}

HostLine HostLines::at(const void* instruction) {
  const std::lock_guard lock(state_->mutex);
  if (!state_->tried) {
    state_->tried = true;
    state_->dwfl = dwfl_begin(&callbacks);
    if (state_->dwfl != nullptr) {
      dwfl_report_begin(state_->dwfl);
      dwfl_linux_proc_report(state_->dwfl, getpid());
      dwfl_report_end(state_->dwfl, nullptr, nullptr);
    }
  }
  HostLine result;
  const auto address = reinterpret_cast<Dwarf_Addr>(instruction);
  Dwfl_Module* module = state_->dwfl == nullptr ? nullptr : dwfl_addrmodule(state_->dwfl, address);
  if (module == nullptr) return result;
  if (const char* name = dwfl_module_addrname(module, address))
    result.function = ptx::demangle(name);
  if (Dwfl_Line* line = dwfl_module_getsrc(module, address)) {
    int number = 0;
    if (const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr)) {
      result.file = file;
      result.line = static_cast<uint32_t>(number);
      leave_headers(module, address, result);
      result.in_header = is_header(result.file);
    }
  }
  result.in_program = is_of_program(state_->dwfl, module);
  return result;
}

HostLine HostLines::calling(const void* return_address) {
  return at(static_cast<const char*>(return_address) - 1);
}

HostLine HostLines::innermost(const void* instruction) {
  HostLine first = at(instruction);
  if (first.in_program && !first.file.empty()) return first;
  void* frames[64];
  const int count = backtrace(frames, 64);
  bool above = false;  // the frames of the signal handler come first
  for (int i = 0; i < count; ++i) {
    if (frames[i] == instruction) above = true;
    if (!above) continue;
    HostLine line = calling(frames[i]);
    if (line.in_program && !line.file.empty()) return line;
  }
  return first;
}

const void* HostLines::outside_headers(const void* return_address) {
  if (!calling(return_address).in_header) return return_address;
  void* frames[64];
  const int count = backtrace(frames, 64);
  bool above = false;
  for (int i = 0; i < count; ++i) {
    if (above && !calling(frames[i]).in_header) return frames[i];
    if (frames[i] == return_address) above = true;
  }
  return return_address;
}

}  // namespace simt::session
