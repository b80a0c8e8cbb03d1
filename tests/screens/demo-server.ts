import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { signedIn } from '#tests/factories/accounts.ts';
import { callerOf } from '#tests/setup/call.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { npmStart, Program } from '#tests/setup/program.ts';

export type Who = 'visitor' | 'customer' | 'newcomer' | 'admin';

/** The running demonstration, and who may sign in there. */
export type DemoServer = Awaited<ReturnType<typeof startDemo>>;

/** Starts the demonstration, built as it is now, in a folder of its own, and reads on its console who may sign in. It ends with `endAll`. */
export async function startDemo() {
  const settings = { DATA_DIR: aFolder(), RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' };
  const program = new Program(settings, [...npmStart, 'demo']);
  atTheEnd(() => program.end());
  const { url } = await program.ready(/^Landfall is ready at (\S+)[^]*^A customer: .*\n/m);
  const read = (pattern: RegExp) => pattern.exec(program.stdout)?.[1] ?? '';
  const password = read(/^A customer: .*password: (\S+)/m);
  const accounts = {
    customer: { email: read(/^A customer: ([^,\s]+)/m), password },
    newcomer: { email: 'li.wu@demo.landfall.test', password },
    admin: { email: read(/^Administrator: (\S+)/m), password: read(/^Password: (\S+)/m) },
  };
  const call = callerOf(url);
  const tokens = new Map<Who, Promise<string>>();
  const tokenOf = async (who: Who) => {
    if (who === 'visitor') return undefined;
    const token = tokens.get(who) ?? signedIn(call, accounts[who].email, accounts[who].password);
    tokens.set(who, token);
    return token;
  };
  const ask = async <Answer>(path: string, who: Who) => {
    const { status, body } = await call('GET', path, { token: await tokenOf(who) });
    if (status !== 200) throw new Error(`${path} answered the ${who} with ${status}`);
    return body as Answer;
  };
  return { url, newcomer: accounts.newcomer, tokenOf, ask };
}

/** A browser window in the dark in which this user is signed in. */
export async function windowOf(
  browser: Browser,
  demonstration: DemoServer,
  who: Who,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const token = await demonstration.tokenOf(who);
  const stored = { 'landfall-ui-theme': 'dark', ...(token && { auth_token: token }) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
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
