import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { rootDir } from '#server/env/paths.ts';

export type Who = 'visitor' | 'customer' | 'newcomer' | 'admin';
type Account = { email: string; password: string };

/** The running demonstration, and who may sign in there. */
export interface DemoServer {
  url: string;
  newcomer: Account;
  tokenOf: (who: Who) => Promise<string | undefined>;
  ask: <Answer>(path: string, who: Who) => Promise<Answer>;
  stop: () => Promise<void>;
}

/** Starts the built demonstration in a folder of its own and reads on its console who may sign in. */
export async function startDemo(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'landfall-demonstration-'));
  const child = spawn(process.execPath, [join(rootDir, 'server', 'cli', 'start.mjs'), 'demo'], {
    cwd: rootDir,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' },
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const begun = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (/^A customer: .*\n/m.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`The demonstration ended before it was ready:\n${output}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await begun;
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...open(output), stop };
}

function open(output: string): Omit<DemoServer, 'stop'> {
  const read = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
  const url = read(/ready at (\S+)/);
  const password = read(/^A customer: .*password: (\S+)/m);
  const accounts: Record<Exclude<Who, 'visitor'>, Account> = {
    customer: { email: read(/^A customer: ([^,\s]+)/m), password },
    newcomer: { email: 'li.wu@demo.landfall.test', password },
    admin: { email: read(/^Administrator: (\S+)/m), password: read(/^Password: (\S+)/m) },
  };
  const tokens = new Map<Who, Promise<string>>();
  const tokenOf = async (who: Who) => {
    if (who === 'visitor') return undefined;
    const token = tokens.get(who) ?? signIn(url, accounts[who]);
    tokens.set(who, token);
    return token;
  };
  const ask = async <Answer>(path: string, who: Who) => {
    const response = await fetch(url + path, { headers: { Authorization: `Bearer ${await tokenOf(who)}` } });
    if (!response.ok) throw new Error(`${path} answered the ${who} with ${response.status}`);
    return (await response.json()) as Answer;
  };
  return { url, newcomer: accounts.newcomer, tokenOf, ask };
}

async function signIn(url: string, account: Account): Promise<string> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(account) });
  const { token } = (await response.json()) as { token?: string };
  if (!token) throw new Error(`${account.email} could not sign in: ${response.status}`);
  return token;
}

interface Window extends BrowserContextOptions {
  theme: 'dark' | 'light';
  language?: string | undefined;
}

/** A browser window in which this user is signed in. */
export async function windowOf(
  browser: Browser,
  demonstration: DemoServer,
  who: Who,
  { theme, language, ...options }: Window,
): Promise<BrowserContext> {
  const token = await demonstration.tokenOf(who);
  const localStorage: { name: string; value: string }[] = [{ name: 'landfall-ui-theme', value: theme }];
  if (token) localStorage.push({ name: 'auth_token', value: token });
  if (language) localStorage.push({ name: 'selectedLanguage', value: language });
  const storageState = { cookies: [], origins: [{ origin: demonstration.url, localStorage }] };
  const context = await browser.newContext({
    baseURL: demonstration.url,
    storageState,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...options,
  });
  // Functions that the compiler names are evaluated in the page, where its helper is missing.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  return context;
}
