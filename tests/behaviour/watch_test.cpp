// A lab that is graded on each save, as a student sees it: by a pipe, and by a pseudo-terminal. What
// is waited for is output, or its end, which comes when the command and all that it has started are
// gone; nothing sleeps.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "autograder/sandbox/descriptor.h"
#include "autograder/sandbox/process.h"
#include "common/files.h"
#include "tests/behaviour/course_copy.h"
#include "tests/behaviour/traces_of_graders.h"
#include "tests/checkout.h"
#include "tests/http_client.h"
#include "tests/own_folder.h"
#include "tests/run_command.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;

constexpr double patience_s = 60;
const std::string watch_program = std::string(checkout::build) + "/bin/warplab";
const std::string waiting = "waiting for the next save";
const std::string head = "#include \"common/convolution.h\"\n";

// What somebody writes, read as far as it is needed.
class Reader {
 public:
  explicit Reader(int from) : from_(from) {}

  // Up to the end of the next `mark`; all there is where it does not come.
  std::string until(const std::string& mark) {
    std::size_t found = 0;
    while ((found = text_.find(mark)) == std::string::npos && read_more()) {
    }
    const std::size_t end = found == std::string::npos ? text_.size() : found + mark.size();
    EXPECT_NE(found, std::string::npos) << "'" << mark << "' does not come after:\n" << text_;
    const std::string passed = text_.substr(0, end);
    text_.erase(0, end);
    return passed;
  }
  // Until everybody who could write is gone.
  std::string rest() {
    while (read_more()) {
    }
    return text_;
  }

 private:
  bool read_more() {
    char buffer[4096];
    const ssize_t size = read(from_, buffer, sizeof buffer);
    if (size > 0) text_.append(buffer, static_cast<std::size_t>(size));
    return size > 0;
  }

  const int from_;
  std::string text_;
};

class Watch : public testing::Test {
 protected:
  Watch() {
    copy_small_course(scratch_);
    traces_ = traces_of_graders();
  }

  // Starts it in the course, with these as its descriptors. It ends with this process, should a
  // limit end that.
  void start(const std::vector<std::string>& command, int input, int output) {
    std::vector<std::string> words = {"setpriv", "--pdeathsig=TERM", "env",
                                      "-C",      scratch_.string(),  "TERM=xterm"};
    words.insert(words.end(), command.begin(), command.end());
    watch_.emplace(words, std::vector<Process::Inherited>{{input, 0}, {output, 1}, {output, 2}});
  }
  // Starts to watch a lab with a pipe that only the command and what it starts can write to;
  // `before` comes before its words.
  Reader start_with_pipe(const std::string& lab, std::vector<std::string> before = {},
                         const std::string& program = watch_program) {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
    output_ = Descriptor(ends[0]);
    const Descriptor written(ends[1]);
    const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
    for (const char* word : {program.c_str(), "watch", lab.c_str()}) before.push_back(word);
    start(before, nothing.get(), written.get());
    return Reader(output_.get());
  }

  fs::path file(const std::string& name) const { return scratch_ / "labs" / name; }

  // Ended by a signal, it ends at once with all that it has started, and leaves nothing.
  void expect_clean_end(int signal, Reader& reader) {
    kill(watch_->pid(), signal);
    reader.rest();
    const auto status = watch_->wait(patience_s);
    ASSERT_TRUE(status);
    EXPECT_EQ(status->signal(), signal);
    for (const std::string& trace : traces_of_graders())
      EXPECT_TRUE(traces_.contains(trace)) << trace;
  }

  const fs::path scratch_ = own_folder(fs::path(checkout::build) / "test-grades");
  std::set<std::string> traces_;
  Descriptor output_;
  std::optional<Process> watch_;
};

const std::string lab1 = "lab1-convolution-c/convolution.c";

