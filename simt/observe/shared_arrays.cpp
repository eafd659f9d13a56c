#include "simt/observe/shared_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "simt/exec/reach.h"
#include "simt/ptx/address_bases.h"
#include "simt/ptx/demangle.h"
#include "simt/ptx/program.h"
#include "simt/ptx/types.h"

namespace simt::observe {
namespace {

// "tile" of "_ZZ6kernelPfE4tile", which is demangled to "kernel(float*)::tile". Compilers take arrays apart whose elements
// are chosen by constants: "a part of tile" of "_ZZ6kernelPfE4tile_$_1".
std::string name_of(const ptx::Variable& variable) {
  const size_t part = variable.name.rfind("_$_");
  const std::string name = ptx::demangle(variable.name.substr(0, part));
  const size_t scope = name.rfind("::");
  return (part == std::string::npos ? "" : "a part of ") +
         (scope == std::string::npos ? name : name.substr(scope + 2));
}

}  // namespace

SharedArrays::SharedArrays(const events::LaunchInfo& info, const AccessSites& sites) {
  const ptx::Module& module = *info.module;
  const exec::Reach reach =
      exec::find_reach(module, static_cast<uint32_t>(info.kernel - module.functions.data()));
  const exec::SharedLayout layout(module, reach);
  const auto add = [&](const ptx::Variable& variable, uint64_t begin) {
    const uint64_t end = variable.is_dynamic() ? std::max<uint64_t>(begin, info.shared_bytes)
                                               : begin + variable.size;
    all_.push_back({name_of(variable), begin, end - begin});
  };
  // By kind and index of the symbol; of a function's own variables, with the function.
  using Key = std::tuple<ptx::Symbol::Kind, uint32_t, uint32_t>;
  std::map<Key, uint32_t> index_of;
  for (const uint32_t v : reach.variables)
    if (module.variables[v].space == ptx::Space::shared) {
      index_of[{ptx::Symbol::Kind::module_variable, 0, v}] = all_.size();
      add(module.variables[v], layout.of_module(v));
    }
  for (const uint32_t f : reach.functions)
    for (uint32_t v = 0; v < module.functions[f].variables.size(); ++v)
      if (module.functions[f].variables[v].space == ptx::Space::shared) {
        index_of[{ptx::Symbol::Kind::function_variable, f, v}] = all_.size();
        add(module.functions[f].variables[v], layout.of_function(f, v));
      }
  if (const uint64_t begin = layout.dynamic_offset();
      info.shared_bytes > begin &&
      std::ranges::none_of(all_, [&](const SharedArray& array) { return array.begin == begin; }))
    all_.push_back({"the dynamic part", begin, info.shared_bytes - begin});
  if (info.reserved_shared_bytes != 0)
    all_.push_back(
        {"memory that is reserved for CUDA", info.shared_bytes, info.reserved_shared_bytes});
  several_ = std::ranges::any_of(
      all_, [&](const SharedArray& array) { return array.begin != all_.front().begin; });
  if (!several_) return;
  for (const uint32_t f : reach.functions) {
    const ptx::Function& function = module.functions[f];
    const std::vector<std::optional<ptx::Symbol>> bases = ptx::find_shared_bases(module, function);
    for (uint32_t pc = 0; pc < bases.size(); ++pc) {
      const SiteId site = sites.find(&function, pc);
      if (!bases[pc] || site == 0) continue;
      const bool own = bases[pc]->kind == ptx::Symbol::Kind::function_variable;
      if (of_site_.size() <= site) of_site_.resize(site + 1, none);
      of_site_[site] = index_of.at({bases[pc]->kind, own ? f : 0, bases[pc]->index});
    }
  }
}

std::string SharedArrays::describe(SiteId site, uint64_t address) const {
  const SharedArray& meant = *of(site);
  std::string text = memory::describe_place(meant.name, meant.begin, meant.size, address);
  const auto hit = std::ranges::find_if(all_, [&](const SharedArray& array) {
    return &array != &meant && address - array.begin < array.size;
  });
  if (hit != all_.end())
    text += fmt::format(", in {} ({})", hit->name, memory::count_bytes(hit->size));
  return text;
}

memory::Miss SharedArrays::miss_of(SiteId site, uint64_t address) const {
  const SharedArray& meant = *of(site);
  return memory::miss_of(meant.begin, meant.size, address);
}

std::string SharedArrays::locate(SiteId site, uint64_t address) const {
  const auto holds = [&](const SharedArray& array) { return address - array.begin < array.size; };
  const SharedArray* array = of(site);
  if (array == nullptr && std::ranges::count_if(all_, holds) == 1)
    array = &*std::ranges::find_if(all_, holds);
  if (array == nullptr || !holds(*array)) return fmt::format("byte {} of shared memory", address);
  return fmt::format("byte {} of {} ({})", address - array->begin, array->name,
                     memory::count_bytes(array->size));
}

}  // namespace simt::observe
