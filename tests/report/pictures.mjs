// Pictures of a report for people to look at: wide and narrow, light and dark.
//   node pictures.mjs CHROMIUM REPORT.html FOLDER
import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './chromium.mjs';

const [program, report, folder] = process.argv.slice(2);
const browser = await openBrowser(program);
for (const [name, how] of Object.entries({
  'wide-light': { width: 1280 }, 'wide-dark': { width: 1280, dark: true },
  'narrow-light': { width: 390, height: 844, mobile: true },
  'narrow-dark': { width: 390, height: 844, mobile: true, dark: true } })) {
  const page = await browser.openPage(pathToFileURL(resolve(report)).href, how);
  writeFileSync(join(folder, `${basename(report, '.html')}-${name}.png`), await page.picture());
  await page.close();
}
await browser.close();
