// A class of 30 with adjustments and a policy, against the same rules computed another way: in fractions, with the
// local clock counted in minutes, and the best labs found by trying all sets of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "autograder/classroom/scores.h"
#include "autograder/classroom/settings.h"
#include "autograder/course/lab.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab::class_of_thirty_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Fraction {
  std::int64_t over = 0, under = 1;

  Fraction(std::int64_t a, std::int64_t b = 1)
      : over(a / std::gcd(a, b)), under(b / std::gcd(a, b)) {}
  Fraction operator*(Fraction o) const { return {over * o.over, under * o.under}; }
  Fraction operator+(Fraction o) const {
    return {over * o.under + o.over * under, under * o.under};
  }
  bool operator<(Fraction o) const { return over * o.under < o.over * under; }
  // The nearest tenth, a half up; for what is not negative.
  Fraction in_tenths() const { return {(20 * over + under) / (2 * under), 10}; }
  double value() const { return static_cast<double>(over) / static_cast<double>(under); }
};

// Minutes on a clock in Berlin since the first of October 2026; it is put back an hour on the 25th, at 3.
using Clock = int;
constexpr Clock put_back = 24 * 24 * 60 + 3 * 60;

std::string clock_text(Clock at) {
  return fmt::format("2026-{:02}-{:02}T{:02}:{:02}", at < 31 * 1440 ? 10 : 11, at / 1440 % 31 + 1,
                     at / 60 % 24, at % 60);
}
Moment moment_of(Clock at) {
  const Moment october = parse_moment("2026-10-01T00:00+02:00").value();
  return october + std::chrono::minutes(at) + std::chrono::hours(at < put_back ? 0 : 1);
}

struct Version {
  Clock at;
  int tenths, speed_tenths;  // of the whole and of the gate "speed" of step 1
};

struct Work {
  Clock due;
  std::vector<Version> versions;  // in the order of time
};

struct LabRules {
  const char* name;
  int most, void_of_speed, weight;  // in tenths; weight 0: none
  int percent, grace;               // of a day, minutes
  int pass;                         // in tenths; 0: none
  Clock due;
};

// Lab 1 loses its gate "speed", of 10 points.
const std::array<LabRules, 4> labs = {{{"lab1", 300, 100, 250, 30, 0, 0, 11 * 1440 + 1439},
                                       {"lab2", 300, 0, 0, 10, 15, 90, 24 * 1440 - 1},
                                       {"lab5", 600, 0, 330, 10, 15, 0, 25 * 1440 - 60},
                                       {"lab8", 1480, 0, 300, 50, 0, 0, 38 * 1440 + 720}}};
constexpr int late_days = 3, best = 3, pass = 450;
constexpr std::array<std::pair<const char*, int>, 4> scale = {
    {{"1", 780}, {"2", 600}, {"3", 450}, {"5", 0}}};

struct Expected {
  std::map<std::string, std::optional<Fraction>> scores;
  Fraction total = 0;
  int late_days = 0;
  bool passed = true;
  std::string grade;
};

struct Pupil {
  std::string id;
  std::array<Work, 4> work;
};

class ClassOfThirty : public testing::Test {
 protected:
  ClassOfThirty() {
    fs::create_directories(folder / "in");
    std::mt19937 random(20261012);  // the standard says what it gives
    const auto up_to = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    for (int i = 0; i < 30; ++i) {
      Pupil pupil{fmt::format("s{:02}", i), {}};
      for (std::size_t k = 0; k < labs.size(); ++k) {
        Work& work = pupil.work[k];
        work.due = labs[k].due;
        if (up_to(5) == 0) {  // an extension
          work.due += 1440 * (1 + up_to(2));
          rules["extensions"][pupil.id][labs[k].name] = clock_text(work.due);
        }
        Clock at = work.due - 2000 + up_to(1999);
        for (int v = up_to(3); v > 0; --v) {
          const int speed_tenths = up_to(labs[k].void_of_speed);
          const int others = labs[k].most - labs[k].void_of_speed;
          const int best_of_two = std::max(up_to(others), up_to(others));
          const bool is_near_the_end = at >= put_back - 180 && at < put_back + 120;
          work.versions.push_back(
              {is_near_the_end ? put_back + 120 : at, best_of_two + speed_tenths, speed_tenths});
          at = work.versions.back().at + 1 + up_to(3 * 1440);
        }
      }
      pupils.push_back(pupil);
    }
  }

