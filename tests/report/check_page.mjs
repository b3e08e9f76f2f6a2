// Reports in a headless Chromium, from a file: what is typed gets the verdict of `ltlc run`, the
// keyboard reaches everything, nothing is asked of a network, nothing is complained of.
//   node check_page.mjs LTLC CHROMIUM
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './chromium.mjs';

const [ltlc, chromium] = process.argv.slice(2);
if (!chromium || !existsSync(chromium)) {
  console.log('SKIPPED: chromium is not installed (Debian: chromium)');
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), 'ltlc-report-pages-'));
let failures = 0;
function expect(condition, text) {
  if (condition) return;
  failures += 1;
  console.log(`FAILED: ${text}`);
}

// How each is given, what to compile for `ltlc run` where that is something else, and words.
const languages = [
  { name: 'ab', input: ['--regex', '(ab)*'], words: ['', 'ab', 'abab', 'aba', 'ba', 'abababab', 'abba'] },
  { name: 'contains', input: ['--regex', '.*ab.*', '--alphabet', 'abc'],
    compiled: ['--ltl', 'P (b & Y a)', '--alphabet', 'abc'], words: ['', 'ccab', 'ba', 'cabc', 'acb', 'bbca'] },
  { name: 'forty', input: ['--regex', 'a{39}.*', '--alphabet', 'ab'],
    words: ['', 'a'.repeat(38), 'a'.repeat(39), `${'a'.repeat(39)}b`, `b${'a'.repeat(39)}`] },
  { name: 'bf16', input: ['--ltl', 'P(b & Y a) & MOD(1,3)', '--alphabet', 'ab', '--format', 'bf16', '--max-length', '200'],
    words: ['', 'aab', 'ab', 'aba', 'bbabab', `${'b'.repeat(41)}a`, `${'b'.repeat(40)}ab`] },
  { name: 'hostile', input: ['--ltl', "P('<b>' & !P true)", '--alphabet', '<b> & </script> "'],
    words: ['<b> &', '& <b>', '</script>', '<b> </script> "'] },
];

const browser = await openBrowser(chromium);
let typed = 0;
for (const { name, input, compiled, words } of languages) {
  const file = join(folder, `${name}.html`);
  const began = process.hrtime.bigint();
  execFileSync(ltlc, ['report', ...input, '-o', file, '--quiet']);
  const seconds = Number(process.hrtime.bigint() - began) / 1e9;
  console.log(`${name}: ${statSync(file).size} bytes in ${seconds.toFixed(2)} s`);
  expect(statSync(file).size < 1_000_000, `${name}: a megabyte or more`);

  const model = join(folder, `${name}.json`);
  execFileSync(ltlc, ['compile', ...(compiled ?? input), '-o', model, '--quiet'], { stdio: 'ignore' });
  const page = await browser.openPage(pathToFileURL(file).href);
  for (const word of words) {
    await page.evaluate("document.getElementById('word').focus(); document.getElementById('word').select()");
    if (word === '')
      await page.evaluate("{ const w = document.getElementById('word'); w.value = ''; w.dispatchEvent(new Event('input')); }");
    else await page.type(word);
    const shown = await page.evaluate("document.getElementById('run-verdict').textContent");
    const wanted = spawnSync(ltlc, ['run', model, '--word', word], { encoding: 'utf8' }).stdout.startsWith('accepted');
    expect(new RegExp(`is ${wanted ? 'accepted' : 'rejected'}, and the automaton agrees on every prefix`).test(shown),
      `${name}, ${JSON.stringify(word)}: ${shown}`);
    typed += 1;
  }
  await page.evaluate("{ const w = document.getElementById('word'); w.value = 'no such letter?'; w.dispatchEvent(new Event('input')); }");
  expect(/is not in the alphabet/.test(await page.evaluate("document.getElementById('word-wrong').textContent")),
    `${name}: a letter outside the alphabet is not told`);
  expect(await page.evaluate("document.getElementById('run-verdict').textContent") === '',
    `${name}: the verdict of another word stays`);
  expect(await page.evaluate("document.querySelectorAll('svg').length") >= 1, `${name}: no picture`);
  expect(await page.evaluate("Array.from(document.querySelectorAll('main svg')).filter((s) => !s.closest('[aria-hidden=true]')" +
    " && s.getAttribute('aria-hidden') !== 'true').every((s) => s.querySelector('title'))"), `${name}: a picture without a title`);

  // The keyboard: steps of a certificate, cells of a map.
  const count = "document.getElementById('step-count').textContent";
  if (await page.evaluate("!document.getElementById('stepper').hidden")) {
    await page.evaluate("document.getElementById('step-next').focus()");
    const before = await page.evaluate(count);
    await page.press('ArrowRight');
    const after = await page.evaluate(count);
    expect(/^step 1 of/.test(before) && (/^step 2 of/.test(after) || / of 1\b/.test(before)), `${name}: ${before}, then ${after}`);
    await page.press('Home');
    expect(await page.evaluate(count) === before, `${name}: Home does not go back`);
  }
  if (await page.evaluate("document.querySelector('#map [tabindex=\"0\"]') !== null")) {
    await page.evaluate("document.querySelector('#map [tabindex=\"0\"]').focus()");
    const at = 'document.activeElement.getAttribute("data-cell")';
    const [row] = (await page.evaluate(at)).split(',').map(Number);
    await page.press('ArrowDown');
    expect((await page.evaluate(at)).startsWith(`${row + 1},`), `${name}: an arrow key does not move in the map`);
    expect(/^Position /.test(await page.evaluate("document.getElementById('cell-says').textContent")), `${name}: the cell is silent`);
  }
  expect(page.complaints.length === 0, `${name}: ${page.complaints.join('; ')}`);
  expect(page.requested.every((url) => /^(file|data):/.test(url)), `${name}: asks for ${page.requested}`);
  const light = await page.evaluate('getComputedStyle(document.body).backgroundColor');
  await page.close();

  const phone = await browser.openPage(pathToFileURL(file).href, { width: 390, height: 844, mobile: true, dark: true });
  await phone.press('Tab');
  expect(await phone.evaluate("document.activeElement.className") === 'skip', `${name}: Tab does not begin at the top`);
  expect(await phone.evaluate('document.documentElement.scrollWidth') <= 390, `${name}: wider than a phone`);
  expect(await phone.evaluate('getComputedStyle(document.body).backgroundColor') !== light, `${name}: no dark mode`);
  expect(phone.complaints.length === 0, `${name} on a phone: ${phone.complaints.join('; ')}`);
  await phone.close();
}
await browser.close();
rmSync(folder, { recursive: true, force: true });
console.log(`${typed} words typed`);
process.exit(failures > 0 ? 1 : 0);
