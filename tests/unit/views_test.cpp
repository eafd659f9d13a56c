// Views of a result: each is told of everything, and the failure of one costs the others nothing.
#include "autograder/views/view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "autograder/report/history.h"
#include "common/files.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class ViewsTest : public testing::Test {
 protected:
  ViewsTest() {
    setting_.history = folder_ / "grades/history.sqlite";
    setting_.results = folder_ / "grades/submissions";
    setting_.submission = "labs";
    result_.submission = "labs";
    LabResult& lab = result_.labs.emplace_back();
    lab.lab = "lab1-convolution-c";
    StepResult& step = lab.steps.emplace_back();
    step.step = 1;
    step.gates = {{GateKind::correct, "correct", true, {}, {}, 4, 8, ""}};
    add_up(result_);
  }

  const fs::path folder_ = own_folder();
  const fs::path json_ = folder_ / "result.json";
  ViewSetting setting_;
  Result result_;
};

TEST_F(ViewsTest, OptionsAreUnique) {
  std::vector<std::string> options;
  for (const View& view : all_views())
    if (!view.option.empty()) options.push_back(view.option);
  EXPECT_NE(std::ranges::find(options, "json"), options.end());
  std::ranges::sort(options);
  EXPECT_EQ(std::ranges::adjacent_find(options), options.end());
}

TEST_F(ViewsTest, EachKeepsItsPart) {
  Views views(setting_, {{"json", json_}});
  views.lab_done(result_, 1);
  views.run_done(result_);
  EXPECT_TRUE(views.all_kept());
  EXPECT_EQ(nlohmann::json::parse(read_file(json_))["score"], 4);
  EXPECT_TRUE(fs::exists(setting_.results / "lab1-convolution-c/result.json"));
  EXPECT_EQ(History(setting_.history).best("labs", result_.labs[0]), 4);
}

TEST_F(ViewsTest, ALabsResultNamesTheDevicesOfThatLab) {
  LabResult on_gpu = result_.labs[0];
  on_gpu.lab = "lab5-shared-int";
  on_gpu.steps[0].device = Device::gpu;
  result_.labs.push_back(on_gpu);
  result_.device = devices_of(result_.labs);
  Views(setting_, {}).lab_done(result_, 1);
  const fs::path file = setting_.results / "lab5-shared-int/result.json";
  EXPECT_EQ(nlohmann::json::parse(read_file(file))["device"], "simt");
}

TEST_F(ViewsTest, APageLiesBesideTheResultUnlessItIsLeftOut) {
  const fs::path page = setting_.results / "lab1-convolution-c/page.html";
  setting_.with_pages = false;
  Views(setting_, {}).lab_done(result_, 1);
  EXPECT_FALSE(fs::exists(page));
  setting_.with_pages = true;
  Views(setting_, {}).lab_done(result_, 1);
  const std::string text = read_file(page);
  result_.labs[0].steps[0].verdict = {VerdictKind::grader_error, ""};
  Views(setting_, {}).lab_done(result_, 1);
  EXPECT_EQ(read_file(page), text) << "a failure of the grader replaces nothing";
}

TEST_F(ViewsTest, APageNamesTheSandboxThatIsNotTheUsualOne) {
  const auto grade = [&] {
    Views(setting_, {}).lab_done(result_, 1);
    return read_file(setting_.results / "lab1-convolution-c/page.html");
  };
  EXPECT_EQ(grade().find("sandbox:"), std::string::npos);
  result_.sandbox = SandboxKind::container;
  EXPECT_NE(grade().find("sandbox: container"), std::string::npos);
}

TEST_F(ViewsTest, APageTellsWhatTheRunBeforeHadOfIt) {
  const fs::path page = setting_.results / "lab1-convolution-c/page.html";
  const auto grade = [&](double points) {
    result_.labs[0].steps[0].gates[0].points = points;
    add_up(result_);
    Views views(setting_, {});
    views.lab_done(result_, 1);
    views.run_done(result_);
    return read_file(page);
  };
  EXPECT_EQ(grade(4).find("the run before"), std::string::npos);
  EXPECT_NE(grade(6).find("+2 gained"), std::string::npos);
  setting_.is_gradable = false;
  EXPECT_EQ(grade(8).find("gained"), std::string::npos) << "it is compared with nothing";
}

TEST_F(ViewsTest, OneThatFailsCostsTheOthersNothing) {
  Views views(setting_, {{"json", json_}});
  fs::create_directories(json_ / "in the way");
  views.run_done(result_);
  EXPECT_FALSE(views.all_kept());
  EXPECT_EQ(History(setting_.history).best("labs", result_.labs[0]), 4);
}

TEST_F(ViewsTest, AfterADeathNothingTouchesTheHistory) {
  result_.error = "ended by SIGSEGV";
  result_.labs[0].steps[0].verdict = {VerdictKind::grader_error, ""};
  Views views(setting_, {{"json", json_}}, true);
  views.lab_done(result_, 0);
  views.run_done(result_);
  EXPECT_TRUE(fs::exists(json_));
  EXPECT_TRUE(fs::exists(setting_.results / "lab1-convolution-c/grader-error.json"));
  EXPECT_FALSE(fs::exists(setting_.history));
}

TEST_F(ViewsTest, WithoutAHistoryTheRestIsKept) {
  setting_.history.clear();
  Views views(setting_, {{"json", json_}});
  views.lab_done(result_, 1);
  views.run_done(result_);
  EXPECT_TRUE(views.all_kept());
  EXPECT_TRUE(fs::exists(setting_.results / "lab1-convolution-c/result.json"));
  EXPECT_FALSE(fs::exists(folder_ / "grades/history.sqlite"));
}

TEST_F(ViewsTest, WhatCannotBeKeptIsNotBegun) {
  EXPECT_THROW(Views(setting_, {{"json", folder_ / "no such folder/result.json"}}), FileError);
}

}  // namespace
}  // namespace warplab
