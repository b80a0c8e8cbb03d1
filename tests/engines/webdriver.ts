import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { accepting, freePort } from '#tests/setup/listening.ts';

/** A reference to an element of the page, as the WebDriver standard writes it. */
export type ElementReference = Record<string, string>;

/** The WebDriver (W3C) commands that a sale needs: their names in Marionette, and the paths of the standard. */
const commands = {
  open: ['Navigate', '/url'],
  resize: ['SetWindowRect', '/window/rect'],
  run: ['ExecuteScript', '/execute/sync'],
  click: ['ElementClick', '/click'],
  clear: ['ElementClear', '/clear'],
  type: ['ElementSendKeys', '/value'],
  picture: ['TakeScreenshot', '/screenshot'],
} as const;

/** Sends a command, to an element if one is named; returns its value. */
type Send = (command: keyof typeof commands, params?: object, element?: string) => Promise<unknown>;
export type Driver = Awaited<ReturnType<typeof driverOf>>;

async function driverOf(send: Send) {
  const idOf = (element: ElementReference) => Object.values(element)[0];
  await send('resize', { width: 390, height: 800 });
  return {
    open: (url: string) => send('open', { url }),
    /** Runs a function body in the page; `args` are its `arguments`. */
    run: (script: string, ...args: unknown[]) => send('run', { script, args }),
    click: (element: ElementReference) => send('click', {}, idOf(element)),
    clear: (element: ElementReference) => send('clear', {}, idOf(element)),
    /** Types into a field, or chooses a file by its path. */
    type: (element: ElementReference, text: string) => send('type', { text }, idOf(element)),
    /** PNG of the window. */
    picture: async () => Buffer.from(String(await send('picture', { full: false })), 'base64'),
  };
}

const firefox = '/usr/bin/firefox-esr';
const webKitDriver = '/usr/bin/WebKitWebDriver';
const display = '/usr/bin/Xvfb';

const missingPrograms = (programs: Record<string, string>) =>
  Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

/** The browsers of engines other than Chromium's; `missing` are the Debian packages that one lacks here. */
export const engines = [
  { name: 'Firefox', missing: missingPrograms({ 'firefox-esr': firefox }), start: startFirefox },
  {
    name: 'WebKit',
    missing: missingPrograms({ 'webkit2gtk-driver': webKitDriver, xvfb: display }),
    start: startWebKit,
  },
];

/** A program that is ended with the run. */
function program(command: string, args: string[], env: NodeJS.ProcessEnv = {}): void {
  const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  const exitPromise = once(child, 'exit');
  atTheEnd(async () => {
    child.kill('SIGTERM');
    await exitPromise;
  });
}

/** Firefox has Marionette built in: the commands of WebDriver under other names, on a socket. */
async function startFirefox(): Promise<Driver> {
  const port = await freePort();
  const profile = aFolder();
  await writeFile(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
  program(firefox, ['--marionette', '--headless', '--no-remote', '--profile', profile]);
  await accepting(port);
  const socket = connect(port, '127.0.0.1');
  atTheEnd(() => socket.destroy());
  const send = marionette(socket);
  await send('NewSession');
  return driverOf((command, params, id) => send(commands[command][0], { ...params, ...(id && { id }) }));
}

/** Messages are `LENGTH:JSON`; a command is [0, id, name, params], its response [1, id, error, result]. */
function marionette(socket: Socket) {
  let receivedBytes = Buffer.alloc(0);
  const pendingCommands = new Map<number, (answer: { error: unknown; result: unknown }) => void>();
  socket.on('data', (chunk: Buffer) => {
    receivedBytes = Buffer.concat([receivedBytes, chunk]);
    for (;;) {
      const colon = receivedBytes.indexOf(':');
      const end = colon + 1 + Number(receivedBytes.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || receivedBytes.length < end) return;
      const message = JSON.parse(receivedBytes.subarray(colon + 1, end).toString()) as unknown;
      receivedBytes = receivedBytes.subarray(end);
      // The browser greets with an object; answers to commands are arrays.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, unknown, unknown];
      pendingCommands.get(id)?.({ error, result });
      pendingCommands.delete(id);
    }
  });
  let lastId = 0;
  return async (command: string, params: object = {}): Promise<unknown> => {
    lastId += 1;
    const answerPromise = new Promise<{ error: unknown; result: unknown }>((resolve) =>
      pendingCommands.set(lastId, resolve),
    );
    const text = JSON.stringify([0, lastId, `WebDriver:${command}`, params]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const { error, result } = await answerPromise;
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`);
    return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
  };
}

/** WebKitGTK, the engine of Safari, in its own small browser on a virtual display. */
async function startWebKit(): Promise<Driver> {
  const port = await freePort();
  const number = 90 + (process.pid % 900);
  program(display, [`:${number}`, '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  program(webKitDriver, ['--host=127.0.0.1', `--port=${port}`], { DISPLAY: `:${number}` });
  await accepting(port);
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, init);
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const session = await call('POST', '', { capabilities: { alwaysMatch: {} } });
  const { sessionId } = session as { sessionId: string };
  atTheEnd(() => call('DELETE', `/${sessionId}`));
  return driverOf((command, params = {}, id) => {
    const path = `/${sessionId}${id ? `/element/${id}` : ''}${commands[command][1]}`;
    return command === 'picture' ? call('GET', path) : call('POST', path, params);
  });
}