// As an editor writes that does not rename.
void write_in_place(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

TEST_F(Watch, GradesOnEachSaveAndSaysWhatHasChanged) {
  Reader reader = start_with_pipe("lab1");
  const std::string first = reader.until(waiting);
  EXPECT_TRUE(first.starts_with("watching labs/lab1-convolution-c, grading step 1\n")) << first;
  EXPECT_NE(first.find("0 / 30"), std::string::npos) << first;
  EXPECT_EQ(first.find('\x1b'), std::string::npos) << first;

  write_file(file(lab1), read_file(scratch_ / "solutions" / lab1));
  const std::string solved = reader.until(waiting);
  EXPECT_NE(solved.find("\nstep 1: +"), std::string::npos) << solved;
  EXPECT_NE(solved.find("correct +20"), std::string::npos) << solved;
  const std::size_t right = solved.find("\nlab1-convolution-c step 1: right so far\n");
  EXPECT_LT(right, solved.find("20/20")) << "it is known before the table: " << solved;
  EXPECT_EQ(first.find("right so far"), std::string::npos) << first;

  write_in_place(file(lab1), head + "#error not yet\n");
  const std::string broken = reader.until(waiting);
  EXPECT_NE(broken.find("BUILD_ERROR"), std::string::npos) << broken;
  EXPECT_NE(broken.find("correct -20"), std::string::npos) << broken;
  expect_clean_end(SIGINT, reader);
}

// While files settle, while a run builds or ends, and while nothing goes on. Whatever was graded in
// between, what is on the screen at the end is the last save, and it is graded once.
TEST_F(Watch, FiftySavesAtRandomMomentsEndWithTheLastOneGraded) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  std::mt19937 random(seed);
  std::exponential_distribution<double> pause_s(1 / 0.06);
  Reader reader = start_with_pipe("lab1");
  reader.until("grading step 1");
  constexpr int saves = 50;
  for (int save = 1; save <= saves; ++save) {
    std::this_thread::sleep_for(std::chrono::duration<double>(pause_s(random)));
    const std::string text = head + fmt::format("#error this is save {}.\n", save);
    random() % 2 == 0 ? write_file(file(lab1), text) : write_in_place(file(lab1), text);
  }
  reader.until(fmt::format("this is save {}.", saves));
  reader.until(waiting);
  const std::string result = read_file(scratch_ / "build/grades/lab1-convolution-c/result.json");
  EXPECT_NE(result.find(fmt::format("this is save {}.", saves)), std::string::npos) << result;
  kill(watch_->pid(), SIGTERM);
  const std::string rest = reader.rest();
  EXPECT_EQ(rest.find("grading"), std::string::npos) << rest;
}

// It would go on until its limit.
TEST_F(Watch, ASaveEndsARunThatItMakesPointless) {
  const std::string endless =
      head +
      "void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int "
      "imgFOffsetH,\n    int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) "
      "{\n  for (volatile int i = 0;; i = 1 - i) {}\n}\n";
  write_file(file(lab1), endless);
  Reader reader = start_with_pipe("lab1");
  reader.until("grading step 1");
  write_file(file(lab1), head + "#error this is newer\n");
  const std::string next = reader.until(waiting);
  EXPECT_NE(next.find("this run was ended early"), std::string::npos) << next;
  EXPECT_NE(next.find("this is newer"), std::string::npos) << next;
  EXPECT_EQ(next.find("TIME_LIMIT"), std::string::npos) << next;

  write_file(file(lab1), endless);
  reader.until("grading step 1");
  expect_clean_end(SIGTERM, reader);
}

TEST_F(Watch, GradesOnlyTheStepsWhoseFileHasChanged) {
  Reader reader = start_with_pipe("lab2");
  EXPECT_NE(reader.until(waiting).find("grading all steps"), std::string::npos);
  write_file(file("lab2-openmp/inner_loop.c"), head + "#error not yet\n");
  const std::string one = reader.until(waiting);
  EXPECT_EQ(one.find("grading all steps"), std::string::npos) << one;
  EXPECT_NE(one.find("grading step "), std::string::npos) << one;
  EXPECT_NE(one.find("\nall steps: "), std::string::npos) << one;
  EXPECT_NE(one.find("BUILD_ERROR(compile), was "), std::string::npos) << one;
  const fs::path left = scratch_ / "build/grades/lab2-openmp";
  const std::string page = read_file(left / "page.html"), result = read_file(left / "result.json");
  for (const char* step : {"outer-loop", "inner-loop"}) {
    EXPECT_NE(page.find(step), std::string::npos) << page;
    EXPECT_NE(result.find(step), std::string::npos) << result;
  }
  expect_clean_end(SIGHUP, reader);
}

