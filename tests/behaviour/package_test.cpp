// Packages for platforms that grade by themselves: unpacked, and run as the platform runs them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/in_docker.h"
#include "tests/checkout.h"
#include "tests/confinement.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path root = checkout::root;
const std::string binary = quoted(std::string(checkout::build) + "/bin/warplab");
const fs::path solution = root / "solutions/lab1-convolution-c/convolution.c";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

// Where a course looks for what was built.
void link_build(const fs::path& course) {
  fs::create_directories(course / "build");
  fs::create_directory_symlink(fs::path(checkout::build) / "bin", course / "build/bin");
  if (!fs::exists(course / "build/images"))
    fs::create_directory_symlink(root / "build/images", course / "build/images");
}

class Package : public testing::Test {
 protected:
  // The platform's package for a lab.
  fs::path pack(const std::string& platform, const std::string& lab) {
    const fs::path file = scratch / (platform + "-" + lab);
    const CommandRun run =
        run_command(fmt::format("cd {} && {} package {} {} --output {}", quoted(root), binary,
                                platform, lab, quoted(file)));
    EXPECT_EQ(run.code, 0) << run.output;
    return file;
  }

  const fs::path scratch = own_folder(fs::path(checkout::build) / "test-grades");
};

TEST_F(Package, IsForAPlatformAndALabThatThereAre) {
  for (const char* wrong : {"package moodle lab1", "package gradescope lab99", "package autolab"}) {
    const CommandRun run = run_command(fmt::format("cd {} && {} {} --output {}", quoted(root),
                                                   binary, wrong, quoted(scratch / "none")));
    EXPECT_EQ(run.code, 2) << run.output;
    EXPECT_FALSE(fs::exists(scratch / "none"));
  }
}

// In a folder that stands for /autograder.
class GradescopePackage : public Package {
 protected:
  GradescopePackage() {
    zip = pack("gradescope", "lab1");
    for (const char* folder : {"source", "submission", "results"})
      fs::create_directories(autograder / folder);
    const CommandRun unpacked = run_command(fmt::format(
        "cd {} && cmake -E tar xf {} && cp run_autograder ..", quoted(source), quoted(zip)));
    EXPECT_EQ(unpacked.code, 0) << unpacked.output;
  }

  // What setup.sh does, but for installing and building.
  void unpack_course() {
    const CommandRun unpacked = run_command(
        fmt::format("tar -xzf {} -C {}", quoted(source / "warplab.tar.gz"), quoted(autograder)));
    EXPECT_EQ(unpacked.code, 0) << unpacked.output;
    const fs::path file = kit / "labs/lab1-convolution-c/lab.json";
    auto lab = nlohmann::ordered_json::parse(read_file(file));
    lab["timed_size"] = "1248x936";  // so that grading takes half a second
    lab["sizes"] = {"1x1", "17x33"};
    write_file(file, lab.dump(2));
    link_build(kit);
  }

  CommandRun run_autograder() {
    return run_command(fmt::format("cd {0} && ./run_autograder {0}", quoted(autograder)));
  }

  void expect_no_grade(const CommandRun& run, const std::string& reason) {
    EXPECT_NE(run.code, 0) << run.output;
    EXPECT_NE(run.output.find("No grade"), std::string::npos) << run.output;
    EXPECT_NE(run.output.find(reason), std::string::npos) << run.output;
    EXPECT_FALSE(fs::exists(results));
  }

  const fs::path autograder = scratch / "autograder", kit = autograder / "warplab",
                 source = autograder / "source", results = autograder / "results/results.json";
  fs::path zip;
};

TEST_F(GradescopePackage, HasItsFilesAtTheRoot) {
  const CommandRun listed = run_command("cmake -E tar tf " + quoted(zip));
  std::vector<std::string> names = lines_of(listed.output);
  std::ranges::sort(names);
  EXPECT_EQ(names,
            (std::vector<std::string>{"lab", "run_autograder", "setup.sh", "warplab.tar.gz"}));
  for (const char* script : {"setup.sh", "run_autograder"}) {
    const fs::path file = source / script;
    EXPECT_TRUE(read_file(file).starts_with("#!/bin/bash\n")) << script;
    EXPECT_NE(fs::status(file).permissions() & fs::perms::owner_exec, fs::perms::none) << script;
    const CommandRun checked = run_command("bash -n " + quoted(file));
    EXPECT_EQ(checked.code, 0) << checked.output;
  }
}

