import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { signedIn } from '#tests/factories/accounts.ts';
import { callerOf, type Call } from '#tests/setup/call.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { npmStart, Program } from '#tests/setup/program.ts';
import { startTelegram } from '#tests/setup/telegram.ts';

/**
 * `beginner` is the administrator of a product in which nothing has happened yet; the last three are members of the
 * team.
 */
export type ScreenUser = 'visitor' | 'customer' | 'newcomer' | 'admin' | 'beginner' | 'reviewer' | 'payer' | 'support';

/** The running demonstration, and who may sign in there. */
export type DemoServer = Awaited<ReturnType<typeof startDemo>>;

const quiet = () => ({ DATA_DIR: aFolder(), RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' });
const beginner = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Starts the product as it is when nothing has happened yet. */
async function startEmpty() {
  const program = new Program({ ...quiet(), ADMIN_EMAIL: beginner.email, ADMIN_PASSWORD: beginner.password }, [
    ...npmStart,
  ]);
  atTheEnd(() => program.end());
  return program.ready();
}

/** Signs a member of the team in and sets up the second factor that their role needs. */
async function withSecondFactor(call: Call, email: string, password: string): Promise<string> {
  const token = await signedIn(call, email, password);
  const { body: setupBody } = await call('POST', '/api/second-factor', { token, json: { password } });
  const code = new TOTP({ secret: Secret.fromBase32(String(setupBody.secret)) }).generate();
  const { status, body } = await call('POST', '/api/second-factor/confirm', { token, json: { code } });
  if (status !== 200) throw new Error(`The second factor of ${email} answered ${status}: ${JSON.stringify(body)}`);
  return token;
}

/**
 * Starts the demonstration, built as it is now, in a folder of its own, and reads on its console who may sign in. It
 * ends with `endAll`.
 */
export async function startDemo() {
  const telegram = await startTelegram();
  atTheEnd(telegram.close);
  const ofTelegram = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_URL: telegram.url };
  const program = new Program({ ...quiet(), ...ofTelegram }, [...npmStart, 'demo']);
  atTheEnd(() => program.end());
  const { url } = await program.ready(/^Landfall is ready at (\S+)[^]*^A customer: .*\n/m);
  const read = (pattern: RegExp) => pattern.exec(program.stdout)?.[1] ?? '';
  const password = read(/^A customer: .*password: (\S+)/m);
  const accounts = {
    customer: { email: read(/^A customer: ([^,\s]+)/m), password },
    newcomer: { email: 'li.wu@demo.landfall.test', password },
    admin: { email: read(/^Administrator: (\S+)/m), password: read(/^Password: (\S+)/m) },
    beginner,
    reviewer: { email: 'nora@team.landfall.test', password },
    payer: { email: 'tomas@team.landfall.test', password },
    support: { email: 'amina@team.landfall.test', password },
  };
  const call = callerOf(url);
  let empty: ReturnType<typeof startEmpty> | undefined;
  /** Starts a separate product for who begins, when it is first asked for. */
  const urlOf = async (who: ScreenUser) => (who === 'beginner' ? (await (empty ??= startEmpty())).url : url);
  const callOf = async (who: ScreenUser): Promise<Call> => (who === 'beginner' ? callerOf(await urlOf(who)) : call);
  const tokens = new Map<ScreenUser, Promise<string>>();
  const tokenOf = async (who: ScreenUser) => {
    if (who === 'visitor') return undefined;
    const { email, password: secret } = accounts[who];
    const isMember = who === 'reviewer' || who === 'payer' || who === 'support';
    const signIn = async () =>
      isMember ? withSecondFactor(call, email, secret) : signedIn(await callOf(who), email, secret);
    const token = tokens.get(who) ?? signIn();
    tokens.set(who, token);
    return token;
  };
  const ask = async <Answer>(path: string, who: ScreenUser) => {
    const { status, body } = await call('GET', path, { token: await tokenOf(who) });
    if (status !== 200) throw new Error(`${path} answered the ${who} with ${status}`);
    return body as Answer;
  };
  return { url, urlOf, newcomer: accounts.newcomer, tokenOf, ask };
}

/** A browser window in the dark in which this user is signed in. */
export async function windowOf(
  browser: Browser,
  demonstration: DemoServer,
  who: ScreenUser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const [url, token] = [await demonstration.urlOf(who), await demonstration.tokenOf(who)];
  const stored = { 'landfall-ui-theme': 'dark', ...(token && { auth_token: token }) };
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }));
  const storageState = { cookies: [], origins: [{ origin: url, localStorage }] };
  const context = await browser.newContext({
    baseURL: url,
    storageState,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    // A worker would respond before the answers of a screen's own.
    serviceWorkers: 'block',
    ...options,
  });
  // Functions that the compiler names are evaluated in the page, where its helper is missing.
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  return context;
}
