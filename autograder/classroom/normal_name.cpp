#include "autograder/classroom/normal_name.h"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace warplab {

std::string normal_name(const std::string& name) {
  utf8proc_uint8_t* composed = nullptr;
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(name.data()),
                   static_cast<utf8proc_ssize_t>(name.size()), &composed,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(composed, std::free);
  return size < 0 ? name : std::string(reinterpret_cast<const char*>(composed), size);
}

}  // namespace warplab