TEST_F(GradescopePackage, HasTheLabsBaselinesAndNoSolutions) {
  unpack_course();
  EXPECT_TRUE(fs::exists(kit / "baselines/lab1-convolution-c-step1.o"));
  EXPECT_FALSE(fs::exists(kit / "baselines/lab8-reduction-step2.json"));
  EXPECT_FALSE(fs::exists(kit / "solutions"));
  EXPECT_TRUE(fs::exists(kit / "Makefile"));
}

TEST_F(GradescopePackage, GradesASubmission) {
  unpack_course();
  fs::copy_file(solution, autograder / "submission/convolution.c");
  const CommandRun run = run_autograder();
  ASSERT_EQ(run.code, 0) << run.output;
  const json read = json::parse(read_file(results));
  EXPECT_FALSE(read.contains("score"));
  double possible = 0;
  bool is_right = false;
  for (const json& test : read.at("tests")) {
    if (test.contains("max_score")) possible += test.at("max_score").get<double>();
    if (test.at("name").get<std::string>().ends_with(": correct"))
      is_right = test.at("status") == "passed" && test.at("score") == test.at("max_score");
  }
  EXPECT_TRUE(is_right) << read.dump(2);
  EXPECT_DOUBLE_EQ(possible, load_course(root).find("lab1").max_score());
}

TEST_F(GradescopePackage, GradesInDockersUsualContainerAndSaysSo) {
  if (const std::string why = why_not_confined(); !why.empty()) GTEST_SKIP() << why;
  if (const std::string why = why_no_docker(); !why.empty()) GTEST_SKIP() << why;
  unpack_course();
  fs::copy_file(solution, autograder / "submission/convolution.c");
  const CommandRun run =
      run_in_docker(fmt::format("cd {0} && ./run_autograder {0}", quoted(autograder)));
  ASSERT_EQ(run.code, 0) << run.output;
  const json read = json::parse(read_file(results));
  EXPECT_NE(read.at("output").get<std::string>().find("sandbox: container"), std::string::npos);
  const auto is_right = [](const json& test) {
    return test.at("name").get<std::string>().ends_with(": correct") &&
           test.at("status") == "passed";
  };
  EXPECT_TRUE(std::ranges::any_of(read.at("tests"), is_right)) << read.dump(2);
}

TEST_F(GradescopePackage, TellsAStudentWhichFileIsMissing) {
  unpack_course();
  write_file(autograder / "submission/other.c", "int x;\n");
  const CommandRun run = run_autograder();
  ASSERT_EQ(run.code, 0) << run.output;
  EXPECT_NE(read_file(results).find("convolution.c does not exist"), std::string::npos);
}

TEST_F(GradescopePackage, GivesNoGradeWithoutASandbox) {
  unpack_course();
  fs::copy_file(solution, autograder / "submission/convolution.c");
  write_file(results, "{\"score\": 0}");
  expect_no_grade(run_command("unshare --user --map-root-user sh -c " +
                              quoted(fmt::format("echo 0 > /proc/sys/user/max_user_namespaces; "
                                                 "{0}/run_autograder {0}",
                                                 quoted(autograder)))),
                  "sandbox");
}

TEST_F(GradescopePackage, GivesNoGradeWithoutACourse) {
  write_file(results, "{\"score\": 0}");
  expect_no_grade(run_autograder(), "setup.sh");
}

// apt-get and make do nothing here, but for a program that answers as doctor would.
TEST_F(GradescopePackage, SaysWhileItIsSetUpWhetherItCanGrade) {
  const fs::path fakes = scratch / "fakes";
  fs::create_directories(fakes);
  write_file(fakes / "apt-get", "#!/bin/sh\n");
  write_file(fakes / "make",
             "#!/bin/sh\nmkdir -p build/bin\n"
             "printf '#!/bin/sh\\nexit %s\\n' \"$DOCTOR\" >build/bin/warplab\n"
             "chmod +x build/bin/warplab\n");
  for (const char* name : {"apt-get", "make"}) fs::permissions(fakes / name, fs::perms::owner_all);
  const auto set_up = [&](int doctor) {
    return run_command(fmt::format("DOCTOR={} PATH={}:\"$PATH\" {} {}", doctor, quoted(fakes),
                                   quoted(source / "setup.sh"), quoted(autograder)));
  };
  const CommandRun able = set_up(0);
  EXPECT_EQ(able.code, 0) << able.output;
  EXPECT_EQ(able.output.find("WARNING"), std::string::npos) << able.output;
  EXPECT_TRUE(fs::exists(autograder / "warplab/Makefile"));
  const CommandRun unable = set_up(1);
  EXPECT_EQ(unable.code, 0) << unable.output;
  EXPECT_NE(unable.output.find("WARNING"), std::string::npos) << unable.output;
}

