#!/usr/bin/env python3
"""Times heightmaps beside RichDEM, fastscapelib and JavaScript, one thread each; `cargo xtask bench` runs it.

All times are of the processor, since other programs of the machine disturb a clock more.

`rivals.py STOPWATCH FOLDER [SIDE ...]` prints Markdown tables. STOPWATCH is the built example of that name, FOLDER is for
files between the programs, sides are powers of two and at least two (1024, 2048 and 4096 if none is given); beyond 2048 fastscapelib is left out.

All programs read one surface, in one run: a periodic Brownian surface with H = 0.5, full of depressions, on cells of
100 m; and the same after 60 steps of stream power, which is what an eroder sees most of the time. The fastest of some
repeats counts. The results are compared where they have to agree.
"""

import contextlib
import json
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

STOPWATCH, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
SIDES = [int(side) for side in sys.argv[3:]] or [1024, 2048, 4096]
CELL_M = 100.0
K, M, N, STEP_YR = 5.61e-7, 0.5, 1.0, 2.5e5
UPLIFT_M = 5e-4 * STEP_YR
# Beyond this fastscapelib takes minutes a step on a rough surface.
MOST_FASTSCAPE_SIDE = 2048


class Ours:
    """One run of an operation: milliseconds of its fastest repeat, the memory that it took, and the result."""

    def __init__(self, operation, surface, repeats=1):
        source, target = FOLDER / "in.f64", FOLDER / "out.f64"
        surface.astype("<f8").tofile(source)
        rows, cols = map(str, surface.shape)
        command = [STOPWATCH, operation, rows, cols, str(CELL_M), source, target, str(repeats)]
        milliseconds, memory = subprocess.check_output(command, text=True).split()
        self.ms, self.memory_bytes = float(milliseconds), int(memory)
        self.result = np.fromfile(target, "<f8")

    def map(self, shape):
        return self.result.reshape(shape)


def fastest_ms(repeats, job):
    """Milliseconds of processor time of the fastest repeat, and its result."""
    best, result = float("inf"), None
    for _ in range(repeats):
        start = time.process_time()
        result = job()
        best = min(best, (time.process_time() - start) * 1000.0)
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


def drainage(name, surface, repeats):
    """Rows of one surface: its name, the operation, the side, our milliseconds, the rival and its milliseconds."""
    side = surface.shape[0]
    ours = {op: Ours(op, surface, repeats) for op in ("fill", "route", "accumulate", "steepest", "step")}
    ms = {op: run.ms for op, run in ours.items()}

    fill_ms, filled = fastest_ms(repeats, lambda: richdem(rd.fill_depressions, surface))
    assert np.array_equal(ours["fill"].map(surface.shape), filled), "the filled surfaces differ"
    d8_ms, _ = fastest_ms(repeats, lambda: richdem(lambda dem: rd.flow_accumulation(dem, method="D8"), surface))
    rows = [
        (name, "fill", side, ms["fill"], "RichDEM", fill_ms),
        (name, "D8 receivers, order and accumulation", side, ms["steepest"] + ms["accumulate"], "RichDEM", d8_ms),
    ]
    theirs = dict.fromkeys(("route", "accumulate", "step"))
    if side <= MOST_FASTSCAPE_SIDE:
        model = Fastscape(surface.shape)
        theirs["route"], _ = fastest_ms(repeats, lambda: model.graph.update_routes(surface))
        theirs["accumulate"], _ = fastest_ms(repeats, lambda: model.graph.accumulate(1.0))
        theirs["step"], worn = fastest_ms(repeats, lambda: model.step(surface))
        # Not the same bits: fastscapelib routes the raised surface and we the one before, whose rims are less steep.
        difference = np.abs(ours["step"].map(surface.shape) - worn).mean()
        assert difference < 0.05 * UPLIFT_M + 0.01 * np.abs(worn).mean(), f"the worn surfaces differ by {difference} m"
    names = {
        "route": "route with depressions carved, and order",
        "accumulate": "accumulation alone",
        "step": "a whole step of stream power",
    }
    return rows + [(name, text, side, ms[op], "fastscapelib", theirs[op]) for op, text in names.items()]