  ScoreSheet graded() {
    for (const LabRules& lab : labs) {
      json& one = rules["labs"][lab.name];
      one["deadline"] = clock_text(lab.due);
      one["late"] = {{"percent_per_day", lab.percent}, {"grace_minutes", lab.grace}};
      if (lab.weight > 0) one["weight"] = lab.weight / 10.0;
      if (lab.pass > 0) one["pass"] = lab.pass / 10.0;
    }
    for (const auto& [name, from] : scale) rules["total"]["scale"][name] = from / 10.0;
    rules["total"]["best"] = best;
    rules["total"]["pass"] = pass / 10.0;
    rules["late_days"] = late_days;
    rules["zone"] = "Europe/Berlin";
    rules["submissions"] = "in";
    write_file(folder / "class.json", rules.dump());
    const Course course = load_course(checkout::root);
    for (const LabRules& lab : labs) EXPECT_EQ(course.find(lab.name).max_score(), lab.most / 10.0);
    HandedIn handed_in;
    std::vector<KeptResult> results;
    for (const Pupil& pupil : pupils) {
      handed_in.students.push_back({pupil.id, "", "", "", pupil.id});
      for (std::size_t k = 0; k < labs.size(); ++k)
        for (const Version& version : pupil.work[k].versions) {
          KeptResult result;
          result.student = pupil.id;
          result.lab = course.find(labs[k].name).name;
          result.key = result.files = std::to_string(version.at);
          result.handed_in = moment_of(version.at);
          result.score = version.tenths / 10.0;
          result.gates[{1, "speed"}] = version.speed_tenths / 10.0;
          results.push_back(result);
        }
    }
    const ScoreSheet sheet = make_sheet(read_settings(course, folder), handed_in, results);
    for (const Lab* lab : sheet.labs)
      for (const Pupil& pupil : pupils)
        if (const LabScore* score = sheet.find(pupil.id, *lab))
          scores[{pupil.id, short_name(lab->name)}] = score->score;
    return sheet;
  }

  const fs::path folder = own_folder();
  std::vector<Pupil> pupils;
  json rules;
  std::map<std::pair<std::string, std::string>, std::optional<double>> scores;
};

// What adjustments make of a pupil's labs and total: given to both sides by the test.
struct Changed {
  std::string pupil, lab;  // an empty lab: the total; an empty pupil: all who have a score
  enum { points, zero, excused } what;
  int tenths = 0;
};

Expected expect(const Pupil& pupil, const std::vector<Changed>& changes) {
  Expected made;
  const auto is_changed = [&](const std::string& lab, auto what) {
    return std::ranges::any_of(changes, [&](const Changed& each) {
      return each.pupil == pupil.id && each.lab == lab && each.what == what;
    });
  };
  // Versions of all labs in order of time, each by the lab's number and its own.
  std::vector<std::array<int, 3>> order;
  for (int k = 0; k < 4; ++k)
    for (int v = 0; v < static_cast<int>(pupil.work[k].versions.size()); ++v)
      order.push_back({pupil.work[k].versions[v].at, k, v});
  std::ranges::sort(order);
  std::array<int, 4> spent{};
  for (const auto& [at, k, v] : order) {
    const Version& version = pupil.work[k].versions[v];
    const LabRules& lab = labs[k];
    const bool is_out =
        is_changed(lab.name, Changed::zero) || is_changed(lab.name, Changed::excused);
    int days = 0;
    for (Clock end = pupil.work[k].due + lab.grace; end < at; end += 1440) ++days;
    const int others = std::accumulate(spent.begin(), spent.end(), 0) - spent[k];
    Fraction most = 0;
    int needed = 0;
    for (int own = 0; own <= (is_out ? 0 : std::min(days, late_days - others)); ++own) {
      const int off = std::min(100, (days - own) * lab.percent);
      const Fraction left =
          (Fraction(version.tenths - (lab.void_of_speed > 0 ? version.speed_tenths : 0), 10) *
           Fraction(100 - off, 100))
              .in_tenths();
      if (own > 0 && !(most < left)) continue;
      most = left;
      needed = own;
    }
    std::optional<Fraction>& score = made.scores[lab.name];
    if (score && !(*score < most)) continue;
    score = most;
    spent[k] = needed;
  }
  made.late_days = std::accumulate(spent.begin(), spent.end(), 0);

  for (const Changed& each : changes) {
    if (each.lab.empty() || (each.pupil != pupil.id && !each.pupil.empty())) continue;
    std::optional<Fraction>& score = made.scores[each.lab];
    if (each.what == Changed::zero) score = Fraction(0);
    if (each.what != Changed::points || (!score && (each.pupil.empty() || each.tenths < 0)))
      continue;
    const auto lab = std::ranges::find(labs, each.lab,
                                       [](const LabRules& one) { return std::string(one.name); });
    Fraction sum = score.value_or(Fraction(0)) + Fraction(each.tenths, 10);
    if (sum < Fraction(0)) sum = 0;
    if (Fraction(lab->most - lab->void_of_speed, 10) < sum)
      sum = Fraction(lab->most - lab->void_of_speed, 10);
    score = sum;
  }

  // All sets of labs that may count, by bits.
  Fraction full = 0, out_of = 0;
  for (unsigned set = 0; set < 16; ++set) {
    if (std::popcount(set) > best) continue;
    Fraction brought = 0, own = 0, all = 0;
    bool may_be = true;
    for (int k = 0; k < 4; ++k) {
      if ((set >> k & 1) == 0) continue;
      const int most = labs[k].most - labs[k].void_of_speed;
      const Fraction weight(labs[k].weight > 0 ? labs[k].weight : most, 10);
      all = all + weight;
      if (is_changed(labs[k].name, Changed::excused)) may_be = false;
      own = own + weight;
      if (const auto score = made.scores[labs[k].name])
        brought = brought + (*score * Fraction(10, most) * weight).in_tenths();
    }
    if (full < all) full = all;
    if (may_be && out_of < own) out_of = own;
    if (may_be && made.total < brought) made.total = brought;
  }
  for (const Changed& each : changes)
    if (each.pupil == pupil.id && each.lab.empty())
      made.total =
          each.what == Changed::zero ? Fraction(0) : made.total + Fraction(each.tenths, 10);
  const auto reaches = [&](int mark) { return !(made.total * full < Fraction(mark, 10) * out_of); };
  made.passed = reaches(pass);
  for (const LabRules& lab : labs) {
    if (is_changed(lab.name, Changed::excused)) made.scores[lab.name].reset();
    if (lab.pass == 0 || is_changed(lab.name, Changed::excused)) continue;
    made.passed &= !(made.scores[lab.name].value_or(Fraction(0)) < Fraction(lab.pass, 10));
  }
  for (const auto& [name, from] : scale)
    if (made.grade.empty() && (from == 0 || (made.passed && reaches(from)))) made.grade = name;
  return made;
}

