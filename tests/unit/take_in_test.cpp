// What platforms hand out, written here as they write it, and the folder of submissions that comes of it.
#include "autograder/platforms/take_in.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/sandbox/answer.h"
#include "common/files.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"
#include "tests/zip_writer.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class TakeIn : public testing::Test {
 protected:
  TakeIn() { intake.folder = scratch / "class"; }

  // Takes in these, which lie in the test's folder, for a lab or for all. Returns what is said, a line each.
  std::string take(const std::vector<std::string>& from, const std::string& lab = "") {
    intake.from.clear();
    for (const std::string& each : from) intake.from.push_back(scratch / each);
    intake.labs = course.select(lab.empty() ? std::vector<std::string>{} : std::vector{lab});
    std::string text;
    for (const Remark& remark : take_in(course, intake).remarks)
      text += (remark.hinders ? "! " : "- ") + remark.text + "\n";
    return text;
  }
  // Why it is refused as a whole.
  std::string refusal(const std::vector<std::string>& from) {
    try {
      take(from);
    } catch (const CourseError& error) {
      return error.what();
    }
    return "not refused";
  }
  // All that was taken in, "ada/lab1-convolution-c/convolution.c: int a;", a line each.
  std::string taken() {
    std::vector<std::string> lines;
    const fs::path top = intake.folder / taken_in;
    for (const auto& entry : fs::recursive_directory_iterator(top))
      if (entry.is_regular_file() && entry.path().extension() != ".csv")
        lines.push_back(fmt::format("{}: {}\n", entry.path().lexically_relative(top).string(),
                                    read_file(entry.path())));
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines) text += line;
    return text;
  }
  std::string csv(const std::string& name) {
    std::string text = read_file(intake.folder / taken_in / name);
    std::erase(text, '\r');
    return text;
  }
  // What lies about outside of the class's folder, and beside the test's.
  std::vector<fs::path> outside() {
    std::vector<fs::path> paths;
    for (auto at = fs::recursive_directory_iterator(scratch); at != end(at); ++at) {
      if (at->path() == intake.folder) at.disable_recursion_pending();
      if (at->path() != intake.folder) paths.push_back(at->path());
    }
    for (fs::path folder = scratch.parent_path(); folder != folder.root_path();
         folder = folder.parent_path())
      for (const char* name : {"evil", "evil.c"})
        if (fs::exists(folder / name)) paths.push_back(folder / name);
    std::ranges::sort(paths);
    return paths;
  }
  void zip(const std::string& name, const std::vector<ZippedFile>& files) {
    write_zip_file(scratch / name, files);
  }
  // A zip in a zip.
  std::string zipped(const std::vector<ZippedFile>& files) {
    write_zip_file(scratch / "inner.zip", files);
    return read_file(scratch / "inner.zip");
  }
  void put(const fs::path& path, const std::string& text) {
    fs::create_directories((scratch / path).parent_path());
    write_file(scratch / path, text);
  }
  void git(const std::string& folder, const std::string& arguments, const std::string& date = "") {
    const std::string line = fmt::format(
        "cd '{}' && GIT_COMMITTER_DATE='{}' git -c user.name=a -c user.email=a@b -c "
        "init.defaultBranch=main {}",
        (scratch / folder).string(), date, arguments);
    const Answer answer = ask({"bash", "-c", line}, 60);
    ASSERT_EQ(answer.code, 0) << line << answer.errors;
  }

  const Course course = load_course(checkout::root);
  const fs::path scratch = own_folder();
  Intake intake;
};

constexpr const char* worksheet =
    "\xef\xbb\xbfIdentifier,\"Full name\",\"ID number\",\"Email address\",Status,Grade,\"Maximum "
    "grade\","
    "\"Grade can be changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback "
    "comments\"\n"
    "\"Participant 17\",\"Ada Lovelace\",s0017,ada@uni.example,\"Submitted for "
    "grading\",,30.00,Yes,"
    "\"Sunday, 25 October 2026, 11:58 PM\",-,\n"
    "\"Participant 18\",\"José Núñez\",,jose@uni.example,\"Submitted for grading\",,30.00,Yes,"
    "\"Monday, 26 October 2026, 00:10\",-,\n"
    "\"Participant 19\",\"Grace Hopper\",s0019,grace@uni.example,\"No "
    "submission\",,30.00,Yes,-,-,\n";

