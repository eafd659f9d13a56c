#!/usr/bin/env python3
"""Records what a GPU does with kernels.ptx: counters by ncu, times by events. Writes JSON.

    record.py h200.json --date 2026-11-21

Needs the CUDA toolkit and a GPU whose performance counters may be read. Run it in this folder.
"""
import argparse
import csv
import io
import json
import subprocess
import tempfile

# What simt counts and must meet exactly, then what helps to understand the times.
COUNTERS = [
    "smsp__inst_executed.sum",
    "smsp__thread_inst_executed.sum",
    "smsp__thread_inst_executed_pred_on.sum",
    "smsp__sass_branch_targets_threads_divergent.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "memory_l1_wavefronts_shared",
    "memory_l1_wavefronts_shared_ideal",
    "memory_l2_theoretical_sectors_global",
    "memory_l2_theoretical_sectors_global_ideal",
    "launch__registers_per_thread",
    "launch__occupancy_limit_blocks",
    "launch__occupancy_limit_registers",
    "launch__occupancy_limit_shared_mem",
    "launch__occupancy_limit_warps",
]
TRAFFIC = [
    "gpu__time_duration.sum",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
    "lts__t_sectors_srcunit_tex.sum",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "smsp__inst_executed.sum",
]


def run(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def record_words(mode, size):
    """{kernel: word} of what record prints."""
    return dict(line.split() for line in run("./record", mode, size).splitlines())


def read_metrics(metrics, *command):
    """{kernel: {metric: number}} of a command, summed over the launches of each kernel."""
    with tempfile.NamedTemporaryFile(suffix=".csv") as log:
        run("ncu", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
            "--print-units", "base", "--metrics", ",".join(metrics), "--log-file", log.name,
            *command)
        lines = [line for line in open(log.name) if line.startswith('"')]
    recorded = {}
    for row in csv.DictReader(io.StringIO("".join(lines))):
        if not row["Kernel Name"]:
            continue  # the units
        values = {}
        for metric in metrics:
            text = row.get(metric, "").replace(",", "")
            if text and text != "n/a":
                values[metric] = float(text) if "." in text else int(text)
        sums = recorded.setdefault(row["Kernel Name"].split("(")[0], {})
        for metric, value in values.items():
            sums[metric] = sums.get(metric, 0) + value
    return recorded


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("output")
    parser.add_argument("--date", required=True, help="of the recording")
    arguments = parser.parse_args()

    run("ptxas", "-arch=sm_90", "kernels.ptx", "-o", "kernels.cubin")
    run("nvcc", "-O2", "-std=c++20", "record.cpp", "-o", "record")
    query = "--query-gpu=name,driver_version"
    gpu, driver = run("nvidia-smi", query, "--format=csv,noheader").strip().split(", ")
    result = {
        "gpu": gpu,
        "driver": driver,
        "ptxas": run("ptxas", "--version").split("release ")[1].split(",")[0],
        "date": arguments.date,
    }
    for size in ["small", "large"]:
        kernels = {}
        for kernel, time in record_words("times", size).items():
            kernels[kernel] = {"time_us": float(time)}
        result[size] = kernels
    for kernel, word in record_words("once", "small").items():
        result["small"][kernel]["outputs"] = word
    for size, metrics in [("small", COUNTERS), ("small", TRAFFIC), ("large", TRAFFIC)]:
        for kernel, values in read_metrics(metrics, "./record", "once", size).items():
            result[size][kernel].update(values)
    with open(arguments.output, "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
