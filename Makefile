# A thin front door: installs what is missing, builds, and calls one binary, build/bin/warplab.
#
#   make grade-solutions   set up, build, grade the reference solutions of every lab
#   make test              set up, build, run all tests
#   make grade-lab1        grade your own lab 1 (SUBMISSION=path STEP=n DEVICE=auto JSON=file)
#   make hint-lab1         the next hint for lab 1 (STEP=n)
#   make simt              build simt and simtcc, which run CUDA programs without a GPU
#   make help              everything else

SHELL = /bin/bash
.SHELLFLAGS = -o pipefail -c

BUILD ?= build
WARPLAB = $(BUILD)/bin/warplab

SIMT_PACKAGES = g++ cmake ninja-build pkg-config libcli11-dev nlohmann-json3-dev libfmt-dev clang-19 \
                libzstd-dev liblz4-dev libdw-dev libcapstone-dev libcairo2-dev
PACKAGES = $(SIMT_PACKAGES) libsqlite3-dev libseccomp-dev libstb-dev bubblewrap util-linux
TEST_PACKAGES = $(PACKAGES) libclang-rt-19-dev libgtest-dev
BENCH_PACKAGES = $(TEST_PACKAGES) libopencv-imgproc-dev oclgrind pocl-opencl-icd ocl-icd-opencl-dev

# What the grade targets pass on.
OPTIONS = $(if $(SUBMISSION),--submission '$(SUBMISSION)') $(if $(STEP),--step $(STEP)) \
          $(if $(DEVICE),--device $(DEVICE)) $(if $(JSON),--json '$(JSON)')

.PHONY: help grade grade-solutions simt test bench list stubs golden timing-tables check-course \
        student-kit figures sanitize clean build

help:
	@sed -n 's/^#   //p' $(firstword $(MAKEFILE_LIST))
	@echo 'make grade             grade all your labs'
	@echo 'make sweep-lab9        times by radius, of lab 10 by shape of blocks (STEP=n SIZE=1024x1024)'
	@echo 'make leaderboard-lab14 the fastest correct runs of a lab'
	@echo 'make list              the labs, their steps and your best scores'
	@echo 'make stubs             instructors: write the stubs of labs/ from solutions/'
	@echo 'make golden            instructors: write the reference outputs'
	@echo 'make timing-tables     instructors: measure this machine, fill in the tables'
	@echo 'make check-course      instructors: prove that stubs, solutions and points are right'
	@echo 'make student-kit       instructors: pack what a student gets'
	@echo 'make bench JSON=file   developers: measured figures against their limits'

grade-solutions: build
	@$(WARPLAB) grade --solutions $(OPTIONS)

grade: build
	@$(WARPLAB) grade $(OPTIONS)

grade-lab%: build
	@$(WARPLAB) grade lab$* $(OPTIONS)

leaderboard-lab%: build
	@$(WARPLAB) leaderboard lab$* $(if $(JSON),--json '$(JSON)')

sweep-lab%: build
	@$(WARPLAB) sweep lab$* $(if $(STEP),--step $(STEP)) $(if $(DEVICE),--device $(DEVICE)) \
	  $(if $(SIZE),--size $(SIZE)) $(if $(DEVICE_MEMORY),--device-memory $(DEVICE_MEMORY)) \
	  $(if $(JSON),--json '$(JSON)')

hint-lab%: build
	@$(WARPLAB) hint lab$* $(if $(STEP),--step $(STEP))

list stubs golden timing-tables check-course student-kit: build
	@$(WARPLAB) $@ $(if $(JSON),--json '$(JSON)')

simt: TARGETS = --target simt simtcc
simt: build
	@echo 'built $(BUILD)/bin/simtcc (compile) and $(BUILD)/bin/simt (run, check, profile, trace)'

test: PACKAGES_NEEDED = $(TEST_PACKAGES)
test: TARGETS = --target all tests
# simt, its programs, and what is graded on it run side by side. The others measure times or share files.
SIDE_BY_SIDE = simt|programs|gpu
# A half that fails does not hide what the other has to say.
test: build
	@cd $(BUILD) && rm -f side-by-side.xml in-turn.xml
	@failed=0; began=$$SECONDS; \
	ctest --test-dir $(BUILD) --output-on-failure --output-junit side-by-side.xml \
	  --label-regex '$(SIDE_BY_SIDE)' --no-tests=ignore --parallel $(shell nproc) || failed=1; \
	echo "side by side: $$((SECONDS - began)) s"; began=$$SECONDS; \
	ctest --test-dir $(BUILD) --output-on-failure --output-junit in-turn.xml \
	  --label-exclude '$(SIDE_BY_SIDE)' || failed=1; \
	echo "in turn: $$((SECONDS - began)) s"; \
	tests/show_failures.sh $(BUILD)/side-by-side.xml $(BUILD)/in-turn.xml; exit $$failed

bench: PACKAGES_NEEDED = $(BENCH_PACKAGES)
bench: TARGETS = --target all bench
bench: build
	@$(BUILD)/bin/bench $(if $(JSON),--json '$(JSON)')

figures: TARGETS = --target figures
figures: build

sanitize:
	$(MAKE) test BUILD=build-sanitize CMAKE_OPTIONS=-DSANITIZE=ON

clean:
	rm -rf $(BUILD)/bin $(BUILD)/lib $(BUILD)/CMakeFiles $(BUILD)/CMakeCache.txt $(BUILD)/build.ninja

# Two makes in one checkout take turns.
PACKAGES_NEEDED = $(PACKAGES)
build:
	@./autograder/install_packages.sh $(PACKAGES_NEEDED)
	@mkdir -p $(BUILD)
	@flock $(BUILD)/.lock $(SHELL) -o pipefail -c 'test -f $(BUILD)/build.ninja || { \
	  echo "building warplab: a few minutes, the first time only"; \
	  cmake -S . -B $(BUILD) -G Ninja $(CMAKE_OPTIONS) >$(BUILD)/configure.log 2>&1 || \
	  { cat $(BUILD)/configure.log; exit 1; }; }; \
	  cmake --build $(BUILD) $(TARGETS) -- --quiet | { grep -v -e "^-- " -e "no work to do" || true; }'
