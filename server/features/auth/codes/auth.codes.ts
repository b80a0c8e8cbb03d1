import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Tx } from '#server/db/connection.ts';
import { sendMail, type Recipient } from '#server/features/mail/mail.service.ts';
import type { Platform } from '#server/platform.ts';
import { attemptsPerCode, codeMinutes } from '#shared/auth/auth.codes.ts';
import { hourMs } from '#shared/reference/units-of-time.ts';
import type { AuthKeys } from '../sessions/auth.keys.ts';
import * as queries from './auth.codes.queries.ts';

export const linkMinutes = 30;
const pauseSeconds = 60;
/** Number of codes in an hour: the first one, and five more. */
const maxPerHour = 6;
const maxAttempts = { perCode: attemptsPerCode, perDay: 20 };
const noMatchBytes = 32;

/**
 * `fresh` is false when it was too early: then the times are those of the code before, and nothing may be mailed. `now`
 * is when it was asked.
 */
export type IssuedCode = { fresh: boolean; expiresAt: Date; resendAt: Date; now: Date };

/**
 * Replaces the code of an address unless the last one is less than a minute old or six were issued within the hour.
 * Every path that mails a code or link uses this, also for unknown addresses: `unmatchableSecret` is theirs.
 */
export async function issueCode(tx: Tx, kind: queries.CodeKind, secret: queries.Secret): Promise<IssuedCode> {
  const { subject, purpose } = kind;
  await queries.lockCodes(tx, kind);
  const { now } = await queries.transactionTime(tx);
  const sentRecentCodes = await queries.selectRecentCodes(tx, { subject, purpose, maxCount: maxPerHour });
  const [lastCode] = sentRecentCodes;
  const sendAt = nextSendAt(sentRecentCodes);
  if (lastCode && sendAt > now) return { fresh: false, expiresAt: lastCode.expiresAt, resendAt: sendAt, now };
  const code = await queries.replaceCode(tx, { ...kind, ...secret });
  return {
    fresh: true,
    expiresAt: code.expiresAt,
    resendAt: nextSendAt([code, ...sentRecentCodes].slice(0, maxPerHour)),
    now,
  };
}

/**
 * Returns when the next code may be sent: a minute after the last, and an hour after the first of six. `sent` is newest
 * first.
 */
function nextSendAt(sentCodes: readonly queries.SentCode[]): Date {
  const pauseEnd = (sentCodes[0]?.createdAt.getTime() ?? 0) + pauseSeconds * 1000;
  const hourEnd = sentCodes.length < maxPerHour ? 0 : (sentCodes.at(-1)?.createdAt.getTime() ?? 0) + hourMs;
  return new Date(Math.max(pauseEnd, hourEnd));
}

/** Returns six digits from a cryptographic source, each equally likely. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Returns a random token of 256 bits for a link. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** Returns a secret that no guess matches, for addresses that get no code: the limits apply to it as to a real one. */
export const unmatchableSecret = (minutes: number): queries.Secret => ({ hash: randomBytes(noMatchBytes), minutes });

/** Mails six digits to an address, unless the last ones are too young; `codeOwner` is stored with them. */
export async function mailDigits(
  tx: Tx,
  { auth }: KeyDeps,
  kind: queries.CodeKind,
  to: Recipient,
  codeOwner: Pick<queries.Secret, 'userId' | 'target'> = {},
): Promise<IssuedCode> {
  const digits = newDigits();
  const hash = auth.keys.hashCode(kind.purpose, kind.subject, digits);
  const issuedCode = await issueCode(tx, kind, { hash, minutes: codeMinutes, ...codeOwner });
  const data = { code: digits, minutes: codeMinutes };
  if (issuedCode.fresh) await sendMail(tx, { template: 'verification_code', isUrgent: true, to, data });
  return issuedCode;
}

type KeyDeps = { auth: { keys: AuthKeys } };

/**
 * Tries `digits` on the open code of an address. The try is counted and committed before it is compared, so parallel
 * guesses cannot share one count. A match still has to be used up (`spendCode`) in the transaction it allows.
 */
export async function verifyCode(
  { inTx, auth }: KeyDeps & Pick<Platform, 'inTx'>,
  kind: queries.CodeKind,
  digits: string,
): Promise<queries.OpenCode | undefined> {
  const { subject, purpose } = kind;
  const code = await inTx((tx) =>
    queries.countCodeAttempt(tx, {
      subject,
      purpose,
      maxPerCode: maxAttempts.perCode,
      maxPerDay: maxAttempts.perDay,
    }),
  );
  const guess = auth.keys.hashCode(purpose, subject, digits);
  return code && timingSafeEqual(code.hash, guess) ? code : undefined;
}
