// What a class hands in: where it may lie, what cannot be used, and the key of what can.
#include "autograder/classroom/hand_ins.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/course/located_json.h"
#include "autograder/judge/basis.h"
#include "common/files.h"
#include "common/version.h"
#include "tests/another_user.h"
#include "tests/checkout.h"
#include "tests/own_folder.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

class HandIns : public testing::Test {
 protected:
  HandIns() {
    fs::create_directories(top);
    settings.submissions = top;
    settings.labs = course.select({"lab1", "lab2"});
  }

  void put(const fs::path& path, const std::string& text = "int x;\n") {
    fs::create_directories((top / path).parent_path());
    write_file(top / path, text);
  }

  HandedIn find(const std::string& machine = "a-machine") {
    return find_hand_ins(course, settings, machine, "a grader");
  }

  // Who has handed in what, then the remarks without the way to the folder; a line each.
  std::string said() {
    const HandedIn found = find();
    std::string text;
    for (const HandIn& each : found.hand_ins)
      text += fmt::format("{} {} {}\n", each.student, each.lab->name.substr(0, 4),
                          each.folder.lexically_relative(top).string());
    for (const Remark& remark : found.remarks) {
      text += remark.hinders ? "! " : "- ";
      std::string words = remark.text;
      for (std::size_t at; (at = words.find(top.string() + "/")) != std::string::npos;)
        words.erase(at, top.string().size() + 1);
      text += words + "\n";
    }
    return text;
  }

  const Course course = load_course(checkout::root);
  const fs::path folder = own_folder();
  const fs::path top = folder / "in";
  ClassSettings settings;
};

TEST_F(HandIns, LieInFoldersOfLabsByAnyNameOrInAWholeKit) {
  put("ada/lab1-convolution-c/convolution.c");
  put("ada/lab2/outer_loop.c");
  put("bob/labs/lab1-convolution-c/convolution.c");
  put("bob/labs/README.md");
  put("bob/labs/lab5-shared-int/convolution.cu");  // does not count in this class
  put("bob/simt/README.md");
  EXPECT_EQ(said(),
            "ada lab1 ada/lab1-convolution-c\nada lab2 ada/lab2\n"
            "bob lab1 bob/labs/lab1-convolution-c\n");
}

TEST_F(HandIns, OfASingleLabMayLieInTheStudentsFolder) {
  put("ada/convolution.c");
  EXPECT_EQ(
      said(),
      "! ada has no lab's folder in it, such as lab1-convolution-c, only convolution.c: put the "
      "files into a folder of their lab, or name that one alone in class.json\n");
  settings.labs = course.select({"lab1"});
  EXPECT_EQ(said(), "ada lab1 ada\n");
}

TEST_F(HandIns, WhatCannotBeUsedCostsNobodyElse) {
  put("ada/lab1/convolution.c");
  put("archive.zip");
  put("bob/lab99-nothing/x.c");
  put("bob/Lab 1/convolution.c");
  put("cy/lab1/other_name.c");
  put("dan/lab1/convolution.c");
  put("dan/lab1-convolution-c/convolution.c");
  put("na\nme/lab1/convolution.c");
  fs::create_directory_symlink(top / "ada", top / "eve");
  fs::create_directories(top / "fay");
  fs::create_directory_symlink(top / "ada/lab1", top / "fay/lab1");
  put(".hidden/lab1/convolution.c");
  const std::string text = said();
  EXPECT_EQ(text,
            "ada lab1 ada/lab1\n"
            "! archive.zip is not a folder: unpack it or remove it\n"
            "! eve is a symbolic link: put the folder itself in its place\n"
            "! na me: the id \"na me\" has a line feed or another control character in it\n"
            "! bob/Lab 1: there is no lab \"Lab 1\"; did you mean lab1?\n"
            "! bob/lab99-nothing: there is no lab \"lab99-nothing\"; did you mean lab9?\n"
            "! cy/lab1 has none of the lab's files, convolution.c, only other_name.c\n"
            "! dan/lab1 and dan/lab1-convolution-c are one lab: keep one\n"
            "! fay/lab1 is a symbolic link: put the folder itself in its place\n");
}

