// Run what `ltlc export --to onnx` wrote. In a folder where `npm install onnxruntime-web` was run:
//   ltlc export ab.json --to onnx -o ab.onnx
//   node run_onnx.mjs ab.onnx abab aba ''
// Tokens of more than one character are written with spaces between them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

function stop(message) {
  console.error(message);
  process.exit(2);
}

// The runtime does not show a file's metadata. They are entries (key 1, value 2) in field 14 of the
// message that the file is: each field is a number for its place and kind, then its bytes.
function* fields(bytes) {
  let at = 0;
  function number() {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }
  while (at < bytes.length) {
    const tag = number();
    const value = number();
    if (tag % 8 === 2) {
      yield [Math.floor(tag / 8), bytes.subarray(at, at + value)];
      at += value;
    }
  }
}
function metadata(file) {
  const texts = {};
  for (const [place, entry] of fields(file)) {
    if (place !== 14) continue;
    const [key, value] = [...fields(entry)].map(([, bytes]) => bytes.toString());
    texts[key] = value;
  }
  return texts;
}

const [path, ...words] = process.argv.slice(2);
if (path === undefined) stop('usage: node run_onnx.mjs MODEL.onnx [WORD...]');
let ort;
try {
  ort = createRequire(process.cwd() + '/')('onnxruntime-web');
} catch {
  stop(`no onnxruntime-web in ${process.cwd()}: run \`npm install onnxruntime-web\` here`);
}
ort.env.wasm.numThreads = 1;
const file = readFileSync(path);
const tokens = JSON.parse(metadata(file).tokens);
const spaced = tokens.slice(2).some((token) => [...token].length > 1);
const session = await ort.InferenceSession.create(file);

// Row 0 of the tokens is <bos>; the graph itself asks <eos> after every prefix.
for (const word of words) {
  const letters = spaced ? word.split(/\s+/).filter((token) => token !== '') : [...word];
  const ids = [0, ...letters.map((letter) => tokens.indexOf(letter, 2))];
  if (ids.includes(-1))
    stop(`${JSON.stringify(letters[ids.indexOf(-1) - 1])} is not in the alphabet ${tokens.slice(2).join(' ')}`);
  const input = new ort.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]);
  const out = await session.run({ tokens: input });
  console.log(out.accepts.data.at(-1) ? 'accepted ' : 'rejected ', word);
  for (const name of session.outputNames.filter((n) => n.startsWith('attention_'))) {
    const [, heads, rows, keys] = out[name].dims;
    for (let h = 0; h < heads; ++h) {
      console.log(`  ${name}, head ${h + 1}`);
      for (let i = 0; i < rows; ++i) {
        const at = (h * rows + i) * keys;
        console.log('   ', [...out[name].data.slice(at, at + keys)].map((a) => a.toFixed(2)).join(' '));
      }
    }
  }
}
