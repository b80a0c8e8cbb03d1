import { onThisDevice } from '#client/lib/clock.ts';
import { readStored, removeStored, writeStored } from '#client/lib/storage.ts';

/** Whose address waits for its code. The id says whose password the account starts with. Times are this device's. */
export interface Pending {
  email: string;
  userId?: string | undefined;
  codeExpiresAt?: string | undefined;
  resendAt?: string | undefined;
}

/** What an answer says about a code. */
interface CodeTimes {
  codeExpiresAt: string;
  resendAt: string;
  serverTime: string;
}

/** When a code ends and when the next may be asked for, by this device's clock; asked as the answer comes. */
export function timesHere({
  codeExpiresAt,
  resendAt,
  serverTime,
}: CodeTimes): Pick<CodeTimes, 'codeExpiresAt' | 'resendAt'> {
  return { codeExpiresAt: onThisDevice(codeExpiresAt, serverTime), resendAt: onThisDevice(resendAt, serverTime) };
}

const emailKey = 'pendingVerificationEmail';
const restKey = 'landfall-pending-verification';

/** Keeps who is to be confirmed, so that a reload or a closed tab does not lose the step. */
export function keepPending(pending: Pending): void {
  writeStored(emailKey, pending.email);
  writeStored(restKey, JSON.stringify(pending));
}

/** Who is to be confirmed in this browser; with `email` only if it is that address. */
export function readPending(email?: string): Pending | undefined {
  const kept = readStored(emailKey);
  if (!kept || (email && email !== kept)) return email ? { email } : undefined;
  const rest = parse(readStored(restKey));
  return rest?.email === kept ? rest : { email: kept };
}

/** Forgets it once the address is confirmed. */
export function forgetPending(): void {
  removeStored(emailKey, restKey);
}

function parse(text: string | null): Pending | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null && 'email' in value && typeof value.email === 'string'
      ? (value as Pending)
      : undefined;
  } catch {
    return undefined;
  }
}
