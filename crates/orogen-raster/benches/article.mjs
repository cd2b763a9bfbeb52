// The published demonstration in JavaScript, as its formulas are written: what our presets are measured beside.
//
// `node article.mjs OUT_DIR REPEATS` writes ds.f64, fbm.f64 and thermal.f64 (129 x 129, little-endian, row-major) and
// prints the milliseconds of processor time of the fastest repeat of each as JSON: diamond-square with H 0.8, 6 octaves of value noise
// with H 0.8 and no warp, and 40 sweeps of thermal erosion of the diamond-square map, all with seed 7.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

const SIDE = 129;
const SEED = 7;
const HURST = 0.8;

function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function diamondSquare() {
  const random = mulberry32(SEED);
  const displacement = (amplitude) => amplitude * (random() * 2 - 1);
  const map = new Float64Array(SIDE * SIDE);
  const last = SIDE - 1;
  for (const corner of [0, last, last * SIDE, last * SIDE + last]) map[corner] = displacement(1);
  let amplitude = 1;
  for (let step = last; step > 1; step /= 2) {
    const half = step / 2;
    for (let row = half; row < SIDE; row += step) {
      for (let col = half; col < SIDE; col += step) {
        const sum =
          map[(row - half) * SIDE + col - half] +
          map[(row - half) * SIDE + col + half] +
          map[(row + half) * SIDE + col - half] +
          map[(row + half) * SIDE + col + half];
        map[row * SIDE + col] = sum / 4 + displacement(amplitude);
      }
    }
    for (let row = 0; row < SIDE; row += half) {
      for (let col = (row + half) % step; col < SIDE; col += step) {
        let sum = 0;
        let count = 0;
        // West, east, north, south: erosion amplifies the last bit, so the order counts.
        if (col >= half) (sum += map[row * SIDE + col - half]), count++;
        if (col + half < SIDE) (sum += map[row * SIDE + col + half]), count++;
        if (row >= half) (sum += map[(row - half) * SIDE + col]), count++;
        if (row + half < SIDE) (sum += map[(row + half) * SIDE + col]), count++;
        map[row * SIDE + col] = sum / count + displacement(amplitude);
      }
    }
    amplitude *= Math.pow(2, -HURST);
  }
  return map;
}

function lattice(ix, iy, seed) {
  let h = Math.imul(ix, 374761393) ^ Math.imul(iy, 668265263) ^ Math.imul(seed, 1103515245);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  h ^= h >>> 16;
  return ((h >>> 0) / 4294967296) * 2 - 1;
}

const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);
const mix = (a, b, t) => a + (b - a) * t;

function valueNoise(x, y, seed) {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const u = fade(x - ix);
  const v = fade(y - iy);
  const north = mix(lattice(ix, iy, seed), lattice(ix + 1, iy, seed), u);
  const south = mix(lattice(ix, iy + 1, seed), lattice(ix + 1, iy + 1, seed), u);
  return north * (1 - v) + south * v;
}

function fbm() {
  const map = new Float64Array(SIDE * SIDE);
  const gain = Math.pow(2, -HURST);
  for (let row = 0; row < SIDE; row++) {
    for (let col = 0; col < SIDE; col++) {
      const x = (4 * col) / (SIDE - 1);
      const y = (4 * row) / (SIDE - 1);
      let sum = 0;
      let amplitude = 1;
      let frequency = 1;
      for (let octave = 0; octave < 6; octave++) {
        sum += amplitude * valueNoise(x * frequency + 17.3 * octave, y * frequency + 31.7 * octave, 7 * SEED + octave);
        amplitude *= gain;
        frequency *= 2;
      }
      map[row * SIDE + col] = sum;
    }
  }
  return map;
}

const AROUND = [[-1, -1], [-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0], [1, 1]];

function thermal(input) {
  const map = Float64Array.from(input);
  const change = new Float64Array(map.length);
  let low = Infinity;
  let high = -Infinity;
  for (const height of map) {
    low = Math.min(low, height);
    high = Math.max(high, height);
  }
  const talus = 0.012 * (high - low);
  const drops = new Float64Array(8);
  for (let sweep = 0; sweep < 40; sweep++) {
    change.fill(0);
    for (let row = 0; row < SIDE; row++) {
      for (let col = 0; col < SIDE; col++) {
        const cell = row * SIDE + col;
        let total = 0;
        let most = 0;
        for (let k = 0; k < 8; k++) {
          const r = row + AROUND[k][0];
          const c = col + AROUND[k][1];
          drops[k] = 0;
          if (r < 0 || c < 0 || r >= SIDE || c >= SIDE) continue;
          const drop = map[cell] - map[r * SIDE + c];
          if (drop > talus) {
            drops[k] = drop;
            total += drop;
            most = Math.max(most, drop);
          }
        }
        if (total === 0) continue;
        const moved = 0.5 * (most - talus);
        for (let k = 0; k < 8; k++) {
          if (drops[k] === 0) continue;
          const share = (moved * drops[k]) / total;
          change[(row + AROUND[k][0]) * SIDE + col + AROUND[k][1]] += share;
          change[cell] -= share;
        }
      }
    }
    for (let cell = 0; cell < map.length; cell++) map[cell] += change[cell];
  }
  return map;
}

function fastest(repeats, job) {
  let best = Infinity;
  for (let i = 0; i < repeats; i++) {
    const start = process.cpuUsage();
    job();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

const [out, repeats] = [process.argv[2], Number(process.argv[3])];
const rough = diamondSquare();
const jobs = { ds: diamondSquare, fbm, thermal: () => thermal(rough) };
const times = {};
for (const [name, job] of Object.entries(jobs)) {
  times[name] = fastest(repeats, job);
  writeFileSync(join(out, `${name}.f64`), Buffer.from(job().buffer));
}
console.log(JSON.stringify(times));