TEST_F(HandIns, OfARosterAreThoseOfItsRows) {
  put("students.csv", "id,path\nada,groups/1\nbob,groups/1\ncy,nowhere\ncy,\n9,gone\n");
  put("groups/1/lab1/convolution.c");
  put("dan/lab1/convolution.c");
  put("notes.txt");
  settings.extensions["zoe"];
  settings.extensions["bobb"];
  settings.extensions["ada"] = {{&course.find("lab1"), {}}, {&course.find("lab5"), {}}};
  EXPECT_EQ(
      said(),
      "ada lab1 groups/1/lab1\nbob lab1 groups/1/lab1\n"
      "! students.csv:5: the id \"cy\" is also on line 4: whose is it? None of them is graded\n"
      "! dan matches no student in students.csv\n"
      "- notes.txt matches no student in students.csv\n"
      "- 9 has handed in nothing: there is no gone\n"
      "! class.json has an extension for ada and lab5-shared-int, which does not count: add it "
      "there to \"labs\"\n"
      "! class.json has an extension for bobb, who is not in the class; did you mean bob?\n"
      "! class.json has an extension for zoe, who is not in the class\n");
}

TEST_F(HandIns, UnderANearlyRightNameAreNamed) {
  put("ada/lab2/outer_loop.c");
  put("ada/lab2/Inner_loop.c");
  put("ada/lab2/notes.txt");
  EXPECT_EQ(said(),
            "ada lab2 ada/lab2\n"
            "! ada/lab2/Inner_loop.c is not graded: the lab asks for inner_loop.c\n");
}

TEST_F(HandIns, HaveTheTimesThatSomebodyWroteDown) {
  for (const char* who : {"ada", "bob", "cy"}) put(fs::path(who) / "lab1/convolution.c");
  put("handed-in.csv",
      "id,lab,handed_in,late,from\nada,lab1-convolution-c,2026-10-12T23:59+02:00,late,me\n"
      "bob,lab1-convolution-c,,late,\ncy,lab1-convolution-c,yesterday,,\n");
  EXPECT_EQ(said(),
            "ada lab1 ada/lab1\nbob lab1 bob/lab1\ncy lab1 cy/lab1\n"
            "! handed-in.csv:4: \"yesterday\" is not a time with its distance to UTC, as in "
            "2026-10-12T23:59+02:00\n");
  const std::vector<HandIn> hand_ins = find().hand_ins;
  EXPECT_EQ(text_of(hand_ins[0].at), "2026-10-12T21:59:00Z");
  EXPECT_FALSE(hand_ins[0].is_late) << "by how much is known";
  EXPECT_EQ(hand_ins[1].at, Moment{});
  EXPECT_TRUE(hand_ins[1].is_late);
  put("students.csv", "id\nada\nbob\ncy\n");
  EXPECT_EQ(find().hand_ins.size(), 3u) << "the file belongs to nobody, and to the class";
}

// Why a row is refused is said of the row, and not of its folder again.
TEST_F(HandIns, OfARefusedRowBelongToSomebody) {
  put("students.csv", "id,name,path\nada,Ren\xe9,\nbob,B,\nbob,B,groups/2\n\"cy,C\n");
  for (const char* student : {"ada", "bob", "groups/2", "dan"})
    put(fs::path(student) / "lab1/convolution.c");
  const std::string text = said();
  EXPECT_NE(text.find("! students.csv:2: "), std::string::npos) << text;
  EXPECT_NE(text.find("! students.csv:4: "), std::string::npos) << text;
  EXPECT_NE(text.find("! students.csv:5: "), std::string::npos) << text;
  const std::string nobodys = " matches no student";
  EXPECT_EQ(text.find(nobodys), text.rfind(nobodys)) << text;
  EXPECT_NE(text.find("! dan matches no student in students.csv\n"), std::string::npos) << text;
}

