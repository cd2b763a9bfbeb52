#!/usr/bin/env bash
# Makes the pictures of docs/pictures with the program itself: docs/make-pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --package orogen-cli
orogen=${CARGO_TARGET_DIR:-target}/release/orogen
out=docs/pictures
mkdir -p "$out"

# The coast of the preset olympic, 8 km; the trailhead's cove, 1.6 km; the dense mountains, 13 km.
"$orogen" world render --seed 3 --center 2400,0 --size 8000 --step 8 -o "$out/olympic.png"
"$orogen" world render --seed 3 --center -250,0 --size 1600 --step 2 -o "$out/cove.png"
"$orogen" world render --preset dense --seed 7 --size 12800 --step 16 -o "$out/dense.png"
for preset in plain ridged montane; do
    "$orogen" world render --preset "$preset" --seed 7 --size 3200 --step 4 -o "$out/$preset.png"
done