// Its events go with the folder: what comes in its place is seen all the same.
TEST_F(Watch, ALabThatIsGoneAndComesBackIsGraded) {
  const fs::path lab = scratch_ / "labs/lab1-convolution-c";
  fs::copy(lab, scratch_ / "copy", fs::copy_options::recursive);
  Reader reader = start_with_pipe("lab1");
  reader.until(waiting);
  fs::rename(lab, scratch_ / "elsewhere");
  reader.until("this run failed");
  reader.until(waiting);
  fs::rename(scratch_ / "copy", lab);
  EXPECT_NE(reader.until(waiting).find("0 / 30"), std::string::npos);
  expect_clean_end(SIGINT, reader);
}

// It says that nobody waits for children, so the kernel takes them away.
TEST_F(Watch, WorksWhereSigchldIsIgnored) {
  Reader reader = start_with_pipe("lab1", {"env", "--ignore-signal=CHLD"});
  EXPECT_NE(reader.until(waiting).find("0 / 30"), std::string::npos);
  expect_clean_end(SIGINT, reader);
}

TEST_F(Watch, AnotherBuildMayReplaceTheProgram) {
  const fs::path program = scratch_ / "build/bin/warplab";
  fs::create_directory(program.parent_path());
  fs::create_directory_symlink(fs::path(checkout::build) / "lib", scratch_ / "build/lib");
  fs::copy_file(watch_program, program);
  Reader reader = start_with_pipe("lab1", {}, program.string());
  reader.until(waiting);
  fs::remove(program);
  fs::copy_file(watch_program, program);
  write_file(file(lab1), head + "#error not yet\n");
  EXPECT_NE(reader.until(waiting).find("BUILD_ERROR"), std::string::npos);
  expect_clean_end(SIGINT, reader);
}

// A pseudo-terminal whose other end only the command has open: without it, reading ends.
class WatchOnTerminal : public Watch {
 protected:
  WatchOnTerminal() {
    EXPECT_EQ(grantpt(person_.get()), 0);
    EXPECT_EQ(unlockpt(person_.get()), 0);
    name_ = ptsname(person_.get());
  }

