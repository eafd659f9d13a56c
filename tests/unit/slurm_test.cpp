// What is asked of Slurm, and what is made of its answers, as Slurm 22.05 gives them.
#include "autograder/classroom/slurm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "autograder/classroom/settings.h"

namespace warplab {
namespace {

SlurmArray array_of(bool is_measured) {
  return {"/class", {"/w/warplab", "class", "run"}, "/course", {"lab1-convolution-c"}, is_measured,
          4};
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

TEST(Slurm, AShardIsWorthATaskAndTheArrayFits) {
  EXPECT_EQ(count_shards(300, 300 * 8.0, 1001), 80) << "30 s each";
  EXPECT_EQ(count_shards(300, 300 * 60.0, 1001), 300) << "a student each";
  EXPECT_EQ(count_shards(4200, 4200 * 60.0, 1001), 1001) << "numbers from 0 to 1000";
  EXPECT_EQ(count_shards(300, 300 * 60.0, 4), 4);
  EXPECT_EQ(count_shards(2, 5, 1001), 1);
  EXPECT_EQ(count_shards(1, 3600, 1), 1);
}

TEST(Slurm, AScriptGradesTheShardOfItsTask) {
  SlurmArray array = array_of(true);
  array.folder = "/it's a class";
  array.labs.push_back("lab2-openmp");
  const std::string script = batch_script(array);
  EXPECT_TRUE(script.starts_with("#!/bin/bash\n"));
  EXPECT_NE(script.find("\ncd '/course' || exit\n"
                        "exec '/w/warplab' 'class' 'run' '/it'\\''s a class' "
                        "--lab 'lab1-convolution-c' --lab 'lab2-openmp' "
                        "--try-once --shard \"$SLURM_ARRAY_TASK_ID/4\"\n"),
            std::string::npos)
      << script;
}

TEST(Slurm, WhatMeasuresHasANodeToItself) {
  const SlurmSettings settings{{"--partition=teaching", "--requeue=no"}, "epyc"};
  const std::vector<std::string> measured =
      words_to_submit(array_of(true), settings, "/class/slurm/measured.sh");
  EXPECT_EQ(measured.front(), "sbatch");
  EXPECT_EQ(measured.back(), "/class/slurm/measured.sh");
  for (const char* word :
       {"--exclusive", "--constraint=epyc", "--partition=teaching", "--array=0-3", "--requeue",
        "--open-mode=append", "--chdir=/class", "--output=slurm/%A_%a.out"})
    EXPECT_TRUE(has(measured, word)) << word;
  EXPECT_LT(std::ranges::find(measured, "--requeue=no"), std::ranges::find(measured, "--requeue"))
      << "ours hold";
  const std::vector<std::string> others = words_to_submit(array_of(false), settings, "x.sh");
  EXPECT_FALSE(has(others, "--exclusive"));
  EXPECT_FALSE(has(others, "--constraint=epyc"));
  EXPECT_TRUE(has(others, "--partition=teaching"));
}

TEST(Slurm, ANodeWithAGpuIsAskedForInManyWays) {
  EXPECT_TRUE(asks_for_gpu({{"--partition=a", "--gres=gpu:1"}, ""}));
  EXPECT_TRUE(asks_for_gpu({{"--gpus=1"}, ""}));
  EXPECT_FALSE(asks_for_gpu({{"--partition=a"}, "epyc"}));
}

TEST(Slurm, AJobHasANumber) {
  EXPECT_EQ(parse_job("17\n"), "17");
  EXPECT_EQ(parse_job("17;one\n"), "17");
  EXPECT_EQ(parse_job("Submitted batch job 17\n"), std::nullopt);
  EXPECT_EQ(parse_job(""), std::nullopt);
}

TEST(Slurm, TheLargestArrayIsOneOfManySettings) {
  EXPECT_EQ(parse_max_array_size("LogTimeFormat           = iso8601_ms\n"
                                 "MaxArraySize            = 1001\n"
                                 "MaxBatchRequeue         = 5\n"),
            1001);
  EXPECT_EQ(parse_max_array_size("OurMaxArraySize = 7\n"), std::nullopt);
  EXPECT_EQ(parse_max_array_size("MaxArraySize = 0\n"), std::nullopt) << "no arrays";
  EXPECT_EQ(parse_max_array_size("MaxArraySize = 99999999999\n"), std::nullopt);
  EXPECT_EQ(parse_max_array_size(""), std::nullopt);
  EXPECT_EQ(parse_max_array_size("MaxArraySize" + std::string(1 << 20, ' ') + "= 7\n"), 7);
}

TEST(Slurm, TheQueueHasWhatIsNotOver) {
  EXPECT_EQ(words_to_ask({"1", "2"}).back(), "--jobs=1,2");
  const auto queued = parse_queue(0, "17|PENDING|Resources\n17|RUNNING|None\n\n", "");
  ASSERT_TRUE(queued);
  ASSERT_EQ(queued->size(), 2u);
  EXPECT_EQ((*queued)[0].job, "17");
  EXPECT_EQ((*queued)[0].state, "PENDING");
  EXPECT_EQ((*queued)[0].reason, "Resources");
  EXPECT_TRUE(parse_queue(0, "", "").value().empty());
}

TEST(Slurm, AJobThatIsForgottenIsOverAndNoAnswerIsNone) {
  const auto forgotten = parse_queue(1, "", "slurm_load_jobs error: Invalid job id specified\n");
  ASSERT_TRUE(forgotten);
  EXPECT_TRUE(forgotten->empty());
  EXPECT_FALSE(parse_queue(
      1, "", "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n"));
}

}  // namespace
}  // namespace warplab
