#include "simt/exec/meant.h"

#include <cstring>
#include <optional>

#include "simt/exec/image.h"

namespace simt::exec {
namespace {

using memory::Address;
using memory::Allocation;

// The beginning of the live allocation that a pointer leads into, or just behind; 0 where that is not certain.
Address pointed_at(Address pointer, const memory::AddressSpace& memory) {
  const Allocation* const before = memory.find(pointer - 1);
  const bool is_end = before && before->end() == pointer;
  const Allocation* found = memory.find(pointer);
  if (found && is_end) return 0;
  if (!found && is_end) found = before;
  if (!found || found->freed) return 0;
  // Parts of one array may have been registered one by one.
  if (found->kind == memory::Kind::pinned) return 0;
  return found->begin;
}

}  // namespace

PointerSites::PointerSites(const Image& image)
    : image_(image),
      parts_(ptx::find_pointer_parts(*image.functions[Image::of_kernel]->function)) {}

const std::vector<uint32_t>& PointerSites::bases_of(const Pointers& pointers) const {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<const std::vector<uint32_t>>& kept = bases_[pointers];
  if (!kept) {
    const std::vector<std::optional<uint32_t>> of_code =
        ptx::find_pointer_bases(*image_.functions[Image::of_kernel]->function, pointers);
    auto bases = std::make_unique<std::vector<uint32_t>>();
    for (const SiteOrigin& site : image_.sites) {
      const bool is_known = site.function == Image::of_kernel && site.pc < of_code.size();
      bases->push_back(is_known ? of_code[site.pc].value_or(none) : none);
    }
    kept = std::move(bases);
  }
  return *kept;
}

std::vector<Address> PointerSites::meant_by(std::span<const std::byte> params,
                                            const memory::AddressSpace& memory) const {
  Pointers pointers;
  std::vector<Address> begins;
  for (const ptx::ParameterPart& part : parts_) {
    const uint64_t offset = uint64_t{image_.kernel_parameter_offsets[part.parameter]} + part.offset;
    Address pointer;
    if (offset + sizeof(pointer) > params.size()) continue;
    std::memcpy(&pointer, params.data() + offset, sizeof(pointer));
    const Address begin = pointed_at(pointer, memory);
    if (!begin) continue;
    pointers.push_back(part);
    begins.push_back(begin);
  }
  if (pointers.empty()) return {};
  const std::vector<uint32_t>& bases = bases_of(pointers);
  std::vector<Address> meant(bases.size());
  for (size_t site = 0; site < bases.size(); ++site)
    if (bases[site] != none) meant[site] = begins[bases[site]];
  return meant;
}

}  // namespace simt::exec
