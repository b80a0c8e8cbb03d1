import { randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#server/lib/time.ts';
import type { AuthKeys } from './auth.keys.ts';

/** A browser that signs in less often than this is treated like any other. */
const maxAgeDays = 90;
/** A browser may remember a few accounts; more are not looked at. */
const maxTokens = 5;

/** What it takes to recognise a browser. */
export type DeviceDeps = { now: () => Date; auth: { keys: AuthKeys } };

const dayOf = (now: Date) => Math.floor(now.getTime() / dayMs);

/** Proves that this address signed in from this browser before: no access, only exempt from others' limits. */
export function newDeviceToken({ now, auth }: DeviceDeps, address: string): string {
  const id = randomBytes(12).toString('base64url');
  const day = String(dayOf(now()));
  return [id, day, auth.keys.hashDevice(address, id, day).toString('base64url')].join('.');
}

/** The id of the device, if one of the comma-separated tokens was issued for this address; undefined otherwise. */
export function knownDevice({ now, auth }: DeviceDeps, address: string, tokens = ''): string | undefined {
  for (const token of tokens.split(',', maxTokens)) {
    const [id = '', day = '', mac = ''] = token.trim().split('.');
    const given = Buffer.from(mac, 'base64url');
    const expected = auth.keys.hashDevice(address, id, day);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    if (isOurs && dayOf(now()) - Number(day) <= maxAgeDays) return id;
  }
  return undefined;
}
