"""Drainage as RichDEM computes it: `richdem_drainage.py ROWS COLS DEM.f64 OUT_DIR`.

Reads little-endian f64 heights, row-major, and writes to OUT_DIR what RichDEM makes of them, in the same form:

* `filled.f64`: the surface with its depressions filled (Zhou and others 2016);
* `receiver.f64`: the cell that each cell drains to by D8, itself where RichDEM names none;
* `area.f64`: cells that drain through each cell by D8, itself included.
"""

import sys
from pathlib import Path

import numpy as np
import richdem as rd

# Row and column of RichDEM's eight neighbours, numbered from 1, relative to the cell.
NEIGHBORS = [(0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1)]


def main():
    rows, cols = int(sys.argv[1]), int(sys.argv[2])
    heights = np.fromfile(sys.argv[3], "<f8").reshape(rows, cols)
    out = Path(sys.argv[4])
    # A height that no model has: every cell is ground.
    dem = rd.rdarray(heights, no_data=-1e30, geotransform=[0, 1, 0, 0, 0, -1])
    proportions = np.asarray(rd.flow_proportions(dem, method="D8"))[:, :, 1:]
    steps = np.array([row * cols + col for row, col in NEIGHBORS])
    cells = np.arange(rows * cols).reshape(rows, cols)
    receiver = np.where(proportions.max(axis=2) > 0, cells + steps[proportions.argmax(axis=2)], cells)
    results = {
        "filled": rd.fill_depressions(dem),
        "receiver": receiver,
        "area": rd.flow_accumulation(dem, method="D8"),
    }
    for name, values in results.items():
        np.asarray(values).astype("<f8").tofile(out / f"{name}.f64")


main()
