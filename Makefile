# A thin front door: installs what is missing, builds, calls build/bin/warplab, or warplab-cpu, its part for CPU labs.
#
#   make grade-lab1        grade your own lab 1
#                          (SUBMISSION=path STEP=n DEVICE=auto JSON=file)
#   make watch-lab1        grade lab 1 on each save, say what that changed (STEP=n)
#   make grade             grade all your labs
#   make hint-lab1         show the next hint for lab 1 (STEP=n)
#   make hand-in LAB=lab1  pack the files that you hand in, and list them
#   make list              list the labs, their steps and your best scores
#   make report            the same as a page, with links to each lab's page
#   make report-lab1       open the page that the last grading of lab 1 wrote
#   make doctor            check what this machine has for grading, what it lacks
#   make leaderboard-lab14 show the fastest correct runs of a lab
#   make sweep-lab9        time lab 9 by radius, lab 10 by shape of blocks
#                          (STEP=n SIZE=1024x1024)
#   make simt              build simt and simtcc: CUDA programs without a GPU
#   make clean             remove what was built
#
# A student kit has no solutions and no tests, and so no more than these. Elsewhere there are also:
#:  make grade-solutions   set up, build, grade the reference solutions of every lab
#:  make test              set up, build, run what a change is most likely to break
#:  make test-all          the same with all tests, or with the third of 16 parts
#:                         (SHARD=3/16 SHUFFLE=1)
#:  make test-pages        open the pages in tests/pages in a browser;
#:                         make pages writes them again
#:  make stubs             instructors: write the stubs of labs/, tables of labs
#:  make golden            instructors: write the reference outputs
#:  make timing-tables     instructors: measure this machine, fill in the tables
#:                         (LAB=lab7)
#:  make check-course      instructors: prove that stubs, solutions, points, pages
#:                         are right (LAB=lab7)
#:  make student-kit       instructors: pack the course for students
#:  make class             instructors: grade a class, or continue with it
#:                         (SUBMISSIONS=folder CLASS=folder), or what a platform
#:                         hands out (FROM="moodle.zip grades.csv" LAB=lab2)
#:  make check-includes    developers: every header includes what it uses, and
#:                         nothing else (SINCE=commit)
#:  make check-types       developers: no two types share a name
#:  make check-format      developers: sources are formatted by clang-format
#:  make check-spelling    developers: codespell finds no misspelt word
#:  make bench JSON=file   developers: measured figures against their limits

MAKEFLAGS += --no-builtin-rules
SHELL = /bin/bash
# Shells read no file of the user's first (-p), nor do those that they start, and are no other shells than usual.
.SHELLFLAGS = -p -o pipefail -c
unexport BASH_ENV POSIXLY_CORRECT
BUILD ?= build
# nproc goes by OMP_NUM_THREADS, which says how many threads programs are to have.
CORES = $(shell env -u OMP_NUM_THREADS nproc)

# Files that grading writes when asked: a view of autograder/views/ each, write_json.cpp is asked for by JSON=file.
WRITTEN := $(patsubst autograder/views/write_%.cpp,%,$(wildcard autograder/views/write_*.cpp))
upper = $(shell echo $(1) | tr a-z A-Z)

# What comes from outside is text: make expands it nowhere, and a recipe reads it from its environment,
# where the shell does not expand it either. So $(shell ...), quotes, spaces and an apostrophe are
# characters of a path.
OUTSIDE = BUILD FRONTEND GRADED LAB SUBMISSION STEP DEVICE SIZE DEVICE_MEMORY CMAKE_OPTIONS SUBMISSIONS FROM CLASS \
          SINCE SHARD SHUFFLE \
          $(sort JSON $(foreach view,$(WRITTEN),$(call upper,$(view))))
$(foreach name,$(OUTSIDE),$(eval override $(name) := $$(value $(name))))
export $(OUTSIDE)