TEST_F(TakeIn, MoodlesFoldersWithItsWorksheet) {
  zip("lab2.zip",
      {{"Ada Lovelace_17_assignsubmission_file_/Inner_loop.c", "ada's"},
       {"José Núñez_18_assignsubmission_file_/my lab.zip",
        zipped({{"lab2-openmp/window_loop.c.txt", "josé's"}, {"__MACOSX/lab2/._a.c", "x"}})}});
  put("worksheet.csv", worksheet);
  intake.zone = Zone("Europe/Berlin");
  EXPECT_EQ(take({"lab2.zip", "worksheet.csv"}),
            "- Ada Lovelace: takes Inner_loop.c as inner_loop.c\n"
            "- José Núñez: takes lab2-openmp/window_loop.c.txt as window_loop.c\n");
  EXPECT_EQ(taken(),
            "jose/lab2-openmp/window_loop.c: josé's\ns0017/lab2-openmp/inner_loop.c: ada's\n");
  EXPECT_EQ(csv("students.csv"),
            "id,email,name,section,path\n"
            "s0017,ada@uni.example,Ada Lovelace,,\njose,jose@uni.example,José Núñez,,\n");
  EXPECT_EQ(csv("handed-in.csv"),
            "id,lab,handed_in,late,from\n"
            "jose,lab2-openmp,2026-10-25T23:10:00Z,,grade book\n"
            "s0017,lab2-openmp,2026-10-25T22:58:00Z,,grade book\n");
}

TEST_F(TakeIn, MoodlesFilesWithoutATable) {
  zip("lab2.zip", {{"Ada Lovelace_17_assignsubmission_file_inner_loop.c", "1"},
                   {"Ada Lovelace_17_assignsubmission_file_outer_loop.C", "2"},
                   {"Ada Lovelace_23_assignsubmission_file_inner_loop.c", "another's"},
                   {"Eve_24_assignsubmission_onlinetext_onlinetext.html", "no file"}});
  EXPECT_EQ(
      take({"lab2.zip"}, "lab2"),
      "- Ada Lovelace: takes outer_loop.C as outer_loop.c\n"
      "! two students are named Ada Lovelace: one is Ada Lovelace 23 here. Give the platform's "
      "table as well, and each has an id\n"
      "! Eve: there is nothing in it\n"
      "- when 2 hand-ins were handed in is not known, and nothing is deducted for it: give the "
      "platform's table as well, or write it into handed-in.csv\n");
  EXPECT_EQ(taken(),
            "Ada Lovelace 23/lab2-openmp/inner_loop.c: another's\n"
            "Ada Lovelace/lab2-openmp/inner_loop.c: 1\nAda Lovelace/lab2-openmp/outer_loop.c: 2\n");
}

TEST_F(TakeIn, AGroupOfMoodlesIsAllItsStudents) {
  zip("lab1.zip", {{"Blue team_17_assignsubmission_file/convolution (1).c", "theirs"}});
  put("worksheet.csv",
      "Identifier,\"Full name\",\"Email address\",Status,Group,Grade,\"Maximum grade\",\"Last "
      "modified "
      "(submission)\",\"Last modified (grade)\"\n"
      "Participant 17,Somebody Else,else@u.example,-,Red team,,30,-,-\n"
      "Participant 18,Ada Lovelace,ada@u.example,-,Blue team,,30,\"Friday, 9 October 2026, 10:00 "
      "AM\",-\n"
      "Participant 19,Bob Hope,bob@u.example,-,Blue team,,30,\"Friday, 9 October 2026, 10:00 "
      "AM\",-\n");
  EXPECT_EQ(take({"lab1.zip", "worksheet.csv"}, "lab1"),
            "- Blue team: takes convolution (1).c as convolution.c\n");
  EXPECT_EQ(taken(),
            "ada/lab1-convolution-c/convolution.c: theirs\n"
            "bob/lab1-convolution-c/convolution.c: theirs\n");
}

TEST_F(TakeIn, CanvassFilesWithItsGradeBook) {
  zip("submissions.zip", {{"hoppergrace_LATE_882_9002_convolution-2.c", "second attempt"},
                          {"kinglovelaceada_881_9001_convolution.c", "ada's"},
                          {"redteam_883_9003_convolution.c", "a group's"}});
  put("grades.csv",
      "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (4711)\n"
      "    Points Possible,,,,,30\n"
      "\"King Lovelace, Ada\",881,s123,ada,A,\n\"Hopper, Grace\",882,s124,grace,B,\n"
      "\"Hope, Bob\",883,s125,bob,B,\n");
  EXPECT_EQ(
      take({"submissions.zip", "grades.csv"}, "lab1"),
      "- hoppergrace: takes convolution-2.c as convolution.c\n"
      "! redteam: this looks like a group; it goes to Bob Hope alone, and the others need a line "
      "in students.csv with the same path\n"
      "- when 3 hand-ins were handed in is not known, and nothing is deducted for it: give the "
      "platform's table as well, or write it into handed-in.csv\n");
  EXPECT_EQ(csv("students.csv"),
            "id,email,name,section,path\nada,,Ada King Lovelace,A,\ngrace,,Grace Hopper,B,\n"
            "bob,,Bob Hope,B,\n");
  EXPECT_EQ(csv("handed-in.csv"),
            "id,lab,handed_in,late,from\nada,lab1-convolution-c,,,\nbob,lab1-convolution-c,,,\n"
            "grace,lab1-convolution-c,,late,\n");
}

