#include "simt/model/facts_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace simt::model {
namespace {

using nlohmann::json;
using Skeletons = std::vector<std::shared_ptr<const Skeleton>>;

// Every count of the facts, in the order in which they are written. T is const where they are.
template <typename T>
std::vector<T*> counts_of(auto& facts) {
  auto& w = facts.work;
  auto& c = facts.caches;
  std::vector<T*> counts = {&facts.blocks,
                            &facts.warps,
                            &w.issue,
                            &w.global_requests,
                            &w.global_sectors,
                            &w.load_sectors,
                            &w.shared_requests,
                            &w.shared_wavefronts,
                            &w.local_requests,
                            &w.local_sectors,
                            &w.local_store_sectors,
                            &w.atomic_sectors,
                            &w.constant_replays,
                            &c.load_sectors,
                            &c.load_hits,
                            &c.other_sectors,
                            &c.lines,
                            &c.l2_requests,
                            &c.atomics,
                            &c.hottest_atomics,
                            &c.read_once,
                            &c.read_by_row,
                            &c.read_extent,
                            &c.written,
                            &c.extent};
  for (auto& operations : w.operations) counts.push_back(&operations);
  return counts;
}

double count_from(const json& j) {
  const double count = j.get<double>();
  if (!std::isfinite(count) || count < 0) throw std::runtime_error("a count that is none");
  return count;
}

uint64_t place_of(const std::shared_ptr<const Skeleton>& skeleton, Skeletons& skeletons) {
  const auto found = std::find(skeletons.begin(), skeletons.end(), skeleton);
  if (found != skeletons.end()) return static_cast<uint64_t>(found - skeletons.begin());
  skeletons.push_back(skeleton);
  return skeletons.size() - 1;
}

FunctionFacts function_from(const json& j, const Skeletons& skeletons) {
  FunctionFacts function;
  function.skeleton = skeletons.at(j.at(0).get<size_t>());
  for (const json& executed : j.at(1)) function.executed.push_back(count_from(executed));
  if (function.executed.size() != function.skeleton->size())
    throw std::runtime_error("a function with other basic blocks than its skeleton");
  return function;
}

Step step_from(const json& j, uint32_t number) {
  Step step;
  step.issue = count_from(j.at(0));
  step.latency = count_from(j.at(1));
  const int source = j.at(2);
  if (source < 0 || source > static_cast<int>(Source::constant))
    throw std::runtime_error("a step that waits for nothing there is");
  step.source = static_cast<Source>(source);
  step.is_barrier = j.at(3);
  for (size_t n = 4; n < j.size(); ++n) {
    step.needs.push_back(j.at(n));
    if (step.needs.back() >= number) throw std::runtime_error("a step that needs a later one");
  }
  return step;
}

}  // namespace

json to_json(const LaunchFacts& facts, Skeletons& skeletons) {
  json counts = json::array(), functions = json::array();
  for (const double* count : counts_of<const double>(facts)) counts.push_back(*count);
  for (const FunctionFacts& function : facts.functions)
    functions.push_back({place_of(function.skeleton, skeletons), function.executed});
  return {{"counts", std::move(counts)},     {"threads", facts.threads},
          {"registers", facts.registers},    {"shared_bytes", facts.shared_bytes},
          {"sampled", facts.caches.sampled}, {"functions", std::move(functions)}};
}

json to_json(const Skeleton& skeleton) {
  json blocks = json::array();
  for (const auto& steps : skeleton) {
    json block = json::array();
    for (const Step& step : steps) {
      json& j = block.emplace_back(
          json::array({step.issue, step.latency, static_cast<int>(step.source), step.is_barrier}));
      for (const uint32_t needed : step.needs) j.push_back(needed);
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

LaunchFacts facts_from_json(const json& j, const Skeletons& skeletons) {
  LaunchFacts facts;
  const auto counts = counts_of<double>(facts);
  if (j.at("counts").size() != counts.size()) throw std::runtime_error("facts of other counts");
  for (size_t i = 0; i < counts.size(); ++i) *counts[i] = count_from(j.at("counts").at(i));
  j.at("threads").get_to(facts.threads);
  j.at("registers").get_to(facts.registers);
  j.at("shared_bytes").get_to(facts.shared_bytes);
  j.at("sampled").get_to(facts.caches.sampled);
  for (const json& function : j.at("functions"))
    facts.functions.push_back(function_from(function, skeletons));
  return facts;
}

Skeleton skeleton_from_json(const json& j) {
  Skeleton skeleton;
  for (const json& block : j) {
    std::vector<Step>& steps = skeleton.emplace_back();
    for (const json& step : block)
      steps.push_back(step_from(step, static_cast<uint32_t>(steps.size())));
  }
  return skeleton;
}

}  // namespace simt::model