TEST_F(HandIns, OfAKitThatCannotBeLookedThroughSaysWhy) {
  put("ada/lab1/convolution.c");
  fs::create_directory_symlink("/etc", top / "ada/labs");
  fs::create_directories(top / "bob");
  fs::create_directory_symlink(top / "ada", top / "bob/labs");
  put("cy/labs", "no folder");
  EXPECT_EQ(said(),
            "ada lab1 ada/lab1\n"
            "! ada/labs is a symbolic link: put the folder itself in its place\n"
            "! bob/labs is a symbolic link: put the folder itself in its place\n"
            "! cy/labs is not a folder: unpack it or remove it\n");
}

TEST_F(HandIns, AreNotWhatProgramsLeaveBesideThem) {
  put("ada/lab1/convolution.c");
  for (const char* litter :
       {"__MACOSX/ada/lab1/._convolution.c", "@eaDir/ada/lab1/convolution.c", "lost+found/x",
        "__pycache__/x.pyc", "#recycle/ada/lab1/convolution.c", "Thumbs.db", "desktop.ini",
        ".git/HEAD", ".DS_Store", "ada/.vscode/settings.json", "ada/lab1/._convolution.c",
        "ada/__MACOSX/lab1/x"})
    put(litter);
  EXPECT_EQ(said(), "ada lab1 ada/lab1\n");
  put("students.csv", "id\nada\n");
  EXPECT_EQ(said(), "ada lab1 ada/lab1\n");
}

// What macOS writes: an "o" with a diaeresis after it. Keyboards write them as one character.
const std::string decomposed = "Zo\u0308e", composed = "Z\u00f6e";

TEST_F(HandIns, AreOfOneNameHoweverItsCharactersAreComposed) {
  put(decomposed + "/lab1/convolution.c");
  EXPECT_EQ(said(), composed + " lab1 " + decomposed + "/lab1\n");
  put("students.csv", "id,path\n" + composed + ",\nada," + composed + "/\n");
  EXPECT_EQ(said(), composed + " lab1 " + decomposed + "/lab1\nada lab1 " + decomposed + "/lab1\n");
  fs::rename(top / decomposed, top / composed);
  put("students.csv", "id,path\n" + decomposed + ",\nada," + decomposed + "\n");
  EXPECT_EQ(said(), composed + " lab1 " + composed + "/lab1\nada lab1 " + composed + "/lab1\n");
  put("students.csv", "id\n" + decomposed + "\n" + composed + "\n");
  EXPECT_NE(said().find("is also on line 2: whose is it?"), std::string::npos) << said();
}

TEST_F(HandIns, OfTwoFoldersOfOneNameNoneIsTaken) {
  put(decomposed + "/lab1/convolution.c");
  put(composed + "/lab1/convolution.c");
  EXPECT_EQ(said(), "! " + decomposed + " and " + composed + " are one name: keep one\n");
}

TEST_F(HandIns, WithoutALabSayWhatIsThereInstead) {
  put("ada/convolution (1).c");
  put("bob/lab1/convolution (1).c");
  put("cy/lab5/convolution.cu");
  put("cy/notes.txt");
  for (const char* name : {"a", "b", "c", "d", "e", "f"}) put(fs::path("dan") / name);
  fs::create_directories(top / "eve");
  EXPECT_EQ(
      said(),
      "! ada has no lab's folder in it, such as lab1-convolution-c, only convolution (1).c\n"
      "! bob/lab1 has none of the lab's files, convolution.c, only convolution (1).c\n"
      "! cy has no lab that class.json names, only lab5, notes.txt: add it there to \"labs\"\n"
      "! dan has no lab's folder in it, such as lab1-convolution-c, only a, b, c, d and 2 more\n"
      "! eve has no lab's folder in it, such as lab1-convolution-c: it is empty\n");
}

