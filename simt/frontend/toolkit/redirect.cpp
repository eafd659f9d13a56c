// For LD_AUDIT: has a program that looks for libcudart.so.12 or .13 find the one beside this file, wherever else it would
// look first. A run path of the older kind (RPATH) is such a place, which precedes LD_LIBRARY_PATH.
#include <dlfcn.h>
#include <limits.h>
#include <link.h>

#include <cstdint>
#include <cstdio>
#include <string_view>

namespace {

// Nothing here is of the C++ library, which the loader would load a second time for this file alone.
char cuda12[PATH_MAX], cuda13[PATH_MAX];  // their paths: the loader keeps the addresses

[[gnu::constructor]] void find_them() {
  Dl_info own{};
  if (dladdr(cuda12, &own) == 0) return;
  const std::string_view itself = own.dli_fname;
  const auto folder_length = static_cast<int>(itself.rfind('/') + 1);
  std::snprintf(cuda12, sizeof cuda12, "%.*slibcudart.so.12", folder_length, own.dli_fname);
  std::snprintf(cuda13, sizeof cuda13, "%.*slibcudart.so.13", folder_length, own.dli_fname);
}

}  // namespace

extern "C" {

unsigned la_version(unsigned version) { return version < LAV_CURRENT ? version : LAV_CURRENT; }

char* la_objsearch(const char* name, uintptr_t*, unsigned) {
  std::string_view file = name;
  file.remove_prefix(file.rfind('/') + 1);  // none: npos + 1 is 0
  if (file == "libcudart.so.12") return cuda12;
  if (file == "libcudart.so.13") return cuda13;
  return const_cast<char*>(name);
}

}  // extern "C"
