import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { acceptedKeys, deriveKey } from '#server/lib/keys.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';

export type CodePurpose =
  | 'verify_email'
  | 'reset_password'
  | 'customer_invitation'
  | 'change_email'
  | 'refund_address'
  | 'payout_details'
  | 'factor_removal';
type LinkPurpose = CodePurpose | 'invitation';

/** The parts of a request's origin that services need. */
export type Caller = {
  ip: string;
  userAgent: string;
  requestId: string;
  /** Tokens of earlier sign-ins from the same browser. */
  devices?: string | undefined;
};

export type AuthKeys = ReturnType<typeof createAuthKeys>;

/** Keyed hashes for look-ups, with a key for each use: a copy of the database reveals no address or code. */
export function createAuthKeys(encryptionKey: string) {
  const hasherFor = (purpose: string, secret = encryptionKey) => {
    const key = deriveKey(secret, purpose);
    return (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  };
  const address = hasherFor('code subject');
  const origin = hasherFor('registration origin');
  const code = hasherFor('one-time code');
  const attempts = hasherFor('sign-in attempts');
  const recovery = hasherFor('recovery code');
  const device = hasherFor('known device');
  return {
    /** Key for counting and finding an address's codes. Takes the normalized address. */
    subjectOf: (email: string) => address('address', email),
    /** The subject of an id that names no registration, so that it is limited and answered like any other. */
    subjectOfUnknown: (id: string) => address('id', id.toLowerCase()),
    /** The subject of an address that a user wants to have; it differs from that of the address itself. */
    subjectOfChange: (userId: Id<'user'>, email: string) => address('change', userId, email),
    /** The subject of the address of a refund: all codes of a refund are counted together. */
    subjectOfRefund: (refundId: Id<'refund'>) => address('refund', refundId),
    originOf: ({ ip, userAgent }: Caller) => origin(ip, userAgent),
    /** A six-digit code is valid only together with the address it was sent to. */
    hashCode: (purpose: CodePurpose, subject: Buffer, digits: string) => code(purpose, subject.toString('hex'), digits),
    /** A link's token identifies its owner by itself. */
    hashLink: (purpose: LinkPurpose, token: string) => code(purpose, token),
    /** A recovery code is valid only for its owner. */
    hashRecoveryCode: (userId: Id<'user'>, code: string) => recovery(userId, code),
    /** The hashes of one recovery code under each accepted ENCRYPTION_KEY: users write codes down for years. */
    recoveryHashes: (userId: Id<'user'>, code: string) =>
      acceptedKeys(encryptionKey).map((secret) => hasherFor('recovery code', secret)(userId, code)),
    /** A device is recognized for an address: after a change of the address it no longer is. */
    hashDevice: (address: string, id: string, day: string) => device(address, id, day),
    attemptsOf: (...countedKeys: string[]) => attempts(...countedKeys),
  };
}

/** A browser that signs in less often than this is treated like any other. */
const maxAgeDays = 90;
/** A browser may remember a few accounts; more are not looked at. */
const maxTokens = 5;

/** The ports that recognising a browser needs. */
export type DeviceDeps = { now: () => Date; auth: { keys: AuthKeys } };

const dayOf = (now: Date) => Math.floor(now.getTime() / dayMs);

/**
 * Returns a token by which a browser proves that its user signed in there before: it grants no access, but exempts
 * them from limits that other users' guesses fill.
 */
export function newDeviceToken({ now, auth }: DeviceDeps, address: string): string {
  const id = randomBytes(12).toString('base64url');
  const day = String(dayOf(now()));
  return [id, day, auth.keys.hashDevice(address, id, day).toString('base64url')].join('.');
}

/** The id of the device, if one of the comma-separated tokens was issued for this address; undefined otherwise. */
export function knownDevice({ now, auth }: DeviceDeps, address: string, tokens = ''): string | undefined {
  for (const token of tokens.split(',', maxTokens)) {
    const [id = '', day = '', mac = ''] = token.trim().split('.');
    const macBytes = Buffer.from(mac, 'base64url');
    const expectedMac = auth.keys.hashDevice(address, id, day);
    const isOurs = macBytes.length === expectedMac.length && timingSafeEqual(macBytes, expectedMac);
    if (isOurs && dayOf(now()) - Number(day) <= maxAgeDays) return id;
  }
  return undefined;
}
