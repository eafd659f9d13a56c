// The programs of a build, as a student kit brings them: they run where nothing was built.
#pragma once

#include <filesystem>

namespace warplab {

// Writes what grading needs of the build in `build` into the folder `programs`: bin/, lib/, include/ and images/ (from
// `images`), without debugging information; in libraries/ the shared libraries that a machine with a compiler may lack,
// and below it the copyright of each, by package; in the file `machine` what `uname -m` says here. The C library and the
// compiler's libraries are the machine's own, which have to be as new as those here. simt itself is in it where it was built. Throws GraderError where a part is missing,
// where binutils or ldd fail, or where dpkg does not know what package a library is of.
void pack_programs(const std::filesystem::path& build, const std::filesystem::path& images,
                   const std::filesystem::path& programs);

}  // namespace warplab
