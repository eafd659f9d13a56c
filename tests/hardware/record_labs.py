#!/usr/bin/env python3
"""Records what a GPU does with the solutions of the GPU labs: counters by ncu, times by events.

    record_labs.py labs-h200.json --date 2026-11-21

Needs the CUDA toolkit and a GPU whose performance counters may be read. Run it in this folder.
"""
import argparse
import json
import pathlib
import re

from record import COUNTERS, read_metrics, run

ROOT = pathlib.Path("../..")


def sizes(driver, name):
    """What is counted or timed, as the head of a family's file says: // COUNTED 300x200"""
    return re.search(rf"^// {name} (.*)$", (pathlib.Path(driver)).read_text(), re.MULTILINE)[1].split()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--date", required=True, help="of the recording")
    arguments = parser.parse_args()

    query = "--query-gpu=name,driver_version"
    gpu, driver = run("nvidia-smi", query, "--format=csv,noheader").strip().split(", ")
    result = {
        "gpu": gpu,
        "driver": driver,
        "nvcc": run("nvcc", "--version").split("release ")[1].split(",")[0],
        "date": arguments.date,
        "labs": {},
    }
    for source in sorted(ROOT.glob("solutions/*/*.cu")):
        lab = json.loads((ROOT / "labs" / source.parent.name / "lab.json").read_text())
        problem = lab["problem"]
        driver = f"lab_{problem}.cu"
        if not "__global__" in source.read_text():
            continue
        # The PTX that simtcc makes, and machine code of it.
        run("nvcc", "-O3", "-lineinfo", "-std=c++17", f"-I{ROOT}", "-include", f"common/{problem}_gpu.h",
            "-gencode", "arch=compute_80,code=sm_90", driver, str(source), "-o", "lab")
        [counted], timed = sizes(driver, "COUNTED"), sizes(driver, "TIMED")
        # Checksums of results that have to be the same bits everywhere, where the family prints them.
        recorded = {"problem": problem, "size": counted, "printed": run("./lab", counted)}
        for values in read_metrics(COUNTERS, "./lab", counted).values():
            for metric, value in values.items():
                recorded[metric] = recorded.get(metric, 0) + value
        for size in timed:
            recorded[f"time_us {size}"] = float(run("./lab", size, "times"))
        result["labs"][str(source.relative_to(ROOT / "solutions"))] = recorded
    with open(arguments.output, "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