def article():
    """Rows of the demonstration: the operation, our milliseconds and JavaScript's."""
    script = Path(__file__).with_name("article.mjs")
    theirs = json.loads(subprocess.check_output(["node", script, FOLDER, "100"], text=True))
    names = {
        "ds": "diamond-square",
        "fbm": "value noise, 6 octaves",
        "thermal": "thermal erosion, 40 sweeps",
    }
    rows = []
    for key, name in names.items():
        ours = Ours(f"article-{key}", np.zeros((1, 1)), 100)
        assert np.array_equal(ours.result, np.fromfile(FOLDER / f"{key}.f64", "<f8")), f"{name}: the maps differ"
        rows.append((name, ours.ms, theirs[key]))
    return rows


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(str(cell) for cell in row) + " |")
    print()


def figure(ms):
    """Three digits."""
    return f"{ms:.3g}" if ms < 100 else f"{ms:.0f}"


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    rows, rough = [], None
    for side in SIDES:
        repeats = 5 if side <= 1024 else 3 if side <= 2048 else 2
        print(f"{side} x {side}", file=sys.stderr)
        rough = Ours("make", np.zeros((side, side))).map((side, side))
        rows += drainage("rough", rough, repeats)
        rows += drainage("worn", Ours("wear", rough).map(rough.shape), repeats)

    print("Milliseconds of processor time for the fastest of some runs; the ratio is the rival's time over ours.\n")
    head = ["surface", "operation", "cells", "ours", "rival", "its", "ratio"]
    compared = [row for row in rows if row[5] is not None]
    table(head, [(n, op, f"{s}^2", figure(a), who, figure(b), f"{b / a:.1f}") for n, op, s, a, who, b in compared])

    print("Nanoseconds a cell, and how they grow from the smallest to the largest size.\n")
    cost = {(n, op, s): a * 1e6 / s**2 for n, op, s, a, _, _ in rows}
    kinds = list(dict.fromkeys((n, op) for n, op, *_ in rows))
    grow = [[cost[n, op, s] for s in SIDES] for n, op in kinds]
    table(
        ["surface", "operation", *(f"{s}^2" for s in SIDES), "growth"],
        [(n, op, *(f"{c:.1f}" for c in costs), f"{costs[-1] / costs[0]:.2f}") for (n, op), costs in zip(kinds, grow)],
    )

    print("The demonstration at 129 x 129, milliseconds; the maps are the same to the bit.\n")
    rows = [(name, figure(a), figure(b), f"{b / a:.1f}") for name, a, b in article()]
    table(["operation", "ours", "JavaScript", "ratio"], rows)

    print("Generators and estimators without a rival, milliseconds.\n")
    empty = np.zeros((513, 513))
    rows = [(f"exact fBm, H {h}, 513 x 513", figure(Ours(f"exact-fbm-{h}", empty, 5).ms)) for h in (0.5, 0.75, 0.8)]
    brownian = Ours("exact-fbm-0.5", np.zeros((1025, 1025))).map((1025, 1025))
    rows.append(("Hurst exponent by second differences, 1025 x 1025", figure(Ours("hurst", brownian, 20).ms)))
    table(["operation", "ours"], rows)

    print(f"Memory besides the input at {SIDES[-1]} x {SIDES[-1]}, as multiples of the raster's 8 bytes a cell.\n")
    operations = ("fill", "route", "steepest", "accumulate", "step")
    taken = [(operation, Ours(operation, rough).memory_bytes / rough.nbytes) for operation in operations]
    table(["operation", "multiple"], [(operation, f"{multiple:.1f}") for operation, multiple in taken])


if __name__ == "__main__":
    main()
