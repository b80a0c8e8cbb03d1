import { z } from 'zod';
import { deviceTime, onThisDevice } from '#client/lib/browser/useNow.ts';
import { codeMinutes } from '#shared/auth/auth.codes.ts';
import { minuteMs } from '#shared/reference/units-of-time.ts';
import { tokenOwner } from '../session/token.ts';
import { readDraft, storageKey, writeDraft, type DraftKey } from './drafts.ts';
import { removeStored } from './local-storage.ts';

/**
 * A mailed code that the customer has not typed yet: its times by this device's clock in ms, and the action that it
 * confirms.
 */
const mailedCode = z.object({
  mailedAt: z.number(),
  expiresAt: z.number(),
  resendAt: z.number(),
  /** True if another code was requested too early: this is the previous code. */
  isEarlier: z.boolean(),
  target: z.record(z.string(), z.string()),
});
export type MailedCode = z.output<typeof mailedCode>;

/** The server accepts a code for the first duration, and mails another one only after the second. */
const validMs = codeMinutes * minuteMs;
const resendMs = minuteMs;
/** The longest time between a code and the answer about it. */
const sameMomentMs = 2_000;

/** A code belongs to the signed-in user, and is deleted with their data. */
const keyOf = (name: string): DraftKey => ({ name, userId: tokenOwner() ?? '' });

/** The valid code that was mailed for this action: a reload or a switch to the mail does not lose the step. */
export function readMailedCode(name: string): MailedCode | undefined {
  const storedCode = mailedCode.safeParse(readDraft(keyOf(name))?.private).data;
  return storedCode && storedCode.expiresAt > deviceTime() ? storedCode : undefined;
}

/** Stores that a code was mailed now. */
export function storeMailedCode(name: string, target: MailedCode['target'] = {}): MailedCode {
  const mailedAt = deviceTime();
  const times = { mailedAt, expiresAt: mailedAt + validMs, resendAt: mailedAt + resendMs };
  return store(name, { ...times, isEarlier: false, target });
}

type CodeTimes = { codeExpiresAt: string; resendAt: string; serverTime: string };

/**
 * Stores the code of an answer that names its times: the times of the previous code, if it was too early for another.
 */
export function storeIssuedCode(name: string, target: MailedCode['target'], times: CodeTimes): MailedCode {
  const onDevice = (moment: string) => Date.parse(onThisDevice(moment, times.serverTime));
  const expiresAt = onDevice(times.codeExpiresAt);
  const mailedAt = expiresAt - validMs;
  const isEarlier = mailedAt < onDevice(times.serverTime) - sameMomentMs;
  return store(name, { mailedAt, expiresAt, resendAt: onDevice(times.resendAt), isEarlier, target });
}

function store(name: string, mailed: MailedCode): MailedCode {
  writeDraft(keyOf(name), { open: null, private: mailed });
  return mailed;
}

/** Forgets that a code was mailed. */
export const clearMailedCode = (name: string): void => removeStored(storageKey(keyOf(name)));
