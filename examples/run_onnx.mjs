// Run what `ltlc export --to onnx` wrote, after `npm install onnxruntime-web`.
//   ltlc export ab.json --to onnx -o ab.onnx
//   node run_onnx.mjs ab.onnx abab aba ''
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const ort = createRequire(process.cwd() + '/')('onnxruntime-web');
ort.env.wasm.numThreads = 1;
const [path, ...words] = process.argv.slice(2);
const session = await ort.InferenceSession.create(readFileSync(path));

// Row 0 of the tokens is <bos>; the graph itself asks <eos> after every prefix.
const letters = process.env.LETTERS ?? 'ab';
for (const word of words) {
  const ids = [0n, ...[...word].map((letter) => BigInt(2 + letters.indexOf(letter)))];
  const out = await session.run({ tokens: new ort.Tensor('int64', BigInt64Array.from(ids), [1, ids.length]) });
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