  void start_on_terminal(const std::vector<std::string>& command) {
    const Descriptor terminal(open(name_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
    start(command, terminal.get(), terminal.get());
  }
  // The terminal's: Linux tells them at either end.
  tcflag_t flags() const {
    termios now{};
    EXPECT_EQ(tcgetattr(person_.get(), &now), 0);
    return now.c_lflag;
  }
  void type(char key) { EXPECT_EQ(write(person_.get(), &key, 1), 1); }
  ExitStatus end() {
    reader_.rest();
    return watch_->wait(patience_s).value_or(ExitStatus{-1});
  }

  Descriptor person_{posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
  std::string name_;
  Reader reader_{person_.get()};
};

TEST_F(WatchOnTerminal, ItIsClearedReadByKeysAndLeftAsItWas) {
  const tcflag_t before = flags();
  start_on_terminal({watch_program, "watch", "lab1"});
  EXPECT_NE(reader_.until("q quit").find("\x1b[H\x1b[2J"), std::string::npos);
  EXPECT_EQ(flags() & ICANON, 0u);
  type('h');
  reader_.until("The next one: press h");
  type('a');
  EXPECT_NE(reader_.until("q quit").find("no points gained or lost"), std::string::npos);
  type('q');
  EXPECT_EQ(end().code, 0);
  EXPECT_EQ(flags(), before);

  start_on_terminal({watch_program, "watch", "lab1"});
  reader_.until("grading step 1");
  kill(watch_->pid(), SIGINT);
  EXPECT_EQ(end().signal(), SIGINT);
  EXPECT_EQ(flags(), before);
}

TEST_F(WatchOnTerminal, KeepsToTheStepThatIsNamed) {
  start_on_terminal({watch_program, "watch", "lab2", "--step", "3"});
  EXPECT_NE(reader_.until("q quit").find("grading step 3"), std::string::npos);
  type('h');
  EXPECT_NE(reader_.until("press h").find("lab2-openmp, step 3,"), std::string::npos)
      << "where points are to get";
  type('a');
  EXPECT_NE(reader_.until("q quit").find("grading step 3"), std::string::npos);
  write_file(file("lab2-openmp/inner_loop.c"), head + "#error of another step\n");
  write_file(file("lab2-openmp/window_loop.c"), head + "#error not yet\n");
  const std::string saved = reader_.until("q quit");
  EXPECT_NE(saved.find("not yet"), std::string::npos) << saved;
  EXPECT_EQ(saved.find("of another step"), std::string::npos) << saved;
  type('q');
  EXPECT_EQ(end().code, 0);
}

// A shell with job control, which goes on with its next command when one is stopped.
TEST_F(WatchOnTerminal, CtrlZGivesItBackUntilTheShellTakesItUpAgain) {
  const std::string script = fmt::format(
      "{} watch lab1; stty -a | grep -o -- '-*icanon'; echo is stopped; fg; echo it gave $?",
      quoted(watch_program));
  start_on_terminal({"sh", "-c", "exec bash -m -c \"$1\" <\"$0\" >\"$0\" 2>&1", name_, script});
  reader_.until("q quit");
  type('\x1a');
  const std::string stopped = reader_.until("is stopped");
  EXPECT_NE(stopped.find("icanon"), std::string::npos) << stopped;
  EXPECT_EQ(stopped.find("-icanon"), std::string::npos) << stopped;
  reader_.until("q quit");
  EXPECT_EQ(flags() & ICANON, 0u);
  type('q');
  reader_.until("it gave 0");
  end();
}

// What a browser does, and one that is started with a file.
TEST_F(WatchOnTerminal, AnOpenPageHearsOfASave) {
  const fs::path pipe = scratch_ / "opened", programs = scratch_ / "programs";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  fs::create_directory(programs);
  write_file(programs / "xdg-open", fmt::format("#!/bin/sh\necho \"$1\" >{}\n", quoted(pipe)));
  fs::permissions(programs / "xdg-open", fs::perms::owner_all);
  start_on_terminal({"env", "DISPLAY=:9",
                     fmt::format("PATH={}:{}", programs.string(), std::getenv("PATH")),
                     watch_program, "watch", "lab1"});
  EXPECT_NE(reader_.until("q quit").find("o open the page"), std::string::npos);
  type('o');
  const Descriptor opened(open(pipe.c_str(), O_RDONLY | O_CLOEXEC));
  Reader path(opened.get());
  std::string leads = path.until("\n");
  leads.pop_back();
  EXPECT_EQ(fs::status(leads).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(fs::status(fs::path(leads).parent_path()).permissions(), fs::perms::owner_all);
  const std::string text = read_file(leads);
  const std::size_t begin = text.find("http://");
  ASSERT_NE(begin, std::string::npos) << text;
  const WebAddress address(text.substr(begin, text.find('"', begin) - begin));

  EXPECT_NE(receive_all(ask(address)).find("data-version=\"1\""), std::string::npos);
  const Descriptor waiting = ask(address, "after-1");
  write_file(file(lab1), head + "#error not yet\n");
  EXPECT_TRUE(receive_all(waiting).ends_with("changed"));
  const std::string page = receive_all(ask(address));
  EXPECT_NE(page.find("not yet"), std::string::npos);
  EXPECT_NE(page.find("data-version=\"2\""), std::string::npos);
  const std::string shown = reader_.until("q quit");
  EXPECT_EQ(shown.find("http:"), std::string::npos) << shown;

  const Descriptor last = ask(address, "after-2");
  kill(watch_->pid(), SIGTERM);
  EXPECT_EQ(end().signal(), SIGTERM);
  const std::string ended = receive_all(last);
  EXPECT_TRUE(ended.empty() || ended.ends_with("ended")) << ended;
  EXPECT_FALSE(connect_to(address.port));
  EXPECT_FALSE(fs::exists(fs::path(leads).parent_path()));
}

TEST_F(WatchOnTerminal, WithoutADisplayItSaysWhatToOpen) {
  start_on_terminal(
      {"env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", watch_program, "watch", "lab1"});
  reader_.until("q quit");
  type('o');
  const std::string shown = reader_.until("open.html");
  EXPECT_NE(shown.find("page: build/grades/lab1-convolution-c/page.html"), std::string::npos)
      << shown;
  type('q');
  EXPECT_EQ(end().code, 0);
}

TEST_F(WatchOnTerminal, ItsEndIsTheCommands) {
  start_on_terminal({watch_program, "watch", "lab1"});
  reader_.until("q quit");
  person_.close();
  const auto status = watch_->wait(patience_s);
  ASSERT_TRUE(status);
  EXPECT_EQ(status->code, 0);
}

TEST_F(Watch, AnUnknownLabIsAUsageError) {
  const CommandRun run =
      run_command(fmt::format("cd {} && {} watch lab99", quoted(scratch_), quoted(watch_program)));
  EXPECT_EQ(run.code, 2) << run.output;
}

}  // namespace
}  // namespace warplab
