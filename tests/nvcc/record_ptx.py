#!/usr/bin/env python3
"""Records the PTX that nvcc makes of tests/samples and of the solutions of the GPU labs.

    record_ptx.py            writes it into this folder
    record_ptx.py --check    exits with 1 where what is there is not what nvcc makes now, with 77 where it was recorded
                             with another nvcc
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent

# Those of simtcc, but for -lineinfo: paths of this machine, and nothing that is compared.
OPTIONS = ["-x=cu", "-O3", "-gencode", "arch=compute_80,code=compute_80", "-Wno-deprecated-gpu-targets"]

# The length and the name of an anonymous namespace, or of the one that nvcc puts static variables into.
OF_ONE_FILE = re.compile(r"\d\d_(GLOBAL__N_|INTERNAL)_[0-9a-f]{8}_\d+_\w+?_cu_([0-9a-f]{8}|main)")


def sources():
    """The options of their own that files are compiled with, by path within the course."""
    samples = ROOT / "tests" / "samples"
    options = {str(file.relative_to(ROOT)): [] for file in [*samples.glob("*.cu"), *samples.glob("*/*.cu")]}
    recording = json.loads((ROOT / "tests" / "hardware" / "labs-h200.json").read_text())
    for name, recorded in recording["labs"].items():
        options[f"solutions/{name}"] = ["-I.", "-include", f"common/{recorded['problem']}_gpu.h"]
    return options


def place_of(source):
    """tests/samples/scan.cu is recorded in samples/scan.ptx."""
    return FOLDER / pathlib.Path(source.removeprefix("tests/")).with_suffix(".ptx")


def compile_to_ptx(source, options):
    """Without remarks, and with the names that clang's host code looks for."""
    with tempfile.NamedTemporaryFile(suffix=".ptx") as output:
        subprocess.run(["nvcc", *OPTIONS, *options, "-ptx", source, "-o", output.name], cwd=ROOT, check=True)
        text = pathlib.Path(output.name).read_text()
    text = "".join(line for line in text.splitlines(keepends=True) if not re.match(r"\s*(//|$)", line))
    text = OF_ONE_FILE.sub(lambda name: "" if name[1] == "INTERNAL" else "12_GLOBAL__N_1", text)
    for static_kernel in re.findall(r"^\.entry _Z(\d\w+)\(", text, re.MULTILINE):
        text = re.sub(rf"\b_Z{static_kernel}(?=\b|_param_)", f"_ZL{static_kernel}", text)
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check

    version = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"release \S+, (\S+)", version)[1] + "\n"
    recorded_with = FOLDER / "version"
    if check and recorded_with.read_text() != version:
        print(f"recorded with nvcc {recorded_with.read_text().strip()}, here is {version.strip()}")
        return 77

    options = sources()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = dict(zip(map(place_of, options), pool.map(compile_to_ptx, options.keys(), options.values())))
    recorded = {file: file.read_text() for file in FOLDER.rglob("*.ptx")}
    if check:
        stale = [str(file.relative_to(FOLDER)) for file in sorted({*made, *recorded})
                 if made.get(file) != recorded.get(file)]
        if stale:
            print("stale: run tests/nvcc/record_ptx.py, and commit what it writes:", *stale, sep="\n  ")
        return len(stale) > 0
    for file in recorded:
        file.unlink()
    for file, text in made.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    recorded_with.write_text(version)


if __name__ == "__main__":
    sys.exit(main())
