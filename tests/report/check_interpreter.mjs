// The page's interpreter on the cases of tests/onnx/write_onnx_cases: every verdict after every
// prefix, and every coordinate at every position, against the interpreter of `ltlc run`.
//   node check_interpreter.mjs INTERPRETER.js FOLDER
// Both round after every operation in the same order, so coordinates are equal, but for exp, whose
// last bit is the runtime's: a few units of 2^-24 (fp32) or 2^-53 (fp64) that follow from it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [source, folder] = process.argv.slice(2);
const interpreter = createRequire(import.meta.url)(resolve(source));
const tolerance = { fp32: 64 * 2 ** -24, fp64: 64 * 2 ** -53 };
const longest = 60; // letters: the page itself runs words of up to 80
let verdicts = 0, accepted = 0, coordinates = 0, failures = 0;
const worst = { fp32: 0, fp64: 0 };

function fail(text) {
  if (++failures <= 20) console.log(text);
}

// Rounding to a 16-bit format by definition, at every number of it that is not negative: numbers
// stay; between two neighbours the middle goes to the one with an even last bit, and what lies
// beside the middle to the nearer one. Doubles hold all of these exactly.
function checkRounding(name, precision, emin, emax) {
  const round = interpreter.roundings[name];
  const size = 2 ** (precision - 1);
  const numberOf = (code) => {
    const exponent = Math.floor(code / size), fraction = code % size;
    return exponent === 0 ? fraction * 2 ** (emin - precision + 1)
      : (size + fraction) * 2 ** (exponent - 1 + emin - precision + 1);
  };
  const last = size * (emax - emin + 2) - 1; // the greatest number's code
  for (let code = 0; code <= last; ++code) {
    const x = numberOf(code);
    const next = code === last ? 2 ** (emax + 1) : numberOf(code + 1);
    const above = code === last ? Infinity : next;
    const middle = (x + next) / 2, little = (next - x) / 1024;
    const expected = [[x, x], [middle - little, x], [middle, code % 2 === 0 ? x : above],
      [middle + little, above]];
    for (const [at, want] of expected)
      for (const sign of [1, -1])
        if (round(sign * at) !== sign * want && !(at === 0 || want === 0))
          fail(`${name}: ${sign * at} becomes ${round(sign * at)}, expected ${sign * want}`);
  }
  return last + 1;
}
const rounded = checkRounding('bf16', 8, -126, 127) + checkRounding('fp16', 11, -14, 15);

for (const c of JSON.parse(readFileSync(join(folder, 'cases.json')))) {
  const model = JSON.parse(readFileSync(join(folder, `${c.file}.json`)));
  const bytes = readFileSync(join(folder, `${c.file}.values`));
  const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const row = (c.layers + 1) * c.width;
  let at = 0;
  c.words.forEach((word, i) => {
    const size = (word.length + 1) * row;
    if (word.length <= longest) {
      const result = interpreter.run(model, word.map((letter) => model.tokens[2 + letter]));
      result.prefixes.forEach((yes, p) => {
        verdicts += 1;
        accepted += yes;
        if (yes !== (c.verdicts[i][p] === '1')) fail(`${c.name}, ${c.texts[i]}: wrong after ${p} letters`);
      });
      for (let p = 0; p <= word.length; ++p)
        for (let l = 0; l <= c.layers; ++l)
          for (let d = 0; d < c.width; ++d) {
            const want = values[at + p * row + l * c.width + d];
            const got = result.trace[l][p][d];
            const off = Math.abs(want - got) / Math.max(1, Math.abs(want));
            coordinates += 1;
            worst[c.dtype] = Math.max(worst[c.dtype], off);
            if (!(off <= tolerance[c.dtype]))
              fail(`${c.name}, ${c.texts[i]}: layer ${l}, position ${p}, coordinate ${d}: ${got}, expected ${want}`);
          }
    }
    at += size * (word.length <= c.longest_with_ends ? 2 : 1);
  });
}
console.log(`${rounded} numbers of 16 bits; ${verdicts} verdicts, ${accepted} accepted, ${coordinates} coordinates; ` +
  `largest differences ${worst.fp32.toExponential(1)} in fp32, ${worst.fp64.toExponential(1)} in fp64`);
if (failures > 0 || accepted === 0 || accepted === verdicts) process.exit(1);
