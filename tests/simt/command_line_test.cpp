// What simtcc understands of a command line that was written for nvcc.
#include "simt/frontend/command_line.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "common/files.h"
#include "simt/frontend/argument_list.h"
#include "tests/own_folder.h"

namespace simt::frontend {
namespace {

using Words = std::vector<std::string>;

Request parse(const Words& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  return parse_command_line(arguments);
}

std::string complaint_about(const Words& words) {
  try {
    check_inputs(parse(words));
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(CommandLine, ValuesFollowInEveryNotation) {
  for (const Words& words : {Words{"-Ifolder"},
                             {"-I", "folder"},
                             {"-I=folder"},
                             {"--include-path", "folder"},
                             {"--include-path=folder"}})
    EXPECT_EQ(parse(words).common, Words{"-Ifolder"}) << words[0];
  for (const Words& words : {Words{"-isystem=folder"},
                             {"-isystem", "folder"},
                             {"-isystemfolder"},
                             {"--system-include=folder"}})
    EXPECT_EQ(parse(words).common, (Words{"-isystem", "folder"})) << words[0];
  for (const Words& words : {Words{"-std=c++17"}, {"-std", "c++17"}, {"--std=c++17"}})
    EXPECT_EQ(parse(words).common, Words{"-std=c++17"}) << words[0];
  EXPECT_EQ(parse({"-DTEXT=\"a=b, c\""}).common, Words{"-DTEXT=\"a=b, c\""});
  EXPECT_EQ(complaint_about({"x.cu", "-o"}), "option -o needs a value after it");
}

TEST(CommandLine, ShortNamesAreNotTheBeginningsOfLongOnes) {
  const Request request = parse({"-lineinfo", "-lib", "-link", "-lz", "-Lfolder", "-odir=objects"});
  EXPECT_EQ(request.link, (Words{"-lz", "-Lfolder"}));
  EXPECT_EQ(request.output_folder, "objects");
  EXPECT_EQ(request.output, "");
}

TEST(CommandLine, GoalsAreTheOnesOfNvcc) {
  const struct {
    const char* option;
    Goal goal;
  } rows[] = {{"-c", Goal::objects},         {"-dc", Goal::objects},
              {"--device-c", Goal::objects}, {"-ptx", Goal::ptx},
              {"-E", Goal::preprocessed},    {"-M", Goal::dependencies},
              {"-MM", Goal::dependencies},   {"-dlink", Goal::device_link},
              {"-lib", Goal::archive},       {"-MD", Goal::program}};
  for (const auto& [option, goal] : rows) EXPECT_EQ(parse({option, "x.cu"}).goal, goal) << option;
  EXPECT_TRUE(parse({"-dc", "x.cu"}).separate);
  EXPECT_TRUE(parse({"-rdc=true", "-c", "x.cu"}).separate);
  EXPECT_FALSE(parse({"-rdc", "false", "-c", "x.cu"}).separate);
  EXPECT_TRUE(parse({"--shared", "x.o"}).shared);
  EXPECT_NE(complaint_about({"-cubin", "x.cu"}).find("-ptx"), std::string::npos);
}

// As CMake writes it.
TEST(CommandLine, AnObjectOfCMake) {
  const Request request = parse({"-forward-unknown-to-host-compiler",
                                 "-DUSED=1",
                                 "-Iinclude",
                                 "-isystem=/opt/x/include",
                                 "-O3",
                                 "-DNDEBUG",
                                 "--generate-code=arch=compute_80,code=[compute_80,sm_80]",
                                 "-Xcompiler=-fPIC",
                                 "-std=c++17",
                                 "-MD",
                                 "-MT",
                                 "x.cu.o",
                                 "-MF",
                                 "x.cu.o.d",
                                 "-x",
                                 "cu",
                                 "-rdc=true",
                                 "-c",
                                 "x.cpp",
                                 "-o",
                                 "x.cu.o"});
  EXPECT_EQ(request.goal, Goal::objects);
  EXPECT_TRUE(request.separate);
  ASSERT_EQ(request.inputs.size(), 1u);
  EXPECT_EQ(request.inputs[0].language, Language::cuda);
  EXPECT_EQ(request.host, Words{"-fPIC"});
  EXPECT_EQ(request.optimisation, "-O3");
  EXPECT_EQ(request.common,
            (Words{"-DUSED=1", "-Iinclude", "-isystem", "/opt/x/include", "-DNDEBUG", "-std=c++17",
                   "-MD", "-MT", "x.cu.o", "-MF", "x.cu.o.d"}));
  EXPECT_EQ(request.warnings, Words{});
}

TEST(CommandLine, TheLanguageIsForSourcesAlone) {
  const Request request = parse({"first.inc", "-x", "cu", "second.cpp", "third.o"});
  ASSERT_EQ(request.inputs.size(), 3u);
  EXPECT_EQ(request.inputs[0].language, Language::cuda);
  EXPECT_EQ(request.inputs[1].language, Language::cuda);
  EXPECT_EQ(request.inputs[2].language, Language::object);
}

TEST(CommandLine, KnowsFilesByTheirNames) {
  EXPECT_EQ(parse({"libx.so.1.2"}).inputs[0].language, Language::object);
  EXPECT_EQ(complaint_about({"x.txt"}).substr(0, 18), "x.txt: simtcc take");
  EXPECT_EQ(complaint_about({"-c"}).substr(0, 14), "no input files");
  EXPECT_NE(complaint_about({"-c", "a.cu", "b.cu", "-o", "x.o"}), "");
  EXPECT_EQ(complaint_about({"-dlink", "a.o", "b.o", "-o", "x.o"}), "");
}

TEST(CommandLine, WhatIsNotKnownGoesToTheHostsCompilerWithAWarning) {
  const Request request =
      parse({"x.cu", "--no-such-option", "-Wall", "-ffast-math", "-march=native"});
  EXPECT_EQ(request.host, (Words{"--no-such-option", "-Wall", "-ffast-math", "-march=native"}));
  ASSERT_EQ(request.warnings.size(), 1u);
  EXPECT_NE(request.warnings[0].find("--no-such-option"), std::string::npos);
  EXPECT_EQ(parse({"x.cu", "--no-such-option", "-forward-unknown-to-host-compiler"}).warnings,
            Words{});
}

TEST(CommandLine, ListsForTheHostsCompilerAreSplit) {
  EXPECT_EQ(parse({"-Xcompiler", "-Wall,-Wextra"}).host, (Words{"-Wall", "-Wextra"}));
  EXPECT_EQ(parse({"-Xcompiler=-fPIC", "--compiler-options", "'-g'"}).host, (Words{"-fPIC", "-g"}));
  EXPECT_EQ(parse({R"(-Xcompiler=-Wl\,--as-needed,"-DX=1,2")"}).host,
            (Words{"-Wl,--as-needed", "-DX=1,2"}));
  EXPECT_EQ(parse({"-Xlinker", "-rpath,/opt/x"}).link,
            (Words{"-Xlinker", "-rpath", "-Xlinker", "/opt/x"}));
}

TEST(CommandLine, WarningsAreErrorsInBothNotations) {
  const Request request = parse({"-Werror", "all-warnings", "x.cu"});
  EXPECT_EQ(request.nvcc_only, (Words{"-Werror", "all-warnings"}));
  EXPECT_EQ(request.clang_only, Words{"-Werror"});
  EXPECT_EQ(request.inputs.size(), 1u);
  EXPECT_EQ(parse({"-Werror=reorder,deprecated-declarations"}).nvcc_only,
            (Words{"-Werror", "reorder,deprecated-declarations"}));
  EXPECT_EQ(parse({"-Werror", "x.cu"}).host, Words{"-Werror"});
  EXPECT_EQ(parse({"-Werror=unused"}).host, Words{"-Werror=unused"});
}

TEST(CommandLine, OptionsComeFromFiles) {
  const std::filesystem::path folder = warplab::own_folder();
  const std::string outer = folder / "outer.rsp", inner = folder / "inner.rsp";
  warplab::write_file(inner, "-DINNER='two words'\n");
  warplab::write_file(outer, "-Ifirst \"-Isecond folder\"\n--options-file " + inner + "\n");
  const Words expected = {"-Ifirst", "-Isecond folder", "-DINNER=two words", "-DAFTER"};
  for (const Words& words :
       {Words{"--options-file", outer, "-DAFTER"}, {"-optf=" + outer, "-DAFTER"}})
    EXPECT_EQ(parse(words).common, expected);
  EXPECT_NE(complaint_about({"-optf", folder / "none.rsp"}).find("none.rsp"), std::string::npos);
  warplab::write_file(inner, "-optf " + inner);
  EXPECT_NE(complaint_about({"-optf", inner}), "");
}

TEST(CommandLine, TheRuntimeIsChosen) {
  EXPECT_EQ(parse({"x.cu"}).runtime, Runtime::static_library);
  EXPECT_EQ(parse({"-cudart", "shared", "x.cu"}).runtime, Runtime::shared_library);
  EXPECT_EQ(parse({"--cudart=none", "x.cu"}).runtime, Runtime::none);
  EXPECT_NE(complaint_about({"-cudart=other", "x.cu"}).find("'other'"), std::string::npos);
}

TEST(ArgumentList, WordsAreSplitAsByAShell) {
  EXPECT_EQ(split_words(" a\t'b c' \"d \\\" \\e\"\nf\\ g '' "),
            (Words{"a", "b c", "d \" \\e", "f g", ""}));
  EXPECT_EQ(split_list("a,,b\\,c,\"d,e\""), (Words{"a", "b,c", "d,e"}));
  EXPECT_EQ(split_list(""), Words{});
}

}  // namespace
}  // namespace simt::frontend
