// Runs what write_onnx_cases wrote in ONNX Runtime (onnxruntime-web) and compares with the
// interpreter: every verdict after every prefix, every coordinate at every position.
//   node check_runtime.mjs FOLDER PACKAGES     PACKAGES is a folder with node_modules
// Verdicts must be equal. A coordinate may differ by `tolerance` (see below) times the greater of 1
// and its size.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [folder, packages] = process.argv.slice(2);
let ort;
try {
  ort = createRequire(join(resolve(packages), 'package.json'))('onnxruntime-web');
} catch {
  console.log(`SKIPPED: no onnxruntime-web in ${packages}: run tests/onnx/runtime.sh ${packages}`);
  process.exit(77);
}
ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

// Softmax divides by a sum of up to n terms, and its weights are summed again. Both sides round every
// step, in different orders, and each sum errs by at most n·u of its terms (u is 2^-24 in float32 and
// 2^-53 in float64, n is 1,001 rows). What follows takes a few differences of such sums: factor 8.
// Compiled models keep far from the bound, since their weights of attention are 0 or far from it.
const tolerance = { fp32: 8 * 1001 * 2 ** -24, fp64: 8 * 1001 * 2 ** -53 };

let failures = 0;
let worst = { fp32: 0, fp64: 0 };
const counted = { models: 0, sessions: 0, verdicts: 0, accepted: 0, coordinates: 0, longest: 0 };

function fail(text) {
  if (++failures <= 20) console.log(text);
}

// All words of a case in batches of similar length, filled up behind their ends with any ids.
function batches(words) {
  const short = [], long = [];
  words.forEach((_, i) => (words[i].length > 100 ? long : short).push(i));
  return [short, ...(long.length ? [long] : [])];
}

function fed(words, indices) {
  const length = 1 + Math.max(...indices.map((i) => words[i].length));
  const ids = new BigInt64Array(indices.length * length);
  indices.forEach((i, b) => {
    for (let p = 0; p < length; ++p)
      ids[b * length + p] = p === 0 ? 0n : p <= words[i].length ? BigInt(words[i][p - 1] + 2)
        : BigInt((p * 7 + b) % 3);
  });
  return { length, tokens: new ort.Tensor('int64', ids, [indices.length, length]) };
}

function compare(want, got, dtype, where) {
  const off = Math.abs(want - got) / Math.max(1, Math.abs(want));
  ++counted.coordinates;
  if (off > worst[dtype]) worst[dtype] = off;
  if (!(off <= tolerance[dtype])) fail(`${where()}: ${got}, expected ${want}`);
}

async function check(c, level) {
  const values = readFileSync(join(folder, `${c.file}.values`));
  const numbers = new Float64Array(values.buffer.slice(values.byteOffset, values.byteOffset + values.length));
  const session = await ort.InferenceSession.create(readFileSync(join(folder, `${c.file}.onnx`)),
    { graphOptimizationLevel: level });
  ++counted.sessions;
  const starts = [];
  let at = 0;
  const row = (c.layers + 1) * c.width;
  for (const w of c.words) {
    starts.push(at);
    at += (w.length + 1) * row * (w.length <= c.longest_with_ends ? 2 : 1);
  }
  if (at !== numbers.length) throw Error(`${c.name}: ${numbers.length} values, expected ${at}`);
  for (const indices of batches(c.words)) {
    const { length, tokens } = fed(c.words, indices);
    const wanted = session.outputNames.filter((name) => length <= 100 || !/attention/.test(name));
    const out = await session.run({ tokens }, wanted);
    indices.forEach((i, b) => {
      const w = c.words[i];
      const where = `${c.name}, ${level}, word ${c.texts[i].slice(0, 60)}`;
      for (let p = 0; p <= w.length; ++p) {
        const accepted = out.accepts.data[b * length + p];
        ++counted.verdicts;
        counted.accepted += accepted;
        if (accepted !== Number(c.verdicts[i][p]))
          fail(`${where}: after ${p} letters ${accepted ? 'accepted' : 'rejected'}`);
      }
      counted.longest = Math.max(counted.longest, w.length);
      const traced = (name, start) => {
        for (let l = 0; l <= c.layers; ++l) {
          const data = out[`${name}_${l}`].data;
          for (let p = 0; p <= w.length; ++p)
            for (let d = 0; d < c.width; ++d)
              compare(numbers[start + p * row + l * c.width + d],
                data[(b * length + p) * c.width + d], c.dtype,
                () => `${where}: ${name}_${l}, position ${p}, coordinate ${d}`);
        }
      };
      traced('residual', starts[i]);
      if (w.length <= c.longest_with_ends)
        traced('end_residual', starts[i] + (w.length + 1) * row);
    });
    if (length <= 100) checkAttention(c, out, length, `${c.name}, ${level}`);
  }
  await session.release();
}

// Rows of weights sum to 1, but for the first, which sees nothing; none is on what comes later.
function checkAttention(c, out, length, where) {
  const bound = tolerance[c.dtype];
  for (const [name, tensor] of Object.entries(out)) {
    const own = /^attention_/.test(name);
    if (!own && !/^end_attention_/.test(name)) continue;
    const rows = tensor.data.length / length;
    for (let r = 0; r < rows; ++r) {
      const i = r % length, seen = own ? i : i + 1;
      let sum = 0, beyond = 0;
      for (let j = 0; j < length; ++j) {
        const weight = tensor.data[r * length + j];
        if (j < seen) sum += weight;
        else if (weight !== 0) beyond = weight;
      }
      if (beyond !== 0) fail(`${where}: ${name}, row ${i} has weight ${beyond} on a later row`);
      if (!(Math.abs(sum - (seen > 0 ? 1 : 0)) <= bound))
        fail(`${where}: ${name}, row ${i} sums to ${sum}`);
    }
  }
}

const cases = JSON.parse(readFileSync(join(folder, 'cases.json')));
for (const c of cases) {
  ++counted.models;
  await check(c, 'all');
  if (counted.models % 8 === 1) await check(c, 'disabled');
}
console.log(`${counted.models} models in ${counted.sessions} sessions, ${counted.verdicts} verdicts, ` +
  `${counted.accepted} of them accepted, ${counted.coordinates} coordinates, words up to ` +
  `${counted.longest} letters; largest differences ${worst.fp32.toExponential(1)} in fp32, ` +
  `${worst.fp64.toExponential(1)} in fp64`);
if (failures > 0) {
  console.log(`${failures} differences`);
  process.exit(1);
}
if (counted.longest < 1000 || counted.accepted === 0 || counted.accepted === counted.verdicts)
  process.exit(1);