TEST_F(TakeIn, GradescopesExportKnowsItself) {
  zip("assignment_9_export.zip",
      {{"assignment_9_export/submission_metadata.yml",
        "---\nsubmission_71:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: '00123'\n"
        "    :email: ada@u.example\n  - :name: Bob Hope\n    :sid: '00124'\n    :email: "
        "bob@u.example\n"
        "  :created_at: 2026-10-12 14:59:30.123456789 -07:00\n  :score: 3.0\n  :status: processed\n"
        "  :history:\n  - :id: 70\n    :created_at: 2026-10-01 10:00:00.0 Z\n    :score: 1.0\n"},
       {"assignment_9_export/submission_71/convolution.c", "theirs"}});
  EXPECT_EQ(take({"assignment_9_export.zip"}, "lab1"), "");
  EXPECT_EQ(taken(),
            "00123/lab1-convolution-c/convolution.c: theirs\n"
            "00124/lab1-convolution-c/convolution.c: theirs\n");
  EXPECT_EQ(
      csv("handed-in.csv"),
      "id,lab,handed_in,late,from\n00123,lab1-convolution-c,2026-10-12T21:59:30Z,,grade book\n"
      "00124,lab1-convolution-c,2026-10-12T21:59:30Z,,grade book\n");
}

TEST_F(TakeIn, AFolderOfZipsAndFolders) {
  zip("in/ada.zip", {{"lab5/convolution.cu", "ada's 5"}, {"lab1/convolution.c", "ada's 1"}});
  put("in/bob/lab1-convolution-c/convolution.c", "bob's");
  put("in/notes.txt", "mine");
  EXPECT_EQ(take({"in"}),
            "! in: notes.txt matches no student\n"
            "- 3 hand-ins have the time of their files, which the student's own clock made: the "
            "platform's table knows better\n");
  EXPECT_EQ(
      taken(),
      "ada/lab1-convolution-c/convolution.c: ada's 1\nada/lab5-shared-int/convolution.cu: ada's "
      "5\nbob/lab1-convolution-c/convolution.c: bob's\n");
}

TEST_F(TakeIn, AnArchiveMayBeOneStudents) {
  zip("ada.zip", {{"lab5/convolution.cu", "ada's"}});
  zip("bob.zip", {{"inner_loop.c", "bob's"}, {"notes.txt", "x"}});
  zip("cy.zip", {{"kit/labs/lab1-convolution-c/convolution.c", "cy's"},
                 {"kit/solutions/lab1-convolution-c/convolution.c", "x"}});
  put("dan/lab1/convolution.c", "dan's");
  take({"ada.zip", "bob.zip", "cy.zip", "dan"});
  EXPECT_EQ(
      taken(),
      "ada/lab5-shared-int/convolution.cu: ada's\nbob/lab2-openmp/inner_loop.c: bob's\n"
      "cy/lab1-convolution-c/convolution.c: cy's\ndan/lab1-convolution-c/convolution.c: dan's\n");
}

TEST_F(TakeIn, ClonesHaveTheTimesOfTheirCommits) {
  for (const char* who : {"lab1-ada", "lab1-bob"}) {
    put(fs::path("clones") / who / "labs/lab1-convolution-c/convolution.c", who);
    git(std::string("clones/") + who, "init -q .");
    git(std::string("clones/") + who, "add .");
    git(std::string("clones/") + who, "commit -qm 1", "2026-10-12T12:00:00+0200");
  }
  put("clones/lab1-ada/README.md", "later, and no lab's file");
  git("clones/lab1-ada", "add .");
  git("clones/lab1-ada", "commit -qm 2", "2026-10-30T12:00:00+0200");
  // What a student may have left for us to run.
  git("clones/lab1-bob", fmt::format("config core.fsmonitor 'touch {}/pwned'", scratch.string()));
  git("clones/lab1-bob", "config log.showSignature true");
  git("clones/lab1-bob", "pack-refs --all");
  put("roster.csv", "username,email\nada,ada@u.example\nbob,bob@u.example\n");
  EXPECT_EQ(take({"clones", "roster.csv"}), "");
  EXPECT_EQ(csv("handed-in.csv"),
            "id,lab,handed_in,late,from\nada,lab1-convolution-c,2026-10-12T10:00:00Z,,commit\n"
            "bob,lab1-convolution-c,2026-10-12T10:00:00Z,,commit\n");
  EXPECT_FALSE(fs::exists(scratch / "pwned"));
}

