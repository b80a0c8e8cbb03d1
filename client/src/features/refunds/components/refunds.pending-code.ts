import { z } from 'zod';
import { deviceTime } from '#client/lib/browser/useNow.ts';
import { parseJson, readStored, removeStored, writeStored } from '#client/lib/storage/local-storage.ts';

/** The address that waits for the code in its customer's mail, and when that was asked for by this device's clock, in ms. */
const pendingCode = z.object({ address: z.string(), tag: z.string().optional(), mailedAt: z.number() });
export type PendingCode = z.output<typeof pendingCode>;

const minuteMs = 60_000;
/** The server accepts a code for so long, and mails another one only so much later. */
const validMs = 10 * minuteMs;
const resendMs = minuteMs;

const keyOf = (refundId: string) => `landfall-refund-code:${refundId}`;

export const expiresAt = ({ mailedAt }: PendingCode): number => mailedAt + validMs;
export const resendAt = ({ mailedAt }: PendingCode): number => mailedAt + resendMs;

/** The address that was typed last for a refund, so that a reload or a closed tab does not lose the step. */
export function readPendingCode(refundId: string): PendingCode | undefined {
  return pendingCode.safeParse(parseJson(readStored(keyOf(refundId)))).data;
}

/** True if its code can still be typed. */
export const isCodeValid = (pending: PendingCode): boolean => expiresAt(pending) > deviceTime();

/** Notes that a code was mailed now. */
export function storePendingCode(refundId: string, target: Omit<PendingCode, 'mailedAt'>): PendingCode {
  const pending = { ...target, mailedAt: deviceTime() };
  writeStored(keyOf(refundId), JSON.stringify(pending));
  return pending;
}

export function clearPendingCode(refundId: string): void {
  removeStored(keyOf(refundId));
}