TEST_F(HandIns, AnUnreadableFileIsNotTheStudentsFault) {
  put("ada/lab1/convolution.c");
  put("bob/lab1/convolution.c");
  fs::permissions(top / "ada/lab1/convolution.c", fs::perms::none);
  const auto expect_said = [this] {
    EXPECT_EQ(said(), "bob lab1 bob/lab1\n! ada/lab1/convolution.c: Permission denied\n");
  };
  if (geteuid() != 0) return expect_said();
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    ASSERT_EQ(chown(entry.path().c_str(), another_user, another_user), 0);
  ASSERT_EQ(chown(folder.c_str(), another_user, another_user), 0);
  const pid_t child = fork();  // root reads everything
  if (child == 0) {
    if (!become_another_user()) _exit(2);
    expect_said();
    _exit(HasFailure() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(HandIns, TheKeyChangesWithTheFilesAndTheMachineAlone) {
  put("ada/lab1/convolution.c", "int a;\n");
  put("bob/labs/lab1-convolution-c/convolution.c", "int a;\n");
  const auto keys = [this](const std::string& machine) {
    std::vector<std::string> all;
    for (const HandIn& each : find(machine).hand_ins) all.push_back(each.key);
    return all;
  };
  const auto before = keys("a");
  ASSERT_EQ(before.size(), 2u);
  EXPECT_EQ(before[0].size(), 32u);
  EXPECT_EQ(before[0], before[1]);
  put("ada/lab1/notes.txt");
  EXPECT_EQ(keys("a"), before);
  EXPECT_NE(keys("b")[0], before[0]);
  put("ada/lab1/convolution.c", "int b;\n");
  EXPECT_NE(keys("a")[0], before[0]);
  EXPECT_EQ(keys("a")[1], before[1]);
  fs::remove(top / "ada/lab1/convolution.c");
  fs::create_symlink(top / "bob/labs/lab1-convolution-c/convolution.c",
                     top / "ada/lab1/convolution.c");
  EXPECT_NE(keys("a")[0], before[0]) << "a link is graded as one, SOURCE_ERROR";
}

// A corrected course grades once more what is still there.
TEST_F(HandIns, TheKeyChangesWithTheCourse) {
  put("ada/lab1/convolution.c");
  const HandIn hand_in = find().hand_ins.at(0);
  const std::string before = key_on(hand_in, "a-machine");
  EXPECT_EQ(before, hand_in.key);
  const auto key_by = [&](const std::string& basis) {
    return key_of(hand_in.files, basis, "a-machine");
  };
  Lab lab = *hand_in.lab;
  const auto [number, commit] = version();
  EXPECT_EQ(key_by(basis_of(course, lab, "a grader", {number, commit})), before);
  EXPECT_NE(key_by(basis_of(course, lab, "a grader", {"0.0.1", commit})), before);
  EXPECT_NE(key_by(basis_of(course, lab, "a grader", {number, "another commit"})), before);

  LocatedJson declared = *lab.source;
  declared.value["steps"][0]["points"]["correct"] = 1;
  lab.source = std::make_shared<const LocatedJson>(declared);
  EXPECT_NE(key_by(basis_of(course, lab, "a grader")), before);
}

TEST_F(HandIns, AreFromTheTimeOfTheLatestFile) {
  put("ada/lab2/outer_loop.c");
  put("ada/lab2/inner_loop.c");
  const auto set = [&](const char* file, int seconds) {
    const timespec times[2] = {{seconds, 0}, {seconds, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, (top / "ada/lab2" / file).c_str(), times, 0), 0);
  };
  set("outer_loop.c", 2000);
  set("inner_loop.c", 1000);
  ASSERT_EQ(find().hand_ins.size(), 1u);
  EXPECT_EQ(find().hand_ins[0].at, Moment(std::chrono::seconds(2000)));
}

}  // namespace
}  // namespace warplab
