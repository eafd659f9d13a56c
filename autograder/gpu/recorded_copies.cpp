// Copies and fills of a plan that is being written down: those of calls, whose areas become
// commands of bytes in a row, and those that the host code makes itself.
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <utility>

#include "autograder/gpu/recording.h"
#include "simt/frontend/include/cuda_runtime_api.h"
#include "simt/memory/place.h"

namespace warplab::gpu {
namespace {

using simt::runtime::ApiError;
using simt::runtime::CopyOperation;
using simt::runtime::FillOperation;

// By memset in managed memory. A plan fills what is larger, or its bytes would be in the plan.
constexpr std::size_t most_filled_by_host = std::size_t{1} << 16;

bool is_device(const void* pointer) { return is_symbolic(number_of(pointer)); }

std::byte* at(const simt::runtime::Area& area, std::size_t slice, std::size_t row) {
  return static_cast<std::byte*>(area.pointer) + slice * area.slice + row * area.pitch;
}

}  // namespace

// Rows that touch are one command a slice.
void Recording::copy_rows(const CopyOperation& rows, const Call& call) {
  if (rows.bytes() == 0) return;
  const bool touch = rows.width == rows.destination.pitch && rows.width == rows.source.pitch;
  const std::size_t width = touch ? rows.width * rows.height : rows.width;
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < (touch ? 1 : rows.height); ++y)
      copy(at(rows.destination, z, y), at(rows.source, z, y), width, call);
}

void Recording::fill_rows(const FillOperation& rows, const Call& call) {
  if (rows.bytes() == 0) return;
  const unsigned value = rows.value & 0xff;
  const unsigned repeated = rows.element == 1   ? value
                            : rows.element == 2 ? value * 0x101
                                                : value * 0x1010101;
  const unsigned whole =
      rows.element == 4 ? rows.value : rows.value & ((1u << 8 * rows.element) - 1);
  if (whole != repeated)
    give_up("a fill with words whose bytes differ: a kernel fills with any value");
  const std::size_t bytes = rows.width * rows.element;
  const bool touch = bytes == rows.destination.pitch;
  for (std::size_t z = 0; z < rows.depth; ++z)
    for (std::size_t y = 0; y < (touch ? 1 : rows.height); ++y)
      fill(at(rows.destination, z, y), static_cast<int>(value), touch ? bytes * rows.height : bytes,
           call);
}

void Recording::fill(void* to, int value, std::size_t bytes, const Call& call) {
  ask(call, Fill{number_of(to), static_cast<std::uint8_t>(value), bytes});
}

void Recording::copy(void* to, const void* from, std::size_t bytes, const Call& call) {
  if (!is_device(to)) return copy_out(to, from, bytes, call);
  if (is_device(from)) return ask(call, Copy{number_of(to), number_of(from), bytes});
  if (const auto place = host_.place(from)) return ask(call, CopyIn{number_of(to), *place, bytes});
  if (const auto before = host_.bytes_before_buffer(from, bytes))
    give_up(
        fmt::format("a copy begins {} before an image: its rows are counted from src, where the "
                    "first row of the border is",
                    simt::memory::count_bytes(*before)));
  if (bytes > plan_capacity - uploaded_)
    give_up("the launch function copies too much from the host");
  uploaded_ += bytes;
  const auto* data = static_cast<const std::uint8_t*>(from);
  ask(call, Upload{number_of(to), {data, data + bytes}});
}

// To the host.
void Recording::copy_out(void* to, const void* from, std::size_t bytes, const Call& call) {
  const bool is_of_host = is_managed(from) && !managed_.is_of_device(number_of(from), bytes);
  if (!is_device(from) || (is_of_host && !host_.place(to))) {
    if (!copy_by_plan(to, from, bytes, call.site)) std::memmove(to, from, bytes);
    return;
  }
  if (plan_.host_buffers.empty())
    give_up(
        "the launch function copies from the device to the host: here it only launches, and the "
        "GPU does the work");
  const auto place = host_.make_place(to, bytes);
  if (!place) give_up("the launch function copies to too many places of the host");
  ask(call, CopyOut{*place, number_of(from), bytes});
}

bool Recording::copy_on_host(void* to, const void* from, std::size_t bytes, const void* caller) {
  try {
    return copy_by_plan(to, from, bytes, site_of(caller));
  } catch (const ApiError& error) {
    context_.remember(error.code);
    return true;
  }
}

bool Recording::copy_by_plan(void* to, const void* from, std::size_t bytes, std::uint64_t site) {
  if (bytes == 0) return false;
  const auto source = host_.place(from);
  const bool to_image = host_.place(to).has_value();
  const bool is_of_device =
      managed_.is_of_device(number_of(to), bytes) || managed_.is_of_device(number_of(from), bytes);
  if (!source && !to_image && !is_of_device) return false;
  if (is_managed(to) || is_managed(from)) {
    copy(to, from, bytes, {0, true, site, true});
    return true;
  }
  if (!source) give_up("the host code itself computes a part of the result: that is for the GPU");
  wait_in_host_function(site);
  if (const auto place = host_.make_place(to, bytes))
    add({HostCopy{*place, *source, bytes}, 0, true, site});
  return true;
}

bool Recording::fill_on_host(void* to, int value, std::size_t bytes, const void* caller) {
  if (bytes == 0) return false;
  const std::uint64_t site = site_of(caller);
  try {
    if (managed_.is_of_device(number_of(to), bytes) ||
        (is_managed(to) && bytes > most_filled_by_host)) {
      fill(to, value, bytes, {0, true, site, true});
      return true;
    }
    const auto place = host_.place(to);
    if (!place) return false;
    wait_in_host_function(site);
    add({HostFill{*place, static_cast<std::uint8_t>(value), bytes}, 0, true, site});
  } catch (const ApiError& error) {
    context_.remember(error.code);
  }
  return true;
}

}  // namespace warplab::gpu
