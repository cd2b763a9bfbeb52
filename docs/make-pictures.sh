#!/usr/bin/env bash
# Makes the pictures of docs/pictures with the program itself: docs/make-pictures.sh
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --package orogen-cli
orogen=${CARGO_TARGET_DIR:-target}/release/orogen
out=docs/pictures
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The coast of the preset olympic, 8 km; the trailhead's cove, 1.6 km; the dense mountains, 13 km.
"$orogen" world render --seed 3 --center 2400,0 --size 8000 --step 8 -o "$out/olympic.png"
"$orogen" world render --seed 3 --center -250,0 --size 1600 --step 2 -o "$out/cove.png"
"$orogen" world render --preset dense --seed 7 --size 12800 --step 16 -o "$out/dense.png"
for preset in plain ridged montane; do
    "$orogen" world render --preset "$preset" --seed 7 --size 3200 --step 4 -o "$out/$preset.png"
done

# One of each generator: 256 cells of 30 m, 1000 m of relief.
for kind in diamond-square subdivision exact-fbm spectral fbm ridged billow hybrid; do
    # A hybrid's octaves weigh each other down: it wants rougher ones than the rest.
    [ "$kind" = hybrid ] && hurst=0.25 || hurst=0.8
    "$orogen" raster generate "$kind" --seed 3 --size 256 --hurst "$hurst" --relief 1000 -o "$scratch/$kind.f64" 2>/dev/null
    "$orogen" raster shade "$scratch/$kind.f64" -o "$out/generate-$kind.png"
done
for kind in diamond-square fbm; do
    "$orogen" raster generate "article-$kind" --seed 7 -o "$scratch/article-$kind.f64"
    "$orogen" raster shade "$scratch/article-$kind.f64" --style article -o "$out/generate-article-$kind.png"
done

# Each erosion, on ridges.
"$orogen" raster erode thermal "$scratch/ridged.f64" --set talus=0.5 -o "$scratch/thermal.f64" >/dev/null
"$orogen" raster erode cut-back "$scratch/ridged.f64" --set talus=0.5 -o "$scratch/cut-back.f64" >/dev/null
"$orogen" raster erode article-thermal "$scratch/article-fbm.f64" -o "$scratch/article-thermal.f64"
"$orogen" raster generate spectral --seed 3 --size 512 --step 200 --relief 300 -o "$scratch/plateau.f64"
"$orogen" raster erode stream-power "$scratch/plateau.f64" --set steps=80 --set diffusivity=0.01 \
    -o "$scratch/stream-power.f64" >/dev/null
"$orogen" raster erode stream-power "$scratch/plateau.f64" --set steps=250 --set diffusivity=0.01 --set deposition=1 \
    --edges free -o "$scratch/deposition.f64" >/dev/null
for kind in thermal cut-back; do
    "$orogen" raster shade "$scratch/$kind.f64" -o "$out/erode-$kind.png"
done
for kind in stream-power deposition; do
    "$orogen" raster shade "$scratch/$kind.f64" --exaggeration 3 -o "$out/erode-$kind.png"
done
"$orogen" raster shade "$scratch/article-thermal.f64" --style article -o "$out/erode-article-thermal.png"

# The island: its relief, its layers, and its stages one after another.
"$orogen" island render --seed 187 -o "$out/island.png"
for layer in lakes basins rainfall moisture flow biomes whittaker; do
    "$orogen" island render --seed 187 --layer "$layer" --legend --size 512 -o "$out/island-$layer.png"
done
"$orogen" island animate --seed 187 --size 320 -o "$out/island-stages.gif"
