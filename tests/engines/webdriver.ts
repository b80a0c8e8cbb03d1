import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepting, freePort } from '#tests/setup/listening.ts';

/** A reference to an element of the page, as the WebDriver standard writes it. */
export type ElementReference = Record<string, string>;

/** The commands of WebDriver (W3C) that a sale takes. */
export interface Driver {
  open: (url: string) => Promise<void>;
  /** Runs a function body in the page; `args` are its `arguments`. */
  run: (body: string, ...args: unknown[]) => Promise<unknown>;
  click: (element: ElementReference) => Promise<void>;
  clear: (element: ElementReference) => Promise<void>;
  /** Types into a field, or chooses a file by its path. */
  type: (element: ElementReference, text: string) => Promise<void>;
  /** PNG of the window. */
  picture: () => Promise<Buffer>;
  stop: () => Promise<void>;
}

/** A browser of another engine than Chromium's; `missing` are the packages of Debian that it lacks here. */
export interface Engine {
  name: string;
  missing: readonly string[];
  start: () => Promise<Driver>;
}

const size = { width: 390, height: 800 };
const firefox = '/usr/bin/firefox-esr';
const webKitDriver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

const missing = (programs: Record<string, string>) =>
  Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

export const engines: readonly Engine[] = [
  { name: 'Firefox', missing: missing({ 'firefox-esr': firefox }), start: startFirefox },
  { name: 'WebKit', missing: missing({ 'webkit2gtk-driver': webKitDriver, xvfb: display }), start: startWebKit },
];

/** Sends a command; returns its value. */
type Send = (command: string, params?: object) => Promise<unknown>;

function program(command: string, args: string[], env: NodeJS.ProcessEnv = {}): { end: () => Promise<void> } {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  return {
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Firefox has Marionette built in: the commands of WebDriver under other names, on a socket. */
async function startFirefox(): Promise<Driver> {
  const [port, profile] = [await freePort(), await mkdtemp(join(tmpdir(), 'landfall-firefox-'))];
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  const browser = program(firefox, ['--marionette', '--headless', '--no-remote', '--profile', profile]);
  await accepting(port);
  const socket = connect(port, '127.0.0.1');
  const send = marionette(socket);
  await send('NewSession');
  await send('SetWindowRect', size);
  const idOf = (element: ElementReference) => Object.values(element)[0];
  return {
    open: async (url) => void (await send('Navigate', { url })),
    run: (script, ...args) => send('ExecuteScript', { script, args }),
    click: async (element) => void (await send('ElementClick', { id: idOf(element) })),
    clear: async (element) => void (await send('ElementClear', { id: idOf(element) })),
    type: async (element, text) => void (await send('ElementSendKeys', { id: idOf(element), text })),
    picture: async () => Buffer.from(String(await send('TakeScreenshot', { full: false })), 'base64'),
    stop: async () => {
      socket.destroy();
      await browser.end();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Messages are `LENGTH:JSON`; a command is [0, id, name, params], its response [1, id, error, result]. */
function marionette(socket: Socket): Send {
  let received = Buffer.alloc(0);
  const waiting = new Map<number, (answer: { error: unknown; result: unknown }) => void>();
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString()) as unknown;
      received = received.subarray(end);
      // The greeting is an object.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, unknown, unknown];
      waiting.get(id)?.({ error, result });
      waiting.delete(id);
    }
  });
  let last = 0;
  return async (command, params = {}) => {
    last += 1;
    const answered = new Promise<{ error: unknown; result: unknown }>((resolve) => waiting.set(last, resolve));
    const text = JSON.stringify([0, last, `WebDriver:${command}`, params]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { error, result } = await answered;
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`);
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
  };
}

/** WebKitGTK, the engine of Safari, in its own small browser on a display of its own. */
async function startWebKit(): Promise<Driver> {
  const [port, number] = [await freePort(), 90 + (process.pid % 900)];
  const screen = program(display, [`:${number}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const driver = program(webKitDriver, ['--host=127.0.0.1', `--port=${port}`], { DISPLAY: `:${number}` });
  await accepting(port);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const made = await call('POST', '', { capabilities: { alwaysMatch: {} } });
  const { sessionId } = made as { sessionId: string };
  const send = (path: string, body: object = {}) => call('POST', `/${sessionId}${path}`, body);
  await send('/window/rect', size);
  const at = (element: ElementReference) => `/element/${Object.values(element)[0]}`;
  return {
    open: async (url) => void (await send('/url', { url })),
    run: (script, ...args) => send('/execute/sync', { script, args }),
    click: async (element) => void (await send(`${at(element)}/click`)),
    clear: async (element) => void (await send(`${at(element)}/clear`)),
    type: async (element, text) => void (await send(`${at(element)}/value`, { text })),
    picture: async () => Buffer.from(String(await call('GET', `/${sessionId}/screenshot`)), 'base64'),
    stop: async () => {
      await call('DELETE', `/${sessionId}`);
      await driver.end();
      await screen.end();
    },
  };
}