# Labs for the CPU, by both of their names, and what else needs no GPU; labs whose threads are watched for races.
labs_with = $(patsubst labs/%/lab.json,%,$(shell grep -ls -e '$(1)' labs/*/lab.json))
goals_of = $(foreach lab,$(1),$(foreach name,$(lab) $(firstword $(subst -, ,$(lab))),grade-$(name) watch-$(name)))
CPU_GOALS := $(call goals_of,$(call labs_with,"device": *"cpu")) list report report-lab% doctor hint-lab% leaderboard-lab% hand-in
OMP_GOALS := $(call goals_of,$(call labs_with,-fopenmp)) build grade grade-solutions check-course class
NEEDS_ALL := $(filter-out $(CPU_GOALS),$(MAKECMDGOALS))
WARPLAB = "$$BUILD/bin/$(if $(NEEDS_ALL),warplab,warplab-cpu)"
TARGETS = $(if $(NEEDS_ALL),all,warplab_cpu)

# Where the programs that a student kit brings run, nothing has to be built.
FIT := $(if $(wildcard programs/machine),$(shell sh autograder/programs_fit.sh && echo yes))

CPU_PACKAGES = g++ $(if $(FIT),,cmake ninja-build pkg-config libcli11-dev nlohmann-json3-dev libfmt-dev libsqlite3-dev \
               libsqlitecpp-dev libseccomp-dev libmd-dev libutf8proc-dev libstb-dev libmicrohttpd-dev libminizip-dev \
               zlib1g-dev libre2-dev) bubblewrap util-linux
# What a program that simtcc has compiled is linked with.
SIMT_PACKAGES = libzstd-dev liblz4-dev libdw-dev libcapstone-dev
WATCH_PACKAGES = clang-19 libclang-rt-19-dev libomp-19-dev
PACKAGES = $(CPU_PACKAGES) $(if $(FIT),,$(SIMT_PACKAGES) libcairo2-dev libcsv-dev libarchive-dev \
           libyaml-cpp-dev) \
           $(if $(filter clang,$(FRONTEND)),clang-19,$(if $(wildcard /usr/local/cuda/bin/nvcc /usr/bin/nvcc),,clang-19))
TEST_PACKAGES = $(PACKAGES) $(WATCH_PACKAGES) libgtest-dev libexpat1-dev libxml2-utils lcov xz-utils clangd clangd-19 \
                meson python3-setuptools python3-dev
BENCH_PACKAGES = $(TEST_PACKAGES) libopencv-imgproc-dev oclgrind pocl-opencl-icd ocl-icd-opencl-dev
BROWSER_PACKAGES = chromium fonts-dejavu-core $(if $(shell command -v npm),,nodejs npm)
INCLUDES_PACKAGES = $(TEST_PACKAGES) clang-tidy-19

# What the targets pass on of it.
option = $${$(1):+"$(2)=$$$(1)"}
AS_JSON = $(call option,JSON,--json)
OF_STEP = $(call option,STEP,--step)
OPTIONS = $(call option,SUBMISSION,--submission) $(OF_STEP) $(call option,DEVICE,--device) \
          $(foreach view,$(sort json $(WRITTEN)),$(call option,$(call upper,$(view)),--$(view)))

.PHONY: help grade hand-in simt list report doctor clean build

.DEFAULT:
	$(error there is no "$@" here: make help lists what there is, such as make grade-lab1)

help:
	@sed -n 's/^#   //p' $(firstword $(MAKEFILE_LIST))
	@test ! -d solutions || sed -n 's/^#:  //p' $(firstword $(MAKEFILE_LIST))

grade: build
	@$(WARPLAB) grade $(OPTIONS)

# The name of a target is from outside as well.
grade-lab% watch-lab% report-lab% leaderboard-lab% sweep-lab% hint-lab%: override export LAB = lab$*

grade-lab%: build
	@$(WARPLAB) grade "$$LAB" $(OPTIONS)

watch-lab%: build
	@$(WARPLAB) watch "$$LAB" $(OF_STEP)

report-lab%: build
	@$(WARPLAB) report "$$LAB"

leaderboard-lab%: build
	@$(WARPLAB) leaderboard "$$LAB" $(AS_JSON)

sweep-lab%: build
	@$(WARPLAB) sweep "$$LAB" $(OF_STEP) $(call option,DEVICE,--device) $(call option,SIZE,--size) \
	  $(call option,DEVICE_MEMORY,--device-memory) $(AS_JSON)

hint-lab%: build
	@$(WARPLAB) hint "$$LAB" $(OF_STEP)

hand-in: build
	@test -n "$$LAB" || { echo "which lab? make hand-in LAB=lab1" >&2; exit 2; }
	@$(WARPLAB) hand-in "$$LAB" $(AS_JSON)

list doctor: build
	@$(WARPLAB) $@ $(AS_JSON)

report: build
	@$(WARPLAB) report

simt: TARGETS = simt simtcc cuda_toolkit simt_shared
simt: PACKAGES_NEEDED = $(PACKAGES) $(SIMT_PACKAGES)
simt: build
	@echo "built $$BUILD/bin/simtcc (compile) and $$BUILD/bin/simt (run, check, profile, cover, trace)"

clean:
	cd -- "$$BUILD" && rm -rf bin lib {,*/,*/*/}CMakeFiles CMakeCache.txt build.ninja

PACKAGES_NEEDED = $(if $(NEEDS_ALL),$(PACKAGES),$(CPU_PACKAGES)) \
                  $(if $(filter $(OMP_GOALS),$(MAKECMDGOALS)),$(WATCH_PACKAGES))
build:
	@sh autograder/install_packages.sh $(PACKAGES_NEEDED)
	@bash autograder/build.sh $(TARGETS)

# What a student kit has nothing for.
ifneq ($(wildcard solutions),)
.PHONY: grade-solutions stubs golden timing-tables check-course student-kit class test test-all test-gpu \
        test-pages pages sanitize sanitize-threads check-includes check-types check-format \
        check-spelling bench figures

grade-solutions: build
	@$(WARPLAB) grade --solutions $(OPTIONS)

student-kit: TARGETS = all simt cuda_toolkit
stubs golden student-kit: build
	@$(WARPLAB) $@ $(AS_JSON)

class: build
	@WARPLAB=$(WARPLAB) bash autograder/grade_class.sh $(AS_JSON)

check-course timing-tables: build
	@$(WARPLAB) $@ $(AS_JSON) $(if $(filter check-course,$@),$(call option,GRADED,--graded)) $${LAB:+"$$LAB"}

test test-all test-gpu sanitize sanitize-threads: PACKAGES_NEEDED = $(TEST_PACKAGES)
test: TARGETS = all tests
test-all test-gpu sanitize: TARGETS = all all_tests
test-all sanitize: TIER = all
test test-all sanitize: build
	@bash tests/alone.sh bash tests/run_tests.sh $(TIER)

# The tests that depend on who compiles .cu files, alone: known mistakes, attacks and counters of GPU labs,
# samples, programs with bugs.
test-gpu: build
	@rm -f -- "$$BUILD/gpu.xml"; \
	bash tests/alone.sh ctest --test-dir "$$BUILD" --output-on-failure --output-junit gpu.xml --label-regex '^(gpu|programs)(-rest)?$$' \
	  --no-tests=error --parallel $(CORES) || { bash tests/show_failures.sh "$$BUILD/gpu.xml"; exit 1; }

# The golden pages, which unit tests compare with what is made now, as they are then.
pages: PACKAGES_NEEDED = $(TEST_PACKAGES)
pages: TARGETS = write_pages
pages: build
	@"$$BUILD/bin/write_pages" tests/pages

# They are opened in a browser. What drives it comes from npm, as package-lock.json pins it.
test-pages: TARGETS = all
test-pages: build
	@sh autograder/install_packages.sh $(BROWSER_PACKAGES)
	@WARPLAB=$$(realpath "$$BUILD/bin/warplab") bash tests/browser/run.sh

sanitize: override export BUILD = build-sanitize
sanitize: override export CMAKE_OPTIONS = -DSANITIZE=address,undefined

# ThreadSanitizer, where simt's threads share most, and those of the judge's unit tests that run threads: files that
# several write, blocks on all cores. It can watch every test, which takes half an hour:
# make test-all BUILD=build-threads CMAKE_OPTIONS=-DSANITIZE=thread
SHARING = *GlobalRace*:*SharedRace*:*AsyncCopy*:*Atomics*:*Barriers*:*Loops*:*Runtime*:*Session*:*Protocols*
SHARING_IN_JUDGE = Activity.*:BuildStore*:Cores.*:Files.*:IndexOverflow*
sanitize-threads: override export BUILD = build-threads
sanitize-threads: override export CMAKE_OPTIONS = -DSANITIZE=thread
sanitize-threads: TARGETS = simt_tests unit_tests
sanitize-threads: build
	@export OMP_NUM_THREADS=1 GTEST_BRIEF=1 GTEST_TOTAL_SHARDS=$(CORES); \
	seq 0 $$((GTEST_TOTAL_SHARDS - 1)) | bash tests/alone.sh xargs -P $(CORES) -I{} \
	  env GTEST_SHARD_INDEX={} "$$BUILD/bin/simt_tests" --gtest_filter='$(SHARING)'
	@OMP_NUM_THREADS=1 bash tests/alone.sh "$$BUILD/bin/unit_tests" --gtest_brief=1 \
	  --gtest_filter='$(SHARING_IN_JUDGE)'

# One type a name in all of autograder and simt: only a linker that sees both of two definitions can tell that
# they differ.
check-types: override export BUILD = build-types
check-types: override export CMAKE_OPTIONS = -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
  -DCMAKE_CXX_FLAGS_NONE=-flto=auto -DUNITS=OFF -DHOST_HANDLERS=ON
check-types: PACKAGES_NEEDED = $(TEST_PACKAGES)
check-types: TARGETS = check_types
check-types: build
	@echo "no type is defined twice"

# Every header compiles alone and includes what it uses, and no more; .clang-tidy has the rules. Left out are
# headers that stand for CUDA's, which lie as CUDA's do, and those for CUDA programs, whose compiler includes
# cuda_runtime.h first. Handlers' headers are read as for AVX-512: that is where they use intrinsics. SINCE names a
# commit whose headers are in order: what differs from it is read then, and no more.
NO_HEADERS = -e simt/frontend/include/ -e tests/build_systems/ -e 'common/.*_gpu.h' -e cuda_check.h -e tests/samples/ -e tests/hardware/floors.h
HEADERS = find common simt autograder tests docs -name '*.h' | grep -v $(NO_HEADERS)
HEADER_FLAGS = -x c++ -std=c++20 -march=x86-64-v4 -w -I. -Itests/example -Isimt/frontend/include $$(pkg-config --cflags cairo)
check-includes:
	@sh autograder/install_packages.sh $(INCLUDES_PACKAGES)
	@changed=$$([ -z "$$SINCE" ] || { git diff --name-only "$$SINCE" -- '*.h' && \
	  git ls-files --others --exclude-standard '*.h'; }) || exit; \
	$(HEADERS) | if [ -n "$$SINCE" ]; then grep -Fx "$$changed" || true; else cat; fi | \
	  xargs -P $(CORES) -I{} clang-tidy-19 --quiet {} -- $(HEADER_FLAGS)

# The version is Debian 12's: others break lines elsewhere. Not what is judged, nor what a page quotes.
FORMATTED = ':!tests/mistakes' ':!tests/attacks' ':!tests/openmp' ':!tests/unusual' ':!tests/samples' ':!tests/bugs' \
            ':!tests/example'
check-format:
	@sh autograder/install_packages.sh clang-format-14
	@git ls-files -z '*.cpp' '*.h' $(FORMATTED) | xargs -0 -n 50 -P $(CORES) clang-format-14 --dry-run -Werror

# .codespellrc has the words that are meant.
check-spelling:
	@sh autograder/install_packages.sh codespell
	@git ls-files -z | xargs -0 codespell

bench: PACKAGES_NEEDED = $(BENCH_PACKAGES)
bench: TARGETS = all bench
bench: build
	@"$$BUILD/bin/bench" $(AS_JSON)

figures: TARGETS = figures
figures: build
endif
