// Cases of the separable filter: an image, a radius, and how much memory the device has; or a
// machine to be asked.
#pragma once

#include <memory>
#include <vector>

#include "autograder/problems/problem.h"

namespace warplab {

// Each size with a radius of its own; where the step has little memory, every second time only as
// much as three strips of one row take.
std::vector<std::unique_ptr<Case>> make_small_images(const Lab& lab, const Step& step);
std::unique_ptr<Case> make_large_image(const Size& size, int radius, double device_share);

// With so many bytes of device memory; 0: plenty.
std::unique_ptr<Case> make_image(const Size& size, int radius, std::uint64_t device_bytes);

// Machines that there are not.
std::vector<std::unique_ptr<Case>> make_machines(std::size_t count);

}  // namespace warplab
