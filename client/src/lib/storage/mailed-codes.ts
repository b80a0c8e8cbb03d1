import { z } from 'zod';
import { deviceTime } from '#client/lib/browser/useNow.ts';
import { parseJson, readStored, removeStored, writeStored } from './local-storage.ts';

/**
 * A code that waits in its customer's mail: when it was asked for by this device's clock, in ms, and the action that it
 * confirms.
 */
const mailedCode = z.object({ mailedAt: z.number(), target: z.record(z.string(), z.string()) });
export type MailedCode = z.output<typeof mailedCode>;

const minuteMs = 60_000;
/** The server accepts a code for this long, and mails another one only after the second time. */
const validMs = 10 * minuteMs;
const resendMs = minuteMs;

export const expiresAt = ({ mailedAt }: MailedCode): number => mailedAt + validMs;
export const resendAt = ({ mailedAt }: MailedCode): number => mailedAt + resendMs;

/** The code that was mailed for this and can still be typed: a reload or a trip to the mail does not lose the step. */
export function readMailedCode(key: string): MailedCode | undefined {
  const known = mailedCode.safeParse(parseJson(readStored(key))).data;
  return known && expiresAt(known) > deviceTime() ? known : undefined;
}

/** Notes that a code was mailed now. */
export function storeMailedCode(key: string, target: MailedCode['target'] = {}): MailedCode {
  const mailed = { target, mailedAt: deviceTime() };
  writeStored(key, JSON.stringify(mailed));
  return mailed;
}

export const clearMailedCode = (key: string): void => removeStored(key);
