// A class from what a platform hands out to its scores, by the command.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"
#include "tests/zip_writer.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class ClassFrom : public testing::Test {
 protected:
  ClassFrom() { copy_small_course(scratch); }

  CommandRun warplab(const std::string& arguments) {
    return run_command(fmt::format("cd {} && {} {}", quoted(scratch),
                                   quoted(std::string(checkout::build) + "/bin/warplab"),
                                   arguments));
  }
  std::string solution() {
    return read_file(scratch / "solutions/lab1-convolution-c/convolution.c");
  }
  // The only file of this name below a student's results.
  std::string result_of(const std::string& student, const std::string& name) {
    for (const auto& entry : fs::recursive_directory_iterator(scratch / "class" / student))
      if (entry.path().filename() == name) return read_file(entry.path());
    return "";
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(ClassFrom, WhatMoodleHandsOutIsGradedAndLatenessIsSaid) {
  write_zip_file(scratch / "lab1.zip",
                 {{"Ada Lovelace_17_assignsubmission_file_/Convolution.C", solution()},
                  {"Bob Hope_18_assignsubmission_file_/convolution (1).c", solution()}});
  write_file(
      scratch / "worksheet.csv",
      "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\",\"Last modified "
      "(submission)\",\"Last modified (grade)\"\n"
      "Participant 17,Ada Lovelace,ada@u.example,-,,30,\"Sunday, 25 October 2026, 11:58 PM\",-\n"
      "Participant 18,Bob Hope,bob@u.example,-,,30,\"Monday, 26 October 2026, 12:30 AM\",-\n");
  const CommandRun init = warplab(
      "class init class --lab lab1 --zone Europe/Berlin --from lab1.zip worksheet.csv --json "
      "init.json");
  EXPECT_EQ(init.code, 0) << init.output;
  EXPECT_NE(init.output.find("2 hand-ins of 2 students, in class/handed-in"), std::string::npos)
      << init.output;
  EXPECT_EQ(nlohmann::json::parse(read_file(scratch / "init.json"))["hand_ins"], 2);
  auto settings = nlohmann::json::parse(read_file(scratch / "class/class.json"));
  EXPECT_EQ(settings["zone"], "Europe/Berlin");
  const CommandRun other =
      warplab("class init class --lab lab1 --zone Europe/Paris --from lab1.zip worksheet.csv");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.output.find("class/class.json has the zone \"Europe/Berlin\", and --zone says "
                              "\"Europe/Paris\": change it there, or leave out --zone"),
            std::string::npos)
      << other.output;
  settings["labs"] = {{"lab1", {{"deadline", "2026-10-24T23:59"}}}};
  settings["late"] = {{"percent_per_day", 10}};
  write_file(scratch / "class/class.json", settings.dump());

  const CommandRun run = warplab("class run class");
  EXPECT_EQ(run.code, 0) << run.output;
  const CommandRun collect = warplab("class collect class --json scores.json");
  EXPECT_EQ(collect.code, 0) << collect.output;
  EXPECT_NE(collect.output.find("! handed in late"), std::string::npos) << collect.output;
  const auto scores = nlohmann::json::parse(read_file(scratch / "scores.json"));
  const auto lost = [&](int i) {
    return scores[i]["labs"]["lab1-convolution-c"]["lost"].get<double>();
  };
  EXPECT_EQ(scores[0]["student"], "ada");
  EXPECT_GT(lost(0), 0) << "24 hours and 59 minutes late, on the day on which the clocks go back";
  EXPECT_NEAR(lost(1), 2 * lost(0), 0.11) << "half an hour later another day has begun";
  EXPECT_NE(read_file(scratch / "class/scores.csv").find("lab1: 25.0 h late"), std::string::npos);
  EXPECT_NE(result_of("ada", "result.txt").find("25.0 h after the deadline, 2026-10-24T21:59:00Z"),
            std::string::npos)
      << result_of("ada", "result.txt");
}

