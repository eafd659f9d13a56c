// Reads targets/*.json, once.
#include "simt/model/target.h"

#include <strings.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

namespace simt::model {
namespace {

using Member = std::variant<uint32_t Target::*, uint64_t Target::*, double Target::*>;

// Every figure that a description must give, by the name of its member.
#define FIGURE(member) \
  { #member, &Target::member }
const std::pair<const char*, Member> figures[] = {
    FIGURE(major),
    FIGURE(minor),
    FIGURE(sms),
    FIGURE(clock_hz),
    FIGURE(memory_clock_hz),
    FIGURE(memory_bus_bits),
    FIGURE(memory_bytes),
    FIGURE(memory_bytes_per_s),
    FIGURE(l2_bytes),
    FIGURE(l2_bytes_per_s),
    FIGURE(l1_bytes_per_sm),
    FIGURE(shared_per_sm),
    FIGURE(shared_per_block),
    FIGURE(shared_per_block_optin),
    FIGURE(shared_reserved_per_block),
    FIGURE(registers_per_sm),
    FIGURE(registers_per_block),
    FIGURE(max_threads_per_sm),
    FIGURE(max_blocks_per_sm),
    FIGURE(max_threads_per_block),
    FIGURE(schedulers_per_sm),
    FIGURE(fp32_per_sm),
    FIGURE(fp64_per_sm),
    FIGURE(fp16_per_sm),
    FIGURE(int32_per_sm),
    FIGURE(int32_multiply_per_sm),
    FIGURE(special_per_sm),
    FIGURE(convert_per_sm),
    FIGURE(lsu_bytes_per_sm),
    FIGURE(l1_tags_per_cycle),
    FIGURE(memory_latency_s),
    FIGURE(l2_latency_s),
    FIGURE(l1_latency_s),
    FIGURE(shared_latency_s),
    FIGURE(alu_latency_s),
    FIGURE(barrier_latency_s),
    FIGURE(block_start_s),
    FIGURE(l2_requests_per_s),
    FIGURE(l2_atomics_per_s),
    FIGURE(same_address_atomics_per_s),
    FIGURE(copy_engines),
    FIGURE(pinned_in_bytes_per_s),
    FIGURE(pinned_out_bytes_per_s),
    FIGURE(pageable_in_bytes_per_s),
    FIGURE(pageable_out_bytes_per_s),
    FIGURE(copy_latency_s),
    FIGURE(launch_overhead_s),
    FIGURE(kernel_latency_s),
    FIGURE(issue_efficiency),
    FIGURE(lsu_efficiency),
    FIGURE(loads_in_flight),
    FIGURE(l2_resident_share),
    FIGURE(overlap_exponent),
};
#undef FIGURE

[[noreturn]] void reject(const std::string& target, const std::string& what) {
  throw std::runtime_error("target " + target + ": " + what);
}

std::vector<Target> read_targets() {
  std::vector<Target> all;
  for (std::string_view text : target_texts()) all.push_back(parse_target(text));
  std::stable_partition(all.begin(), all.end(), [](const Target& t) { return t.name == "H200"; });
  return all;
}

}  // namespace

Target parse_target(std::string_view text) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) reject("description", "expected a JSON object");
  Target target;
  for (auto [key, member] :
       {std::pair{"name", &Target::name}, std::pair{"full_name", &Target::full_name}}) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_string())
      reject(target.name.empty() ? "description" : target.name,
             "\"" + std::string(key) + "\" must be a string");
    target.*member = found->get<std::string>();
  }
  const auto given = json.find("figures"), sources = json.find("sources");
  if (given == json.end() || !given->is_object()) reject(target.name, "lacks \"figures\"");
  if (sources == json.end() || !sources->is_object()) reject(target.name, "lacks \"sources\"");

  for (const auto& [name, member] : figures) {
    const auto figure = given->find(name);
    if (figure == given->end())
      reject(target.name, "lacks the figure \"" + std::string(name) + "\"");
    if (!figure->is_array() || figure->size() != 2 || !(*figure)[0].is_number() ||
        !(*figure)[1].is_string() || (*figure)[0].get<double>() < 0)
      reject(target.name, "figure \"" + std::string(name) + "\" must be [number >= 0, source]");
    if (!sources->contains((*figure)[1].get_ref<const std::string&>()))
      reject(target.name, "figure \"" + std::string(name) + "\" names the source " +
                              (*figure)[1].dump() + ", which \"sources\" does not explain");
    std::visit(
        [&, value = (*figure)[0]](auto pointer) {
          using Value = std::remove_reference_t<decltype(target.*pointer)>;
          const double number = value.template get<double>();
          if (std::is_integral_v<Value> &&
              number != static_cast<double>(static_cast<Value>(number)))
            reject(target.name, "figure \"" + std::string(name) + "\" must be a whole number");
          target.*pointer = static_cast<Value>(number);
        },
        member);
  }
  for (const auto& [name, value] : given->items())
    if (std::none_of(std::begin(figures), std::end(figures),
                     [&](const auto& figure) { return name == figure.first; }))
      reject(target.name, "unknown figure \"" + name + "\"");
  return target;
}

std::span<const Target> targets() {
  static const std::vector<Target> all = read_targets();
  return all;
}

const Target* find_target(std::string_view name) {
  for (const Target& target : targets())
    if (target.name.size() == name.size() &&
        strncasecmp(target.name.data(), name.data(), name.size()) == 0)
      return &target;
  return nullptr;
}

}  // namespace simt::model
