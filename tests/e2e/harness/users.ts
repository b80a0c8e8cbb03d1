import { randomUUID } from 'node:crypto';
import type { BrowserContextOptions, Page } from 'playwright';
import { vi } from 'vitest';
import type { TeamRole } from '#shared/team/team.roles.ts';
import { callerOf, type Call } from '#tests/setup/call.ts';
import { pressProven } from './controls.ts';
import { inTheDatabase } from './database.ts';
import { patienceMs } from './expect.ts';
import { codeFor } from './mail.ts';
import { openPage } from './page.ts';
import { productUrl } from './product.ts';
import { administrator } from './server.ts';

export interface TestUser {
  email: string;
  password: string;
  token: string;
}

/** A new visitor: a fresh window at `path`. */
export async function visitor(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(options);
  await page.goto(path);
  return page;
}

/** The body that the registration form sends for a new customer. */
export function aRegistration() {
  return {
    firstName: 'Ada',
    lastName: 'Okafor',
    email: `ada.${randomUUID().slice(0, 8)}@customers.test`,
    password: 'seven quiet harbours 58',
    country: 'Nigeria',
    countryCode: '+234',
    mobileNumber: '+2348031234567',
  };
}

/** A customer registered and verified through the API, with the code from the mail. */
export async function aCustomer(): Promise<TestUser> {
  const body = aRegistration();
  const { email, password } = body;
  await ask('POST', '/api/register', { body });
  const otp = await codeFor(email);
  const { token } = await ask<{ token: string }>('POST', '/api/verify-otp', { body: { email, otp } });
  return { email, password, token };
}

/** A member of the team who has just signed in, with a second factor; each has a unique name. */
export async function aMember(role: TeamRole): Promise<TestUser> {
  const user = await aCustomer();
  await inTheDatabase(
    `with member as (update users set role = 'staff', first_name = initcap($2), last_name = 'Member'
         where email = $1 returning id),
       joined as (insert into team_members (user_id, role, approves_from)
         select id, $2, now() from member returning user_id)
     insert into second_factors (user_id, secret, confirmed_at) select user_id, '\\x00', now() from joined`,
    [user.email, role],
  );
  // The product rereads the role of an active session only after a few seconds.
  await vi.waitFor(() => ask('GET', '/api/admin/me', user), { timeout: patienceMs });
  return user;
}

/** The administrator, signed in through the API. */
export async function anAdmin(): Promise<TestUser> {
  const { token } = await ask<{ token: string }>('POST', '/api/login', { body: administrator });
  return { ...administrator, token };
}

/** A window in which this user is signed in, at `path`; `prepare` is called before the navigation. */
export async function as(
  { token }: TestUser,
  path: string,
  options: BrowserContextOptions = {},
  prepare?: (page: Page) => unknown,
): Promise<Page> {
  const page = await openPage(options);
  await prepare?.(page);
  // Playwright's `storageState` would open another page for this, which takes as long as a new window.
  const signedIn = await page.addInitScript((value) => localStorage.setItem('auth_token', value), token);
  await page.goto(path);
  await signedIn.dispose();
  return page;
}

/** A new customer with a window at `path`. */
export async function customer(path = '/dashboard'): Promise<{ user: TestUser; page: Page }> {
  const user = await aCustomer();
  return { user, page: await as(user, path) };
}

/** The administrator with a window at `path`. */
export async function admin(path = '/admin/dashboard'): Promise<{ user: TestUser; page: Page }> {
  const user = await anAdmin();
  return { user, page: await as(user, path) };
}

type CallInput = Pick<NonNullable<Parameters<Call>[2]>, 'token' | 'form'> & { body?: unknown; stepUp?: string };

/** One API call, to prepare what a journey does not cover. Throws on a refusal. */
export async function ask<Answer = unknown>(
  method: string,
  path: string,
  { body: json, token, form, stepUp }: CallInput = {},
): Promise<Answer> {
  const payload = { token, json, form, headers: { ...(stepUp && { 'X-Step-Up': stepUp }) } };
  const { status, body } = await callerOf(productUrl())(method, path, payload);
  if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as Answer;
}

/** Lets the time pass after which this session must enter the password again. */
export async function passSureTime({ token }: Pick<TestUser, 'token'>): Promise<void> {
  const [, claims = ''] = token.split('.');
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
  await inTheDatabase('update sessions set sure_at = null, sure_until = null where id = $1', [sid]);
}

/** Types the administrator's password in the dialog that asks for it if the session is no longer sure. */
export async function proveAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await pressProven(dialog, 'Continue');
  await dialog.waitFor({ state: 'hidden' });
}

/** One API call for which the team enters its password again. */
export async function askProven<Answer = unknown>(
  { token, password }: TestUser,
  method: string,
  path: string,
  body: unknown,
): Promise<Answer> {
  const proof = await ask<{ stepUpToken: string }>('POST', '/api/admin/step-up', { token, body: { password } });
  return ask<Answer>(method, path, { token, stepUp: proof.stepUpToken, body });
}
