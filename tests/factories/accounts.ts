import { randomUUID } from 'node:crypto';
import { eraseScheduled } from '#server/features/users/users.erasure.service.ts';
import type { Mailbox } from '#tests/setup/mailbox.ts';
import type { Call } from '#tests/setup/platform.ts';
import type { Testbed } from '#tests/setup/testbed.ts';

export const customerPassword = 'correct horse battery';

/** A browser's registration request, with an email address not used before. */
export function aRegistration(changes: Record<string, unknown> = {}) {
  return {
    firstName: 'Ada',
    lastName: 'Obi',
    email: `ada.${randomUUID()}@example.com`,
    password: customerPassword,
    country: 'Nigeria',
    countryCode: '+234',
    mobileNumber: '+234 803 123 4567',
    ...changes,
  };
}

export type TestCustomer = { id: string; email: string; token: string };

/** A customer who has registered, confirmed the address and is signed in: all of it through the API. */
export async function aCustomer(
  call: Call,
  mailbox: Mailbox,
  changes: Record<string, unknown> = {},
): Promise<TestCustomer> {
  const sentRegistration = aRegistration(changes);
  const registeredUser = await call('POST', '/api/register', { json: sentRegistration });
  const { id } = registeredUser.body.user as { id: string };
  const otp = await mailbox.code(sentRegistration.email);
  const confirmedUser = await call('POST', '/api/verify-otp', { json: { userId: id, otp } });
  if (confirmedUser.status !== 200)
    throw new Error(`The address was not confirmed: ${JSON.stringify(confirmedUser.body)}`);
  return { id, email: sentRegistration.email, token: String(confirmedUser.body.token) };
}

/** Signs in and returns the token. */
export async function signedIn(call: Call, email: string, password = customerPassword): Promise<string> {
  const { status, body } = await call('POST', '/api/login', { json: { email, password } });
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${JSON.stringify(body)}`);
  return String(body.token);
}

/** Lets the day pass after which a user is erased on request. */
export async function passDayOfGrace({ app, rows }: Testbed, id: string): Promise<void> {
  await rows(`update users set erase_at = now() where id = $1 and erase_at is not null`, [id]);
  await eraseScheduled(app.deps);
}
