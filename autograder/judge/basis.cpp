#include "autograder/judge/basis.h"

#include <fmt/format.h>

#include <cstddef>

#include "autograder/build/build_store.h"
#include "autograder/course/located_json.h"

namespace warplab {

std::string short_hash(std::string_view text) {
  constexpr std::size_t digits = 32;
  return sha256(text).substr(0, digits);
}

std::string hash_lab_json(const Lab& lab) {
  return lab.source ? short_hash(lab.source->value.dump()) : "";
}

std::string basis_of(const Lab& lab, const Version& course) {
  return short_hash(fmt::format("{} {}\n{}", course.number, course.commit, hash_lab_json(lab)));
}

}  // namespace warplab
