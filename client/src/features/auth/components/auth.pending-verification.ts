import { onThisDevice } from '#client/lib/browser/useNow.ts';
import { parseJson, readStored, removeStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { dayMs } from '#shared/reference/units-of-time.ts';

/**
 * The address that waits for its code. The id selects the registration whose password the account gets. Times are by
 * this device's clock.
 */
export interface PendingVerification {
  email: string;
  userId?: string | undefined;
  codeExpiresAt?: string | undefined;
  resendAt?: string | undefined;
}

interface CodeTimes {
  codeExpiresAt: string;
  resendAt: string;
  serverTime: string;
}

/** When a code ends and when the next may be asked for, by this device's clock; asked as the answer arrives. */
export function timesHere(times: CodeTimes): Pick<CodeTimes, 'codeExpiresAt' | 'resendAt'> {
  const { codeExpiresAt, resendAt, serverTime } = times;
  return { codeExpiresAt: onThisDevice(codeExpiresAt, serverTime), resendAt: onThisDevice(resendAt, serverTime) };
}

const emailKey = 'pendingVerificationEmail';
const detailsKey = 'landfall-pending-verification';

/** Stores who is to be verified, so that a reload or a closed tab does not lose the step. */
export function storePending(verification: PendingVerification): void {
  writeStored(emailKey, verification.email);
  writeStored(detailsKey, JSON.stringify(verification));
}

/** The registration that waits for its code in this browser; with `email` only if it is of that address. */
export function readPending(email?: string): PendingVerification | undefined {
  const storedEmail = readStored(emailKey);
  if (!storedEmail || (email && email !== storedEmail)) return email ? { email } : undefined;
  // This browser wrote it; one of another build is compared by its address below.
  const details = parseJson(readStored(detailsKey)) as PendingVerification | null | undefined;
  return details?.email === storedEmail ? details : { email: storedEmail };
}

const resumableMs = dayMs;

/** A registration of this browser whose code was mailed within a day: phones drop the page while the mail is read. */
export function readRegistration(): PendingVerification | undefined {
  const verification = readPending();
  const { userId, codeExpiresAt } = verification ?? {};
  return userId && codeExpiresAt && Date.now() < Date.parse(codeExpiresAt) + resumableMs ? verification : undefined;
}

/** Forgets the registration once its address is confirmed, or before another one. */
export function clearPending(): void {
  removeStored(emailKey, detailsKey);
}
