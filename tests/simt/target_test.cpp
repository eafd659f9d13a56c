#include "simt/model/target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>

#include "tests/checkout.h"

namespace simt::model {
namespace {

TEST(Target, DefaultIsFirst) {
  ASSERT_FALSE(targets().empty());
  EXPECT_EQ(targets().front().name, "H200");
}

TEST(Target, IsFoundWhateverTheCase) {
  for (const char* name : {"H200", "h200", "A100", "t4", "RTX3060", "rtx3060", "k80"})
    EXPECT_NE(find_target(name), nullptr) << name;
  EXPECT_EQ(find_target("H20"), nullptr);
  EXPECT_EQ(find_target(""), nullptr);
}

// A new GPU is one file more, and nothing else.
TEST(Target, EveryFileIsOneUnderItsName) {
  size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(checkout::root) + "/simt/model/targets")) {
    if (entry.path().extension() != ".json") continue;
    ++files;
    const Target* const target = find_target(entry.path().stem().string());
    ASSERT_NE(target, nullptr) << entry.path();
    std::string name = target->name;
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(name, entry.path().stem().string());
  }
  EXPECT_EQ(targets().size(), files);
}

TEST(Target, H200HasItsFigures) {
  const Target& t = *find_target("H200");
  EXPECT_EQ(t.full_name, "NVIDIA H200");
  EXPECT_EQ(t.major, 9u);
  EXPECT_EQ(t.sms, 132u);
  EXPECT_EQ(t.l2_bytes, 60u << 20);
  EXPECT_DOUBLE_EQ(t.clock_hz, 1.98e9);
  EXPECT_DOUBLE_EQ(t.memory_bytes_per_s, 4.263e12);
  EXPECT_EQ(t.copy_engines, 3u);
  EXPECT_EQ(t.shared_per_block_optin, 227u * 1024);
}

TEST(Target, EveryOneIsPlausible) {
  for (const Target& t : targets()) {
    SCOPED_TRACE(t.name);
    EXPECT_GT(t.sms, 0u);
    EXPECT_GT(t.clock_hz, 5e8);
    EXPECT_LT(t.clock_hz, 3e9);
    EXPECT_EQ(t.max_threads_per_block, 1024u);
    EXPECT_EQ(t.max_threads_per_sm % 32, 0u);
    EXPECT_GE(t.shared_per_block_optin, t.shared_per_block);
    EXPECT_GE(t.shared_per_sm, t.shared_per_block_optin);
    EXPECT_GE(t.l1_bytes_per_sm, t.shared_per_sm);
    // A copy reaches most of what the memory's clock and width allow, and never more.
    const double peak = 2 * t.memory_clock_hz * t.memory_bus_bits / 8;
    EXPECT_LT(t.memory_bytes_per_s, peak);
    EXPECT_GT(t.memory_bytes_per_s, 0.6 * peak);
    EXPECT_GT(t.l2_bytes_per_s, t.memory_bytes_per_s);
    EXPECT_LT(t.shared_latency_s, t.l2_latency_s);
    EXPECT_LT(t.l2_latency_s, t.memory_latency_s);
    EXPECT_GE(t.copy_engines, 1u);
    EXPECT_GE(t.pinned_in_bytes_per_s, t.pageable_in_bytes_per_s);
    EXPECT_GT(t.overlap_exponent, 1);
  }
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_rejected(const std::string& text, const std::string& words) {
  try {
    parse_target(text);
    ADD_FAILURE() << "accepted, but expected: " << words;
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Target, BadDescriptionsNameTheFigure) {
  std::string good;
  for (std::string_view text : target_texts())
    if (parse_target(text).name == "T4") good = text;
  ASSERT_FALSE(good.empty());
  expect_rejected("", "JSON object");
  expect_rejected("[1]", "JSON object");
  expect_rejected("{\"name\": 3}", "\"name\" must be a string");
  expect_rejected(replaced(good, "\"sms\"", "\"smz\""), "lacks the figure \"sms\"");
  expect_rejected(replaced(good, "[40, \"datasheet\"]", "[40, \"hearsay\"]"), "\"hearsay\"");
  expect_rejected(replaced(good, "[40, \"datasheet\"]", "40"), "\"sms\" must be [number");
  expect_rejected(replaced(good, "[40, \"datasheet\"]", "[-40, \"datasheet\"]"), "\"sms\"");
  expect_rejected(replaced(good, "[40, \"datasheet\"]", "[40.5, \"datasheet\"]"), "whole number");
  expect_rejected(replaced(good, "\"sms\":", "\"cores\": [1, \"guide\"], \"sms\":"),
                  "unknown figure \"cores\"");
}

}  // namespace
}  // namespace simt::model