TEST_F(ClassFrom, WhatCanvasCallsLateIsLateByATimeThatCanBeWrittenDown) {
  write_zip_file(scratch / "submissions.zip",
                 {{"lovelaceada_LATE_881_9001_convolution.c", solution()}});
  const CommandRun init = warplab("class init class --lab lab1 --from submissions.zip");
  EXPECT_EQ(init.code, 0);
  EXPECT_NE(init.output.find("when 1 hand-in was handed in is not known"), std::string::npos)
      << init.output;
  const CommandRun zone =
      warplab("class init class --lab lab1 --zone Europe/Berlin --from submissions.zip");
  EXPECT_EQ(zone.code, 2);
  EXPECT_NE(zone.output.find("class/class.json has no \"zone\", and --zone says \"Europe/Berlin\""),
            std::string::npos)
      << zone.output;
  EXPECT_EQ(warplab("class run class --lab lab1").code, 0);
  const CommandRun collect = warplab("class collect class");
  EXPECT_NE(collect.output.find("! handed in late"), std::string::npos) << collect.output;
  EXPECT_NE(read_file(scratch / "class/scores.csv").find("lab1: late by an unknown time"),
            std::string::npos);
  EXPECT_NE(result_of("lovelaceada", "result.txt").find("handed in late; by how much is not known"),
            std::string::npos);

  write_file(scratch / "class/handed-in/handed-in.csv",
             "id,lab,handed_in\nlovelaceada,lab1-convolution-c,2026-10-13T12:00+02:00\n");
  auto settings = nlohmann::json::parse(read_file(scratch / "class/class.json"));
  settings["labs"] = {{"lab1", {{"deadline", "2026-10-12T12:00+02:00"}}}};
  write_file(scratch / "class/class.json", settings.dump());
  EXPECT_EQ(warplab("class collect class").code, 0);
  EXPECT_NE(read_file(scratch / "class/scores.csv").find("lab1: 24.0 h late, 0 points lost"),
            std::string::npos)
      << read_file(scratch / "class/scores.csv");
}

TEST_F(ClassFrom, WhatAStudentPackedIsTakenIn) {
  const char* const file = "lab2-openmp/inner_loop.c";
  fs::copy_file(scratch / "solutions" / file, scratch / "labs" / file,
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(warplab("hand-in lab2 --output in/ada.zip").code, 0);
  EXPECT_EQ(warplab("class init class --from in/").code, 0);
  EXPECT_EQ(read_file(scratch / "class/handed-in/ada" / file),
            read_file(scratch / "solutions" / file));
}

TEST_F(ClassFrom, WhatCannotBeUsedIsExitCodeTwo) {
  write_file(scratch / "no.zip", "PK");
  const CommandRun refused = warplab("class init class --from no.zip");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.output.find("no.zip is damaged, or no archive"), std::string::npos)
      << refused.output;
  EXPECT_FALSE(fs::exists(scratch / "class/class.json"));
  write_zip_file(scratch / "a.zip", {{"Ada_1_assignsubmission_file_/convolution.c", solution()},
                                     {"Bob_2_assignsubmission_file_/essay.pdf", "%PDF"}});
  const CommandRun init = warplab("class init class --lab lab1 --from a.zip");
  EXPECT_EQ(init.code, 2);
  EXPECT_NE(
      init.output.find("Bob: none of the files that lab1-convolution-c asks for, only essay.pdf"),
      std::string::npos)
      << init.output;
  EXPECT_TRUE(fs::exists(scratch / "class/handed-in/Ada/lab1-convolution-c/convolution.c"));
  EXPECT_EQ(warplab("class init class").code, 2);
  EXPECT_EQ(warplab("class init class --submissions a --from a.zip").code, 2);
  const CommandRun other = warplab("class init other --submissions a.zip");
  EXPECT_NE(other.output.find("a.zip is not a folder"), std::string::npos) << other.output;
}

}  // namespace
}  // namespace warplab