TEST_F(ClassOfThirty, HasTheMarksThatAnotherComputationGives) {
  const std::vector<Changed> changes = {
      {"s03", "lab1", Changed::points, 25},    {"s04", "lab2", Changed::zero},
      {"s04", "lab2", Changed::points, 3},     {"s05", "lab5", Changed::excused},
      {"s06", "lab8", Changed::points, -2000}, {"", "lab5", Changed::points, 15},
      {"s07", "", Changed::points, 35},        {"s08", "", Changed::zero},
      {"s09", "lab8", Changed::excused},       {"s09", "lab1", Changed::excused}};
  for (const Changed& each : changes) {
    json one = {{"reason", "a reason"}};
    if (!each.pupil.empty()) one["student"] = each.pupil;
    if (!each.lab.empty()) one["lab"] = each.lab;
    if (each.what == Changed::points) one["points"] = each.tenths / 10.0;
    if (each.what == Changed::zero) one["zero"] = true;
    if (each.what == Changed::excused) one["excused"] = true;
    rules["adjustments"].push_back(one);
  }
  rules["adjustments"].push_back(
      {{"lab", "lab1"}, {"step", 1}, {"void", "speed"}, {"reason", "a noisy machine"}});
  const ScoreSheet sheet = graded();
  ASSERT_EQ(sheet.students.size(), 30u);
  int late = 0, dropped = 0;
  std::map<std::string, int> grades;
  for (const Pupil& pupil : pupils) {
    const Expected made = expect(pupil, changes);
    const Total& total = sheet.total(pupil.id);
    for (const auto& [lab, score] : made.scores) {
      const auto has = scores.find({pupil.id, lab});
      const std::optional<double> value = has == scores.end() ? std::nullopt : has->second;
      EXPECT_EQ(value, score ? std::optional(score->value()) : std::nullopt)
          << pupil.id << " " << lab;
    }
    EXPECT_EQ(total.points, made.total.value()) << pupil.id;
    EXPECT_EQ(total.late_days, made.late_days) << pupil.id;
    EXPECT_EQ(total.passed, made.passed) << pupil.id;
    EXPECT_EQ(total.grade, made.grade) << pupil.id;
    late += made.late_days;
    ++grades[made.grade];
  }
  for (const auto& [whose, score] : sheet.scores) dropped += score.is_dropped;
  EXPECT_GT(late, 20) << "the class is worth comparing";
  EXPECT_GE(dropped, 5);
  EXPECT_EQ(grades.size(), scale.size());
}

}  // namespace
}  // namespace warplab::class_of_thirty_test