// The name of the assessment in a tar, by Autolab's rules: a single folder at the root, before all
// that is in it, with a .rb and a .yml of its name. Empty where they are broken.
std::string assessment_in(const std::vector<std::string>& members) {
  std::string name;
  bool has_module = false, has_properties = false;
  for (const std::string& member : members) {
    if (member.starts_with('.')) continue;
    if (member.find('/') == member.size() - 1) {
      if (!name.empty()) return "";
      name = member.substr(0, member.size() - 1);
      continue;
    }
    if (name.empty()) return "";
    has_module |= member == name + "/" + name + ".rb";
    has_properties |= member == name + "/" + name + ".yml";
  }
  return has_module && has_properties ? name : "";
}

TEST(AutolabsRules, WantAFolderOfTheAssessmentsName) {
  EXPECT_EQ(assessment_in({"x/", "x/x.rb", "x/x.yml", "x/y"}), "x");
  EXPECT_EQ(assessment_in({"x/x.rb", "x/x.yml"}), "");
  EXPECT_EQ(assessment_in({"x/", "y/", "x/x.rb", "x/x.yml"}), "");
  EXPECT_EQ(assessment_in({"x/", "x/y.rb", "x/x.yml"}), "");
}

json properties_in(const fs::path& assessment) {
  return json::parse(read_file(assessment / (assessment.filename().string() + ".yml")));
}

std::set<std::string> problems_in(const fs::path& assessment) {
  const json properties = properties_in(assessment);
  std::set<std::string> names;
  for (const json& problem : properties.at("problems"))
    names.insert(problem.at("name").get<std::string>());
  return names;
}

// The scores of a job. Words before a colon get quotes, whatever they stand in.
json scores_in(const std::string& output) {
  static const std::regex word("([a-zA-Z0-9]+):");
  const std::vector<std::string> lines = lines_of(output);
  return json::parse(std::regex_replace(lines.back(), word, "\"$1\":")).at("scores");
}

class AutolabPackage : public Package {
 protected:
  // Unpacks the assessment, and returns its folder.
  fs::path unpack(const std::string& lab) {
    const fs::path tar = pack("autolab", lab);
    const CommandRun listed = run_command("tar -tf " + quoted(tar));
    const std::string name = assessment_in(lines_of(listed.output));
    EXPECT_TRUE(std::regex_match(name, std::regex("[a-z][a-z0-9]*"))) << listed.output;
    const CommandRun unpacked =
        run_command(fmt::format("tar -xf {} -C {}", quoted(tar), quoted(scratch)));
    EXPECT_EQ(unpacked.code, 0) << unpacked.output;
    return scratch / name;
  }

  // The output of a job, whose last line decides, in a folder with the three files that Autolab
  // puts there.
  std::string run_job(const fs::path& assessment, const fs::path& course,
                      const fs::path& handed_in = solution, const std::string& make = "make") {
    const json properties = properties_in(assessment);
    const std::string name = properties.at("general").at("handin_filename");
    fs::create_directories(job);
    fs::copy_file(assessment / "autograde.tar", job / "autograde.tar");
    fs::copy_file(assessment / "autograde-Makefile", job / "Makefile");
    fs::copy_file(handed_in, job / name);
    const CommandRun run =
        run_command(fmt::format("cd {} && env -u MAKELEVEL -u MAKEFLAGS -u MFLAGS WARPLAB={} {}",
                                quoted(job), quoted(course), make));
    EXPECT_EQ(run.code, 0) << run.output;
    return run.output;
  }

