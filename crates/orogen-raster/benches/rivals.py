#!/usr/bin/env python3
"""Times drainage and stream power beside RichDEM and fastscapelib, one thread each, and prints a table.

    python3 -m venv target/rivals
    target/rivals/bin/pip install numpy fastscapelib==0.3.0 py-richdem==2.2.0rc3
    cargo build --release -p orogen-raster --example drain_raw
    taskset -c 0 target/rivals/bin/python crates/orogen-raster/benches/rivals.py

All programs read one surface, in one run: a Brownian surface with H = 0.5 and 1 km of relief on cells of 100 m, and the
same after 60 steps of stream power, which is what an eroder sees most of the time. The fastest of some repeats counts.
The results are compared where they have to agree.
"""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["RAYON_NUM_THREADS"] = "1"

import fastscapelib as fs  # noqa: E402
import numpy as np  # noqa: E402
import richdem as rd  # noqa: E402

ROOT = Path(__file__).resolve().parents[3]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
CELL_M = 100.0
K, M, N, STEP_YR = 5.61e-7, 0.5, 1.0, 2.5e5
UPLIFT_M = 5e-4 * STEP_YR


def ours(operation, surface, repeats):
    """Milliseconds and result of one operation of ours."""
    source, target = TARGET / "rivals-in.f64", TARGET / "rivals-out.f64"
    surface.astype("<f8").tofile(source)
    rows, cols = map(str, surface.shape)
    command = [TARGET / "release/examples/drain_raw", operation, rows, cols, str(CELL_M), source, target, str(repeats)]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return float(printed), np.fromfile(target, "<f8").reshape(surface.shape)


def fastest_ms(repeats, job):
    """Milliseconds of the fastest repeat and its result."""
    best, result = float("inf"), None
    for _ in range(repeats):
        start = time.perf_counter()
        result = job()
        best = min(best, (time.perf_counter() - start) * 1000.0)
    return best, result


def richdem(job, surface):
    """A RichDEM job on a surface, without what it writes to the terminal."""
    with contextlib.ExitStack() as stack:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        stack.callback(os.close, nowhere)
        for stream in (1, 2):
            stack.callback(lambda kept=os.dup(stream), stream=stream: (os.dup2(kept, stream), os.close(kept)))
            os.dup2(nowhere, stream)
        return np.asarray(job(rd.rdarray(surface, no_data=-9999.0, geotransform=[0, CELL_M, 0, 0, 0, -CELL_M])))


class Fastscape:
    """One grid of fastscapelib with its router and eroder."""

    def __init__(self, shape):
        edges = fs.RasterBoundaryStatus(fs.NodeStatus.FIXED_VALUE)
        self.grid = fs.RasterGrid(shape, [CELL_M, CELL_M], edges)
        carve = fs.MSTSinkResolver(fs.MSTMethod.BORUVKA, fs.MSTRouteMethod.CARVE)
        self.graph = fs.FlowGraph(self.grid, [fs.SingleFlowRouter(), carve])
        self.eroder = fs.SPLEroder(self.graph, K, M, N, 1e-6)

    def step(self, surface):
        """The height after one step, uplift first as fastscapelib's own examples have it."""
        raised = surface.copy()
        raised[1:-1, 1:-1] += UPLIFT_M
        self.graph.update_routes(raised)
        area = self.graph.accumulate(1.0)
        return raised - self.eroder.erode(raised, area, STEP_YR)


def measure(name, surface, repeats):
    """One row an operation: name, side, ours, each rival's."""
    side = surface.shape[0]
    rows = []

    our_ms, our_fill = ours("fill", surface, repeats)
    rd_ms, filled = fastest_ms(repeats, lambda: richdem(rd.fill_depressions, surface))
    assert np.array_equal(our_fill, filled), "the filled surfaces differ"
    rows.append((name, "fill", side, our_ms, ("RichDEM", rd_ms)))

    model = Fastscape(surface.shape)
    our_ms, _ = ours("route", surface, repeats)
    fs_ms, _ = fastest_ms(repeats, lambda: model.graph.update_routes(surface))
    rows.append((name, "route, depressions carved, and order", side, our_ms, ("fastscapelib", fs_ms)))

    sum_ms, _ = ours("accumulate", surface, repeats)
    fs_ms, _ = fastest_ms(repeats, lambda: model.graph.accumulate(1.0))
    rows.append((name, "D8 accumulation alone", side, sum_ms, ("fastscapelib", fs_ms)))
    our_ms, _ = ours("steepest", surface, repeats)
    rd_ms, _ = fastest_ms(repeats, lambda: richdem(lambda dem: rd.flow_accumulation(dem, method="D8"), surface))
    rows.append((name, "D8 receivers, order and accumulation", side, our_ms + sum_ms, ("RichDEM", rd_ms)))

    our_ms, worn = ours("step", surface, repeats)
    fs_ms, theirs = fastest_ms(repeats, lambda: model.step(surface))
    # Not the same bits: fastscapelib routes the raised surface and we the one before, whose rims are less steep.
    assert abs(worn.mean() / theirs.mean() - 1.0) < 0.01, "the worn surfaces differ"
    rows.append((name, "stream-power step", side, our_ms, ("fastscapelib", fs_ms)))
    return rows


def main():
    sides = [int(side) for side in sys.argv[1:]] or [1024, 2048, 4096]
    table = []
    for side in sides:
        repeats = 5 if side <= 1024 else 3 if side <= 2048 else 2
        _, rough = ours("make", np.zeros((side, side)), 1)
        table += measure("rough", rough, repeats)
        worn = rough
        for _ in range(60):
            _, worn = ours("step", worn, 1)
        table += measure("worn", worn, repeats)
    print("| surface | operation | side | ours, ms | rival | its ms | ratio |")
    print("|---|---|---|---|---|---|---|")
    for name, operation, side, our_ms, (rival, ms) in table:
        print(f"| {name} | {operation} | {side} | {our_ms:.1f} | {rival} | {ms:.1f} | {ms / our_ms:.1f} |")


if __name__ == "__main__":
    main()
