import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright';
import { signedIn } from '#tests/factories/accounts.ts';
import { callerOf, type Call } from '#tests/setup/call.ts';
import { aFolder, atTheEnd } from '#tests/setup/endings.ts';
import { npmStart, Program } from '#tests/setup/program.ts';
import { startTelegram } from '#tests/setup/telegram.ts';

/** `beginner` is the administrator of a product without any activity yet; the last three are members of the team. */
export type ScreenUser = 'visitor' | 'customer' | 'newcomer' | 'admin' | 'beginner' | 'reviewer' | 'payer' | 'support';

/** The running demo, and the users who may sign in there. */
export type DemoServer = Awaited<ReturnType<typeof startDemo>>;

const quiet = () => ({ DATA_DIR: aFolder(), RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' });
const beginner = { email: 'admin@landfall.test', password: 'the desk keeps its own key 9417' };

/** Starts a product without any activity yet. */
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
 * Starts the current built demo in a separate folder, and reads on its console who may sign in. It ends with `endAll`.
 */
export async function startDemo() {
  const telegram = await startTelegram();
  atTheEnd(telegram.close);
  const ofTelegram = { TELEGRAM_BOT_TOKEN: telegram.token, TELEGRAM_API_URL: telegram.url };
  const program = new Program({ ...quiet(), ...ofTelegram }, [...npmStart, 'demo']);
  atTheEnd(() => program.end());
  const { url } = await program.ready(/^Landfall is ready at (\S+)[^]*^A customer: .*\n/m);
  const readOutput = (pattern: RegExp) => pattern.exec(program.stdout)?.[1] ?? '';
  const password = readOutput(/^A customer: .*password: (\S+)/m);
  const accounts = {
    customer: { email: readOutput(/^A customer: ([^,\s]+)/m), password },
    newcomer: { email: 'li.wu@demo.landfall.test', password },
    admin: { email: readOutput(/^Administrator: (\S+)/m), password: readOutput(/^Password: (\S+)/m) },
    beginner,
    reviewer: { email: 'nora@team.landfall.test', password },
    payer: { email: 'tomas@team.landfall.test', password },
    support: { email: 'amina@team.landfall.test', password },
  };
  const call = callerOf(url);
  let emptyServer: ReturnType<typeof startEmpty> | undefined;
  /** Starts a separate product for the beginner, when it is first requested. */
  const urlOf = async (user: ScreenUser) => (user === 'beginner' ? (await (emptyServer ??= startEmpty())).url : url);
  const callOf = async (user: ScreenUser): Promise<Call> => (user === 'beginner' ? callerOf(await urlOf(user)) : call);
  const tokens = new Map<ScreenUser, Promise<string>>();
  const tokenOf = async (user: ScreenUser) => {
    if (user === 'visitor') return undefined;
    const { email, password: secret } = accounts[user];
    const isMember = user === 'reviewer' || user === 'payer' || user === 'support';
    const signIn = async () =>
      isMember ? withSecondFactor(call, email, secret) : signedIn(await callOf(user), email, secret);
    const token = tokens.get(user) ?? signIn();
    tokens.set(user, token);
    return token;
  };
  const ask = async <Answer>(path: string, user: ScreenUser) => {
    const { status, body } = await call('GET', path, { token: await tokenOf(user) });
    if (status !== 200) throw new Error(`${path} answered the ${user} with ${status}`);
    return body as Answer;
  };
  return { url, urlOf, newcomer: accounts.newcomer, tokenOf, ask };
}

/** A browser window in dark mode in which this user is signed in. */
export async function windowOf(
  browser: Browser,
  demonstration: DemoServer,
  user: ScreenUser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const [url, token] = [await demonstration.urlOf(user), await demonstration.tokenOf(user)];
  const storedItems = { 'landfall-ui-theme': 'dark', ...(token && { auth_token: token }) };
  const localStorage = Object.entries(storedItems).map(([name, value]) => ({ name, value }));
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