  void expect_no_score(const fs::path& assessment, const std::string& output,
                       const std::string& reason) {
    EXPECT_NE(output.find("No grade"), std::string::npos) << output;
    EXPECT_NE(output.find(reason), std::string::npos) << output;
    // What stands where Autolab looks for feedback is no JSON: it would add up the scores beside
    // it, and null has no sum.
    const std::vector<std::string> lines = lines_of(output);
    ASSERT_GE(lines.size(), 2u);
    EXPECT_FALSE(json::accept(lines[lines.size() - 2])) << output;
    const json scores = scores_in(output);
    EXPECT_EQ(scores.size(), problems_in(assessment).size()) << output;
    for (const auto& [problem, score] : scores.items()) EXPECT_TRUE(score.is_null()) << output;
  }

  const fs::path job = scratch / "job";
};

TEST_F(AutolabPackage, OfEveryLabHasItsPoints) {
  // What Autolab takes of an assessment's properties; it refuses others.
  const std::set<std::string> known = {"name",
                                       "display_name",
                                       "category_name",
                                       "description",
                                       "handin_filename",
                                       "handin_directory",
                                       "max_grace_days",
                                       "handout",
                                       "writeup",
                                       "max_submissions",
                                       "disable_handins",
                                       "max_size"};
  bool takes_archive = false;
  for (const Lab& lab : load_course(root).labs) {
    const fs::path assessment = unpack(lab.name);
    const json properties = properties_in(assessment);
    double possible = 0;
    for (const json& problem : properties.at("problems"))
      possible += problem.at("max_score").get<double>();
    EXPECT_NEAR(possible, lab.max_score(), 1e-9) << lab.name;
    EXPECT_EQ(problems_in(assessment).size(), properties.at("problems").size()) << lab.name;
    for (const auto& [key, value] : properties.at("general").items())
      EXPECT_TRUE(known.contains(key)) << key;
    std::set<std::string> files;
    for (const Step& step : lab.steps) files.insert(step.file);
    const std::string hand_in = properties.at("general").at("handin_filename");
    EXPECT_EQ(hand_in, files.size() == 1 ? *files.begin() : "handin.tar") << lab.name;
    takes_archive |= hand_in == "handin.tar";
    const std::string ruby = read_file(assessment / (assessment.filename().string() + ".rb"));
    EXPECT_NE(ruby.find("\nmodule Lab"), std::string::npos) << ruby;
  }
  EXPECT_TRUE(takes_archive) << "no lab has several files";
}

TEST_F(AutolabPackage, GradesAHandIn) {
  const fs::path course = scratch / "course";
  copy_small_course(course);
  link_build(course);
  const fs::path assessment = unpack("lab1");
  const std::string output = run_job(assessment, course);
  const std::set<std::string> problems = problems_in(assessment);
  const json scores = scores_in(output);
  EXPECT_EQ(scores.size(), problems.size()) << output;
  for (const auto& [problem, score] : scores.items()) {
    EXPECT_TRUE(problems.contains(problem)) << problem;
    EXPECT_TRUE(score.is_number()) << output;
    if (problem.ends_with("-correct")) {
      EXPECT_GT(score.get<double>(), 0) << output;
    }
  }
}

TEST_F(AutolabPackage, UnpacksAnArchiveThatIsHandedIn) {
  const fs::path archive = scratch / "files.tar";
  const CommandRun packed = run_command(fmt::format("tar -cf {} -C {} lab2-openmp/outer_loop.c",
                                                    quoted(archive), quoted(root / "solutions")));
  EXPECT_EQ(packed.code, 0) << packed.output;
  const std::string output = run_job(unpack("lab2"), scratch / "no-course", archive);
  EXPECT_TRUE(fs::exists(job / "submission/lab2-openmp/outer_loop.c")) << output;
}

TEST_F(AutolabPackage, SavesNoScoreWithoutACourse) {
  const fs::path assessment = unpack("lab1");
  expect_no_score(assessment, run_job(assessment, scratch / "no-course"), "no-course");
}

TEST_F(AutolabPackage, SavesNoScoreWithoutASandbox) {
  const fs::path course = scratch / "course";
  copy_small_course(course);
  link_build(course);
  const fs::path assessment = unpack("lab1");
  expect_no_score(assessment,
                  run_job(assessment, course, solution,
                          "unshare --user --map-root-user sh -c 'echo 0 > "
                          "/proc/sys/user/max_user_namespaces; make'"),
                  "sandbox");
}

}  // namespace
}  // namespace warplab