TEST_F(TakeIn, TheNextAttemptTakesThePlaceOfTheLast) {
  zip("1.zip", {{"Ada_1_assignsubmission_file_/convolution.c", "first"},
                {"Bob_2_assignsubmission_file_/convolution.c", "bob's"}});
  zip("2.zip", {{"Ada_9_assignsubmission_file_/convolution.c", "second"}});
  take({"1.zip"}, "lab1");
  put("class/handed-in/students.csv", csv("students.csv") + "cy,,,,Bob\n");  // who works with Bob
  take({"2.zip"}, "lab1");
  EXPECT_EQ(taken(),
            "Ada/lab1-convolution-c/convolution.c: second\n"
            "Bob/lab1-convolution-c/convolution.c: bob's\n");
  EXPECT_EQ(csv("students.csv"), "id,email,name,section,path\nAda,,Ada,,\nBob,,Bob,,\ncy,,,,Bob\n");
}

TEST_F(TakeIn, ABadArchiveOfOneStudentIsSaidAndTheOthersAreTaken) {
  const auto of = [&](const std::string& who, const std::vector<ZippedFile>& files) {
    return ZippedFile{who + "_1_assignsubmission_file_/a.zip", zipped(files)};
  };
  const std::string zeros(33 << 20, '\0');
  zip("lab1.zip", {of("Bomb", {{"convolution.c", "x"}, {"a", std::string(30 << 20, '\0')}}),
                   of("Cipher", {{"convolution.c", "x", 0, 0100644, true}}),
                   {"Damaged_1_assignsubmission_file_/a.zip", "PK\3\4 and no more"},
                   of("Link", {{"convolution.c", "/etc/passwd", 0, 0120777}}),
                   of("Nested", {{"b.zip", zipped({{"convolution.c", "x"}})}}),
                   of("Up", {{"convolution.c", "x"}, {"../../../../evil.c", "x"}}),
                   of("Root", {{"/tmp/evil.c", "x"}}),
                   of("Large", {{"convolution.c", zeros}}),
                   {"Zoe_2_assignsubmission_file_/convolution.c", "hers"}});
  const auto before = outside();
  const std::string said = take({"lab1.zip"}, "lab1");
  EXPECT_EQ(outside(), before);
  for (const char* sentence :
       {"! Bomb: a.zip unpacks to more than 200 times its size\n",
        "! Cipher: a.zip is encrypted: ask for one without a password\n",
        "! Damaged: a.zip is damaged, or no archive",
        "! Link: convolution.c is a link: ask for the file itself\n",
        "! Nested: a.zip has an archive in it, b.zip, which is not opened\n",
        "! Up: a.zip has a file in it whose name leads out of the archive, ../../../../evil.c\n",
        "! Root: a.zip has a file with an absolute name in it, /tmp/evil.c\n",
        "! Large: convolution.c is too large for a source file\n"})
    EXPECT_NE(said.find(sentence), std::string::npos) << sentence << "in\n" << said;
  EXPECT_EQ(taken(), "Zoe/lab1-convolution-c/convolution.c: hers\n");
  EXPECT_FALSE(fs::exists("/tmp/evil.c"));
}

TEST_F(TakeIn, WhatCannotBeOpenedAtAllChangesNothing) {
  zip("good.zip", {{"Ada_1_assignsubmission_file_/convolution.c", "ada's"}});
  take({"good.zip"}, "lab1");
  const std::string before = taken() + csv("students.csv") + csv("handed-in.csv");
  zip("up.zip", {{"Ada_1_assignsubmission_file_/convolution.c", "x"}, {"../evil", "x"}});
  put("no.zip", "PK, but no archive");
  put("no.csv", "a,b\n1,2\n");
  zip("no_metadata.zip",
      {{"submission_metadata.yml", "- not\n- a table"}, {"submission_1/a.c", "x"}});
  const auto around = outside();
  EXPECT_EQ(refusal({"up.zip"}),
            "up.zip has a file in it whose name leads out of the archive, ../evil");
  EXPECT_TRUE(refusal({"good.zip", "no.zip"}).starts_with("no.zip is damaged, or no archive"));
  EXPECT_TRUE(refusal({"nothing.zip"}).starts_with("there is no "));
  EXPECT_TRUE(refusal({"good.zip", "no.csv"}).starts_with("no.csv:1: this is not a grade book"));
  EXPECT_EQ(refusal({"no_metadata.zip"}),
            "submission_metadata.yml: it is not a table of submissions");
  EXPECT_EQ(taken() + csv("students.csv") + csv("handed-in.csv"), before);
  EXPECT_EQ(outside(), around);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(intake.folder))
    names.push_back(entry.path().filename());
  EXPECT_EQ(names, std::vector<std::string>{"handed-in"});
}

}  // namespace
}  // namespace warplab
