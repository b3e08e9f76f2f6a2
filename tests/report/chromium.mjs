// A headless Chromium driven through its debugging pipe: messages are JSON, each ended by a zero
// byte, on the child's file descriptors 3 (to it) and 4 (from it).
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function openBrowser(program) {
  const profile = mkdtempSync(join(tmpdir(), 'ltlc-report-'));
  const child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
    '--remote-debugging-pipe', `--user-data-dir=${profile}`, '--no-first-run', '--hide-scrollbars',
    '--disable-extensions', '--disable-background-networking', '--force-color-profile=srgb'],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const failed = new Promise((_, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('chromium ended early')));
  });
  failed.catch(() => {});
  const waiting = new Map();
  const listeners = [];
  let next = 1;
  let rest = '';
  child.stdio[4].setEncoding('utf8');
  child.stdio[4].on('data', (chunk) => {
    const parts = (rest + chunk).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id === undefined) {
        listeners.forEach((listen) => listen(message));
        continue;
      }
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) reject(new Error(message.error.message));
      else resolve(message.result);
    }
  });
  function send(method, params = {}, sessionId = undefined) {
    const id = next++;
    child.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return Promise.race([failed, new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))]);
  }

  // One page: what it says on its console and throws is kept in `complaints`.
  async function openPage(url, { width = 1280, height = 900, dark = false, mobile = false } = {}) {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const complaints = [];
    const requested = [];
    let loaded;
    const isLoaded = new Promise((resolve) => { loaded = resolve; });
    listeners.push((message) => {
      if (message.sessionId !== sessionId) return;
      const { method, params } = message;
      if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.text);
      if (method === 'Runtime.consoleAPICalled') complaints.push(`console.${params.type}`);
      if (method === 'Log.entryAdded') complaints.push(params.entry.text);
      if (method === 'Network.requestWillBeSent') requested.push(params.request.url);
      if (method === 'Page.loadEventFired') loaded();
    });
    const ask = (method, params) => send(method, params, sessionId);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await ask(`${domain}.enable`);
    await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile });
    await ask('Emulation.setEmulatedMedia',
      { features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
    await ask('Page.navigate', { url });
    await isLoaded;
    async function evaluate(expression) {
      const { result, exceptionDetails } =
        await ask('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(`${exceptionDetails.text} in ${expression}`);
      return result.value;
    }
    // Keys as a keyboard sends them: "Tab", "ArrowRight", or the characters of a text.
    async function press(key) {
      for (const type of ['keyDown', 'keyUp'])
        await ask('Input.dispatchKeyEvent', { type, key, code: key, text: key === 'Enter' ? '\r' : undefined,
          windowsVirtualKeyCode: { Tab: 9, Enter: 13, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39,
            ArrowDown: 40 }[key] });
    }
    const type = (text) => ask('Input.insertText', { text });
    async function picture() {
      const { cssContentSize } = await ask('Page.getLayoutMetrics');
      const { data } = await ask('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true,
        clip: { x: 0, y: 0, width, height: Math.min(cssContentSize.height, 12000), scale: 1 } });
      return Buffer.from(data, 'base64');
    }
    const close = () => send('Target.closeTarget', { targetId });
    return { evaluate, press, type, picture, close, complaints, requested };
  }
  async function close() {
    await send('Browser.close').catch(() => {});
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
  return { openPage, close };
}
